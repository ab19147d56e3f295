// What Newton iterations on positions share: the tangent matrix on a fixed pattern.
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

}  // namespace rheon
