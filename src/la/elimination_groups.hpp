// An order of elimination for matrices made of coordinates and constraint rows.
//
// Multipliers have next to nothing on their diagonal until a coordinate they act on is eliminated; eliminated too early
// they need pivots elsewhere, which destroy any order found before. So each row is put into one group with coordinates
// that it holds, eliminated just after them, and the groups are ordered by minimum degree.
#pragma once

#include "rheon/la/sparse.hpp"

namespace rheon {

struct EliminationGroup {
  std::vector<int> coordinates, rows;
};

/// `A` is rows x coordinates; `coupling` says which coordinates meet in the matrix besides. In the order of elimination.
std::vector<EliminationGroup> elimination_groups(const Pattern& A, const Pattern& coupling);

}  // namespace rheon
