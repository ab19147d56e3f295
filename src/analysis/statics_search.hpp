// The way to an equilibrium.
//
// follow: Newton's method on g(q) = 0 with steps so short that they stay on the path g(q(tau)) = (1 - tau) g(q(0)), along
// which the forces that hold the system at its start are taken away. It ends where the stiffness is singular.
// relax: from there on the overdamped motion q' = -g in long implicit steps (pseudo-transient continuation), which comes
// to rest at a stable equilibrium.
#pragma once

#include "analysis/statics_point.hpp"

namespace rheon {

class StaticsSearch {
 public:
  explicit StaticsSearch(const System& system) : system_(&system), at_(system) {}

  /// p holds a configuration on the constraints. `not_finite` if nothing can be evaluated there.
  Status begin(StaticPoint& p);
  bool follow(StaticPoint& p);
  bool relax(StaticPoint& p);
  /// Leaves an unstable equilibrium to either side along its softest motion, relaxes, takes the nearer rest.
  bool descend(StaticPoint& p);

  long long iterations = 0;
  std::string reason;                                ///< why the last search failed
  const StaticPoint& best() const { return best_; }  ///< where the residual was least

 private:
  bool balanced(const StaticPoint& p) const;
  bool settled(StaticPoint& p);
  bool polish(StaticPoint& p);
  bool newton_step(const StaticPoint& p, Vec& y) const;
  bool attempt(const StaticPoint& p, const Vec& y, double part, StaticPoint& to);
  bool relaxing_step(const StaticPoint& p, double mu, double softest, StaticPoint& to);
  bool pushed(StaticPoint& p, const Vec& motion);
  bool ran_away(const StaticPoint& p);
  void keep_best(const StaticPoint& p);
  bool give_up(const std::string& why);

  const System* system_;
  StaticsAt at_;
  StaticPoint best_;
  StaticPoint start_;
};

/// Of the symmetric part of J, ascending, with the motions as columns.
struct Softness {
  Vec values;
  Eigen::MatrixXd motions;
};
Softness softness(const Eigen::MatrixXd& J);

}  // namespace rheon
