// A rigid body as a linear function of its basis: every point and vector fixed to it is a weighted sum of the values of
// its basis features. That is what makes its mass matrix constant.
#pragma once

#include <span>

#include "mechanism/parts.hpp"

namespace rheon::mechanism {

/// Factor of one basis feature: a + b J, with J the quarter turn of the plane (b = 0 in space).
struct Weight {
  double a = 0.0, b = 0.0;
  bool is_zero() const { return a == 0.0 && b == 0.0; }
};
using Weights = std::vector<Weight>;

class Frame {
 public:
  Frame() = default;
  struct Element {
    Vec3 reference;
    bool is_vector;
  };
  /// Basis features in order; the first is a point. In the plane at most two.
  Frame(std::span<const Element> basis, bool planar);

  /// Weights of the basis for a point, or for a vector, given by its reference. What lies outside the span of the
  /// basis is left out; `misses` says how much that is.
  Weights point(const Vec3& reference) const;
  Weights vector(const Vec3& reference) const;
  double misses(const Vec3& direction) const;
  int directions() const { return static_cast<int>(directions_.cols()); }
  /// Reference of direction i: from the first point to basis feature i + 1, or that vector.
  Vec3 direction(int i) const { return directions_.col(i); }
  /// Central second moments of the body in the directions: sum_ij S_ij d_i'.d_j' is twice the energy of rotation.
  Eigen::MatrixXd moments(const Eigen::Matrix3d& inertia) const;

 private:
  Eigen::VectorXd coefficients(const Vec3& direction) const;

  bool planar_ = false;
  Vec3 origin_ = Vec3::Zero();
  Eigen::Matrix<double, 3, Eigen::Dynamic> directions_;
  Eigen::Matrix<double, Eigen::Dynamic, 3> inverse_;  ///< pseudo-inverse of the directions
  std::vector<bool> is_vector_;
};

/// Integral of r r^T dm about the centre, from the inertia tensor.
Eigen::Matrix3d second_moments(const Eigen::Matrix3d& inertia);

/// Sum of weighted values.
Vector combine(const Weights& weights, std::span<const Vector> values);

}  // namespace rheon::mechanism
