// The common step, and the times at which motions are compared: steps of every method, so nothing is interpolated.
#include <algorithm>
#include <cmath>

#include "analysis/compare_parts.hpp"
#include "core/number_text.hpp"
#include "model/model_times.hpp"
#include "sim/step_control.hpp"

namespace rheon::comparing {

namespace {

/// Of a run that finds out how long steps may be: a choice. The step is half of its mean, so a method of lower order has errors
/// that can be seen with it, and looser tolerances give longer steps.
constexpr double probe_tolerance = 1e-9;
/// Rows at which runs are compared, where the model names none. A choice; more of them shorten the steps that have to meet them.
constexpr int default_intervals = 200;
/// Steps between two rows, at least, where orders are measured: runs with up to so many times the step meet the rows as well.
constexpr double coarsening = 8.0;
/// In the duration: something to begin with, and what is left if even a probe fails.
constexpr double steps_without_probe = 1000.0;

/// The largest of 1, 2, 5 times a power of ten that is not above x.
double round_down(double x) {
  const double decade = std::pow(10.0, std::floor(std::log10(x) + same_number));
  for (const double digit : {5.0, 2.0})
    if (digit * decade <= x * (1 + same_number)) return digit * decade;
  return decade;
}

int factors_of_two(std::int64_t n) {
  int count = 0;
  for (; n % 2 == 0; n /= 2) ++count;
  return count;
}

/// How many steps between two rows, near `wish`: best a divisor of all steps that can be halved often, so that runs
/// with coarser steps meet the rows as well.
std::int64_t stride_near(double wish, std::int64_t steps) {
  const auto rank = [&](std::int64_t s) {
    return std::make_tuple(steps % s == 0, factors_of_two(s), -std::abs(std::log(static_cast<double>(s) / wish)));
  };
  const auto low = std::max<std::int64_t>(1, std::llround(0.5 * wish));
  const auto high = std::clamp<std::int64_t>(std::llround(2.0 * wish), low, std::max(low, steps));
  std::int64_t best = low;
  for (std::int64_t s = low; s <= std::min(high, low + 10000); ++s)
    if (rank(s) > rank(best)) best = s;
  return best;
}

void add_piece(double begin, double end, double h, double spacing, std::vector<double>& times) {
  const std::int64_t steps = steps_in(end - begin, h > 0.0 ? h : spacing);
  const std::int64_t stride = h > 0.0 ? stride_near(spacing / h, steps) : 1;
  for (std::int64_t k = stride; k < steps; k += stride) times.push_back(whole_time(begin, end, k, steps));
  times.push_back(end);
}

}  // namespace

void choose_step(const System& system, const CompareRequest& request, Runner& runner, Comparison& comparison) {
  if (request.step) {
    comparison.step = *request.step;
    return;
  }
  if (request.tolerance && !request.orders) return;
  if (const auto& written = system.model().simulate.step) {
    comparison.step = *written;
    comparison.step_origin = "the model's";
    return;
  }
  comparison.step = round_down(comparison.duration / steps_without_probe);
  comparison.step_origin = "a thousandth of the duration, rounded";
  const auto methods = reference_methods(system, {});
  if (methods.empty()) return;
  std::vector<Task> probe(1);
  probe[0].doing = "finding a step";
  probe[0].request = run_request(comparison, request, methods.front(), {.tolerance = probe_tolerance});
  runner.run(probe);
  const Summary& summary = probe[0].results.summary;
  if (probe[0].outcome != Outcome::completed || summary.steps == 0) return;
  comparison.step = round_down(0.5 * comparison.duration / static_cast<double>(summary.steps));
  comparison.step_origin = "half the mean step of " + name_of(methods.front()) + " at tolerance " +
                           shortest_text(probe_tolerance) + ", rounded";
}

void choose_times(const System& system, const CompareRequest& request, Comparison& comparison) {
  double spacing = comparison.duration / request.samples.value_or(default_intervals);
  // series of runs need room for coarser steps
  if (request.orders || request.work_precision)
    spacing = std::max(spacing, std::min(coarsening * comparison.step, comparison.duration / 4));
  std::vector<double>& times = comparison.times;
  times = {0.0};
  const double resolution = same_number * comparison.duration;
  double begin = 0.0;
  for (const double t : ModelTimes(system).switching(0.0, comparison.duration)) {
    if (t <= begin + resolution || t >= comparison.duration - resolution) continue;
    add_piece(begin, t, comparison.step, spacing, times);
    begin = t;
  }
  add_piece(begin, comparison.duration, comparison.step, spacing, times);
}

}  // namespace rheon::comparing
