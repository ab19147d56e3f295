// Rods that carry points beside their line, in space: such points have no mass of their own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "la/decompositions.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using Vec3 = Eigen::Vector3d;

std::string text_of(const Vec3& v) { return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]); }

// A rod of 1.5 kg on a universal joint at the origin, let go. It can turn about u and v, so that
//   [u.I u  u.I v; v.I u  v.I v] (a, b) = (T.u, T.v)   with I and the torque T of the weight about the joint,
// and the end at r is accelerated by (a u + b v) x r.
Vec3 acceleration_of_end(const Vec3& p, const Vec3& q, const Vec3& u, const Vec3& v) {
  const double m = 1.5, length = (q - p).norm();
  const Vec3 c = 0.5 * (p + q), d = (q - p) / length;
  const Eigen::Matrix3d one = Eigen::Matrix3d::Identity();
  const Eigen::Matrix3d I =
      m * (c.squaredNorm() * one - c * c.transpose()) + m * length * length / 12.0 * (one - d * d.transpose());
  const Vec3 torque = c.cross(Vec3(0.0, 0.0, -9.81 * m));
  Eigen::Matrix2d A;
  A << u.dot(I * u), u.dot(I * v), v.dot(I * u), v.dot(I * v);
  const Eigen::Vector2d x = solve_regular(A, Eigen::Vector2d(torque.dot(u), torque.dot(v)));
  return (x[0] * u + x[1] * v).cross(p);
}

TEST(ThinBodies, PointsBesideARodLeaveItsMotionAsItIs) {
  std::mt19937 random(3);
  const auto any = [&] {
    const auto number = [&] { return std::ldexp(static_cast<double>(random()), -31) - 1.0; };
    const double x = number(), y = number(), z = number();
    return Vec3(x, y, z);
  };
  for (int k = 0; k < 40; ++k) {
    SCOPED_TRACE(k);
    const Vec3 p = any(), q = any(), beside = any(), u = any().normalized();
    const Vec3 v = any().cross(u).normalized();
    const System system(read_model_text(
        fmt::format("rheon: 1\ngravity: [0, 0, -9.81]\nground: {{O: [0, 0, 0]}}\npoints: {{P: {}, Q: {}, R: {}}}\n"
                    "bodies: {{rod: {{rod: [P, Q], mass: 1.5, points: [R]}}}}\n"
                    "joints: {{cross: {{universal: [ground, rod], at: O, axes: [{}, {}]}}}}\n"
                    "outputs: {{ax: P.x'', ay: P.y'', az: P.z''}}\nsimulate: {{step: 1 ms, duration: 10 ms}}\n",
                    text_of(p), text_of(q), text_of(beside), text_of(u), text_of(v)),
        "rod.yaml", {}, {.balance = true}));
    const Results results = run(system, request("lagrange"));
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    const Vec3 expected = acceleration_of_end(p, q, u, v);
    const Vec3 found(channel(results, "ax")[0], channel(results, "ay")[0], channel(results, "az")[0]);
    // round-off, times the condition of a basis that may be a twentieth of a right angle from flat
    EXPECT_LT((found - expected).norm(), 1e-9 * (1.0 + expected.norm()));
    for (const BodyBalance& b : results.summary.balance) EXPECT_LT(b.torque, 1e-9 * (b.torque_size + b.force_size));
  }
}

}  // namespace
}  // namespace rheon::test
