#include "peers/spatial_reference.hpp"

#include <Eigen/Sparse>
#include <cmath>
#include <stdexcept>

#include "peers/rk4.hpp"

namespace peers {

namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Row6 = Eigen::Matrix<double, 1, 6>;

constexpr Index per_body = 13;  // x, quaternion (w, x, y, z), velocity, spin
constexpr Index rows_that_may_be_redundant = 60;
constexpr double dependent = 1e-9;  // rows, relative to the largest

/// What an equation of a joint needs of a body; that of the ground is at rest.
struct Pose {
  Vec3 x = Vec3::Zero(), v = x, w = x;
  Mat3 R = Mat3::Identity();
};

/// A row phi = 0 with its Jacobian: J_a (v_a, w_a) + J_b (v_b, w_b) = phi', and phi'' = J u' + bias.
struct Row {
  int a, b;
  Row6 J_a, J_b;
  double value, bias;
};

class SpatialEquations {
 public:
  explicit SpatialEquations(const Mechanism& m) : m_(m), poses_(m.bodies.size()), inverse_inertia_(m.bodies.size()) {}

  void place(const double* y);
  /// Accelerations (linear, angular) of all bodies.
  VectorXd accelerations();
  /// Changes of positions and rotations, or of velocities, that bring the rows to zero; the smallest by mass.
  VectorXd correction(bool of_velocities);

 private:
  const Pose& pose(int body) const { return body == ground ? still_ : poses_[static_cast<std::size_t>(body)]; }
  Vec3 arm(int body, const Vec3& at) const { return body == ground ? at : Vec3(pose(body).R * (at - m_.centre(body))); }
  void find_rows();
  void joint_rows(const Joint& j);
  void same_point(const Joint& j, const Vec3& along, bool turns_with_a);
  void across(const Joint& j, const Vec3& of_a, const Vec3& of_b);
  VectorXd free_accelerations() const;
  /// M^-1 J^T s with J M^-1 J^T s = right
  VectorXd solve(const VectorXd& right);
  Row6 by_mass(int body, const Row6& J) const;
  VectorXd multipliers(const VectorXd& right) const;

