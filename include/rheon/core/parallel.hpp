// Independent pieces of work on several threads. Threads share nothing that changes: a System serves all of them, and
// each run has its own state, so that results do not depend on how many there are.
//
//   std::vector<Results> results(requests.size());
//   in_parallel(requests.size(), usable_cores(), [&](std::size_t i) { results[i] = run(system, requests[i]); });
#pragma once

#include <cstddef>
#include <functional>

#include "rheon/core/api.hpp"

namespace rheon {

/// Calls work(0) .. work(count - 1), begun in this order, `jobs` at a time, and returns when all are done. The calling thread takes
/// part; with one job (or less) it does all of the work. `work` is called by several threads at once, and what it refers to must
/// allow that. After an exception nothing further is begun; what is under way goes on to its end, and of all exceptions the one
/// of the lowest number is thrown. Throws std::system_error if the system gives no further thread.
RHEON_API void in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& work);

/// Cores that this process may use, at least 1.
RHEON_API int usable_cores();

/// CPU time that the calling thread has used, in seconds: unlike wall time it does not count what others do.
RHEON_API double thread_cpu_seconds();

/// The most memory that this process has had in use so far, in bytes; 0 where the system does not say.
RHEON_API long long peak_memory();

}  // namespace rheon
