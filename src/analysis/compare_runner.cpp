#include "analysis/compare_parts.hpp"
#include "rheon/sim/runs.hpp"

namespace rheon::comparing {

namespace {

Outcome outcome_of(Ending ending) {
  switch (ending) {
    case Ending::completed: return Outcome::completed;
    case Ending::stopped: return Outcome::stopped;
    case Ending::interrupted: return Outcome::interrupted;
  }
  return Outcome::stopped;
}

}  // namespace

bool Runner::run_one(Task& task, const Monitor& monitor) const {
  Progress begin;
  begin.end = task.request.duration.value_or(1.0);
  if (!monitor(begin)) return false;
  try {
    task.results = rheon::run(*system_, task.request, monitor);
    task.outcome = outcome_of(task.results.summary.ending);
    task.reason = task.results.summary.message;
  } catch (const Error& error) {
    task.outcome = Outcome::refused;
    task.reason = error.what();
  }
  return true;
}

void Runner::run(std::vector<Task>& tasks) {
  if (interrupted_) return;
  RunsMonitor monitor;
  if (request_->monitor)
    monitor = [&](const RunsProgress& p) {
      return request_->monitor({tasks[p.run].doing, done_ + p.done, p.under_way, p.progress});
    };
  const RunsEnding ending = make_runs(tasks.size(), request_->jobs, monitor,
                                      [&](std::size_t k, const Monitor& m) { return run_one(tasks[k], m); });
  done_ += ending.done;
  interrupted_ = ending.stopped;
}

}  // namespace rheon::comparing
