// Few equations with rows of velocity. They are small and dense: the Jacobian is found by differences.
#include <Eigen/Dense>
#include <cmath>

#include "peers/dae.hpp"

namespace peers {

namespace {

using Eigen::VectorXd;

/// What a problem gives: coordinates with a diagonal mass matrix and constant loads, rows of position phi, and the matrix A
/// of all rows, those of position first.
class SmallDae : public Dae {
 public:
  void residual(const double* y, const double* yp, double* r) override;
  void jacobian(double cj, const double* y, const double* yp, FixedPattern& put) override;

 protected:
  SmallDae(int nq, int position_rows, int velocity_rows)
      : nq_(nq),
        np_(position_rows),
        nc_(position_rows + velocity_rows),
        mass(nq),
        load(VectorXd::Zero(nq)),
        phi_(np_),
        A_(nc_, nq) {}
  virtual void rows(const double* q, VectorXd& phi, Eigen::MatrixXd& A) const = 0;
  /// With mass, load and the first q, v given.
  void find_start(const VectorXd& q, const VectorXd& v);

  int nq_, np_, nc_;

 public:
  VectorXd mass, load;

 private:
  VectorXd phi_;
  Eigen::MatrixXd A_;
  std::vector<double> moved_, moved_rate_, here_, there_;
};

void SmallDae::residual(const double* y, const double* yp, double* r) {
  using Part = Eigen::Map<const VectorXd>;
  const Part q(y, nq_), v(y + nq_, nq_), mu(y + 2 * nq_, np_), lambda(y + 2 * nq_ + np_, nc_);
  const Part q_dot(yp, nq_), v_dot(yp + nq_, nq_);
  rows(y, phi_, A_);
  Eigen::Map<VectorXd> of_q(r, nq_), of_v(r + nq_, nq_), position(r + 2 * nq_, np_), velocity(r + 2 * nq_ + np_, nc_);
  of_q = q_dot - v;
  of_q.noalias() += A_.topRows(np_).transpose() * mu;
  of_v = mass.cwiseProduct(v_dot) - load;
  of_v.noalias() += A_.transpose() * lambda;
  position = phi_;
  velocity.noalias() = A_ * v;
}

void SmallDae::jacobian(double cj, const double* y, const double* yp, FixedPattern& put) {
  const int n = size();
  const auto count = static_cast<std::size_t>(n);
  moved_.assign(y, y + n);
  moved_rate_.assign(yp, yp + n);
  here_.resize(count);
  there_.resize(count);
  residual(y, yp, here_.data());
  for (std::size_t j = 0; j < count; ++j) {
    const double step = 1.5e-8 * std::max(1.0, std::abs(y[j]));  // root of the round-off
    moved_[j] += step;
    moved_rate_[j] += cj * step;
    residual(moved_.data(), moved_rate_.data(), there_.data());
    for (std::size_t i = 0; i < count; ++i)
      put(static_cast<int>(i), static_cast<int>(j), (there_[i] - here_[i]) / step);
    moved_[j] = y[j];
    moved_rate_[j] = yp[j];
  }
}

/// v' and lambda from M v' + A^T lambda = Q, A v' = -A' v; A' v by a central difference along the motion.
void SmallDae::find_start(const VectorXd& q, const VectorXd& v) {
  constexpr double h = 1e-5;
  VectorXd phi(np_);
  Eigen::MatrixXd A(nc_, nq_), ahead = A, behind = A;
  const VectorXd after = q + h * v, before = q - h * v;
  rows(after.data(), phi, ahead);
  rows(before.data(), phi, behind);
  rows(q.data(), phi, A);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(nq_ + nc_, nq_ + nc_);
  matrix.topLeftCorner(nq_, nq_) = mass.asDiagonal();
  matrix.topRightCorner(nq_, nc_) = A.transpose();
  matrix.bottomLeftCorner(nc_, nq_) = A;
  VectorXd right(nq_ + nc_);
  right << load, -(ahead - behind) * v / (2.0 * h);
  const VectorXd solution = matrix.partialPivLu().solve(right);
  differential = 2 * nq_;
  y0.assign(static_cast<std::size_t>(2 * nq_ + np_ + nc_), 0.0);
  yp0 = y0;
  std::copy(q.begin(), q.end(), y0.begin());
  std::copy(v.begin(), v.end(), y0.begin() + nq_);
  std::copy(v.begin(), v.end(), yp0.begin());
  std::copy_n(solution.data(), nq_, yp0.begin() + nq_);
  std::copy_n(solution.data() + nq_, nc_, y0.end() - nc_);
}

/// x, y of the centre and the heading; the blade has no velocity across it.
class SleighDae final : public SmallDae {
 public:
  explicit SleighDae(const Mechanism& m) : SmallDae(3, 0, 1), behind_(-m.skates[0].at.x()) {
    const Body& b = m.bodies[0];
    mass << b.mass, b.mass, b.inertia(2, 2);
    find_start(Vec3::Zero(), Vec3(b.velocity.x(), b.velocity.y(), b.spin.z()));
  }
  void state(const double* y, State& s) const override {
    const double c = std::cos(y[2]), sine = std::sin(y[2]);
    s[0].x << y[0], y[1], 0.0;
    s[0].v << y[3], y[4], 0.0;
    s[0].w << 0.0, 0.0, y[5];
    s[0].R << c, -sine, 0.0, sine, c, 0.0, 0.0, 0.0, 1.0;
  }

