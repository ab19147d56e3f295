// Series of runs of each method: halved steps for the observed order, sweeps for work against precision.
#include <algorithm>
#include <cmath>

#include "analysis/compare_parts.hpp"

namespace rheon::comparing {

namespace {

/// A run of a series, and the row it belongs to.
struct Member {
  std::size_t row;
  StepChoice choice;
};

SeriesPoint point_of(const System& system, const Comparison& comparison, const Task& task, const StepChoice& choice) {
  SeriesPoint point;
  const Summary& s = task.results.summary;
  point.tolerance = choice.tolerance;
  // the mean step: where steps had to be shortened to meet rows, it is what was really taken
  if (choice.step > 0.0)
    point.step = s.steps > 0 ? (s.end_time - s.start_time) / static_cast<double>(s.steps) : choice.step;
  point.ending = task.outcome == Outcome::refused ? Ending::stopped : s.ending;
  point.message = task.reason;
  point.steps = s.steps;
  point.evaluations = s.evaluations;
  point.factorisations = s.factorisations;
  point.iterations = s.iterations;
  point.cpu_seconds = s.cpu_seconds;
  if (comparison.reference.available) {
    point.errors = differences(system, task.results, comparison.reference.results);
    mark_level(comparison.reference, point.errors);
  }
  return point;
}

/// Makes all runs and appends their points to the rows, through `list`.
void run_members(const System& system, const CompareRequest& request, Runner& runner, Comparison& comparison,
                 const std::vector<Member>& members, std::vector<SeriesPoint> CompareRow::*list) {
  std::vector<Task> tasks(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    const CompareRow& row = comparison.rows[members[i].row];
    tasks[i].doing = name_of(row.method);
    tasks[i].request = run_request(comparison, request, row.method, members[i].choice);
  }
  runner.run(tasks);
  for (std::size_t i = 0; i < members.size(); ++i)
    if (tasks[i].outcome != Outcome::not_run && tasks[i].outcome != Outcome::interrupted)
      (comparison.rows[members[i].row].*list).push_back(point_of(system, comparison, tasks[i], members[i].choice));
}

bool takes_part(const CompareRow& row) { return row.outcome == Outcome::completed || row.outcome == Outcome::stopped; }

/// The widest gap between rows: no step is longer.
double longest_step(const std::vector<double>& times) {
  double longest = 0.0;
  for (std::size_t k = 1; k < times.size(); ++k) longest = std::max(longest, times[k] - times[k - 1]);
  constexpr double round_off = 1e-9;  // of differences of times, which are larger than a step
  return longest * (1 + round_off);
}

/// Do successive slopes still change? Then one more halving is worth its time.
bool unsettled(const std::vector<const SeriesPoint*>& points) {
  const auto slope_between = [&](std::size_t i, std::size_t k) {
    constexpr std::size_t q = index_of(ComparedQuantity::positions);
    return std::log(points[k]->errors[q].value / points[i]->errors[q].value) /
           std::log(points[k]->step / points[i]->step);
  };
  // of the order, a choice: a half of what distinguishes two orders at a glance
  constexpr double change = 0.15;
  return std::abs(slope_between(0, 1) - slope_between(1, 2)) > change;
}

/// Further steps for a row whose runs did not show the order: coarser ones if its errors are hidden by those of the
/// reference (or of round-off), a finer one if it is not asymptotic yet.
std::vector<double> further_steps(const Comparison& comparison, const CompareRow& row) {
  // of the step that was asked for, a choice: a run at the finest takes 64 times as long
  constexpr double finest = 1.0 / 64;
  // steps differ by factors of two, but for what they are shortened to meet the rows
  constexpr double another_step = 1.1;
  // in one round, up to 64 times the step: a choice
  constexpr std::size_t most_coarser = 6;
  std::vector<double> steps;
  const auto clear = finest_clear_points(row.order_runs, ComparedQuantity::positions, comparison.reference);
  const auto by_step = [](const SeriesPoint& a, const SeriesPoint& b) { return a.step < b.step; };
  const auto [low, high] = std::minmax_element(row.order_runs.begin(), row.order_runs.end(), by_step);
  if (row.order_runs.empty()) return steps;
  if (clear.size() < 3) {
    for (double h = 2 * comparison.step; h <= longest_step(comparison.times) && steps.size() < most_coarser; h *= 2)
      if (h > another_step * high->step) steps.push_back(h);
  } else if (unsettled(clear) && clear.front() == &*low && low->step > another_step * finest * comparison.step) {
    steps.push_back(0.5 * low->step);
  }
  return steps;
}

}  // namespace

void observe_orders(const System& system, const CompareRequest& request, Runner& runner, Comparison& comparison) {
  const auto each_row = [&](auto&& steps_of) {
    std::vector<Member> members;
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
      if (!takes_part(comparison.rows[r])) continue;
      for (const double h : steps_of(comparison.rows[r])) members.push_back({r, {.step = h}});
    }
    run_members(system, request, runner, comparison, members, &CompareRow::order_runs);
  };
  const double h = comparison.step;
  each_row([&](const CompareRow&) { return std::vector{h, h / 2, h / 4}; });
  for (int round = 0; round < 3; ++round)
    each_row([&](const CompareRow& row) { return further_steps(comparison, row); });
  for (CompareRow& row : comparison.rows) {
    std::sort(row.order_runs.begin(), row.order_runs.end(),
              [](const SeriesPoint& a, const SeriesPoint& b) { return a.step > b.step; });
    for (const ComparedQuantity q : all_quantities)
      row.orders[index_of(q)] = slope(row.order_runs, q, comparison.reference);
  }
}

void sweep(const System& system, const CompareRequest& request, Runner& runner, Comparison& comparison) {
  std::vector<Member> members;
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    if (!takes_part(comparison.rows[r])) continue;
    const bool by_tolerance = has_error_control(comparison.rows[r].method) && (request.tolerance || !request.step);
    if (by_tolerance)
      for (int digits = 3; digits <= 11; ++digits) members.push_back({r, {.tolerance = std::pow(10.0, -digits)}});
    else
      for (int k = 3; k >= -3; --k)
        if (const double h = std::ldexp(comparison.step, k); h <= longest_step(comparison.times))
          members.push_back({r, {.step = h}});
  }
  run_members(system, request, runner, comparison, members, &CompareRow::sweep);
}

}  // namespace rheon::comparing
