// M + c C + k K on one pattern: the inertia that motion over a step meets.
#pragma once

#include "rheon/model/system.hpp"

namespace rheon {

class TangentMatrix {
 public:
  explicit TangentMatrix(const System& system);
  const Pattern& pattern() const { return pattern_; }
  /// From M, C, K of `terms`.
  void assemble(const Terms& terms, double c, double k, SparseValues& values) const;

 private:
  Pattern pattern_;
  std::vector<int> M_place_, C_place_, K_place_;
};

}  // namespace rheon
