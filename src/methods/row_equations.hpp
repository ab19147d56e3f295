// Sizes of constraint rows and of their violations, stated once for numbers and for programs (number_algebra.hpp).
//
// `over_mass(x, j)` is x / m_j with the mass of coordinate j on the diagonal of M.
#pragma once

#include <limits>

#include "la/number_algebra.hpp"

namespace rheon {

/// A residual below this part of the terms that make it up is round-off of its evaluation.
inline constexpr double row_round_off = 8 * std::numeric_limits<double>::epsilon();
/// Smaller than any velocity in any unit: what is left when motion has died out by round-off.
inline constexpr double no_velocity = 1e-100;

/// sum_j A_ij^2 / m_j of row i: how easily its residual moves. Its inverse is the effective mass of the row.
template <class Algebra, class Values, class OverMass>
auto mobility_of_row(Algebra& algebra, const Pattern& A, int row, const Values& values, OverMass&& over_mass) {
  typename Algebra::Number sum = algebra.zero;
  for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k)
    sum = algebra.add(sum, over_mass(algebra.mul(entry(values, k), entry(values, k)), A.col[at(k)]));
  return sum;
}

/// 1 + sum_j |A_ij q_j|: the size of the terms of a row at position level; 1 stands for the constants in it.
template <class Algebra, class Values, class Vector>
auto size_of_position_row(Algebra& algebra, const Pattern& A, int row, const Values& values, const Vector& q) {
  typename Algebra::Number size = algebra.constant(1.0);
  for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k)
    size = algebra.add(size, algebra.abs(algebra.mul(entry(values, k), entry(q, A.col[at(k)]))));
  return size;
}

/// `least` + sum_j |A_ij| x(j): what changes of either sign can make of a row.
template <class Algebra, class Values, class Change>
auto reach_of_row(Algebra& algebra, const Pattern& A, int row, const Values& values, Change&& x,
                  typename Algebra::Number least) {
  for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k)
    least = algebra.add(least, algebra.mul(algebra.abs(entry(values, k)), x(A.col[at(k)])));
  return least;
}

/// w = (phi', psi): the residual of a row at velocity level.
template <class Rates>
auto velocity_residual(const Rates& phi_dot, const Rates& psi, int row) {
  const int nphi = static_cast<int>(phi_dot.size());
  return row < nphi ? entry(phi_dot, row) : entry(psi, row - nphi);
}

/// Square of the displacement that a residual phi stands for, less what round-off of its terms makes of it: excess^2 / mobility.
template <class Algebra, class Values, class Vector, class Number>
Number squared_violation(Algebra& algebra, const Pattern& A, int row, const Values& values, const Vector& q, Number phi,
                         Number mobility) {
  const Number noise = algebra.mul(algebra.constant(row_round_off), size_of_position_row(algebra, A, row, values, q));
  const Number excess = algebra.max(algebra.sub(algebra.abs(phi), noise), algebra.zero);
  return algebra.div(algebra.mul(excess, excess), mobility);
}

/// Velocities that coordinates would have if each had the largest kinetic energy among them, so that round-off of one that should
/// be at rest is not held against itself.
template <class Algebra, class Masses, class Vector, class Out>
void velocities_of_largest_energy(Algebra& algebra, const Masses& m, const Vector& v, Out& speed) {
  typename Algebra::Number energy = algebra.zero;
  for (int j = 0; j < static_cast<int>(speed.size()); ++j)
    energy = algebra.max(algebra.mul(entry(m, j), algebra.mul(entry(v, j), entry(v, j))), energy);
  for (int j = 0; j < static_cast<int>(speed.size()); ++j)
    entry(speed, j) = algebra.sqrt(algebra.div(energy, entry(m, j)));
}

}  // namespace rheon
