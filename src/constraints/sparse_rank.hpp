// Rank of many constraint rows, by sparse orthogonal elimination.
//
// Rows of unit length in the metric of the masses are turned into a triangle R one after the other, by Givens rotations
// [GeorgeHeath1980]: what is left of a row that depends on those before it is zero to round-off.
#pragma once

#include <optional>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

struct SparseRank {
  int rank = 0;
  std::vector<int> dependent;  ///< rows that those before them imply
};

/// From the A and M in `terms`. What is left of a row below `tolerance` counts as nothing. Nothing is returned where R
/// fills up with more than a hundred times the entries of A.
std::optional<SparseRank> sparse_rank(const System& system, const Terms& terms, double tolerance);

}  // namespace rheon
