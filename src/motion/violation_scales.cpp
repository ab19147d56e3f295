#include "motion/violation_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "methods/row_equations.hpp"
#include "motion/least_of_unit.hpp"

namespace rheon {

namespace {
/// Part of a coordinate that counts as covered even if it rests: round-off, or what springs that stand for constraints give way
/// to, and ring. The rate of what rests counts as this part of it in the time of a run. Choices: larger ones hide violations
/// of what hardly moves, smaller ones report noise of what rests.
constexpr double violation_round_off = 1e-9, covered_at_rest = 1e-3, moved_at_rest = 0.1;
/// In the unit of a coordinate, or of a row: keeps from a division by zero what has not moved from zero. It is no measure of
/// violations; in a model whose lengths are below it none would be found.
constexpr double no_violation = 1e-12;
}  // namespace

ViolationScales::ViolationScales(const System& system)
    : system_(&system),
      position_(system.layout().nphi),
      velocity_(system.layout().rows()),
      acceleration_(system.layout().rows()),
      gradient_(system.jacobian_pattern().col.size(), 0.0),
      least_(Vec::Constant(system.layout().nq, std::numeric_limits<double>::infinity())),
      most_(-least_),
      fastest_(Vec::Zero(system.layout().nv)),
      hardest_(fastest_) {}

void ViolationScales::Level::see(int row, double value, double size, double t) {
  scale[row] = std::max(scale[row], size);
  if (!(std::abs(value) > violation[row])) return;
  violation[row] = std::abs(value);
  time[row] = t;
}

void ViolationScales::see(const State& s, const Terms& terms) {
  const Pattern& A = system_->jacobian_pattern();
  if (A.rows == 0) return;
  least_ = least_.cwiseMin(s.q);
  most_ = most_.cwiseMax(s.q);
  fastest_ = fastest_.cwiseMax(s.v.cwiseAbs());
  hardest_ = hardest_.cwiseMax(s.a.cwiseAbs());
  const int nphi = system_->layout().nphi;
  NumberAlgebra numbers;
  for (int i = 0; i < A.rows; ++i) {
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k)
      gradient_[at(k)] = std::max(gradient_[at(k)], std::abs(terms.A[at(k)]));
    const auto reach = [&](const Vec& x, double constant) {
      return reach_of_row(
          numbers, A, i, terms.A, [&](int j) { return std::abs(x[j]); }, constant);
    };
    if (i < nphi) position_.see(i, terms.phi[i], 0.0, s.t);
    velocity_.see(i, velocity_residual(terms.phi_dot, terms.psi, i),
                  reach(s.v, i < nphi ? std::abs(terms.phi_t[i]) : 0.0), s.t);
    acceleration_.see(i, terms.b[i], reach(s.a, 0.0), s.t);
  }
}

ViolationScales::Worst ViolationScales::worst(const Level& level, double own) {
  Worst w;
  if (level.scale.size() == 0) return w;
  const double least = own * level.scale.maxCoeff();
  for (int i = 0; i < level.scale.size(); ++i) {
    const double scale = std::max(level.scale[i], least);
    const double part = level.violation[i] == 0.0 ? 0.0 : level.violation[i] / scale;
    if (part > w.part) w = {i, part, level.violation[i], scale, level.time[i]};
  }
  return w;
}

double ViolationScales::size_of(int column) const {
  return std::max(std::abs(least_[column]), std::abs(most_[column]));
}

Vec ViolationScales::rates_of(int order, double duration) const {
  if (system_->model().general_speeds) return {};
  const auto rate_of = [&](int j) {
    const double speed = std::max(fastest_[j], (most_[j] - least_[j]) / duration);
    return order == 1 ? speed : std::max(hardest_[j], speed / duration);
  };
  Vec all(fastest_.size());
  for (int j = 0; j < all.size(); ++j) all[j] = rate_of(j);
  return least_of_unit(system_->model(), all);
}

ViolationScales::Level ViolationScales::at_least(Level level, double rate, const Vec& rates) const {
  const Pattern& A = system_->jacobian_pattern();
  NumberAlgebra numbers;
  for (int i = 0; i < A.rows; ++i) {
    double size = no_violation, others = 0.0;
    if (!system_->model().general_speeds)
      size = reach_of_row(
          numbers, A, i, gradient_, [&](int j) { return size_of(j); }, size);
    if (rates.size() > 0)
      others = reach_of_row(
          numbers, A, i, gradient_, [&](int j) { return rates[j]; }, others);
    level.scale[i] = std::max({level.scale[i], moved_at_rest * size * rate, others});
  }
  return level;
}

Vec ViolationScales::covered(bool springs) const {
  const Vec least = least_of_unit(system_->model(), most_ - least_);
  Vec all(least_.size());
  for (int j = 0; j < all.size(); ++j)
    all[j] = std::max(
        {most_[j] - least_[j], least[j], (springs ? covered_at_rest : violation_round_off) * size_of(j), no_violation});
  return all;
}

ViolationScales::Worst ViolationScales::position(bool springs) const {
  if (system_->model().general_speeds) return {};
  const Pattern& A = system_->jacobian_pattern();
  Level level = position_;
  const Vec all = covered(springs);
  NumberAlgebra numbers;
  for (int i = 0; i < system_->layout().nphi; ++i)
    level.scale[i] = reach_of_row(
        numbers, A, i, gradient_, [&](int j) { return all[j]; }, level.scale[i]);
  return worst(level, own_part);
}

}  // namespace rheon