  const Mechanism& m_;
  Pose still_;
  std::vector<Pose> poses_;
  std::vector<Mat3> inverse_inertia_;  // in the world
  std::vector<Row> rows_;
};

void SpatialEquations::place(const double* y) {
  for (std::size_t i = 0; i < poses_.size(); ++i, y += per_body) {
    Pose& p = poses_[i];
    p.x = Vec3(y[0], y[1], y[2]);
    p.R = Eigen::Quaterniond(y[3], y[4], y[5], y[6]).normalized().toRotationMatrix();
    p.v = Vec3(y[7], y[8], y[9]);
    p.w = Vec3(y[10], y[11], y[12]);
    inverse_inertia_[i] = p.R * m_.bodies[i].inertia.inverse() * p.R.transpose();
  }
}

/// phi = e . (p_b - p_a) with e fixed in the world, or in body a (then e' = w_a x e).
void SpatialEquations::same_point(const Joint& j, const Vec3& along, bool turns_with_a) {
  const Pose &A = pose(j.a), &B = pose(j.b);
  const Vec3 r_a = arm(j.a, j.at), r_b = arm(j.b, j.at), e = turns_with_a ? Vec3(A.R * along) : along;
  const Vec3 gap = B.x + r_b - A.x - r_a, speed = B.v + B.w.cross(r_b) - A.v - A.w.cross(r_a);
  Row row{j.a, j.b, {}, {}, e.dot(gap), 0.0};
  row.J_b << e.transpose(), r_b.cross(e).transpose();
  row.J_a << -e.transpose(), -r_a.cross(e).transpose();
  row.bias = e.dot(B.w.cross(B.w.cross(r_b)) - A.w.cross(A.w.cross(r_a)));
  if (turns_with_a) {
    row.J_a.tail<3>() += e.cross(gap).transpose();  // (w x e) . gap
    row.bias += A.w.cross(A.w.cross(e)).dot(gap) + 2.0 * A.w.cross(e).dot(speed);
  }
  rows_.push_back(row);
}

/// phi = c . d with c fixed in a and d in b: phi' = (w_a - w_b) . (c x d).
void SpatialEquations::across(const Joint& j, const Vec3& of_a, const Vec3& of_b) {
  const Pose &A = pose(j.a), &B = pose(j.b);
  const Vec3 c = A.R * of_a, d = B.R * of_b, n = c.cross(d);
  Row row{j.a, j.b, {}, {}, c.dot(d), 0.0};
  row.J_a << 0.0, 0.0, 0.0, n.transpose();
  row.J_b = -row.J_a;
  row.bias = (A.w - B.w).dot(A.w.cross(c).cross(d) + c.cross(B.w.cross(d)));
  rows_.push_back(row);
}

void SpatialEquations::joint_rows(const Joint& j) {
  const Vec3 side = j.axis.unitOrthogonal(), other = j.axis.cross(side);
  switch (j.kind) {
    case JointKind::revolute:
    case JointKind::spherical:
    case JointKind::universal:
      for (int k = 0; k < 3; ++k) same_point(j, Vec3::Unit(k), false);
      if (j.kind == JointKind::universal) across(j, j.axis, j.second_axis);
      if (j.kind != JointKind::revolute) return;
      break;
    case JointKind::prismatic:
      same_point(j, side, true);
      same_point(j, other, true);
      across(j, side, other);
      break;
    case JointKind::planar:
    case JointKind::free: throw std::runtime_error("this joint has no reference in space");
  }
  across(j, j.axis, side);
  across(j, j.axis, other);
}

void SpatialEquations::find_rows() {
  rows_.clear();
  for (const Joint& j : m_.joints) joint_rows(j);
}

Row6 SpatialEquations::by_mass(int body, const Row6& J) const {
  Row6 result;
  const auto i = static_cast<std::size_t>(body);
  result << J.head<3>() / m_.bodies[i].mass, J.tail<3>() * inverse_inertia_[i];
  return result;
}

VectorXd SpatialEquations::multipliers(const VectorXd& right) const {
  const auto count = static_cast<Index>(rows_.size());
  std::vector<std::vector<std::pair<Index, const Row6*>>> of_body(poses_.size());
  for (Index k = 0; k < count; ++k) {
    const Row& row = rows_[static_cast<std::size_t>(k)];
    if (row.a != ground) of_body[static_cast<std::size_t>(row.a)].emplace_back(k, &row.J_a);
    of_body[static_cast<std::size_t>(row.b)].emplace_back(k, &row.J_b);
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < of_body.size(); ++i)
    for (const auto& [k, J] : of_body[i]) {
      const Row6 weighted = by_mass(static_cast<int>(i), *J);
      for (const auto& [l, other] : of_body[i])
        entries.emplace_back(static_cast<int>(k), static_cast<int>(l), weighted.dot(*other));
    }
  Eigen::SparseMatrix<double> S(count, count);
  S.setFromTriplets(entries.begin(), entries.end());
  if (count <= rows_that_may_be_redundant) {
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> least(count, count);
    least.setThreshold(dependent);
    return least.compute(Eigen::MatrixXd(S)).solve(right);
  }
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(S);
  return factors.solve(right);
}

VectorXd SpatialEquations::solve(const VectorXd& right) {
  const VectorXd s = multipliers(right);
  VectorXd result = VectorXd::Zero(6 * static_cast<Index>(poses_.size()));
  for (Index k = 0; k < s.size(); ++k) {
    const Row& row = rows_[static_cast<std::size_t>(k)];
    if (row.a != ground) result.segment<6>(6 * row.a) += s[k] * by_mass(row.a, row.J_a).transpose();
    result.segment<6>(6 * row.b) += s[k] * by_mass(row.b, row.J_b).transpose();
  }
  return result;
}

VectorXd SpatialEquations::free_accelerations() const {
  std::vector<Vec3> force(poses_.size()), torque(poses_.size());
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    const Pose& p = poses_[i];
    force[i] = m_.bodies[i].mass * m_.gravity;
    torque[i] = -p.w.cross(p.R * (m_.bodies[i].inertia * (p.R.transpose() * p.w)));
  }
  for (const Spring& k : m_.springs) {
    const Pose &A = pose(k.a), &B = pose(k.b);
    const Vec3 r_a = arm(k.a, k.at_a), r_b = arm(k.b, k.at_b);
    const Vec3 d = B.x + r_b - A.x - r_a, speed = B.v + B.w.cross(r_b) - A.v - A.w.cross(r_a), n = d.normalized();
    const Vec3 pull = (k.stiffness * (d.norm() - k.length) + k.damping * n.dot(speed)) * n;  // on a
    if (k.a != ground) {
      force[static_cast<std::size_t>(k.a)] += pull;
      torque[static_cast<std::size_t>(k.a)] += r_a.cross(pull);
    }
    force[static_cast<std::size_t>(k.b)] -= pull;
    torque[static_cast<std::size_t>(k.b)] -= r_b.cross(pull);
  }
  VectorXd result(6 * static_cast<Index>(poses_.size()));
  for (std::size_t i = 0; i < poses_.size(); ++i)
    result.segment<6>(6 * static_cast<Index>(i)) << force[i] / m_.bodies[i].mass, inverse_inertia_[i] * torque[i];
  return result;
}

VectorXd SpatialEquations::accelerations() {
  find_rows();
  const VectorXd unbound = free_accelerations();
  VectorXd right(static_cast<Index>(rows_.size()));
  for (Index k = 0; k < right.size(); ++k) {
    const Row& row = rows_[static_cast<std::size_t>(k)];
    right[k] = -row.bias - row.J_b.dot(unbound.segment<6>(6 * row.b));
    if (row.a != ground) right[k] -= row.J_a.dot(unbound.segment<6>(6 * row.a));
  }
  return unbound + solve(right);
}

