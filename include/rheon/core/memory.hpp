// Memory that rheon has freed, for hosts that want it back at once.
#pragma once

#include "rheon/core/api.hpp"

namespace rheon {

/// Sets what is called where a large piece of work is done and its scratch is free again (an expression graph, a long
/// program): tens of megabytes, which the allocator may keep for the process. The `rheon` command gives them back to the
/// system there; a library must not decide this for its host, so by default nothing is called. A null pointer: nothing
/// again. One callback serves the whole process. Threads that assemble a System call it, several at once if there are several; set
/// it before they begin.
///
///   on_scratch_freed([]() noexcept { malloc_trim(0); });           // with glibc
RHEON_API void on_scratch_freed(void (*callback)() noexcept);

}  // namespace rheon
