// When rows cannot hold together: the smallest set of them that cannot, part by part of the model, then row by row.
//
// Rows that carry nothing at the compromise of all are not part of the conflict; of the rest one part after the other is
// left out for good if the others still conflict (deletion filter [Chinneck1991]). Leaving out any one part of what
// remains lets the others hold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "constraints/level_rows.hpp"

namespace rheon {

/// With more rows than this the set is not made smallest: every trial is dense, cubic in the rows, and there are as many as rows. A
/// choice.
inline constexpr int most_rows_left_out_singly = 100;

struct RowConflict {
  std::vector<int> rows;          ///< that cannot hold together; empty: none were found
  bool smallest = true;           ///< false: too many rows to leave them out one by one
  std::optional<State> solution;  ///< where all rows hold; nothing also if the start could not be evaluated
};
RowConflict find_conflict(LevelRows& equations);

/// What is left out together: all rows of a body, joint or driver, but each initial value by itself.
std::string part_of_row(const System& system, int row);
std::vector<std::vector<int>> rows_by_part(const System& system, const std::vector<int>& rows);
/// The rows of all parts but one; of all if there is no part `without`.
std::vector<int> joined_rows(const std::vector<std::vector<int>>& parts, std::size_t without);

}  // namespace rheon