VectorXd SpatialEquations::correction(bool of_velocities) {
  find_rows();
  VectorXd right(static_cast<Index>(rows_.size()));
  const auto rate = [this](int body, const Row6& J) {
    return J.head<3>().dot(pose(body).v) + J.tail<3>().dot(pose(body).w);
  };
  for (Index k = 0; k < right.size(); ++k) {
    const Row& row = rows_[static_cast<std::size_t>(k)];
    right[k] = of_velocities ? -rate(row.a, row.J_a) - rate(row.b, row.J_b) : -row.value;
  }
  return solve(right);
}

/// Rate of a quaternion of a body that turns with w in the world: q' = (0, w) q / 2.
Eigen::Vector4d quaternion_rate(const Vec3& w, const double* q) {
  const Vec3 v(q[1], q[2], q[3]), vector = 0.5 * (q[0] * w + w.cross(v));
  return {-0.5 * w.dot(v), vector.x(), vector.y(), vector.z()};
}

void project(SpatialEquations& equations, std::vector<double>& y) {
  equations.place(y.data());
  const VectorXd moved = equations.correction(false);
  for (Index i = 0; i < moved.size() / 6; ++i) {
    double* const at = y.data() + per_body * i;
    Eigen::Map<Vec3>(at) += moved.segment<3>(6 * i);
    Eigen::Map<Eigen::Vector4d> q(at + 3);
    const Eigen::Vector4d turn = quaternion_rate(moved.segment<3>(6 * i + 3), at + 3);
    q = (q + turn).normalized();
  }
  equations.place(y.data());
  const VectorXd change = equations.correction(true);
  for (Index i = 0; i < change.size() / 6; ++i)
    Eigen::Map<Eigen::Matrix<double, 6, 1>>(y.data() + per_body * i + 7) += change.segment<6>(6 * i);
}

}  // namespace

std::vector<Vec3> spatial_reference(const Mechanism& m, double t, double h) {
  SpatialEquations equations(m);
  std::vector<double> y;
  for (const Body& b : m.bodies) {
    y.insert(y.end(), b.centre.begin(), b.centre.end());
    y.insert(y.end(), {1.0, 0.0, 0.0, 0.0});
    y.insert(y.end(), b.velocity.begin(), b.velocity.end());
    y.insert(y.end(), b.spin.begin(), b.spin.end());
  }
  const long count = std::lround(t / h);
  for (long n = 0; n < count; ++n) {
    const double step = t / static_cast<double>(count);
    integrate(y, step, step, [&](const std::vector<double>& now, std::vector<double>& rate) {
      equations.place(now.data());
      const VectorXd a = equations.accelerations();
      for (Index i = 0; i < a.size() / 6; ++i) {
        const double* const from = now.data() + per_body * i;
        double* const to = rate.data() + per_body * i;
        std::copy_n(from + 7, 3, to);
        Eigen::Map<Eigen::Vector4d>(to + 3) = quaternion_rate(Eigen::Map<const Vec3>(from + 10), from + 3);
        std::copy_n(a.data() + 6 * i, 6, to + 7);
      }
    });
    project(equations, y);
  }
  std::vector<Vec3> centres;
  for (std::size_t i = 0; i < m.bodies.size(); ++i)
    centres.emplace_back(Eigen::Map<const Vec3>(y.data() + per_body * static_cast<Index>(i)));
  return centres;
}

/// Centre x, axle u, spin w; contact at x + rho, rho = -r e with e up the plane of the disc. From rolling, x' = -w x rho,
/// and from the balances of momentum about the centre with the force of the contact eliminated:
///   (I + m (rho^2 1 - rho rho^T)) w' = -w x I w - m rho x (w x rho' + g)
std::vector<Vec3> rolling_disc_reference(const Mechanism& m, double t, double h) {
  const Body& b = m.bodies[0];
  const RollingDisc& disc = m.discs[0];
  const double about = disc.axle.dot(b.inertia * disc.axle), across = 0.5 * (b.inertia.trace() - about);
  std::vector<double> y;
  for (const Vec3& part : {b.centre, disc.axle, b.spin}) y.insert(y.end(), part.begin(), part.end());
  integrate(y, t, h, [&](const std::vector<double>& now, std::vector<double>& rate) {
    const Eigen::Map<const Vec3> u(now.data() + 3), w(now.data() + 6);
    const Vec3 up = Vec3::UnitZ(), u_dot = w.cross(u);
    const Vec3 f = up - u.z() * u, f_dot = -u_dot.z() * u - u.z() * u_dot;
    const double s = f.norm();
    const Vec3 e = f / s, rho = -disc.radius * e, rho_dot = -disc.radius / s * (f_dot - e.dot(f_dot) * e);
    const Mat3 inertia = across * Mat3::Identity() + (about - across) * u * u.transpose();
    const Mat3 whole = inertia + b.mass * (rho.squaredNorm() * Mat3::Identity() - rho * rho.transpose());
    const Vec3 moment = -w.cross(inertia * w) - b.mass * rho.cross(w.cross(rho_dot) + m.gravity);
    Eigen::Map<Vec3>(rate.data()) = -w.cross(rho);
    Eigen::Map<Vec3>(rate.data() + 3) = u_dot;
    Eigen::Map<Vec3>(rate.data() + 6) = whole.inverse() * moment;
  });
  return {Vec3(y[0], y[1], y[2])};
}

}  // namespace peers
