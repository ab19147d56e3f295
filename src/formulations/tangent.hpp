// What Newton iterations on positions share: the tangent matrix on a fixed pattern, and sizes in the mass metric.
#pragma once

#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

/// M + c C + k (K + H) from the terms of a System; K, C, H as Want::tangent and Want::curvature give them.
class Tangent {
 public:
  explicit Tangent(const System& system);
  const Pattern& pattern() const { return pattern_; }
  SparseValues make_values() const { return SparseValues(pattern_.col.size()); }
  /// P = M + c C + k K
  void assemble(const Terms& terms, double c, double k, SparseValues& P) const;
  /// P += k H
  void add_curvature(const Terms& terms, double k, SparseValues& P) const;

 private:
  Pattern pattern_;
  std::vector<int> M_place_, C_place_, K_place_, H_place_;
};

/// Sizes of displacements and of constraint violations, in the metric of the diagonal of M.
class MassMetric {
 public:
  explicit MassMetric(const System& system);
  double norm(const Terms& terms, const Vec& x) const;
  /// Largest violation of the position-level rows as a displacement, less what round-off of phi alone makes of it.
  double position_violation(const Terms& terms, const Vec& q) const;
  /// Largest violation of the velocity-level rows as a velocity in a step of length h, less what round-off of v and of
  /// q/h makes of it.
  double velocity_violation(const Terms& terms, const Vec& q, const Vec& v, double h) const;
  /// Root of sum_j f_j^2 / M_jj: the acceleration that forces could make.
  double force_norm(const Terms& terms, const Vec& f) const;
  /// 1 / sum_j A_ij^2 / M_jj; a coordinate without mass counts with the mean of the others.
  double effective_mass(const Terms& terms, int row) const;

 private:
  double mass(const Terms& terms, int j) const;
  double mean_mass(const Terms& terms) const;
  const System* system_;
  std::vector<int> diagonal_;
};

}  // namespace rheon
