// Newton's method on the displacement dq of a step, stated once for numbers and for programs (number_algebra.hpp).
//
//   M a + A^T lambda = Q at the end of the step, with q, v, a there as functions of dq (newton/newmark_step.hpp):
//   [M + c C + k (K + H)] d + A^T mu = k (Q - M a - A^T lambda),   A d = -phi            [Gonzalez2015] (15)-(18)
//   q += d,   v += c/k d,   a += d/k,   lambda += mu/k                                    k = dq/da, c = dv/da
#pragma once

#include "la/number_algebra.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// k times what is missing to the balance of forces, into `x`, which is zero: k (Q - (M a + A^T lambda)).
template <class Algebra, class Values, class Rows, class Force, class Motion, class Multipliers, class Number,
          class Out>
void missing_force(Algebra& algebra, const System& system, const Values& M, const Rows& A, const Force& Q,
                   const Motion& a, const Multipliers& lambda, Number k, Out& x) {
  algebra.multiply_add(system.mass_pattern(), M, a, x);
  algebra.multiply_transposed_add(system.jacobian_pattern(), A, lambda, x);
  for (int j = 0; j < system.layout().nv; ++j) {
    algebra.begin_piece();
    entry(x, j) = algebra.mul(k, algebra.sub(entry(Q, j), entry(x, j)));
  }
}

/// One entry of the matrix: M + (c C + k (K + H)).
template <class Algebra, class Number>
Number tangent_entry(Algebra& algebra, Number M, Number C, Number K, Number H, Number c, Number k) {
  return algebra.add(M, algebra.add(algebra.mul(c, C), algebra.mul(k, algebra.add(K, H))));
}

/// x += rate d: how v and a follow a correction d, and multipliers one of theirs.
template <class Algebra, class Vector, class Correction, class Number>
void follow_correction(Algebra& algebra, const Correction& d, Number rate, Vector& x) {
  for (int j = 0; j < static_cast<int>(x.size()); ++j) {
    algebra.begin_piece();
    entry(x, j) = algebra.add(entry(x, j), algebra.mul(rate, entry(d, j)));
  }
}

/// x += d: how q and dq follow it.
template <class Algebra, class Vector, class Correction>
void follow_correction(Algebra& algebra, const Correction& d, Vector& x) {
  for (int j = 0; j < static_cast<int>(x.size()); ++j) {
    algebra.begin_piece();
    entry(x, j) = algebra.add(entry(x, j), entry(d, j));
  }
}

/// Size of the motion in a step, the measure of corrections, from sizes in the metric of the masses:
/// |dq| + h (|v0| + h (|a| + |a0|)).
template <class Algebra, class Number>
Number size_of_motion(Algebra& algebra, Number dq, Number v0, Number a, Number a0, Number h) {
  const Number rates = algebra.add(a, a0), speed = algebra.add(v0, algebra.mul(h, rates));
  return algebra.add(dq, algebra.mul(h, speed));
}

}  // namespace rheon
