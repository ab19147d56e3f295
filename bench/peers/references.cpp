#include "peers/references.hpp"

#include <cmath>
#include <functional>
#include <stdexcept>

#include "peers/dense_reference.hpp"
#include "peers/rk4.hpp"
#include "peers/spatial_reference.hpp"

namespace peers {

namespace {

using Numbers = std::vector<double>;

/// The parallelogram branch of A02 is a pendulum of one degree of freedom.
std::vector<Vec3> windows_reference(int n, double t, double coarser) {
  const double inertia = (n + 1) / 3.0 + n, moment = ((n + 1) / 2.0 + n) * 9.81;
  Numbers y{std::acos(-1.0) / 2.0, -1.0};
  integrate(y, t, 2e-5 * coarser, [&](const Numbers& q, Numbers& rate) {
    rate[0] = q[1];
    rate[1] = -moment / inertia * std::cos(q[0]);
  });
  const double c = std::cos(y[0]), s = std::sin(y[0]);
  std::vector<Vec3> centres;
  for (int i = 0; i <= n; ++i) centres.emplace_back(i + 0.5 * c, 0.5 * s, 0.0);
  for (int i = 0; i < n; ++i) centres.emplace_back(i + 0.5 + c, s, 0.0);
  return centres;
}

/// A chain in absolute angles. The joint forces solve a block tridiagonal system, so that a step costs O(n).
class Chain {
 public:
  explicit Chain(int n) : n_(static_cast<std::size_t>(n)), diagonal_(n_), beside_(n_), force_(n_), half_(n_) {}

  /// y: angles, then rates
  void rates(const Numbers& y, Numbers& rate) {
    assemble(y);
    solve();
    for (std::size_t i = 0; i < n_; ++i) {
      const Vec2 f = i + 1 < n_ ? Vec2(force_[i] + force_[i + 1]) : force_[i];
      rate[i] = y[n_ + i];
      rate[n_ + i] = (half_[i].y() * f.x() - half_[i].x() * f.y()) / inertia;  // (-r) x f_i + r x (-f_{i+1})
    }
  }

 private:
  using Vec2 = Eigen::Vector2d;
  using Mat2 = Eigen::Matrix2d;
  static constexpr double inertia = 1.0 / 12.0, gravity = 9.81;

  /// Joint i holds the near end of link i to the far end of link i - 1; r = 1/2 (cos, sin), turned r = z x r:
  /// a_i - w_i' z x r_i + w_i^2 r_i = a_{i-1} + w_{i-1}' z x r_{i-1} - w_{i-1}^2 r_{i-1}
  void assemble(const Numbers& y) {
    Mat2 before = Mat2::Zero();
    Vec2 bias_before = Vec2::Zero();
    for (std::size_t i = 0; i < n_; ++i) {
      half_[i] = 0.5 * Vec2(std::cos(y[i]), std::sin(y[i]));
      const Vec2 turned(-half_[i].y(), half_[i].x());
      const Mat2 turning = turned * turned.transpose() / inertia;
      const Vec2 bias = y[n_ + i] * y[n_ + i] * half_[i];
      diagonal_[i] = Mat2::Identity() + turning + before;
      beside_[i] = turning - Mat2::Identity();
      force_[i] = -bias - bias_before + (i == 0 ? Vec2(0.0, gravity) : Vec2(0.0, 0.0));
      before = Mat2::Identity() + turning;
      bias_before = bias;
    }
  }

  void solve() {
    for (std::size_t i = 1; i < n_; ++i) {
      const Mat2 factor = beside_[i - 1].transpose() * diagonal_[i - 1].inverse();
      diagonal_[i] -= factor * beside_[i - 1];
      force_[i] -= factor * force_[i - 1];
    }
    for (std::size_t i = n_; i-- > 0;) {
      if (i + 1 < n_) force_[i] -= beside_[i] * force_[i + 1];
      force_[i] = diagonal_[i].inverse() * force_[i];
    }
  }

  std::size_t n_;
  std::vector<Mat2> diagonal_, beside_;
  std::vector<Vec2> force_, half_;
};

std::vector<Vec3> chain_reference(int n, double t, double coarser) {
  Chain chain(n);
  const auto size = static_cast<std::size_t>(n);
  Numbers y(2 * size, 0.0);
  const double h = n >= 1000 ? 2e-4 : n > 50 ? 1e-4 : 2e-5;
  integrate(y, t, h * coarser, [&](const Numbers& q, Numbers& r) { chain.rates(q, r); });
  std::vector<Vec3> centres;
  Vec3 joint = Vec3::Zero();
  for (std::size_t i = 0; i < size; ++i) {
    const Vec3 link(std::cos(y[i]), std::sin(y[i]), 0.0);
    centres.push_back(joint + 0.5 * link);
    joint += link;
  }
  return centres;
}

/// Chaplygin's sleigh in the speeds of the blade: u' = a w^2, (I + m a^2) w' = -m a u w.
std::vector<Vec3> sleigh_reference(const Mechanism& m, double t, double coarser) {
  const Body& b = m.bodies[0];
  const double a = -m.skates[0].at.x(), turning = b.inertia(2, 2) + b.mass * a * a;
  Numbers y{0.0, 0.0, 0.0, b.velocity.x(), b.spin.z()};  // centre, heading, forward speed, spin
  integrate(y, t, 1e-4 * coarser, [&](const Numbers& q, Numbers& rate) {
    const double c = std::cos(q[2]), s = std::sin(q[2]), u = q[3], w = q[4];
    rate = {c * u - s * a * w, s * u + c * a * w, w, a * w * w, -b.mass * a * u * w / turning};
  });
  return {Vec3(y[0], y[1], 0.0)};
}

}  // namespace

std::vector<Vec3> reference_centres(const Mechanism& m, double t, double coarser) {
  if (m.name == "windows") return windows_reference(m.n, t, coarser);
  if (m.name == "chain") return chain_reference(m.n, t, coarser);
  if (m.name == "sleigh") return sleigh_reference(m, t, coarser);
  if (m.name == "andrews") return dense_reference(m, t, 5e-6 * coarser);
  if (m.name == "rolling-disc") return rolling_disc_reference(m, t, 1e-4 * coarser);
  if (m.name == "governor") return spatial_reference(m, t, 2e-5 * coarser);  // stiff dampers
  if (m.name == "bricard") return spatial_reference(m, t, 5e-4 * coarser);
  if (m.name == "stewart" || m.name == "spatial-chain") return spatial_reference(m, t, 2e-4 * coarser);
  throw std::runtime_error("no reference is computed for \"" + m.name + "\"");
}

}  // namespace peers
