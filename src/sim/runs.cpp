#include "rheon/sim/runs.hpp"

#include <map>
#include <mutex>

namespace rheon {

namespace {

class UnderWay {
 public:
  explicit UnderWay(const RunsMonitor& monitor) : monitor_(monitor) {}

  bool report(std::size_t run, const Progress& progress) {
    const std::lock_guard lock(mutex_);
    if (ended_) return false;
    runs_[run] = progress;
    // about the same run until it ends: a line that jumps from one to another cannot be read
    const auto& [first, its] = *runs_.begin();
    if (monitor_ && !monitor_({first, ending_.done, static_cast<int>(runs_.size()), its}))
      ending_.stopped = ended_ = true;
    return !ended_;
  }

  void leave(std::size_t run, bool done) {
    const std::lock_guard lock(mutex_);
    runs_.erase(run);
    if (done) ++ending_.done;
  }

  void end_all() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }

  const RunsEnding& ending() const { return ending_; }

 private:
  const RunsMonitor& monitor_;
  std::mutex mutex_;
  std::map<std::size_t, Progress> runs_;
  RunsEnding ending_;
  bool ended_ = false;
};

}  // namespace

RunsEnding make_runs(std::size_t count, int jobs, const RunsMonitor& monitor,
                     const std::function<bool(std::size_t, const Monitor&)>& work) {
  UnderWay under_way(monitor);
  in_parallel(count, jobs, [&](std::size_t k) {
    try {
      const bool done = work(k, [&](const Progress& progress) { return under_way.report(k, progress); });
      under_way.leave(k, done);
    } catch (...) {
      under_way.end_all();
      throw;
    }
  });
  return under_way.ending();
}

}  // namespace rheon
