#include "analysis/statics_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/drive.hpp"
#include "core/number_text.hpp"
#include "la/decompositions.hpp"
#include "la/eigenvalues.hpp"

namespace rheon {

namespace {

/// Of each search: a bound on its time, a choice. Newton's steps take some ten, and relaxing ones grow by `growth`.
constexpr int most_iterations = 300;
/// Newton steps at the end; each doubles the digits, so four would do.
constexpr int most_polishing = 12;
/// Forces this small against their terms: Newton's method is left to itself from here on. A choice: quadratic from far before ...
constexpr double nearly = 1e-9;
/// ... and must reach this, some thousand roundings. It goes on to a few of them.
constexpr double in_balance = 1e-12, to_round_off = 4 * std::numeric_limits<double>::epsilon();
/// Where force and stiffness vanish together, as for x^4, a Newton step this small against the configuration will do.
constexpr double small_step = 1e-9;
/// Shortest part of a Newton step that is tried, 20 halvings: a path that goes on is followed with far longer ones. A choice.
constexpr double least_part = 1e-6;
/// A Newton step of part p must lower the forces to 1 - p times this: half of what it does to first order. A choice, as usual.
constexpr double least_fall = 0.5;
/// How much the stiffness along a step may change: less than all of it, so that it keeps its sign.
constexpr double largest_change = 0.9;
/// Stiffness below this part of the largest gives no support: some ten thousand roundings.
constexpr double no_stiffness = 1e-11;
/// The first push off an unstable equilibrium, as a part of the size of the configuration. A choice: far enough for forces above
/// round-off, near enough to fall to the nearest equilibrium.
constexpr double push = 1e-3;
/// A Newton step balances the forces to first order but for this part, or the stiffness has no hold on some of them. A choice.
constexpr double without_hold = 1e-3;
/// The damping of a relaxing step is at least this part of the stiffness: the solution keeps seven digits then.
constexpr double least_damping = 1e-9;
/// Damping at first allows a movement of this part of the configuration, and is always this many times a negative stiffness, so that
/// the forces fall. Choices: more damping means shorter steps.
constexpr double first_reach = 0.1, above_softest = 1.2;
/// A relaxing step is good if the forces at its end are at most this part of what they were, or what the rule misses is at most this
/// part of mu |y|. Then the next one has so many times less damping, and otherwise more. Parts of Newton steps grow by the same.
/// Choices.
constexpr double most_left_over = 0.5, growth = 4.0;
/// Of two equilibria on both sides of an unstable one the second is nearer only by more than this part: a tie goes to the first.
constexpr double nearer = 1e-6;
/// A movement of this many times the size of the configuration is one without end. A choice.
constexpr double far_away = 1e4;

/// Root of sum m q^2; of unit coordinates if all of them are zero.
double size_of(const StaticPoint& p) {
  const double size = p.size(p.s.q);
  return size > 0.0 ? size : p.root_mass.norm();
}

double distance(const StaticPoint& a, const StaticPoint& b) { return a.size(a.s.q - b.s.q); }

double norm_in(const Vec& mass, const Vec& motion) { return motion.cwiseProduct(mass.cwiseSqrt()).norm(); }

}  // namespace

Softness softness(const Eigen::MatrixXd& J) {
  if (J.cols() == 0) return {};
  auto eigen = symmetric_eigen(Eigen::MatrixXd(0.5 * (J + J.transpose())));
  return {std::move(eigen.values), std::move(eigen.vectors)};
}

Status StaticsSearch::begin(StaticPoint& p) {
  if (auto ok = at_.evaluate(p); !ok) return ok;
  best_ = start_ = p;
  return {};
}

bool StaticsSearch::balanced(const StaticPoint& p) const { return p.norm() <= to_round_off * p.force_size; }

void StaticsSearch::keep_best(const StaticPoint& p) {
  if (p.norm() < best_.norm()) best_ = p;
}

bool StaticsSearch::give_up(const std::string& why) {
  reason = why;
  return false;
}

/// The least movement that balances the forces to first order; false if the stiffness has no hold on some of them.
bool StaticsSearch::newton_step(const StaticPoint& p, Vec& y) const {
  y = Vec::Zero(p.g.size());
  const double size = p.J.norm();
  if (size <= p.stiffness_noise) return false;
  y = least_squares(p.J, -p.g, std::max(no_stiffness, p.stiffness_noise / size)).x;
  return y.allFinite() && (p.J * y + p.g).norm() <= without_hold * p.norm();
}

bool StaticsSearch::attempt(const StaticPoint& p, const Vec& y, double part, StaticPoint& to) {
  to.s = p.s;
  if (!at_.move(p, part * y, to.s) || !at_.evaluate(to)) return false;
  return to.g.allFinite() && to.J.allFinite();
}

/// Plain Newton steps as long as they gain.
bool StaticsSearch::polish(StaticPoint& p) {
  StaticPoint next;
  Vec y;
  for (int i = 0; i < most_polishing && !balanced(p); ++i) {
    // what neutral motions leave over does not matter here: `in_balance` decides
    newton_step(p, y);
    if (!y.allFinite() || !attempt(p, y, 1.0, next) || next.norm() >= p.norm()) break;
    ++iterations;
    p = next;
  }
  keep_best(p);
  return p.norm() <= in_balance * p.force_size;
}

bool StaticsSearch::settled(StaticPoint& p) {
  if (p.norm() <= nearly * p.force_size && polish(p)) return true;
  Vec y;
  if (!newton_step(p, y) || y.stableNorm() > small_step * size_of(start_)) return false;
  polish(p);
  return true;
}

bool StaticsSearch::follow(StaticPoint& p) {
  StaticPoint next;
  Vec y;
  double part = 1.0;
  for (int i = 0; i < most_iterations; ++i) {
    if (settled(p)) return true;
    if (ran_away(p)) {
      p = start_;
      return false;
    }
    if (!newton_step(p, y)) return give_up("the stiffness does not balance the forces");
    const Vec along = p.Z * (p.J * y);
    for (;; part *= 0.5) {
      if (part < least_part) return give_up("the path of the equilibria ends at a limit point");
      if (!attempt(p, y, part, next) || !(next.norm() <= (1.0 - least_fall * part) * p.norm())) continue;
      // the same motion at the end of the step: D-orthogonal projection onto what is free there
      const Vec there = next.Z.transpose() * p.mass.cwiseProduct(p.Z * y);
      const Vec change = next.Z * (next.J * there) - along;
      if (norm_in(p.mass, change) <= largest_change * norm_in(p.mass, along)) break;
    }
    ++iterations;
    p = next;
    keep_best(p);
    part = std::min(1.0, growth * part);
  }
  return give_up("the iteration did not converge in " + counted(most_iterations, "step"));
}

/// (J + mu) y = -g: an implicit Euler step of q' = -g over 1/mu. Good if the forces at its end are those of the rule.
bool StaticsSearch::relaxing_step(const StaticPoint& p, double mu, double softest, StaticPoint& to) {
  Eigen::MatrixXd S = p.J;
  S.diagonal().array() += mu;
  const Vec y = solve_regular(S, -p.g);
  if (!y.allFinite() || !attempt(p, y, 1.0, to)) return false;
  if (softest > 0.0 && to.norm() <= most_left_over * p.norm()) return true;
  const Vec error = to.Z * to.g + mu * (p.Z * y);
  return norm_in(p.mass, error) <= most_left_over * mu * y.norm();
}

bool StaticsSearch::ran_away(const StaticPoint& p) {
  if (distance(start_, p) <= far_away * size_of(start_)) return false;
  give_up("the system moves away without end, along " + free_velocities(*system_, p.Z * p.g));
  return true;
}

/// Off an equilibrium, by a small movement.
bool StaticsSearch::pushed(StaticPoint& p, const Vec& motion) {
  StaticPoint next;
  if (!attempt(p, push * size_of(start_) * motion, 1.0, next)) return give_up("no movement is possible");
  p = next;
  return true;
}

bool StaticsSearch::relax(StaticPoint& p) {
  StaticPoint next;
  double mu = std::max(p.J.norm(), p.norm() / (first_reach * size_of(p)));
  for (int i = 0; i < most_iterations; ++i, ++iterations) {
    const Softness soft = softness(p.J);
    const double softest = soft.values[0];
    const bool holds = softest >= -p.stiffness_noise;
    if (holds && settled(p)) return true;
    // a saddle on the way: forces do not lead off it
    if (!holds && p.norm() <= nearly * p.force_size && !pushed(p, soft.motions.col(0))) return false;
    mu = std::max({mu, -above_softest * softest, least_damping * p.J.norm(), std::numeric_limits<double>::min()});
    if (!relaxing_step(p, mu, softest, next)) {
      mu *= growth;
      if (!std::isfinite(mu)) return give_up("no movement, however small, reduces the forces");
      continue;
    }
    mu /= growth;
    p = next;
    keep_best(p);
    if (ran_away(p)) return false;
  }
  return give_up("the system did not come to rest in " + counted(most_iterations, "step"));
}

bool StaticsSearch::descend(StaticPoint& p) {
  const StaticPoint from = p;
  const Vec motion = softness(from.J).motions.col(0);
  bool found = false;
  for (const double side : {1.0, -1.0}) {
    StaticPoint there = from;
    if (!pushed(there, side * motion) || !relax(there)) continue;
    if (!found || distance(from, there) < (1 - nearer) * distance(from, p)) p = there;
    found = true;
  }
  return found;
}

}  // namespace rheon
