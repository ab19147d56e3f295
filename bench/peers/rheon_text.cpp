#include "peers/rheon_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace peers {

namespace {

using fmt::format;

constexpr double round_off = 1e-12;

std::string place(const Vec2& p) { return format("[{}, {}]", p.x(), p.y()); }
std::string place(const Vec3& p) { return format("[{}, {}, {}]", p.x(), p.y(), p.z()); }
std::string body_name(int body) { return body == ground ? "ground" : format("b{}", body); }

bool is_uniform_rod(const Body& b, const NaturalModel::Link& link) {
  const double inertia = b.mass * link.length * link.length / 12.0;
  return (link.centre - Vec2(0.5 * link.length, 0.0)).norm() < round_off * link.length &&
         std::abs(b.inertia(2, 2) - inertia) < round_off * inertia;
}

/// Names of all points of a body: its pins, and where springs and blades are.
std::string points_of(const NaturalModel& natural, int body, const NaturalModel::Link& link) {
  const Mechanism& m = natural.mechanism();
  std::string names = format("P{}, P{}", link.i, link.j);
  for (const Joint& j : m.joints)
    for (std::size_t p = 0; p < natural.points.size(); ++p) {
      const bool here = (j.a == body || j.b == body) && (natural.points[p].at - j.at.head<2>()).norm() == 0.0;
      if (here && static_cast<int>(p) != link.i && static_cast<int>(p) != link.j) names += format(", P{}", p);
    }
  for (std::size_t k = 0; k < m.springs.size(); ++k)
    if (m.springs[k].b == body) names += format(", S{}", k);
  return names;
}

std::string planar_body(const NaturalModel& natural, int body) {
  const Body& b = natural.mechanism().bodies[static_cast<std::size_t>(body)];
  const NaturalModel::Link& link = natural.links[static_cast<std::size_t>(body)];
  if (is_uniform_rod(b, link)) return format("  b{}: {{rod: [P{}, P{}], mass: {}}}\n", body, link.i, link.j, b.mass);
  return format("  b{}: {{centre: {}, mass: {}, inertia: {}, points: [{}]}}\n", body, place(Vec2(b.centre.head<2>())),
                b.mass, b.inertia(2, 2), points_of(natural, body, link));
}

/// Names of the points at the ends of a spring.
using Ends = std::pair<std::string, std::string>;

std::string forces(const Mechanism& m, const std::vector<Ends>& ends) {
  std::string text;
  for (std::size_t k = 0; k < m.springs.size(); ++k) {
    const Spring& s = m.springs[k];
    text += format("  spring{}: {{spring: [{}, {}], stiffness: {}, length: {}", k, ends[k].first, ends[k].second,
                   s.stiffness, s.length);
    text += s.damping > 0.0 ? format(", damping: {}}}\n", s.damping) : "}\n";
  }
  for (std::size_t k = 0; k < m.torques.size(); ++k)
    text += format("  torque{}: {{torque: b{}, equals: {}}}\n", k, m.torques[k].body, m.torques[k].value);
  return text.empty() ? text : "forces:\n" + text;
}

std::string joint_text(std::size_t k, const Joint& j) {
  const char* const kind = j.kind == JointKind::spherical   ? "spherical"
                           : j.kind == JointKind::prismatic ? "prismatic"
                           : j.kind == JointKind::universal ? "universal"
                                                            : "revolute";
  std::string text = format("  j{}: {{{}: [{}, {}], at: P{}", k, kind, body_name(j.a), body_name(j.b), k);
  if (j.kind == JointKind::universal)
    text += format(", axes: [{}, {}]", place(j.axis), place(j.second_axis));
  else if (j.kind != JointKind::spherical)
    text += ", axis: " + place(j.axis);
  return text + "}\n";
}

/// The joint of a body at a place, which both its bodies share: of a spring there, nobody would write a second point.
std::string joint_point(const Mechanism& m, int body, const Vec3& at) {
  for (std::size_t k = 0; k < m.joints.size(); ++k) {
    const Joint& j = m.joints[k];
    if (j.kind != JointKind::prismatic && (j.a == body || j.b == body) && (j.at - at).norm() == 0.0)
      return format("P{}", k);
  }
  return {};
}

}  // namespace

