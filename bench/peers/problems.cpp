#include "peers/problems.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace peers {

namespace {

using std::cos;
using std::sin;

constexpr double rod_inertia = 1.0 / 12.0;  // of 1 kg and 1 m
constexpr double pi = 3.14159265358979323846;

Body flat_body(double mass, double inertia, double x, double y) {
  return {.mass = mass, .inertia = inertia * Mat3::Identity(), .centre = {x, y, 0.0}};
}

Joint pin(int a, int b, double x, double y, bool closes_loop = false) {
  return {.a = a, .b = b, .at = {x, y, 0.0}, .closes_loop = closes_loop};
}

/// IFToMM A02: n windows, n + 1 rockers and n couplers, rods of 1 m and 1 kg.
Mechanism windows(int n) {
  Mechanism m;
  for (int i = 0; i <= n; ++i) {
    m.bodies.push_back(flat_body(1.0, rod_inertia, i, 0.5));
    m.bodies.back().velocity = {0.5, 0.0, 0.0};
    m.bodies.back().spin = {0.0, 0.0, -1.0};
    m.joints.push_back(pin(ground, i, i, 0.0));
  }
  for (int i = 0; i < n; ++i) {
    m.bodies.push_back(flat_body(1.0, rod_inertia, i + 0.5, 1.0));
    m.bodies.back().velocity = {1.0, 0.0, 0.0};
    m.joints.push_back(pin(i, n + 1 + i, i, 1.0));
  }
  for (int i = 0; i < n; ++i) m.joints.push_back(pin(i + 1, n + 1 + i, i + 1.0, 1.0, true));
  if (n >= 10000) m.end = m.judged = 1.0;
  return m;
}

/// n rods of 1 m and 1 kg, released at rest from the horizontal. The motion of more than two is soon chaotic: positions
/// are compared early.
Mechanism chain(int n) {
  Mechanism m;
  for (int i = 0; i < n; ++i) {
    m.bodies.push_back(flat_body(1.0, rod_inertia, i + 0.5, 0.0));
    m.joints.push_back(pin(i - 1, i, i, 0.0));
  }
  if (n >= 1000) m.end = 1.0;
  m.judged = n <= 2 ? m.end : std::min(m.end, 2.0);
  return m;
}

/// Boxes of 1 x 0.1 x 0.1 m and 1 kg on spherical joints, released from the horizontal while they turn about the
/// vertical as one.
Mechanism spatial_chain(int n) {
  Mechanism m;
  m.planar = false;
  const Vec3 turn{0.0, 10.0 / n, 0.0};
  for (int i = 0; i < n; ++i) {
    const Vec3 centre{i + 0.5, 0.0, 0.0};
    const Vec3 inertia{0.02 / 12.0, 1.01 / 12.0, 1.01 / 12.0};
    m.bodies.push_back({1.0, inertia.asDiagonal(), centre, turn.cross(centre), turn});
    m.joints.push_back({.kind = JointKind::spherical, .a = i - 1, .b = i, .at = {1.0 * i, 0.0, 0.0}});
  }
  m.end = n >= 1000 ? 1.0 : n > 10 ? 2.0 : 5.0;
  m.judged = std::min(m.end, 2.0);
  return m;
}

/// Andrews' squeezer: data of the IVP test set.
Mechanism andrews(int) {
  const double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5;
  const double rr = 7e-3, ra = 92e-5, sa = 1874e-5, sb = 1043e-5, sc = 18e-3, sd = 2e-2, zt = 4e-2, ta = 2308e-5;
  const double tb = 916e-5, u = 4e-2, ua = 1228e-5, ub = 449e-5, zf = 2e-2, fa = 1421e-5;
  const double be = -0.0617138900142764496, ga = 0.455279819163070380, ph = 0.222668390165885885;
  const double de = 0.487364979543842550, om = -0.222668390165885885, ep = 1.23054744454982119;
  Mechanism m;
  m.gravity.setZero();
  m.end = m.judged = 0.05;
  m.sample = 1e-4;
  m.bodies = {flat_body(.04325, 2.194e-6, ra * cos(be), ra * sin(be)),                                          // K1
              flat_body(.00365, 4.410e-7, (rr - da) * cos(be), (rr - da) * sin(be)),                            // K2
              flat_body(.02373, 5.255e-6, xb + sa * sin(ga) + sb * cos(ga), yb - sa * cos(ga) + sb * sin(ga)),  // K3
              flat_body(.07050, 1.169e-5, xa + ta * cos(de) - tb * sin(de), ya + ta * sin(de) + tb * cos(de)),  // K5
              flat_body(.00706, 5.667e-7, xa + zt * cos(de) + (e - ea) * sin(ph + de),                          // K4
                        ya + zt * sin(de) - (e - ea) * cos(ph + de)),
              flat_body(.05498, 1.912e-5, xa + ua * sin(ep) - ub * cos(ep), ya - ua * cos(ep) - ub * sin(ep)),  // K7
              flat_body(.00706, 5.667e-7, xa + u * sin(ep) + (zf - fa) * cos(om + ep),                          // K6
                        ya - u * cos(ep) + (zf - fa) * sin(om + ep))};
  const double ex = (rr - d) * cos(be), ey = (rr - d) * sin(be);
  m.joints = {pin(ground, 0, 0, 0),
              pin(0, 1, rr * cos(be), rr * sin(be)),
              pin(ground, 2, xb, yb),
              pin(ground, 3, xa, ya),
              pin(3, 4, xa + zt * cos(de), ya + zt * sin(de)),
              pin(ground, 5, xa, ya),
              pin(5, 6, xa + u * sin(ep), ya - u * cos(ep)),
              pin(1, 2, ex, ey, true),
              pin(1, 4, ex, ey, true),
              pin(1, 6, ex, ey, true)};
  m.springs = {{.at_a = {.014, .072, 0.0},
                .b = 2,
                .at_b = {xb + sc * sin(ga) + sd * cos(ga), yb - sc * cos(ga) + sd * sin(ga), 0.0},
                .stiffness = 4530,
                .length = .07785}};
  m.torques = {{0, 0.033}};
  for (const Body& b : m.bodies) m.size = std::max(&b == &m.bodies.front() ? 0.0 : m.size, b.centre.norm());
  return m;
}

/// A body on a plane with a blade 0.3 m behind its centre.
Mechanism sleigh(int) {
  const double a = 0.3, forward = 1.0, turn = 2.0;
  Mechanism m;
  m.gravity.setZero();
  m.bodies = {flat_body(1.0, 0.2, 0.0, 0.0)};
  m.bodies[0].velocity = {forward, a * turn, 0.0};
  m.bodies[0].spin = {0.0, 0.0, turn};
  m.joints = {{.kind = JointKind::planar, .b = 0}};
  m.skates = {{0, {-a, 0.0, 0.0}, Vec3::UnitX()}};
  return m;
}

/// Five boxes of 1 kg on six revolute joints that are redundant: examples/bricard.
Mechanism bricard(int) {
  Mechanism m;
  m.planar = false;
  m.end = m.judged = 10.0;
  const Vec3 X = Vec3::UnitX(), Y = Vec3::UnitY(), Z = Vec3::UnitZ();
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vec3 axes[] = {Y, Z, X, Y, Z, X};
  const double across = 1.01 / 12.0, along = 0.02 / 12.0;
  for (int i = 0; i < 5; ++i) {
    const Vec3 direction = corners[i + 1] - corners[i];
    const Mat3 inertia = across * Mat3::Identity() + (along - across) * direction * direction.transpose();
    m.bodies.push_back({.mass = 1.0, .inertia = inertia, .centre = 0.5 * (corners[i] + corners[i + 1])});
    m.joints.push_back({.a = i - 1, .b = i, .at = corners[i], .axis = axes[i]});
  }
  m.joints.push_back({.a = ground, .b = 4, .at = corners[5], .axis = axes[5], .closes_loop = true});
  return m;
}

/// IFToMM A05: a turning shaft, a slider on it, two arms with balls (one body each), stiff springs with dampers.
Mechanism governor(int) {
  const double density = 3000.0, rod_mass = density * 1e-4, ball = 5.0, slider = density * 1e-3, spin = 2.0 * pi;
  const double c = cos(pi / 6.0), s = sin(pi / 6.0);
  const auto box = [](double mass, const Vec3& edge, const Vec3& centre) {
    const Vec3 q = edge.cwiseProduct(edge);
    const Vec3 inertia = mass / 12.0 * Vec3(q.y() + q.z(), q.z() + q.x(), q.x() + q.y());
    return Body{.mass = mass, .inertia = inertia.asDiagonal(), .centre = centre};
  };
  Mechanism m;
  m.planar = false;
  m.gravity = {0.0, 0.0, -9.81};
  m.bodies = {box(rod_mass, {0.01, 0.01, 1.0}, {0.0, 0.0, 0.5}), box(slider, {0.1, 0.1, 0.1}, {0.0, 0.0, 0.5})};
  m.joints = {{.a = ground, .b = 0}, {.kind = JointKind::prismatic, .a = 0, .b = 1, .at = {0.0, 0.0, 0.5}}};
  for (const double side : {1.0, -1.0}) {
    const Vec3 hinge{0.05 * side, 0.0, 1.0}, along{c * side, 0.0, -s};
    const double mass = rod_mass + ball, to_centre = (0.5 * rod_mass + ball) / mass;
    const double rod_across = rod_mass * (1.0 + 1e-4) / 12.0, rod_along = rod_mass * 2e-4 / 12.0;
    const double across =
        rod_across + rod_mass * (to_centre - 0.5) * (to_centre - 0.5) + ball * (1.0 - to_centre) * (1.0 - to_centre);
    const int arm = static_cast<int>(m.bodies.size());
    m.bodies.push_back({.mass = mass,
                        .inertia = across * Mat3::Identity() + (rod_along - across) * along * along.transpose(),
                        .centre = hinge + to_centre * along});
    m.joints.push_back({.a = 0, .b = arm, .at = hinge, .axis = Vec3::UnitY()});
    m.springs.push_back({.a = 1,
                         .at_a = {0.05 * side, 0.0, 0.5},
                         .b = arm,
                         .at_b = hinge + 0.5 * along,
                         .stiffness = 8e5,
                         .damping = 4e4,
                         .length = 0.5});
  }
  for (Body& b : m.bodies) {
    b.spin = {0.0, 0.0, spin};
    b.velocity = b.spin.cross(b.centre);
  }
  return m;
}

/// A cambered wheel in a bend: models/rolling_disc.yaml.
Mechanism rolling_disc(int) {
  const double radius = 0.175, about_axle = 0.045224, across = 0.03, camber = 0.35, spin = 12.0;
  const Vec3 axle{0.0, cos(camber), sin(camber)};
  Mechanism m;
  m.planar = false;
  m.gravity = {0.0, 0.0, -9.81};
  m.end = m.judged = 5.0;
  m.bodies = {{.mass = 2.5467,
               .inertia = across * Mat3::Identity() + (about_axle - across) * axle * axle.transpose(),
               .centre = {0.0, 0.0, radius * cos(camber)},
               .velocity = {radius * spin, 0.0, 0.0},
               .spin = spin * axle}};
  m.joints = {{.kind = JointKind::free, .b = 0, .at = m.bodies[0].centre}};
  m.discs = {{0, radius, axle}};
  return m;
}

/// Rod of a leg, from a place in a direction of unit length.
Body leg_part(double mass, double length, const Vec3& from, const Vec3& along) {
  const double radius = 0.03, about = 0.5 * mass * radius * radius;
  const double across = mass * (3.0 * radius * radius + length * length) / 12.0;
  return {.mass = mass,
          .inertia = across * Mat3::Identity() + (about - across) * along * along.transpose(),
          .centre = from + 0.5 * length * along};
}

/// The platform of examples/stewart on six legs of two parts each: universal joint on the ground, slider with a spring,
/// spherical joint at the platform. Springs of unequal length set it off in all six directions.
Mechanism stewart(int) {
  const double base[] = {-10.0, 10.0, 110.0, 130.0, 230.0, 250.0}, top[] = {-50.0, 50.0, 70.0, 170.0, 190.0, 290.0};
  const double longer[] = {0.10, -0.05, 0.08, -0.10, 0.05, 0.0};  // metres than at t = 0
  const double height = 1.2, radius = 0.6, thickness = 0.05, mass = 80.0, part = 0.8;
  constexpr int legs = 6, platform = 2 * legs;
  Mechanism m;
  m.planar = false;
  m.gravity = {0.0, 0.0, -9.81};
  m.end = m.judged = 5.0;
  m.bodies.resize(platform + 1);
  m.joints.resize(platform + 1);
  for (int i = 0; i < legs; ++i) {
    const double at_base = base[i] * pi / 180.0, at_top = top[i] * pi / 180.0;
    const Vec3 A{cos(at_base), sin(at_base), 0.0}, B{radius * cos(at_top), radius * sin(at_top), height};
    const Vec3 along = (B - A).normalized(), level = Vec3::UnitZ().cross(along).normalized();
    const auto lower = static_cast<std::size_t>(i), upper = static_cast<std::size_t>(legs + i);
    m.bodies[lower] = leg_part(5.0, part, A, along);
    m.bodies[upper] = leg_part(3.0, part, B, -along);
    m.joints[lower] = {.kind = JointKind::universal, .b = i, .at = A, .axis = level, .second_axis = along.cross(level)};
    m.joints[upper] = {
        .kind = JointKind::prismatic, .a = i, .b = legs + i, .at = m.bodies[upper].centre, .axis = along};
    const Joint ball{.kind = JointKind::spherical, .a = legs + i, .b = platform, .at = B, .closes_loop = i > 0};
    if (i == 0)
      m.joints[platform] = ball;
    else
      m.joints.push_back(ball);
    m.springs.push_back({.at_a = A, .b = platform, .at_b = B, .stiffness = 1e4, .length = (B - A).norm() + longer[i]});
  }
  const double across = mass * (3.0 * radius * radius + thickness * thickness) / 12.0;
  m.bodies[platform] = {.mass = mass,
                        .inertia = Vec3(across, across, 0.5 * mass * radius * radius).asDiagonal(),
                        .centre = {0.0, 0.0, height}};
  return m;
}

}  // namespace

Mechanism make_mechanism(const std::string& name, int n) {
  const std::map<std::string, Mechanism (*)(int)> known{{"windows", windows},
                                                        {"chain", chain},
                                                        {"andrews", andrews},
                                                        {"sleigh", sleigh},
                                                        {"bricard", bricard},
                                                        {"governor", governor},
                                                        {"rolling-disc", rolling_disc},
                                                        {"stewart", stewart},
                                                        {"spatial-chain", spatial_chain}};
  const auto found = known.find(name);
  if (found == known.end()) throw std::runtime_error("unknown problem \"" + name + "\"");
  Mechanism m = found->second(n);
  m.name = name;
  m.n = n;
  return m;
}

}  // namespace peers
