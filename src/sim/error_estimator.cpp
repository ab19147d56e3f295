#include "sim/error_estimator.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/number_text.hpp"
#include "motion/least_of_unit.hpp"
#include "rheon/core/parallel.hpp"
#include "sim/doubts.hpp"
#include "sim/run_impl.hpp"

namespace rheon {

namespace {

/// Part of what a coordinate covers by which a motion may be off without a doubt: less is hardly seen in a plot. A choice; smaller,
/// and more runs need the third run that decides.
constexpr double noticeable = 0.01;
/// Steps of the run with longer steps, in steps of the run; tolerances. Steps whose iteration fails are halved until it does
/// not: with a power of two all runs would end up with the same ones, and agree whatever their error. With a whole number, or a
/// half of one, both runs would look at a load with the period of a step, or half of it, in the same phase. They meet where 12
/// steps of this run are 5 of the other. Errors of order 2 are 6 times as large there; those of a tolerance a thousand times as
/// large show the more clearly.
constexpr int steps_in_common = 12;
constexpr double longer = steps_in_common / 5.0;
constexpr double looser = 1e3;
/// Relative tolerance, a choice: a run with a looser one is too coarse to agree to 1 %, and the run that decides would have to
/// follow.
constexpr double loosest = 1e-3;
/// Methods without dense output end a step where runs are compared. A thousand times the tolerance lets one of order 2
/// take 10 of these steps in one, and of higher order fewer: landings so far apart do not set its pace.
constexpr int steps_between_landings = 16;
/// A choice: 40 steps are 17 of the run with longer steps, and are compared at three places and at the end.
constexpr long long few_steps = 40;
/// Steps and tolerance of the run that decides: errors of order 2 are a ninth of those of this run, and with the tolerance about
/// a hundredth. At the least 1e-14: tighter ones are below what rounding makes of thousands of steps.
constexpr double shorter = 1.0 / 3, tighter = 1e-2, tightest = 1e-14;
/// The run that decides is given up beyond so many times the steps of the run, and these. It needs 3 times as many, or with error
/// control of order p 100^(1/(p+1)) times, at most 10; the second is room for runs of few steps.
constexpr long long most_times_steps = 16, allowed_steps = 10000;
/// Part of a coordinate's size that is round-off of a long run: some thousand roundings.
constexpr double trail_round_off = 1e-12;
/// In the unit of the coordinate: keeps from a division by zero what has not moved from zero. It is no measure of motions; those
/// below it, such as of atoms in metres, would be taken for none.
constexpr double no_range = 1e-12;
/// Steps across a jump are as close as times can be: of those that are closer than this part of the run one is compared.
constexpr double least_distance = 1e-9;

Vec scales_of(const Model& model, const Trail& trail) {
  Vec range(static_cast<Index>(model.coordinates.size())), scale(range.size());
  for (Index i = 0; i < range.size(); ++i) range[i] = trail.range(i);
  const Vec least = least_of_unit(model, range);
  for (Index i = 0; i < range.size(); ++i)
    scale[i] = std::max({range[i], least[i], trail_round_off * trail.size_of(i), no_range});
  return scale;
}

}  // namespace

ErrorEstimator::ErrorEstimator(const Simulation& simulation) : simulation_(&simulation) {}
ErrorEstimator::~ErrorEstimator() = default;

Plan ErrorEstimator::coarser() const {
  Plan plan = simulation_->impl_->plan;
  plan.step *= longer;
  plan.tolerance *= looser;
  plan.absolute_tolerance *= looser;
  plan.largest_step *= longer;
  return plan;
}

Plan ErrorEstimator::finer() const {
  Plan plan = simulation_->impl_->plan;
  const double factor = std::max(tighter, tightest / std::max(plan.tolerance, tightest));
  plan.step *= shorter;
  plan.tolerance *= factor;
  plan.absolute_tolerance *= factor;
  plan.largest_step *= shorter;
  return plan;
}

bool ErrorEstimator::worth_coarser(const Summary& summary) const {
  const Plan& plan = simulation_->impl_->plan;
  return plan.step > 0.0 ? summary.steps >= few_steps : plan.tolerance * looser <= loosest;
}

/// Rows of the further run fall on every `stride`-th step of this one, so that fixed steps remain even.
ErrorEstimator::Difference ErrorEstimator::compare(const Plan& wanted, int stride, long long most_steps,
                                                   const Monitor& monitor) const {
  const Simulation::Impl& s = *simulation_->impl_;
  const Trail& here = *s.steps_trail;
  Plan plan = wanted;
  plan.land_on_times = false;
  plan.times.clear();
  std::vector<std::size_t> places;
  const double apart = least_distance * (plan.end - plan.start);
  for (std::size_t k = 0; k < here.size(); ++k) {
    const bool last = k + 1 == here.size();
    if (!last && here.step(k) % stride != 0) continue;
    if (!last && !(plan.end - here.time(k) > apart)) continue;
    if (!last && !plan.times.empty() && !(here.time(k) - plan.times.back() > apart)) continue;
    places.push_back(k);
    plan.times.push_back(here.time(k));
  }
  plan.samples = std::max(1, static_cast<int>(places.size()) - 1);
  auto impl = std::make_unique<Simulation::Impl>(*s.system, std::move(plan), true, nullptr);
  impl->rows_trail.emplace(*s.system);
  impl->start_from(*s.first);
  Simulation other(std::move(impl));
  Difference d;
  other.go_on(
      [&](const Progress& progress) {
        d.interrupted = monitor && !monitor(progress);
        return !d.interrupted;
      },
      [&](const State&) {
        if (other.impl_->summary.steps >= most_steps) other.interrupt();
      });
  const Trail& there = *other.impl_->rows_trail;
  const std::size_t rows = std::min(there.size(), places.size());
  d.complete = rows == places.size();
  const Summary& ended = other.impl_->summary;
  d.stopped = ended.message;
  if (ended.ending == Ending::interrupted)
    d.stopped =
        "it was given up after " + counted(ended.steps, "step") + ", at t = " + brief_text(other.impl_->now.t) + " s";
  for (std::size_t k = 0; k < rows; ++k)
    for (Index i = 0; i < scale_.size(); ++i) {
      const double part = std::abs(there.value(k, i) - here.value(places[k], i)) / scale_[i];
      if (part <= d.value) continue;
      if (!(d.value > noticeable)) d.time = there.time(k);
      d.value = part;
      d.coordinate = i;
    }
  return d;
}

void ErrorEstimator::doubt(const Difference& d, const std::string& how, Summary& summary) const {
  const std::string remedy = simulation_->impl_->plan.step > 0.0 ? "take a smaller step or another method"
                                                                 : "take a tighter tolerance or another method";
  if (!d.complete) {
    summary.doubts.push_back("a run with " + how + " did not reach the end (" + d.stopped +
                             "), so the motion is not confirmed: " + remedy);
    return;
  }
  const std::string& name = simulation_->impl_->system->model().coordinates[at(d.coordinate)].name;
  summary.doubts.push_back("with " + how + " the motion differs by " + percent_text(d.value) + " % of what " + name +
                           " covers, noticeably from t = " + brief_text(d.time) +
                           " s on: it is not to be trusted beyond; " + remedy);
}

void ErrorEstimator::judge(Summary& summary, const Monitor& monitor) {
  Simulation::Impl& s = *simulation_->impl_;
  if (summary.ending != Ending::completed || !s.steps_trail || !s.first || summary.steps == 0) return;
  const double began = thread_cpu_seconds();
  s.steps_trail->keep(s.now);
  scale_ = scales_of(s.system->model(), *s.steps_trail);
  const bool fixed = s.plan.step > 0.0;
  const auto text = [&](const Plan& plan) {
    return fixed ? "steps of " + brief_text(plan.step) + " s" : "tolerance " + brief_text(plan.tolerance, 2);
  };
  Difference d;
  Plan plan = coarser();
  bool decided = false;
  if (worth_coarser(summary)) {
    const int stride = fixed ? steps_in_common : s.stepper->interpolates() ? 1 : steps_between_landings;
    d = compare(plan, stride, summary.steps + allowed_steps, monitor);
    decided = d.complete && d.value <= noticeable;
  }
  if (!decided && !d.interrupted) {
    plan = finer();
    d = compare(plan, 1, most_times_steps * summary.steps + allowed_steps, monitor);
    if (!d.interrupted && !(d.complete && d.value <= noticeable)) doubt(d, text(plan), summary);
  }
  summary.estimate_seconds = thread_cpu_seconds() - began;
  if (d.interrupted || !d.complete) return;
  summary.error_estimate = d.value;
  if (d.coordinate >= 0) summary.error_coordinate = s.system->model().coordinates[at(d.coordinate)].name;
  summary.error_method = text(plan);
}

}  // namespace rheon