std::string planar_text(const NaturalModel& natural) {
  const Mechanism& m = natural.mechanism();
  std::string fixed, moving, bodies;
  std::vector<Ends> ends;
  for (std::size_t p = 0; p < natural.points.size(); ++p)
    (natural.points[p].q < 0 ? fixed : moving) += format("  P{}: {}\n", p, place(natural.points[p].at));
  for (std::size_t k = 0; k < m.springs.size(); ++k) {
    fixed += format("  F{}: {}\n", k, place(Vec2(m.springs[k].at_a.head<2>())));
    moving += format("  S{}: {}\n", k, place(Vec2(m.springs[k].at_b.head<2>())));
    ends.emplace_back(format("F{}", k), format("S{}", k));
  }
  for (std::size_t b = 0; b < m.bodies.size(); ++b) bodies += planar_body(natural, static_cast<int>(b));
  return format("rheon: 1\nname: {}\nplane: xy\ngravity: [{}, {}]\nground:\n{}points:\n{}bodies:\n{}{}", m.name,
                m.gravity.x(), m.gravity.y(), fixed, moving, bodies, forces(m, ends));
}

std::string spatial_text(const Mechanism& m) {
  std::string fixed, moving, bodies, joints, outputs;
  std::vector<std::string> points(m.bodies.size());
  const auto add_point = [&](int body, const std::string& name) {
    if (body != ground)
      points[static_cast<std::size_t>(body)] += (points[static_cast<std::size_t>(body)].empty() ? "" : ", ") + name;
  };
  for (std::size_t k = 0; k < m.joints.size(); ++k) {
    const Joint& j = m.joints[k];
    (j.a == ground ? fixed : moving) += format("  P{}: {}\n", k, place(j.at));
    if (j.kind != JointKind::prismatic) add_point(j.a, format("P{}", k));
    add_point(j.b, format("P{}", k));
    joints += joint_text(k, j);
  }
  const auto point_at = [&](int body, const Vec3& at, const std::string& name) {
    if (const std::string known = joint_point(m, body, at); !known.empty()) return known;
    (body == ground ? fixed : moving) += format("  {}: {}\n", name, place(at));
    add_point(body, name);
    return name;
  };
  std::vector<Ends> ends;
  for (std::size_t k = 0; k < m.springs.size(); ++k) {
    const Spring& s = m.springs[k];
    ends.emplace_back(point_at(s.a, s.at_a, format("F{}", k)), point_at(s.b, s.at_b, format("S{}", k)));
  }
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const Body& b = m.bodies[i];
    const Mat3& I = b.inertia;
    bodies += format("  b{}: {{centre: {}, mass: {}, inertia: [{}, {}, {}, {}, {}, {}], points: [{}]}}\n", i,
                     place(b.centre), b.mass, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2), points[i]);
    for (const char axis : {'x', 'y', 'z'}) outputs += format("  c{0}{1}: b{0}.{1}\n", i, axis);
  }
  return format("rheon: 1\nname: {}\ngravity: {}\nground:\n{}{}{}bodies:\n{}joints:\n{}{}outputs:\n{}", m.name,
                place(m.gravity), fixed, moving.empty() ? "" : "points:\n", moving, bodies, joints, forces(m, ends),
                outputs);
}

std::string disc_text(const Mechanism& m) {
  const Body& b = m.bodies[0];
  const RollingDisc& disc = m.discs[0];
  const Mat3& I = b.inertia;
  return format(
      "rheon: 1\nname: {}\ngravity: {}\npoints: {{C: {}}}\n"
      "bodies: {{b0: {{centre: C, mass: {}, inertia: [{}, {}, {}, {}, {}, {}]}}}}\n"
      "joints: {{edge: {{rolling_disc: b0, at: C, axis: {}, radius: {}}}}}\n"
      "initial: {{b0.wx: {}, b0.wy: {}, b0.wz: {}}}\noutputs: {{c0x: b0.x, c0y: b0.y, c0z: b0.z}}\n",
      m.name, place(m.gravity), place(b.centre), b.mass, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2),
      place(disc.axle), disc.radius, b.spin.x(), b.spin.y(), b.spin.z());
}

std::string sleigh_text(const Mechanism& m) {
  const Body& b = m.bodies[0];
  const Vec3 blade = m.skates[0].at;
  return format(
      "rheon: 1\nname: sleigh\nplane: xy\npoints: {{P: [{}, {}], C: [0, 0]}}\n"
      "bodies: {{b0: {{centre: C, mass: {}, inertia: {}, points: [P, C]}}}}\njoints: {{blade: {{skate: P, of: b0, "
      "along: x}}}}\n"
      "outputs: {{c0x: b0.x, c0y: b0.y}}\ninitial: {{C.x': {}, C.y': {}}}\n",
      blade.x(), blade.y(), b.mass, b.inertia(2, 2), b.velocity.x(), b.velocity.y());
}

}  // namespace peers
