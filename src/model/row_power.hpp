// Driving power of constraint rows, stated once for numbers and for programs (la/number_algebra.hpp).
#pragma once

#include "la/number_algebra.hpp"

namespace rheon {

/// `driving` + lambda phi_t of rows at position level + lambda (psi - psi_v v) of rows at velocity level.
template <class Algebra, class Values, class Rates, class Vector, class Multipliers, class Number>
Number with_row_power(Algebra& algebra, const Pattern& A, const Values& values, const Rates& phi_t, const Rates& psi,
                      const Vector& v, const Multipliers& lambda, Number driving) {
  const int nphi = static_cast<int>(phi_t.size());
  const auto drive = [&](int row, Number rate) {
    algebra.begin_piece();
    driving = algebra.add(driving, algebra.mul(entry(lambda, row), rate));
  };
  for (int i = 0; i < nphi; ++i)
    if (!algebra.is_zero(entry(phi_t, i))) drive(i, entry(phi_t, i));
  for (int row = nphi; row < A.rows; ++row) {
    Number rest = entry(psi, row - nphi);
    for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k)
      rest = algebra.sub(rest, algebra.mul(entry(values, k), entry(v, A.col[at(k)])));
    drive(row, rest);
  }
  return driving;
}

}  // namespace rheon
