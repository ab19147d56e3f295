#include "sim/branch_monitor.hpp"

#include <algorithm>

#include "constraints/lost_rows.hpp"
#include "core/number_text.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {
// of all three half and twice as much pass the tests

/// Part of the speed, in the metric of the masses, by which velocities must have changed: branches that meet at 17 degrees or more
/// differ by so much. While steps are collapsed nothing else changes as much.
constexpr double sudden_turn = 0.3;
/// And so many times what forces and the acceleration before could have done in that time. Their sum is without reactions, which
/// may be several times larger in a motion that goes on smoothly; a turn is done in no time, and exceeds it by any factor.
constexpr double beyond_forces = 10.0;
/// Part of the gradient at the last long step below which it is vanishing. Steps collapse close to the place, where the
/// part is far smaller; over a regular step a gradient hardly changes its size. As in constraints/lost_rows.cpp.
constexpr double little_row_gradient = 0.05;
}  // namespace

std::string BranchMonitor::look(const State& from, const State& to, StepRecovery& recovery) {
  if (!recovery.watching()) return {};
  if (!system_->evaluate(to, want_velocity_projection | Want::force, terms_)) return {};
  metric_.set(terms_);
  StepMemory& m = recovery.watched();
  if (m.watch.speed == 0.0) {
    m.watch.speed = metric_.norm(m.watch.velocity);
    m.watch.acceleration = metric_.norm(from.a);
  }
  m.watch.explained += (to.t - from.t) * (m.watch.acceleration + metric_.force_norm(terms_.Q));
  change_ = to.v - m.watch.velocity;
  const double turned = metric_.norm(change_);
  if (!(turned > sudden_turn * m.watch.speed && turned > beyond_forces * m.watch.explained) ||
      !is_singular(to, m.origin))
    return {};
  return "within " + brief_text(to.t - m.watch.start) + " s velocities have changed by " +
         brief_text(100 * turned / m.watch.speed, 3) +
         " % of the speed, and no force has done it: in a singular position constraints do not distinguish the "
         "branches "
         "of a motion, and the motion has turned onto another one; a fixed step, a method that iterates (ali3p), or a "
         "looser tolerance passes it, or write the branch that is meant";
}

bool BranchMonitor::is_singular(const State& s, const State& origin) {
  const Pattern& A = system_->jacobian_pattern();
  Vec here(A.rows);
  for (int i = 0; i < A.rows; ++i) here[i] = metric_.effective_mass(terms_, i);
  if (!system_->evaluate(origin, want_velocity_projection, terms_)) return false;
  metric_.set(terms_);
  for (int i = 0; i < A.rows; ++i) {
    const double before = metric_.effective_mass(terms_, i);  // 0 where the gradient vanishes, large where it is small
    if (before > 0.0 && (here[i] == 0.0 || here[i] * little_row_gradient * little_row_gradient > before)) return true;
  }
  return !lost_rank(*system_, s).empty();
}

}  // namespace rheon
