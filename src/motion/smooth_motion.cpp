#include "motion/smooth_motion.hpp"

#include <cmath>

#include "constraints/index1.hpp"
#include "core/hermite.hpp"
#include "core/index.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// v1 - v0 - h (a0 + a1)/2 is w^2/12 of h (a0 + a1)/2 for a motion of frequency w/h; an acceleration or a velocity at the
/// end that does not belong to the motion makes it as large as itself. Up to this part it is smooth: w < 1/2, a dozen
/// steps a period. A motion that is less smooth loses nothing but the time of a longer step, which jumps too.
constexpr double largest_defect = 0.01;
/// What forces in balance leave as noise of accelerations (a part of what they would do alone in the step), and round-off of
/// velocities (a part of them, some thousand roundings), is no jump. The first is a choice: larger, and jumps of small
/// accelerations stay.
constexpr double noise_of_forces = 1e-6, noise_of_velocities = 1e-12;
/// A method that holds velocity-level rows between the ends of a step swings about them at the ends: a defect of so many times that
/// violation is no jump. Ends that are off to opposite sides make it twice the violation of one; the rest is room, a choice.
constexpr double swings = 4.0;
/// A jump is one of the constraints if the change of the forces over the step makes up a smaller part of it: most of a jump of
/// the forces is their own change, and of the others next to nothing. A choice in between (half and twice as much pass the
/// tests).
constexpr double share_of_forces = 0.1;
/// Violation that the polynomial may leave, in parts of the way of the step, h |v|. With w/h the frequency, a quintic over
/// 1.5 steps is off by (1.5 w)^6/46080 of the amplitude: it reaches this at some 19 steps a period
/// (half and twice as much pass the tests).
constexpr double largest_violation = 1e-6;

/// Kinetic energy that a scaling of velocities may change, in parts of itself: as little as `largest_defect` allows of a smooth
/// motion. What differs by more is not the same motion with other velocities (half and twice as much pass the tests).
constexpr double largest_scaling = 0.01;

/// Accelerations along free motion that a polynomial may be off by, as a part of all: as `largest_defect`. Beyond it rows leave
/// free what they hold nearby, and the balance would be one of other constraints (half and twice as much pass the tests).
constexpr double largest_freed = 1e-2;
/// Of its gradient beyond the position: a row with less there is passing a place where its gradient vanishes, and what is left
/// of that has no direction. A choice, far above what the place of the polynomial is off by.
constexpr double least_gradient = 1e-3;

double squared_gradient(const Pattern& A, int row, const SparseValues& values) {
  double sum = 0.0;
  for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k) sum += values[at(k)] * values[at(k)];
  return sum;
}

}  // namespace

