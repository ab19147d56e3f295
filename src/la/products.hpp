// Products with sparse matrices on a fixed pattern; nothing here allocates.
#pragma once

#include <span>

#include "la/number_algebra.hpp"
#include "rheon/la/sparse.hpp"

namespace rheon {

/// y += scale * B x
void multiply_add(const Pattern& p, const SparseValues& B, const double* x, double scale, double* y);
/// y += scale * B^T x
void multiply_transposed_add(const Pattern& p, const SparseValues& B, const double* x, double scale, double* y);

/// `constant` + sum_j |B_ij x_j|: the size of the terms that a row is the sum of. Stated once for numbers and for programs
/// (number_algebra.hpp).
template <class Algebra, class Values, class Vector>
auto size_of_row(Algebra& algebra, const Pattern& p, int row, const Values& B, const Vector& x,
                 typename Algebra::Number constant) {
  for (int k = p.start[at(row)]; k < p.start[at(row) + 1]; ++k)
    constant = algebra.add(constant, algebra.abs(algebra.mul(entry(B, k), entry(x, p.col[at(k)]))));
  return constant;
}

/// The same for numbers, without a constant.
double row_size(const Pattern& p, int row, const SparseValues& B, const double* x);

/// Where the entries of B^T diag(w) B go in a target pattern: found once, then values only.
class NormalProduct {
 public:
  NormalProduct() = default;
  /// `target` must contain the pattern of B^T B (see `normal_entries`).
  NormalProduct(const Pattern& B, const Pattern& target);
  /// target += B^T diag(w) B
  void add(const Pattern& p, const SparseValues& B, const double* w, SparseValues& target) const;

 private:
  std::vector<int> place_;  ///< for each row of B, for each pair of its entries: position in the target
};

/// All (i, j) that B^T B touches.
std::vector<std::pair<int, int>> normal_entries(const Pattern& B);

/// All (i, j) of a pattern.
std::vector<std::pair<int, int>> entries_of(const Pattern& p);

/// Positions in `target` of the entries of `source`; -1 never occurs if target contains source.
std::vector<int> placement(const Pattern& source, const Pattern& target);

}  // namespace rheon
