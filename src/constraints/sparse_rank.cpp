#include "constraints/sparse_rank.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "la/diagonal_mass.hpp"

namespace rheon {

namespace {

struct Entry {
  int column;
  double value;
};
using SparseRow = std::vector<Entry>;  ///< by column

/// Round-off of rows of unit length; dropped entries keep the triangle sparse and change less than any tolerance.
constexpr double negligible_pivot = 1e-15;
/// Times the entries of A: beyond, elimination is no longer sparse, and a dense analysis would be as good. A choice.
constexpr std::size_t most_fill = 100;

class Triangle {
 public:
  explicit Triangle(int columns) : rows_(at(columns)) {}

  /// Is there something left of the row?
  bool take(SparseRow row, double tolerance) {
    std::size_t first = 0;
    while (first < row.size()) {
      SparseRow& pivot = rows_[at(row[first].column)];
      if (!pivot.empty()) {
        rotate(pivot, row, first);
        first = 0;
      } else if (std::abs(row[first].value) <= tolerance) {
        ++first;
      } else {
        pivot.assign(row.begin() + static_cast<std::ptrdiff_t>(first), row.end());
        entries_ += pivot.size();
        return true;
      }
    }
    return false;
  }
  std::size_t entries() const { return entries_; }

 private:
  /// Removes the first entry of `row` (from `first` on) by a rotation with the row of R that begins there.
  void rotate(SparseRow& pivot, SparseRow& row, std::size_t first) {
    const double a = pivot.front().value, b = row[first].value, r = std::hypot(a, b), c = a / r, s = b / r;
    turned_.clear();
    left_.clear();
    std::size_t i = 0, k = first;
    while (i < pivot.size() || k < row.size()) {
      const int column = std::min(i < pivot.size() ? pivot[i].column : row[k].column,
                                  k < row.size() ? row[k].column : pivot[i].column);
      const double p = i < pivot.size() && pivot[i].column == column ? pivot[i++].value : 0.0;
      const double x = k < row.size() && row[k].column == column ? row[k++].value : 0.0;
      const double turned = c * p + s * x, left = c * x - s * p;
      const bool leading = turned_.empty();
      if (leading || std::abs(turned) > negligible_pivot) turned_.push_back({column, turned});
      if (!leading && std::abs(left) > negligible_pivot) left_.push_back({column, left});
    }
    entries_ += turned_.size() - pivot.size();
    pivot.swap(turned_);
    row.swap(left_);
  }

  std::vector<SparseRow> rows_;  ///< of R, by the column of their first entry
  std::size_t entries_ = 0;
  SparseRow turned_, left_;
};

}  // namespace

std::optional<SparseRank> sparse_rank(const System& system, const Terms& terms, double tolerance) {
  const Pattern& p = system.jacobian_pattern();
  DiagonalMass diagonal(system.mass_pattern());
  diagonal.set(terms.M);
  Triangle R(p.cols);
  SparseRank result;
  for (int i = 0; i < p.rows; ++i) {
    SparseRow row;
    double largest = 0.0, square = 0.0;
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) {
      const double value = terms.A[at(k)] / std::sqrt(diagonal.mass()[p.col[at(k)]]);
      if (value != 0.0) row.push_back({p.col[at(k)], value});
      largest = std::max(largest, std::abs(value));
    }
    for (Entry& entry : row) entry.value /= largest, square += entry.value * entry.value;
    for (Entry& entry : row) entry.value /= std::sqrt(square);
    if (R.take(std::move(row), tolerance))
      ++result.rank;
    else
      result.dependent.push_back(i);
    if (R.entries() > most_fill * p.col.size()) return {};
  }
  return result;
}

}  // namespace rheon
