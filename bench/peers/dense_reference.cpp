#include "peers/dense_reference.hpp"

#include <cmath>

#include "peers/rk4.hpp"

namespace peers {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// The right-hand sides that the matrix [M A^T; A 0] is solved with.
enum class Purpose : unsigned char { accelerations, velocities, positions };

class DenseEquations {
 public:
  explicit DenseEquations(const Mechanism& m)
      : m_(m), nv_(3 * static_cast<Index>(m.bodies.size())), n_(nv_ + 2 * static_cast<Index>(m.joints.size())) {}

  Index velocities() const { return nv_; }

  /// y: positions, then velocities of all bodies. Accelerations, or corrections of positions or velocities.
  VectorXd solve(const VectorXd& y, Purpose purpose) {
    matrix_.setZero(n_, n_);
    right_.setZero(n_);
    for (Index i = 0; i < nv_ / 3; ++i) {
      const Body& b = m_.bodies[static_cast<std::size_t>(i)];
      matrix_.diagonal().segment<3>(3 * i) << b.mass, b.mass, b.inertia(2, 2);
      if (purpose == Purpose::accelerations)
        right_.segment<3>(3 * i) = b.mass * Vec3(m_.gravity.x(), m_.gravity.y(), 0);
    }
    if (purpose == Purpose::accelerations) add_loads(y);
    for (std::size_t j = 0; j < m_.joints.size(); ++j)
      add_joint(m_.joints[j], nv_ + 2 * static_cast<Index>(j), y, purpose);
    return matrix_.partialPivLu().solve(right_).head(nv_);
  }

 private:
  Eigen::Vector2d arm(int body, const Vec3& at, const VectorXd& y) const {
    return Eigen::Rotation2Dd(y[3 * body + 2]) * m_.local(body, at).head<2>();
  }

  void add_loads(const VectorXd& y) {
    for (const Torque& t : m_.torques) right_[3 * t.body + 2] += t.value;
    for (const Spring& k : m_.springs) {
      const Eigen::Vector2d r = arm(k.b, k.at_b, y), d = k.at_a.head<2>() - y.segment<2>(3 * k.b) - r;
      const Eigen::Vector2d f = k.stiffness * (d.norm() - k.length) * d.normalized();
      right_.segment<3>(3 * k.b) += Vec3(f.x(), f.y(), r.x() * f.y() - r.y() * f.x());
    }
  }

  void add_joint(const Joint& joint, Index row, const VectorXd& y, Purpose purpose) {
    Eigen::Vector2d distance = Eigen::Vector2d::Zero();
    for (const auto& [body, sign] : {std::pair{joint.b, 1.0}, std::pair{joint.a, -1.0}}) {
      if (body == ground) {
        distance += sign * joint.at.head<2>();
        continue;
      }
      const Eigen::Vector2d r = arm(body, joint.at, y), turned(-r.y(), r.x());
      Eigen::Matrix<double, 2, 3> rows;
      rows << Eigen::Matrix2d::Identity(), turned;
      rows *= sign;
      matrix_.block<2, 3>(row, 3 * body) += rows;
      matrix_.block<3, 2>(3 * body, row) += rows.transpose();
      distance += sign * (y.segment<2>(3 * body) + r);
      const auto v = y.segment<3>(nv_ + 3 * body);
      if (purpose == Purpose::accelerations) right_.segment<2>(row) += sign * v[2] * v[2] * r;
      if (purpose == Purpose::velocities) right_.segment<2>(row) -= rows * v;
    }
    if (purpose == Purpose::positions) right_.segment<2>(row) = -distance;
  }

  const Mechanism& m_;
  Index nv_, n_;
  Eigen::MatrixXd matrix_;
  VectorXd right_;
};

}  // namespace

std::vector<Vec3> dense_reference(const Mechanism& m, double t, double h) {
  DenseEquations equations(m);
  const Index nv = equations.velocities();
  std::vector<double> numbers(static_cast<std::size_t>(2 * nv));
  Eigen::Map<VectorXd> y(numbers.data(), 2 * nv);
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const Body& b = m.bodies[i];
    const auto at = 3 * static_cast<Index>(i);
    y.segment<3>(at) << b.centre.x(), b.centre.y(), 0.0;
    y.segment<3>(nv + at) << b.velocity.x(), b.velocity.y(), b.spin.z();
  }
  const long count = std::lround(t / h);
  for (long n = 0; n < count; ++n) {
    integrate(numbers, h, h, [&](const std::vector<double>& q, std::vector<double>& rate) {
      const Eigen::Map<const VectorXd> now(q.data(), 2 * nv);
      Eigen::Map<VectorXd> change(rate.data(), 2 * nv);
      change.head(nv) = now.tail(nv);
      change.tail(nv) = equations.solve(now, Purpose::accelerations);
    });
    y.head(nv) += equations.solve(y, Purpose::positions);
    y.tail(nv) += equations.solve(y, Purpose::velocities);
  }
  std::vector<Vec3> centres;
  for (Index i = 0; i < nv / 3; ++i) centres.emplace_back(y[3 * i], y[3 * i + 1], 0.0);
  return centres;
}

}  // namespace peers
