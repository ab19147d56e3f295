// Accelerations and multipliers by the generalised inverse, for rows of any rank, also contradicting ones:
//
//   a0 = M^-1 Q,   B = A L^-T  (M = L L^T),   v' = a0 + L^-T B^+ (g - A a0),   lambda = -(B^+)^T B^+ (g - A a0)
//
// Rows that contradict each other are met in the sense of least squares. Dense.
#pragma once

#include <vector>

#include "constraints/dense_rows.hpp"
#include "constraints/multiplier_forces.hpp"
#include "la/cholesky.hpp"
#include "la/pseudo_inverse.hpp"

namespace rheon {

class ExplicitSolve {
 public:
  /// Rows whose independent part is below `tolerance` (in the mass metric) count as dependent.
  ExplicitSolve(const System& system, double tolerance);
  /// For what follows: these rows follow from others (left_out_rows.hpp). Only the others are met, and all share the reactions.
  /// They must stay alive.
  void leave_out(const std::vector<int>& rows) { left_out_ = &rows; }
  /// a and lambda of `s` from M, A, Q of `terms` and the right side g of A v' = g. `singular`: M is.
  Status solve(const Terms& terms, const Vec& g, State& s);
  /// After `solve`: the acceleration L^-T (I - B^+ B) L^-1 force that a force makes along the constraints, and the
  /// multipliers mu of the part A^T mu of it that they hold.
  void release(const Vec& force, Vec& acceleration, Vec& mu);
  /// After `solve`: what forces that depend on the multipliers add to a and lambda.
  Status add(MultiplierForces& forces, State& s);
  long long factorisations = 0;

 private:
  const System* system_;
  double tolerance_;
  const std::vector<int>* left_out_ = nullptr;
  DenseRows rows_;
  PseudoInverse inverse_, shares_;  ///< of the rows that are met, of all
  Cholesky cholesky_;
  Eigen::MatrixXd Bt_, B_, met_;
  Vec residual_, y_, x_;
};

}  // namespace rheon
