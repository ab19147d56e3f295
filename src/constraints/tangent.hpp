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
  /// P = M + c C + k (K + H), entry by entry as methods/newton_equations.hpp states it. `curvature`: with H?
  void assemble(const Terms& terms, double c, double k, bool curvature, SparseValues& P) const;

 private:
  /// Where an entry of P is in each part; none: that part has no such entry.
  struct Sources {
    int M, C, K, H;
  };
  Pattern pattern_;
  std::vector<Sources> sources_;
};

}  // namespace rheon
