#include "rheon/analysis/compare.hpp"

#include <algorithm>
#include <limits>

#include "analysis/compare_parts.hpp"
#include "rheon/sim/initial.hpp"

namespace rheon {

namespace {

using namespace comparing;

StepChoice choice_of(const Comparison& comparison, const Method& method) {
  if (comparison.tolerance > 0.0 && has_error_control(method)) return {.tolerance = comparison.tolerance};
  return {.step = comparison.step};
}

void run_rows(const System& system, const CompareRequest& request, Runner& runner, Comparison& comparison) {
  std::vector<CompareRow*> able;
  std::vector<Task> tasks;
  for (CompareRow& row : comparison.rows) {
    if (row.outcome == Outcome::refused) continue;
    able.push_back(&row);
    Task task;
    task.doing = name_of(row.method);
    task.request = run_request(comparison, request, row.method, choice_of(comparison, row.method));
    tasks.push_back(std::move(task));
  }
  runner.run(tasks);
  for (std::size_t i = 0; i < able.size(); ++i) {
    CompareRow& row = *able[i];
    row.outcome = tasks[i].outcome;
    row.reason = std::move(tasks[i].reason);
    row.results = std::move(tasks[i].results);
    if (!comparison.reference.available || row.outcome == Outcome::not_run) continue;
    row.errors = differences(system, row.results, comparison.reference.results, &row.channels);
    mark_level(comparison.reference, row.errors);
  }
}

/// What the model itself has wrong is not a matter of any method.
void check_initial_values(const System& system) {
  InitialResult initial = find_initial_state(system);
  if (!initial.problems.empty()) throw ModelError(std::move(initial.problems));
}

}  // namespace

int Comparison::completed() const {
  return static_cast<int>(
      std::count_if(rows.begin(), rows.end(), [](const CompareRow& row) { return row.outcome == Outcome::completed; }));
}

Comparison compare(const System& system, const CompareRequest& request) {
  Comparison comparison;
  comparison.model = system.model().name;
  comparison.file = system.model().file;
  comparison.duration = request.duration.value_or(default_duration(system));
  comparison.tolerance = request.tolerance.value_or(0.0);
  comparison.rows = choose_rows(system, request);
  check_options(comparison.rows, request);
  check_initial_values(system);
  Runner runner(system, request);
  choose_step(system, request, runner, comparison);
  choose_automatically(system, request, comparison);
  if (request.reference) {
    take_reference(system, request, comparison);
  } else {
    choose_times(system, request, comparison);
    const bool any = std::any_of(comparison.rows.begin(), comparison.rows.end(),
                                 [](const CompareRow& row) { return row.outcome != Outcome::refused; });
    if (any) make_reference(system, runner, comparison);
  }
  if (!runner.interrupted()) run_rows(system, request, runner, comparison);
  comparison.reactions = reaction_difference(system, comparison.rows);
  if (request.orders && comparison.reference.available) observe_orders(system, request, runner, comparison);
  if (request.work_precision) sweep(system, request, runner, comparison);
  comparison.interrupted = runner.interrupted();
  return comparison;
}

Results joined_results(const System& system, const Comparison& comparison) {
  Results joined;
  joined.model_text = system.model().text;
  joined.switching_times = system.switching_times();
  Summary& s = joined.summary;
  s.model = comparison.model;
  s.file = comparison.file;
  s.formulation = "compare";
  s.version = version();
  s.ending = comparison.interrupted ? Ending::interrupted : Ending::completed;
  s.duration = s.end_time = comparison.duration;
  s.step = comparison.step;
  s.tolerance = comparison.tolerance;
  s.coordinates = system.layout().nq;
  s.velocities = system.layout().nv;
  s.rows = system.layout().rows();
  std::vector<std::pair<std::string, const Results*>> parts;
  if (comparison.reference.available) parts.emplace_back("reference", &comparison.reference.results);
  for (const CompareRow& row : comparison.rows) {
    if (!row.results.channels.empty()) parts.emplace_back(row.label, &row.results);
    if (!row.reason.empty()) s.notes.push_back(name_of(row.method) + ": " + row.reason);
  }
  joined.channels.push_back({"t", "s"});
  for (const auto& [label, part] : parts)
    for (std::size_t c = 1; c < part->channels.size(); ++c)
      joined.channels.push_back({label + "/" + part->channels[c].name, part->channels[c].unit});
  for (std::size_t k = 0; k < comparison.times.size(); ++k) {
    joined.values.push_back(comparison.times[k]);
    for (const auto& [label, part] : parts)
      for (std::size_t c = 1; c < part->channels.size(); ++c)
        joined.values.push_back(k < part->rows() ? part->at(k, c) : std::numeric_limits<double>::quiet_NaN());
  }
  return joined;
}

}  // namespace rheon
