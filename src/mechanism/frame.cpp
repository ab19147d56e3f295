#include "mechanism/frame.hpp"

#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "la/decompositions.hpp"

namespace rheon::mechanism {

namespace {

/// Weights come from solving with reference positions: what differs from a whole number by round-off is one, so that
/// points that coincide give the same expression.
double without_round_off(double weight) {
  // of a solve with four equations: some hundred times its round-off, far below a weight that was meant
  constexpr double round_off = 1e-13;
  const double whole = std::round(weight);
  return std::abs(weight - whole) < round_off ? whole : weight;
}

}  // namespace

Frame::Frame(std::span<const Element> basis, bool planar) : planar_(planar) {
  origin_ = basis.front().reference;
  const auto n = static_cast<Eigen::Index>(basis.size()) - 1;
  directions_.resize(3, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Element& f = basis[static_cast<std::size_t>(i) + 1];
    directions_.col(i) = f.is_vector ? f.reference : Vec3(f.reference - origin_);
    is_vector_.push_back(f.is_vector);
  }
  inverse_.resize(n, 3);
  if (n > 0) inverse_ = pseudo_inverse(directions_);
}

Eigen::VectorXd Frame::coefficients(const Vec3& direction) const { return inverse_ * direction; }

Weights Frame::vector(const Vec3& reference) const {
  Weights w(is_vector_.size() + 1);
  if (planar_ && !is_vector_.empty()) {
    const Vec3 d = directions_.col(0);
    w[1] = {without_round_off(reference.dot(d) / d.squaredNorm()),
            without_round_off((d[0] * reference[1] - d[1] * reference[0]) / d.squaredNorm())};
  } else {
    const Eigen::VectorXd c = coefficients(reference);
    for (Eigen::Index i = 0; i < c.size(); ++i) w[at(static_cast<int>(i)) + 1].a = without_round_off(c[i]);
  }
  for (std::size_t i = 0; i < is_vector_.size(); ++i)
    if (!is_vector_[i]) w[0] = {w[0].a - w[i + 1].a, w[0].b - w[i + 1].b};
  return w;
}

Weights Frame::point(const Vec3& reference) const {
  Weights w = vector(reference - origin_);
  w[0].a = without_round_off(w[0].a + 1.0);
  return w;
}

double Frame::misses(const Vec3& direction) const {
  if (planar_ && !is_vector_.empty()) return 0.0;
  return (direction - directions_ * coefficients(direction)).norm();
}

Eigen::MatrixXd Frame::moments(const Eigen::Matrix3d& inertia) const {
  if (planar_) {
    Eigen::MatrixXd S(directions(), directions());
    if (directions() > 0) S(0, 0) = inertia(2, 2) / directions_.col(0).squaredNorm();
    return S;
  }
  const Eigen::Matrix3d moments = second_moments(inertia);
  Eigen::MatrixXd S = inverse_ * moments * inverse_.transpose();
  // a thin body has none along some of its directions: what is left there is round-off of a sum of a few terms, and no mass
  constexpr double round_off = 64 * std::numeric_limits<double>::epsilon();
  for (Eigen::Index i = 0; i < S.rows(); ++i)
    for (Eigen::Index j = 0; j < S.cols(); ++j)
      if (std::abs(S(i, j)) <= round_off * inverse_.row(i).norm() * moments.norm() * inverse_.row(j).norm())
        S(i, j) = 0.0;
  return S;
}

Eigen::Matrix3d second_moments(const Eigen::Matrix3d& inertia) {
  return 0.5 * inertia.trace() * Eigen::Matrix3d::Identity() - inertia;
}

Vector combine(const Weights& weights, std::span<const Vector> values) {
  Vector sum = Vector::constant(values.front().x.graph(), Vec3::Zero());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i].a != 0.0) sum = sum + values[i] * weights[i].a;
    if (weights[i].b != 0.0) sum = sum + perp(values[i]) * weights[i].b;
  }
  return sum;
}

}  // namespace rheon::mechanism
