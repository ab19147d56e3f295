#include "analysis/compare_parts.hpp"
#include "analysis/parallel.hpp"

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

bool Runner::tell(const Task& task, const Progress& progress) {
  if (interrupted_) return false;
  if (!request_->monitor) return true;
  const std::lock_guard lock(telling_);
  if (!request_->monitor({task.doing, done_, progress})) interrupted_ = true;
  return !interrupted_;
}

void Runner::run_one(Task& task) {
  Progress begin;
  begin.end = task.request.duration.value_or(1.0);
  if (!tell(task, begin)) return;
  try {
    task.results = rheon::run(*system_, task.request, [&](const Progress& p) { return tell(task, p); });
    task.outcome = outcome_of(task.results.summary.ending);
    task.reason = task.results.summary.message;
  } catch (const Error& error) {
    task.outcome = Outcome::refused;
    task.reason = error.what();
  }
  ++done_;
}

void Runner::run(std::vector<Task>& tasks) {
  in_parallel(tasks.size(), request_->jobs, [&](std::size_t i) {
    try {
      run_one(tasks[i]);
    } catch (...) {
      interrupted_ = true;  // runs under way end
      throw;
    }
  });
}

}  // namespace rheon::comparing
