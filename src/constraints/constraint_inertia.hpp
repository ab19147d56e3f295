// Inertia, damping, stiffness and force that belong to each constraint row: those of the motion along the direction
// c_R = M^-1 a_R^T m_R, which changes the row by one and is M-orthogonal to what the row leaves free. [Natsiavas2015]
//
//   m_R = 1/(a_R M^-1 a_R^T),   f_R = c_R^T Q,   k_R = c_R^T K c_R,   c_R = c_R^T C c_R
//
// The abstract [Paraskevopoulos2016] leaves these coefficients open; this reading makes each of them what its name says.
#pragma once

#include <Eigen/Core>
#include <memory>

#include "la/linear_solver.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class ConstraintInertia {
 public:
  explicit ConstraintInertia(const System& system);
  /// Directions and masses from the M and A in `terms`.
  Status update(const Terms& terms);
  /// Force, damping and stiffness from the Q (and K, C if `tangents`) in `terms`; after `update`.
  void project(const Terms& terms, bool tangents);

  Vec mass;                       ///< m_R
  Vec force, damping, stiffness;  ///< f_R, c_R, k_R
  long long factorisations = 0;

 private:
  double along(const Pattern& p, const SparseValues& B, int row);
  const System* system_;
  std::unique_ptr<LinearSolver> solver_;
  Eigen::MatrixXd direction_;  ///< c_R, one column a row of A
  Vec scratch_;
};

}  // namespace rheon
