#include "cli/support/start.hpp"

#include <csignal>
#include <cstdio>
#include <exception>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "cli/support/exit_code.hpp"
#include "cli/support/output.hpp"
#include "rheon/core/memory.hpp"

namespace rheon::cli {

#if defined(__GLIBC__)
namespace {

void return_free_memory() noexcept { malloc_trim(0); }

}  // namespace
#endif

int start(int argc, char** argv, int (*body)(const std::vector<std::string>& words)) {
#if defined(__GLIBC__)
  // Large blocks go back to the system when they are freed. Left to itself the allocator takes them from its heap once it
  // has seen one go, where they leave gaps: a tenth of the memory of large mechanisms.
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  on_scratch_freed(&return_free_memory);
#endif
  std::signal(SIGXFSZ, SIG_IGN);  // a size limit is then an error like a full disk
  guard_descriptors();
  try {
    return finish_output(body({argv + (argc > 0 ? 1 : 0), argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rheon: internal error: %s\n", error.what());
    return exit_internal;
  }
}

}  // namespace rheon::cli
