// Where rows are missed least: least squares.
//
// Linear equations take one orthogonal decomposition; others the method of Levenberg and Marquardt [More1978], from the
// given state, and from a few others where that ends in a compromise that may be one of several.
#pragma once

#include <vector>

#include "constraints/level_rows.hpp"

namespace rheon {

struct RowFit {
  bool evaluated = false, holds = false;
  Vec residuals;  ///< weighted, of the rows in the order given
  State state;
};

/// How far other states to start from are from the given one, as a part of the largest coordinate: near enough to be a
/// mechanism of the same size, far enough for another branch. A choice.
inline constexpr double spread_of_starts = 0.5;
/// How many of them are tried before rows count as contradictory. A choice: each is a search of its own, and a
/// position that is far away may still be missed.
inline constexpr int other_starts = 6;

/// From `start` alone.
RowFit fit_rows(LevelRows& equations, const State& start, const std::vector<int>& rows);
/// Also from other starts, until one is found from which the rows hold.
RowFit fit_rows_from_anywhere(LevelRows& equations, const State& start, const std::vector<int>& rows);

}  // namespace rheon
