// Constraint rows: residuals, the sizes of these and of their terms, and what draws violations back; stated once for numbers and for
// programs (number_algebra.hpp). The mobility of a row is that of la/diagonal_mass.hpp.
#pragma once

#include <limits>

#include "la/diagonal_mass.hpp"
#include "la/number_algebra.hpp"
#include "la/products.hpp"
#include "la/root_energy.hpp"

namespace rheon {

/// A residual below this part of the terms that make it up is round-off of its evaluation: of some operations in each term and
/// their sum. Smaller, and projections go on about round-off; larger, and violations of some more units in the last place stay.
inline constexpr double row_round_off = 8 * std::numeric_limits<double>::epsilon();

/// 1 + sum_j |A_ij q_j|: the size of the terms of a row at position level; 1 stands for the constants in it.
template <class Algebra, class Values, class Vector>
auto size_of_position_row(Algebra& algebra, const Pattern& A, int row, const Values& values, const Vector& q) {
  return size_of_row(algebra, A, row, values, q, algebra.constant(1.0));
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

/// w of all rows.
template <class Rates, class Out>
void velocity_residuals(const Rates& phi_dot, const Rates& psi, Out& w) {
  for (int i = 0; i < static_cast<int>(w.size()); ++i) entry(w, i) = velocity_residual(phi_dot, psi, i);
}

/// g_i -= R_i w_i + S_i phi_i: what draws violations back to zero in A v' = g [Baumgarte1972]. `R(i)` of all rows, `S(i)` of those at
/// position level.
template <class Algebra, class Rates, class RateGain, class PositionGain, class Out>
void subtract_violations(Algebra& algebra, const Rates& phi, const Rates& phi_dot, const Rates& psi, RateGain&& R,
                         PositionGain&& S, Out& g) {
  const int nphi = static_cast<int>(phi.size());
  for (int i = 0; i < static_cast<int>(g.size()); ++i) {
    algebra.begin_piece();
    auto&& right = entry(g, i);
    right = algebra.sub(right, algebra.mul(R(i), velocity_residual(phi_dot, psi, i)));
    if (i < nphi) right = algebra.sub(right, algebra.mul(S(i), entry(phi, i)));
  }
}

/// r_k = -w_i for the rows i = rows[k]: what a change of velocities has to make of each, A dv = -w.
template <class Algebra, class Rows, class Rates, class Out>
void velocity_right_side(Algebra& algebra, const Rows& rows, const Rates& phi_dot, const Rates& psi, Out& r) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    algebra.begin_piece();
    entry(r, static_cast<int>(k)) = algebra.neg(velocity_residual(phi_dot, psi, rows[k]));
  }
}

/// |phi| relative to the size of the terms of the row.
template <class Algebra, class Values, class Vector, class Number>
Number relative_position_residual(Algebra& algebra, const Pattern& A, int row, const Values& values, const Vector& q,
                                  Number phi) {
  return algebra.div(algebra.abs(phi), size_of_position_row(algebra, A, row, values, q));
}

/// |w| relative to |constant| and to what velocities of either sign, `speed`, make of the other terms of the row. Motion that has died
/// out by round-off counts as none.
template <class Algebra, class Values, class Vector, class Number>
Number relative_velocity_residual(Algebra& algebra, const Pattern& A, int row, const Values& values,
                                  const Vector& speed, Number constant, Number w) {
  const Number nothing = algebra.constant(no_motion);
  const Number size = reach_of_row(
      algebra, A, row, values, [&](int j) { return entry(speed, j); }, algebra.add(algebra.abs(constant), nothing));
  // in this order what is not a number stays so
  return algebra.div(algebra.max(algebra.zero, algebra.sub(algebra.abs(w), nothing)), size);
}

/// The least change of the x_j, in parts of what each may be off by (allowed_error.hpp), that makes up for a residual:
/// |A_i dx| <= sum_j |A_ij| allowed_j max_j |dx_j / allowed_j|, and dx_j = +- allowed_j attains it.
template <class Algebra, class Values, class Allowed, class Number>
Number distance_of_row(Algebra& algebra, const Pattern& A, int row, const Values& values, Allowed&& allowed,
                       Number residual) {
  return algebra.div(algebra.abs(residual), reach_of_row(algebra, A, row, values, allowed, algebra.zero));
}

/// What of a residual is more than round-off of its terms, whose size is given.
template <class Algebra, class Number>
Number excess_of_residual(Algebra& algebra, Number residual, Number size) {
  const Number noise = algebra.mul(algebra.constant(row_round_off), size);
  return algebra.max(algebra.sub(algebra.abs(residual), noise), algebra.zero);
}

/// Square of the displacement that a residual phi stands for, less what round-off of its terms makes of it: excess^2 / mobility.
template <class Algebra, class Values, class Vector, class Number>
Number squared_violation(Algebra& algebra, const Pattern& A, int row, const Values& values, const Vector& q, Number phi,
                         Number mobility) {
  const Number excess = excess_of_residual(algebra, phi, size_of_position_row(algebra, A, row, values, q));
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
