#include "support/allocations.hpp"

#include <atomic>
#include <cstddef>

namespace {
std::atomic<long long> count{0};
}  // namespace

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

// Declared here: Debian's g++ has the function in its runtime but no header for it.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));

namespace {
void on_malloc(const volatile void*, std::size_t) { count.fetch_add(1, std::memory_order_relaxed); }
void on_free(const volatile void*) {}
}  // namespace

long long rheon::test::allocations() {
  static const int installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
  return installed > 0 ? count.load() : -1;
}

#else

// glibc lets a program define the malloc family itself; operator new ends here as well if its library sees these.
#pragma GCC visibility push(default)
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
}
#pragma GCC visibility pop

long long rheon::test::allocations() { return count.load(); }

#endif
