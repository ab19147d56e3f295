// Where some rows hold and others are missed least: least squares with equality constraints.
//
// Newton's method for the rows that hold, and Gauss's and Newton's for the others on the null space of the gradients of the
// first (null-space method, [Bjorck1996] 5.1.3).
#pragma once

#include <optional>
#include <vector>

#include "constraints/level_rows.hpp"

namespace rheon {

/// From where `others` hold next to the start. Nothing: no such state was found.
std::optional<State> fit_where_others_hold(LevelRows& equations, const std::vector<int>& own,
                                           const std::vector<int>& others);

}  // namespace rheon