 private:
  void rows(const double* q, VectorXd&, Eigen::MatrixXd& A) const override {
    A << -std::sin(q[2]), std::cos(q[2]), -behind_;
  }
  double behind_;  // metres from the centre to the blade
};

/// The equations of models/rolling_disc.yaml: centre x and unit vectors u (axle), v, w. With e = (z - u_z u) / s, s its
/// length, the disc touches the plane if x_z = r s, and rolls if x' = r (u' u.e + v' v.e + w' w.e) in the plane.
class DiscDae final : public SmallDae {
 public:
  explicit DiscDae(const Mechanism& m) : SmallDae(12, 7, 2), radius_(m.discs[0].radius) {
    const Body& b = m.bodies[0];
    const Vec3 u = m.discs[0].axle, v = u.unitOrthogonal(), w = u.cross(v);
    frame_ << u, v, w;
    const double about = u.dot(b.inertia * u), across = v.dot(b.inertia * v);
    mass.head<3>().setConstant(b.mass);
    mass.segment<3>(3).setConstant(across - 0.5 * about);
    mass.tail<6>().setConstant(0.5 * about);
    load.head<3>() = b.mass * m.gravity;
    VectorXd q(12), rate(12);
    q << b.centre, u, v, w;
    rate << b.velocity, b.spin.cross(u), b.spin.cross(v), b.spin.cross(w);
    find_start(q, rate);
  }
  void state(const double* y, State& s) const override {
    const Eigen::Map<const Mat3> now(y + 3), rate(y + 15);
    const Mat3 W = rate * now.transpose();
    s[0].x = Eigen::Map<const Vec3>(y);
    s[0].v = Eigen::Map<const Vec3>(y + 12);
    s[0].R = now * frame_.transpose();
    s[0].w = 0.5 * Vec3(W(2, 1) - W(1, 2), W(0, 2) - W(2, 0), W(1, 0) - W(0, 1));
  }

 private:
  void rows(const double* q, VectorXd& phi, Eigen::MatrixXd& A) const override {
    const Eigen::Map<const Mat3> vectors(q + 3);
    const double uz = q[5], s = std::sqrt(1.0 - uz * uz);
    const Vec3 e = (Vec3::UnitZ() - uz * vectors.col(0)) / s;
    A.setZero();
    phi[0] = q[2] - radius_ * s;
    A(0, 2) = 1.0;
    A(0, 5) = radius_ * uz / s;
    for (int a = 0, row = 1; a < 3; ++a)
      for (int b = a; b < 3; ++b, ++row) {
        phi[row] = vectors.col(a).dot(vectors.col(b)) - (a == b ? 1.0 : 0.0);
        A.block<1, 3>(row, 3 + 3 * a) += vectors.col(b).transpose();
        A.block<1, 3>(row, 3 + 3 * b) += vectors.col(a).transpose();
      }
    for (int k = 0; k < 2; ++k) {
      A(7 + k, k) = 1.0;
      for (int a = 0; a < 3; ++a) A(7 + k, 3 + 3 * a + k) = -radius_ * vectors.col(a).dot(e);
    }
  }
  double radius_;
  Mat3 frame_;  // u, v, w at t = 0
};

}  // namespace

std::unique_ptr<Dae> sleigh_dae(const Mechanism& m) { return std::make_unique<SleighDae>(m); }
std::unique_ptr<Dae> disc_dae(const Mechanism& m) { return std::make_unique<DiscDae>(m); }

}  // namespace peers
