// Sizes of displacements and of constraint violations, in the metric of the diagonal of M.
#pragma once

#include "la/diagonal_mass.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class MassMetric {
 public:
  explicit MassMetric(const System& system) : system_(&system), mass_(system.mass_pattern()) {}
  /// Everything below is for the M set last.
  void set(const Terms& terms) { mass_.set(terms.M); }
  double norm(const Vec& x) const { return mass_.norm(x.data()); }
  /// The acceleration that forces could make.
  double force_norm(const Vec& f) const { return mass_.force_norm(f.data()); }
  /// 1 / sum_j A_ij^2 / M_jj; 0 where the gradient vanishes.
  double effective_mass(const Terms& terms, int row) const;
  /// Largest violation of the position-level rows as a displacement, less what round-off of phi alone makes of it.
  double position_violation(const Terms& terms, const Vec& q) const;
  /// Largest violation of the velocity-level rows as a velocity in a step of length h, less what round-off of v and of
  /// q/h makes of it.
  double velocity_violation(const Terms& terms, const Vec& q, const Vec& v, double h) const;

 private:
  const System* system_;
  DiagonalMass mass_;
};

}  // namespace rheon
