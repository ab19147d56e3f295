#include "constraints/conflict_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "constraints/row_fit.hpp"
#include "core/index.hpp"

namespace rheon {

std::string part_of_row(const System& system, int row) {
  const ConstraintRow& c = system.model().constraints[at(row)];
  return c.group == "initial" ? c.name : c.group;
}

std::vector<std::vector<int>> rows_by_part(const System& system, const std::vector<int>& rows) {
  std::vector<std::vector<int>> parts;
  for (const int row : rows) {
    const auto known = std::find_if(parts.begin(), parts.end(), [&](const std::vector<int>& e) {
      return part_of_row(system, e.front()) == part_of_row(system, row);
    });
    if (known == parts.end())
      parts.push_back({row});
    else
      known->push_back(row);
  }
  return parts;
}

std::vector<int> joined_rows(const std::vector<std::vector<int>>& parts, std::size_t without) {
  std::vector<int> rows;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (k != without) rows.insert(rows.end(), parts[k].begin(), parts[k].end());
  return rows;
}

namespace {

/// Rows missed by less than this part of the most missed one carry nothing of the conflict. Too small, and a row too many is
/// tried; too large, and loaded_rows notices that what is left holds. A choice (half and twice as much pass the tests).
constexpr double carries_nothing = 1e-5;

/// At the compromise J^T r = 0: rows with r = 0 do not push against the others.
std::vector<int> loaded_rows(LevelRows& equations, const RowFit& compromise, const std::vector<int>& all) {
  const double most = compromise.residuals.cwiseAbs().maxCoeff();
  std::vector<int> loaded;
  for (const auto& part : rows_by_part(equations.system(), all))
    if (std::any_of(part.begin(), part.end(), [&](int row) {
          return std::abs(compromise.residuals[row]) > carries_nothing * most;  // all rows were tried: row is its place
        }))
      loaded.insert(loaded.end(), part.begin(), part.end());
  return fit_rows_from_anywhere(equations, equations.start(), loaded).holds ? all : loaded;
}

/// Leaves out, one after the other and for good, each part without which the others still conflict; those that stay.
std::vector<std::vector<int>> deletion_filter(LevelRows& equations, std::vector<std::vector<int>> parts) {
  for (std::size_t k = 0; k < parts.size();) {
    if (parts.size() > 1 && !fit_rows_from_anywhere(equations, equations.start(), joined_rows(parts, k)).holds)
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
    else
      ++k;
  }
  return parts;
}

}  // namespace

RowConflict find_conflict(LevelRows& equations) {
  RowConflict found;
  std::vector<int> all(at(equations.count()));
  std::iota(all.begin(), all.end(), 0);
  if (all.empty()) return found;
  found.smallest = equations.count() <= most_rows_left_out_singly;
  RowFit together = found.smallest ? fit_rows_from_anywhere(equations, equations.start(), all)
                                   : fit_rows(equations, equations.start(), all);
  if (!together.evaluated) return found;
  if (together.holds) {
    found.solution = std::move(together.state);
    return found;
  }
  found.rows = loaded_rows(equations, together, all);
  if (!found.smallest) return found;
  std::vector<std::vector<int>> single;
  for (const auto& part : deletion_filter(equations, rows_by_part(equations.system(), found.rows)))
    for (const int row : part) single.push_back({row});
  found.rows = joined_rows(deletion_filter(equations, single), single.size());
  std::sort(found.rows.begin(), found.rows.end());
  return found;
}

}  // namespace rheon