SmoothMotion::SmoothMotion(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      metric_(system),
      defect_(Vec::Zero(system.layout().nv)),
      Q_end_(defect_),
      start_rate_(Vec::Zero(system.layout().nq)),
      end_rate_(start_rate_),
      forces_(Vec::Zero(system.layout().nv)) {}

Want SmoothMotion::with_forces(Want want) const {
  return system_->model().nonideal.empty() ? want : want | Want::nonideal;
}

const Vec& SmoothMotion::forces() {
  forces_ = terms_.Q;
  if (!system_->model().nonideal.empty()) forces_ += terms_.nonideal;
  return forces_;
}

bool SmoothMotion::jumps(const State& from, const State& to) {
  const double h = to.t - from.t;
  bool suspicious = false;  // in the eyes of a single coordinate, without regard to masses
  for (Index j = 0; j < to.v.size(); ++j) {
    defect_[j] = to.v[j] - from.v[j] - 0.5 * h * (from.a[j] + to.a[j]);
    const double smooth =
        h * (std::abs(from.a[j]) + std::abs(to.a[j])) + noise_of_velocities * (std::abs(from.v[j]) + std::abs(to.v[j]));
    if (!(std::abs(defect_[j]) <= largest_defect * smooth)) suspicious = true;
  }
  if (!suspicious) return false;
  if (!system_->evaluate(to, with_forces(want_velocity_projection | Want::force), terms_)) return true;
  metric_.set(terms_);
  const double smooth = h * (metric_.norm(from.a) + metric_.norm(to.a)) +
                        noise_of_forces * h * metric_.force_norm(forces()) +
                        noise_of_velocities * (metric_.norm(from.v) + metric_.norm(to.v));
  const double defect = metric_.norm(defect_);
  if (defect <= largest_defect * smooth) return false;
  if (defect <= swings * metric_.velocity_violation(terms_, to.q, to.v, h)) return false;
  // what forces do, such as those of stiff springs, is no matter of the constraints
  Q_end_ = forces();
  if (!system_->evaluate(from, with_forces(Want::force), terms_)) return true;
  Q_end_ -= forces();
  return !(h * metric_.force_norm(Q_end_) >= defect);
}

bool SmoothMotion::interpolate(const State& from, const State& beyond, double h, State& between) {
  if (!rates_of_ends(from, beyond)) return false;
  follow_polynomial(from, beyond, h, between);
  return keep_energy(from, beyond, between) && holds(from, between, h);
}

bool SmoothMotion::agree(const State& from, const State& first, const State& second, double h) {
  const double scale = h * (metric_.norm(from.a) + metric_.norm(second.a));
  defect_ = second.v - first.v;
  const double velocities = metric_.norm(defect_);
  defect_ = h * (second.a - first.a);
  return velocities + metric_.norm(defect_) <= largest_defect * scale;
}

/// Forces that change with what is replaced, as those of stiff springs do, had their part in the jump.
bool SmoothMotion::is_of_constraints(const State& to, const State& between, double h) {
  Q_end_ = forces();  // those of `between`
  if (!system_->evaluate(to, with_forces(Want::force), terms_)) return false;
  Q_end_ -= forces();
  defect_ = between.v - to.v + h * (between.a - to.a);
  return metric_.force_norm(Q_end_) * h <= share_of_forces * metric_.norm(defect_);
}

/// Multipliers that balance the accelerations of the polynomial, in place of those between the ends, and what is left along
/// the motion that the rows leave free taken off the accelerations: M x + A^T lambda = Q - M a, A x = 0.
void SmoothMotion::balance(const State& beyond, State& s) {
  if (!system_->model().nonideal.empty()) return;  // forces change with the multipliers
  const Pattern& A = system_->jacobian_pattern();
  Vec least(A.rows);
  if (!system_->evaluate(beyond, want_rate, terms_)) return;
  for (int i = 0; i < A.rows; ++i) least[i] = least_gradient * least_gradient * squared_gradient(A, i, terms_.A);
  if (!system_->evaluate(s, want_rate, terms_)) return;
  for (int i = 0; i < A.rows; ++i)
    if (squared_gradient(A, i, terms_.A) < least[i]) return;
  if (!saddle_)
    saddle_.emplace(system_->mass_pattern(), system_->jacobian_pattern(), system_->mass_pattern(), true, inner_penalty,
                    false);
  Q_end_ = terms_.Q;
  multiply_add(system_->mass_pattern(), terms_.M, s.a.data(), -1.0, Q_end_.data());
  const Vec none = Vec::Zero(s.lambda.size());
  Vec free = Vec::Zero(s.a.size()), lambda = none;
  saddle_->weigh(terms_.M, terms_.A);
  if (!saddle_->factor(terms_.M, terms_.A)) return;
  if (!saddle_->solve_afresh(terms_.M, terms_.A, Q_end_.data(), none.data(), free.data(), lambda.data())) return;
  // rows without a gradient there, or of lower rank, leave free what they do not next to it
  if (!(metric_.norm(free) <= largest_freed * metric_.norm(s.a))) return;
  s.a += free;
  s.lambda = lambda;
}

/// q' at both ends, where it is not v.
bool SmoothMotion::rates_of_ends(const State& from, const State& beyond) {
  if (!system_->model().general_speeds) return true;
  if (!system_->evaluate(from, Want::rates, terms_)) return false;
  start_rate_ = terms_.q_dot;
  if (!system_->evaluate(beyond, Want::rates, terms_)) return false;
  end_rate_ = terms_.q_dot;
  return true;
}

/// What methods keep, and the multipliers, which have a pole at the singular position, are a first guess for the next step: linear
/// will do.
void SmoothMotion::follow_polynomial(const State& from, const State& end, double h, State& s) {
  const double length = end.t - from.t, theta = h / length;
  s = from;
  s.t = from.t + h;
  const HermiteCubic value = cubic_value(theta, length), rate = cubic_rate(theta, length);
  if (system_->model().general_speeds) {
    s.q = value(from.q, end.q, start_rate_, end_rate_);
    s.v = value(from.v, end.v, from.a, end.a);
    s.a = rate(from.v, end.v, from.a, end.a);
  } else {
    s.q = quintic_value(theta, length)(from.q, end.q, from.v, end.v, from.a, end.a);
    s.v = quintic_rate(theta, length)(from.q, end.q, from.v, end.v, from.a, end.a);
    s.a = quintic_second_rate(theta, length)(from.q, end.q, from.v, end.v, from.a, end.a);
  }
  s.lambda += theta * (end.lambda - from.lambda);
  s.z += theta * (end.z - from.z);
  s.memory.go_on_to(end.memory, theta);
  s.work = value(from.work, end.work, from.power, end.power);
  s.power = rate(from.work, end.work, from.power, end.power);
  s.energy_constraint += theta * (end.energy_constraint - from.energy_constraint);
  s.energy_projected += theta * (end.energy_projected - from.energy_projected);
}

/// Velocities of the ends may be off by what a method lets them swing, and those of the polynomial with them; its energy is
/// then another one. Scaled, they have the energy of the ends, and still satisfy rows that are linear in them. Driven rows
/// and those at velocity level need not.
bool SmoothMotion::keep_energy(const State& from, const State& beyond, State& between) {
  if (system_->layout().npsi > 0 || from.power.driving != 0.0 || beyond.power.driving != 0.0) return true;
  const auto evaluate = [&](const State& s, double& rest) {
    const Status ok = system_->evaluate(s, Want::energy, terms_);
    rest = terms_.potential + s.energy_constraint - s.work.total();
    return bool(ok);
  };
  double start = 0.0, end = 0.0, rest = 0.0;
  if (!evaluate(from, start)) return false;
  start += terms_.kinetic;
  if (!evaluate(beyond, end)) return false;
  end += terms_.kinetic;
  if (!evaluate(between, rest)) return false;
  const double theta = (between.t - from.t) / (beyond.t - from.t);
  const double wanted = start + theta * (end - start) - rest;
  if (std::abs(wanted - terms_.kinetic) <= largest_scaling * terms_.kinetic)
    between.v *= std::sqrt(wanted / terms_.kinetic);
  return true;
}

/// A polynomial over too long a step leaves the constraints.
bool SmoothMotion::holds(const State& from, const State& between, double h) {
  if (!system_->evaluate(between, with_forces(want_position_projection | Want::force), terms_)) return false;
  metric_.set(terms_);
  return metric_.position_violation(terms_, between.q) <= largest_violation * h * metric_.norm(from.v);
}

}  // namespace rheon
