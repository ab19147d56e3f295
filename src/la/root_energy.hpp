// The size of a motion and of the forces on it, by the coordinate that has most of it.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace rheon {

/// Smaller than any motion in any unit: what is left when motion has died out by round-off.
inline constexpr double no_motion = 1e-100;

/// The largest of |x_j| root m_j and |f_j| / root m_j: the root of the "energy" that a coordinate has in x, or that f could give
/// it. What other coordinates and rows could be is measured by this. (SaddleSolver has roots at hand and does without these.)
inline double root_energy(const Eigen::VectorXd& mass, const double* x, const double* f) {
  double largest = 0.0;
  for (Eigen::Index j = 0; j < mass.size(); ++j) {
    const double root = std::sqrt(mass[j]);
    largest = std::max({largest, std::abs(x[j]) * root, std::abs(f[j]) / root});
  }
  return largest;
}

}  // namespace rheon
