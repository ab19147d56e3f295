// Sparse matrices with a pattern that is fixed at assembly: a Pattern is shared and const, values are separate.
//
//   for (int i = 0; i < p.rows; ++i)                               // y = B x, values of B in the order of the pattern
//     for (int k = p.start[i]; k < p.start[i + 1]; ++k) y[i] += values[k] * x[p.col[k]];
#pragma once

#include <utility>
#include <vector>

#include "rheon/core/api.hpp"

namespace rheon {

/// Compressed rows; columns sorted within a row. A value; any thread may read it.
struct RHEON_API Pattern {
  int rows = 0, cols = 0;
  std::vector<int> start;  ///< rows + 1 entries
  std::vector<int> col;

  int nonzeros() const { return static_cast<int>(col.size()); }
  /// Position of entry (i, j) in the values, -1 if it is not in the pattern; by bisection within row i, which must be in range.
  int find(int i, int j) const;
  /// From any list of (row, column), each in range; duplicates merge.
  static Pattern from_entries(int rows, int cols, std::vector<std::pair<int, int>> entries);
  /// All entries of an n x n matrix.
  static Pattern full(int n);
  /// The first `count` rows; values of the whole matrix serve for them too.
  Pattern head(int count) const;
};

/// One number for each entry of a pattern, in its order.
using SparseValues = std::vector<double>;

}  // namespace rheon
