#include "sim/rounding_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "core/number_text.hpp"
#include "motion/least_of_unit.hpp"
#include "sim/doubts.hpp"

namespace rheon {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// Part of its path by which rounding may change a coordinate at the worst, always to the same side, without a doubt. A choice, as
/// for energy and violations (doubts.cpp).
constexpr double noticeable_rounding = 0.05;
/// Rates of what rests are round-off, and lead nowhere: a motion leads further than so many neighbouring numbers. A choice between
/// some roundings and what can be seen.
constexpr double visible = 100.0;
/// For an explanation of a run that has stopped: a coordinate beyond this, in its unit, is far from zero, and rounding of more than
/// this part of the absolute tolerance disturbs error control. Choices: smaller, and other causes are blamed on rounding.
constexpr double far = 1e4, part_of_tolerance = 0.01;

}  // namespace

RoundingWatch::RoundingWatch(const System& system)
    : system_(&system), path_(Vec::Zero(system.layout().nq)), net_(path_), far_(path_), size_(path_) {
  if (system.model().general_speeds) terms_.emplace(system.make_terms());
}

const Vec& RoundingWatch::rates(const State& s) {
  if (!terms_) return s.v;
  if (!system_->evaluate(s, Want::rates, *terms_)) terms_->q_dot.setZero();
  return terms_->q_dot;
}

void RoundingWatch::begin(const State& s) {
  t_ = s.t;
  rate_ = rates(s);
  size_ = s.q.cwiseAbs();
}

void RoundingWatch::pass(const State& s) {
  const Vec& rate = rates(s);
  const double half = 0.5 * (s.t - t_);
  for (Index i = 0; i < path_.size(); ++i) {
    const double way = half * (rate_[i] + rate[i]);
    path_[i] += std::abs(way);
    net_[i] += way;
    far_[i] = std::max(far_[i], std::abs(net_[i]));
    size_[i] = std::max(size_[i], std::abs(s.q[i]));
  }
  rate_ = rate;
  t_ = s.t;
  ++steps_;
}

/// An increment is rounded to half the distance of neighbouring numbers, eps |q|, and every step has one.
std::string RoundingWatch::doubt() const {
  const auto& coordinates = system_->model().coordinates;
  const Vec least = least_of_unit(system_->model(), path_);
  Index worst = -1;
  double part = noticeable_rounding;
  for (Index i = 0; i < path_.size(); ++i) {
    const double lost = 0.5 * eps * size_[i] * static_cast<double>(steps_);
    if (!(lost > part * path_[i]) || !(far_[i] > visible * eps * size_[i]) || path_[i] < least[i]) continue;
    part = lost / path_[i];
    worst = i;
  }
  if (worst < 0) return {};
  const Coordinate& c = coordinates[at(worst)];
  const std::string unit = c.unit.empty() || c.unit == "1" ? "" : " " + c.unit;
  return c.name + " is up to " + brief_text(size_[worst], 2) + unit + " from zero, where numbers are about " +
         brief_text(eps * size_[worst], 2) + unit + " apart: over " + counted(steps_, "step") +
         " rounding may have changed it by " + percent_text(part) + " % of its path of " + brief_text(path_[worst], 2) +
         unit + "; put the origin near the motion, or take longer steps";
}

std::string RoundingWatch::far_from_zero(double tolerance) const {
  Index i = 0;
  if (size_.size() == 0 || !(size_.maxCoeff(&i) > far) || !(eps * size_[i] > part_of_tolerance * tolerance)) return {};
  const Coordinate& c = system_->model().coordinates[at(i)];
  const std::string unit = c.unit.empty() || c.unit == "1" ? "" : " " + c.unit;
  return c.name + " is " + brief_text(size_[i], 2) + unit + " from zero, where numbers are about " +
         brief_text(eps * size_[i], 2) + unit + " apart: put the origin near the motion, or take a looser tolerance";
}

}  // namespace rheon
