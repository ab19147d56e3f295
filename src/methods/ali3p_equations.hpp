// The equations of `ali3p` behind Newton's method (newton_equations.hpp), stated once for numbers and for programs. [Gonzalez2015]
// The method as a whole, with the symbols of the papers and its departures from them, is in formulations/ali3p.cpp.
//
//   velocity projection      P (v - v*) + A^T sigma = 0,  w(v) = 0,  w = (phi', psi)                      (20)-(25)
//   acceleration projection  M (a - a*) + A^T kappa = Q(v) - Q(v*),  A (a - a*) = b - A a*                (26)-(31)
//
// The velocity projection with a penalty: W is the diagonal matrix c alpha of the paper, and w(v) = A v + w0 (a w that is not
// linear in v is linearised at the present v). From sigma = 0 are repeated
//
//     (P + A^T W A) v = P v* - A^T (W w0 + sigma)                                                        (23)
//     sigma += W w(v), for the rows phi' and for the rows psi                                       (24), (25)
//
// In the limit of a large W this is P (v - v*) + A^T sigma = 0, A (v - v*) = -w(v*) (velocity_right_side, row_equations.hpp), and
// the rows hold at once. Where rows are clearly independent, both the kernel and the general solver eliminate this directly;
// otherwise the general solver repeats (23) to (25) (la/saddle_solver.hpp, in the form with compliant rows).
//
// What is not here, and stands in the step and in the kernels apart:
// - The linear algebra. The kernel eliminates without a penalty, on rows known to be independent, and finds the changes of v and a.
//   The general solver has to meet rows that depend on each other as well; it judges whether they contradict each other by the size
//   of what it solves for, so it solves for v and a themselves.
// - The right side of the acceleration projection. The kernel relies on M a* = Q(v*) - A^T lambda*, which holds where the iteration
//   has settled. Next to singular positions, where the kernel gives up, it holds no better than multipliers are determined, and
//   the general solver takes Q(v) - A^T lambda* instead of M a* + Q(v) - Q(v*).
#pragma once

#include "la/number_algebra.hpp"
#include "rheon/la/sparse.hpp"

namespace rheon {

/// (9), (36), (42): lambda_i += scale mu_k, for the rows i = rows[k] that mu belongs to.
template <class Algebra, class Rows, class Multipliers, class Number, class Out>
void add_multipliers(Algebra& algebra, const Rows& rows, const Multipliers& mu, Number scale, Out& lambda) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    algebra.begin_piece();
    auto&& sum = entry(lambda, rows[k]);
    sum = algebra.add(sum, algebra.mul(scale, entry(mu, static_cast<int>(k))));
  }
}

/// The same for all of these rows with scale 1.
template <class Algebra, class Rows, class Multipliers, class Out>
void add_multipliers(Algebra& algebra, const Rows& rows, const Multipliers& mu, Out& lambda) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    algebra.begin_piece();
    auto&& sum = entry(lambda, rows[k]);
    sum = algebra.add(sum, entry(mu, static_cast<int>(k)));
  }
}

/// force += Q(v) - Q(v*): what the projection of velocities changes of the loads, for (26)-(31).
template <class Algebra, class Force, class Out>
void add_change_of_loads(Algebra& algebra, const Force& Q, const Force& Q_star, Out& force) {
  for (int j = 0; j < static_cast<int>(force.size()); ++j) {
    algebra.begin_piece();
    entry(force, j) = algebra.add(entry(force, j), algebra.sub(entry(Q, j), entry(Q_star, j)));
  }
}

}  // namespace rheon
