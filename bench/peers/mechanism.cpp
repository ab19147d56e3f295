#include "peers/mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace peers {

namespace {

std::size_t index(int body) { return static_cast<std::size_t>(body); }

Vec3 place(const Mechanism& m, const State& s, int body, const Vec3& at) {
  return body == ground ? at : Vec3(s[index(body)].x + s[index(body)].R * m.local(body, at));
}

}  // namespace

double energy(const Mechanism& m, const State& s) {
  double sum = 0.0;
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const Body& b = m.bodies[i];
    const Vec3 w = s[i].R.transpose() * s[i].w;
    sum += 0.5 * b.mass * s[i].v.squaredNorm() + 0.5 * w.dot(b.inertia * w) - b.mass * m.gravity.dot(s[i].x);
  }
  for (const Spring& k : m.springs) {
    const double longer = (place(m, s, k.b, k.at_b) - place(m, s, k.a, k.at_a)).norm() - k.length;
    sum += 0.5 * k.stiffness * longer * longer;
  }
  return sum;
}

double gap(const Mechanism& m, const State& s) {
  double largest = 0.0;
  for (const Joint& j : m.joints)
    if (j.kind != JointKind::planar && j.kind != JointKind::prismatic && j.kind != JointKind::free)
      largest = std::max(largest, (place(m, s, j.b, j.at) - place(m, s, j.a, j.at)).norm());
  for (const BodyState& b : s) largest = std::max(largest, std::abs(b.R.col(0).norm() - 1.0));
  return largest;
}

double position_error(const State& s, const std::vector<Vec3>& centres) {
  double largest = 0.0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double error = (s[i].x - centres[i]).norm();
    if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, error);
  }
  return largest;
}

}  // namespace peers
