// Several independent runs at a time, with one monitor for all.
//
//   std::vector<Results> all(requests.size());
//   make_runs(requests.size(), 4, {}, [&](std::size_t k, const Monitor& monitor) {             // 4 threads, no monitor
//     all[k] = run(system, requests[k], monitor);
//     return true;
//   });
#pragma once

#include <cstddef>
#include <functional>

#include "rheon/core/api.hpp"
#include "rheon/core/parallel.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

/// Of all runs together.
struct RunsProgress {
  std::size_t run = 0;  ///< the one with the lowest number of those under way
  int done = 0;         ///< runs finished
  int under_way = 1;
  Progress progress;  ///< of `run`
};
/// Called by one thread at a time, whichever it is. Return false to end all runs, keeping what was computed.
using RunsMonitor = std::function<bool(const RunsProgress&)>;

struct RunsEnding {
  int done = 0;
  bool stopped = false;  ///< by the monitor
};

/// Calls work(k, monitor) for k < count as in_parallel does. Each hands the monitor that it gets to the run that it makes;
/// all progress goes to `monitor` (which may be empty), one call at a time, from any thread. Results do not depend on `jobs`. An
/// exception of `work` ends the other runs and is thrown again. `work` returns false for a run that it did not make because its
/// monitor said so.
RHEON_API RunsEnding make_runs(std::size_t count, int jobs, const RunsMonitor& monitor,
                               const std::function<bool(std::size_t, const Monitor&)>& work);

}  // namespace rheon
