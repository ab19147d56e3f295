#include "core/free_memory.hpp"

#include <atomic>

#include "rheon/core/memory.hpp"

namespace rheon {

namespace {
std::atomic<void (*)() noexcept> on_free{nullptr};
}

void on_scratch_freed(void (*callback)() noexcept) { on_free = callback; }

void scratch_is_free() {
  if (const auto callback = on_free.load()) callback();
}

}  // namespace rheon
