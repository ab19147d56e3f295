// Every kind of body, joint, driver and force in a small mechanism whose answer is known in closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/mechanism/kinds.hpp"
#include "support/reference.hpp"
#include "support/scene.hpp"

namespace rheon::test {
namespace {

struct Expected {
  std::string channel;
  double value;
};

struct Part {
  std::string name;
  std::set<std::string> covers;  ///< `section/kind`
  std::string text;
  double time;
  std::vector<Expected> expected;
  /// Error-controlled dop853 at 1e-11 over a few hundred steps, forces following the accelerations: 1e-9 of a scale of
  /// 1 to 100. Others state their reason.
  double tolerance = 1e-8;
};

constexpr double g = 9.81, pi = 3.14159265358979323846;

/// A body of that shape on a hinge with a torque of 3 N m turns by 3 t^2 / (2 J).
Part shape(const std::string& kind, const std::string& body, const std::string& axis, double J) {
  return {"shape_" + kind + "_" + axis,
          {"bodies/" + kind, "joints/revolute", "forces/torque"},
          "ground: {O: [0, 0, 0]}\npoints: {A: [0, 0.6, 0.8]}\nbodies: {b: {" + body +
              (kind == "rod" || kind == "centre" ? "" : ", points: [A]") +
              "}}\njoints: {h: {revolute: [ground, b], at: O, axis: " + axis +
              "}}\nforces: {f: {torque: h, equals: 3}}\n",
          2.0,
          {{"h.angle", 6.0 / J}}};
}

std::vector<Part> bodies() {
  const double m = 2.0;
  return {
      shape("rod", "rod: [O, A], mass: 2", "x", m / 3.0),
      shape("box", "box: [0.3, 0.4, 0.5], at: O, mass: 2", "x", m * (0.16 + 0.25) / 12.0),
      shape("box", "box: [0.3, 0.4, 0.5], at: O, mass: 2, along: z, up: x", "x", m * (0.09 + 0.25) / 12.0),
      shape("disc", "disc: 0.4, at: O, mass: 2, axis: x", "x", m * 0.16 / 2.0),
      shape("disc", "disc: 0.4, thickness: 0.1, at: O, mass: 2, axis: x", "y", m * (0.48 + 0.01) / 12.0),
      shape("cylinder", "cylinder: [0.2, 0.7], at: O, mass: 2, axis: z", "x", m * (0.12 + 0.49) / 12.0),
      shape("sphere", "sphere: 0.5, at: O, density: 12/pi", "x", 0.4 * 2.0 * 0.25),
      shape("ring", "ring: 0.5, at: O, mass: 2, axis: z", "z", m * 0.25),
      shape("ring", "ring: 0.5, at: O, mass: 2, axis: z", "x", m * 0.125),
      // about an axis through O: the tensor's entry along it, and Steiner's part
      shape("centre", "centre: [0, 0.5, 0], mass: 2, inertia: [0.3, 0.4, 0.5, 0.1, 0, 0], points: [O, A]", "z",
            0.5 + 2.0 * 0.25),
  };
}

std::vector<Part> joints() {
  const double screw = 2.0 * g / (2.0 + 0.25 * std::pow(2 * pi / 0.5, 2));
  const double V = std::sqrt(2.36), square = 0.34, rate = 0.3 * V / square;  // of the sleigh: E, a^2 = d^2 + J/m
  const double beta = pi / 6;
  return {
      {"spherical",
       {"joints/spherical"},  // a physical pendulum; with g (1 + J) it is that of IFToMM A01
       "gravity: [0, 0, -9.81*1.1]\npoints: {G: [-1, 0, 0]}\nbodies: {b: {centre: G, mass: 1, inertia: [0.1, 0.1, "
       "0.1]}}\n"
       "joints: {s: {spherical: [ground, b], at: [0, 0, 0]}}\n",
       10.0,
       {{"G.x", -0.2750874625761169}, {"G.z", -0.961419205099125}}},
      {"prismatic",
       {"joints/prismatic", "bodies/cylinder"},
       "gravity: [0, 0, -9.81]\npoints: {G: [0, 0, 0]}\nbodies: {b: {cylinder: [0.1, 0.3], at: G, mass: 2}}\n"
       "joints: {c: {prismatic: [ground, b], at: G, axis: [0, 0.6, -0.8]}}\n",
       1.0,
       {{"c.distance", 0.4 * g}, {"c.fy", 2 * g * 0.48}, {"c.fz", 2 * g * 0.36}}},
      {"cylindrical",
       {"joints/cylindrical"},
       "gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {G: [0.3, 0, 0.1]}\n"
       "bodies: {b: {centre: G, mass: 2, inertia: [0.1, 0.2, 0.25]}}\n"
       "joints: {c: {cylindrical: [ground, b], at: O, axis: z}}\ninitial: {c.angle': 4, c.distance': 1}\n",
       1.0,
       {{"c.angle", 4.0}, {"c.distance", 1 - g / 2}, {"c.fx", -9.6 * std::cos(4.0)}, {"c.fy", -9.6 * std::sin(4.0)}}},
      {"screw",
       {"joints/screw"},
       "gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {G: [0, 0, 0.1]}\n"
       "bodies: {b: {centre: G, mass: 2, inertia: [0.1, 0.2, 0.25]}}\n"
       "joints: {c: {screw: [ground, b], at: O, axis: z, pitch: 0.5}}\n",
       5.0,
       {{"c.distance", -12.5 * screw}, {"c.angle", -12.5 * screw * 2 * pi / 0.5}}},
      {"universal",
       {"joints/universal", "drivers/angle"},  // tan(out) = cos(beta) tan(in)
       "ground: {O: [0, 0, 0]}\nbodies:\n  s1: {centre: [-0.5, 0, 0], mass: 1, inertia: [0.1, 0.2, 0.2]}\n"
       "  s2: {centre: [sqrt(3)/2, 0.5, 0], mass: 1, inertia: [0.1, 0.2, 0.2]}\njoints:\n"
       "  h1: {revolute: [ground, s1], at: [-1, 0, 0], axis: x}\n"
       "  u: {universal: [s1, s2], at: O, axes: [z, [-0.5, sqrt(3)/2, 0]]}\n"
       "  h2: {cylindrical: [ground, s2], at: [sqrt(3), 1, 0], axis: [sqrt(3)/2, 0.5, 0]}\n"
       "drivers: {m: {angle: h1, equals: t}}\n",
       7.0,
       {{"h2.angle", 2 * pi + std::atan(std::cos(beta) * std::tan(7.0))}}},
      {"planar",
       {"joints/planar"},
       "gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {G: [0.3, 0, 0.1]}\n"
       "bodies: {b: {box: [0.2, 0.1, 0.05], at: G, mass: 2}}\n"
       "joints: {c: {planar: [ground, b], at: O, normal: [0, 0.6, 0.8]}}\ninitial: {G.x': 1, b.wx: 0, b.wy: 0, b.wz: "
       "0}\n",
       1.0,
       {{"G.x", 1.3}, {"G.y", 0.5 * g * 0.48}, {"c.fz", 2 * g * 0.64}}},
      {"slider_weld",
       {"joints/slider", "joints/weld", "drivers/displacement"},
       "points: {Q: [0, 0], R: [1, 0]}\nbodies: {b: {box: [1, 1], at: Q, mass: 2}, c: {disc: 0.1, at: R, mass: 3}}\n"
       "joints: {s: {slider: [ground, b], at: Q, along: x}, w: {weld: [b, c], at: R}}\n"
       "drivers: {d: {displacement: s, equals: t^2}}\nplane: xy\n",
       2.0,
       {{"s.distance", 4.0}, {"d.force", 10.0}, {"w.fx", 6.0}}},
      {"gear",
       {"joints/gear"},
       "plane: xy\nground: {O: [0, 0], P: [3, 0]}\nbodies: {a: {disc: 1, at: O, mass: 2}, b: {disc: 2, at: P, mass: "
       "3}}\n"
       "joints:\n  h1: {revolute: [ground, a], at: O}\n  h2: {revolute: [ground, b], at: P}\n"
       "  g: {gear: [h1, h2], ratio: -2}\nforces: {f: {torque: h1, equals: 5}}\n",
       4.0,
       {{"h1.angle", 16.0}, {"h2.angle", -8.0}}},
      {"rack",
       {"joints/rack"},
       "plane: xy\nground: {O: [0, 0]}\npoints: {Q: [0, 0.5]}\n"
       "bodies: {a: {disc: 0.5, at: O, mass: 2}, r: {box: [1, 0.1], at: Q, mass: 3}}\njoints:\n"
       "  h: {revolute: [ground, a], at: O}\n  s: {slider: [ground, r], at: Q, along: x}\n"
       "  g: {rack: [s, h], radius: -0.5}\nforces: {f: {torque: h, equals: 5}}\n",
       4.0,
       {{"h.angle", 40.0}, {"s.distance", -20.0}}},
      {"distance",
       {"joints/distance", "bodies/point"},  // IFToMM A01; the pivot moves not
       "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {P: [-1, 0]}\nbodies: {b: {point: P, mass: 1}}\n"
       "joints: {d: {distance: [O, P]}}\n",
       10.0,
       {{"P.x", -0.2750874625761169}, {"P.y", -0.961419205099125}}},
      {"on_line",
       {"joints/on_line"},
       "gravity: [0, 0, -9.81]\npoints: {P: [0, 0, 0]}\nbodies: {b: {point: P, mass: 2}}\n"
       "joints: {c: {on_line: P, along: [0, 0.6, -0.8]}}\n",
       1.0,
       {{"c.distance", 0.4 * g}, {"c.fy", 2 * g * 0.48}, {"c.fz", 2 * g * 0.36}}},
      {"on_plane",
       {"joints/on_plane"},
       "gravity: [0, 0, -9.81]\npoints: {P: [0, 0, 0]}\nbodies: {b: {point: P, mass: 2}}\n"
       "joints: {c: {on_plane: P, normal: [0, 0.6, 0.8]}}\n",
       1.0,
       {{"P.y", 0.24 * g}, {"c.fy", 2 * g * 0.48}, {"c.fz", 2 * g * 0.64}}},
      {"on_circle",
       {"joints/on_circle"},
       "gravity: [0, 0, -9.81]\npoints: {P: [-1, 0, 0]}\nbodies: {b: {point: P, mass: 1}}\n"
       "joints: {c: {on_circle: P, centre: [0, 0, 0], normal: y}}\n",
       10.0,
       {{"P.x", -0.2750874625761169}, {"P.z", -0.961419205099125}}},
      {"on_curve",
       {"joints/on_curve"},  // energy: y = x^2 from rest at 1
       "plane: xy\ngravity: [0, -9.81]\npoints: {P: [1, 1]}\nbodies: {b: {point: P, mass: 1}}\n"
       "joints: {c: {on_curve: P, equation: y = x^2}}\noutputs: {w: (P.x'^2 + P.y'^2)/2 + 9.81*P.x^2}\n",
       2.0,
       {{"w", g}}},
      {"on_surface",
       {"joints/on_surface"},  // angular momentum about the axis of the paraboloid
       "gravity: [0, 0, -9.81]\npoints: {P: [1, 0, 1]}\nbodies: {b: {point: P, mass: 1}}\n"
       "joints: {c: {on_surface: P, equation: z = x^2 + y^2}}\ninitial: {P.y': 1}\n"
       "outputs: {l: P.x*P.y' - P.y*P.x'}\n",
       2.0,
       {{"l", 1.0}, {"drift.position", 0.0}}},
      {"rolling_disc",
       {"joints/rolling_disc", "bodies/disc"},  // down a slope: a = 2/3 g sin, static friction a third
       "gravity: [3, 0, -9]\npoints: {C: [0, 0, 0.3]}\nbodies: {w: {disc: 0.3, at: C, axis: y, mass: 2}}\n"
       "joints: {r: {rolling_disc: w, at: C, axis: y, radius: 0.3}}\n",
       2.0,
       {{"C.x", 4.0}, {"r.fx", -2.0}, {"r.fz", 18.0}, {"r.x", 4.0}}},
      {"rolling_sphere",
       {"joints/rolling_sphere", "bodies/sphere"},  // a = 5/7 g sin
       "gravity: [0, 5.886, -7.848]\npoints: {C: [0, 0, 0.1]}\nbodies: {ball: {sphere: 0.1, at: C, mass: 2}}\n"
       "joints: {r: {rolling_sphere: ball, at: C, radius: 0.1}}\n",
       1.0,
       {{"C.y", 5.0 / 14 * 5.886}, {"r.fy", -4.0 / 7 * 5.886}, {"r.fz", 2 * 7.848}}},
      {"turntable",
       {"joints/rolling_sphere"},  // circles at 2/7 of the table's speed
       "gravity: [0, 0, -9.81]\npoints: {C: [0.5, 0, 0.1]}\nbodies: {ball: {sphere: 0.1, at: C, mass: 2}}\n"
       "joints: {r: {rolling_sphere: ball, at: C, radius: 0.1, spin: 7}}\n"
       "initial: {C.x': 0, C.y': 1.2, ball.wz: 0}\n",
       0.25 * pi,
       {{"C.x", 0.5 - 0.6}, {"C.y", 0.6}}},
      {"wheel",
       {"joints/wheel"},
       "plane: xy\ngravity: [3, -9]\npoints: {C: [0, 0.5]}\nbodies: {d: {disc: 0.5, at: C, mass: 2}}\n"
       "joints: {r: {wheel: d, at: C, radius: 0.5, along: x}}\n",
       4.0,
       {{"C.x", 16.0}, {"d.angle", -32.0}, {"r.fx", -2.0}, {"r.fy", 18.0}}},
      {"wheel_in_circle",
       {"joints/wheel"},  // energy: 3/4 v^2 = g (R - r)(1 - cos) from rest at a right angle
       "plane: xy\ngravity: [0, -9.81]\npoints: {C: [1, 0]}\nbodies: {d: {disc: 0.25, at: C, mass: 2}}\n"
       "joints: {r: {wheel: d, at: C, radius: 0.25, circle: [0, 0], inside: yes}}\n"
       "outputs: {w: 0.75*(C.x'^2 + C.y'^2) + 9.81*C.y, slip: 0.25*d.angle' + C.x*C.y' - C.y*C.x'}\n",
       2.0,
       {{"w", 0.0}, {"slip", 0.0}}},
      {"skate",
       {"joints/skate"},  // Chaplygin's sleigh: w = V/a sech(rate t + c)
       "plane: xy\npoints: {P: [0, 0], G: [0.3, 0]}\nbodies: {s: {centre: G, mass: 2, inertia: 0.5, points: [P]}}\n"
       "joints: {k: {skate: P, of: s, along: x}}\ninitial: {G.x': 1, s.angle': 2}\noutputs: {w: s.angle'}\n",
       2.0,
       {{"w", V / std::sqrt(square) / std::cosh(2 * rate + std::atanh(1 / V))}}},
  };
}

std::vector<Part> drivers_and_forces() {
  const double w = 1e-3, v0 = 3, mu_g = 0.5 * g;
  const double slid = 0.5 * (v0 * std::sqrt(v0 * v0 + w * w) + w * w * std::asinh(v0 / w)) / mu_g;
  const std::string hinged =
      "plane: xy\nground: {O: [0, 0]}\nbodies: {a: {disc: 1, at: O, mass: 2}}\n"
      "joints: {h: {revolute: [ground, a], at: O}}\n";
  const std::string mass = "plane: xy\nground: {O: [0, 0]}\npoints: {P: [1, 0]}\nbodies: {b: {point: P, mass: 2}}\n";
  return {
      {"speed",
       {"drivers/speed"},
       "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {Q: [0, -1]}\nbodies: {b: {rod: [O, Q], mass: "
       "1}}\n"
       "drivers: {d: {speed: b, equals: 2}}\n",
       2.0,
       {{"b.angle", 4 - pi / 2}, {"d.effort", 0.5 * g * std::cos(4 - pi / 2)}}},
      {"driven_distance",
       {"drivers/distance"},
       mass + "joints: {c: {on_line: P, along: x}}\ndrivers: {d: {distance: [O, P], equals: 1 + t^2}}\n",
       2.0,
       {{"P.x", 5.0}, {"d.force", 4.0}}},
      {"position",
       {"drivers/position"},
       mass + "drivers: {d: {position: P, equals: [1 + t^2, t]}}\n",
       2.0,
       {{"P.x", 5.0}, {"P.y", 2.0}, {"d.fx", 4.0}}},
      {"position_along",
       {"drivers/position"},
       mass + "drivers: {d: {position: P, along: x, equals: 1 + t^2}}\n",
       2.0,
       {{"P.x", 5.0}, {"d.force", 4.0}}},
      {"spring",
       {"forces/spring"},
       mass + "forces: {f: {spring: [O, P], stiffness: 8, length: 0.5}}\n",
       1.0,
       {{"P.x", 0.5 + 0.5 * std::cos(2.0)}}},
      {"damper",
       {"forces/spring"},
       mass + "forces: {f: {spring: [O, P], damping: 1}}\ninitial: {P.x': 3}\n",
       1.0,
       {{"P.x", 1 + 6 * (1 - std::exp(-0.5))}}},
      {"torsion",
       {"forces/torsion"},
       hinged + "forces: {f: {torsion: h, stiffness: 4, zero: 8}}\n",
       3.0,
       {{"h.angle", 8 - 8 * std::cos(6.0)}}},  // more than a turn
      {"bushing",
       {"forces/bushing"},
       "points: {G: [0, 0, 0]}\nbodies: {b: {sphere: 0.5, at: G, mass: 2}}\n"
       "forces: {f: {bushing: [ground, b], at: G, stiffness: [8, 18, 32, 1, 2, 3]}}\n"
       "initial: {G.x': 1, G.y': 1, G.z': 1, b.wx: 1e-4, b.wy: 0, b.wz: 0}\n"
       "outputs: {turn: 1e4*b.wx}\n",  // small turns: J w'' = -k w, J = 0.2
       1.0,
       {{"G.x", std::sin(2.0) / 2},
        {"G.y", std::sin(3.0) / 3},
        {"G.z", std::sin(4.0) / 4},
        {"turn", std::cos(std::sqrt(5.0))}},
       1e-6},  // turns are small to 1e-8 of a turn: second order
      {"actuator", {"forces/actuator"}, mass + "forces: {f: {actuator: [O, P], equals: 6}}\n", 1.0, {{"P.x", 2.5}}},
      // PID on a mass of 2 kg with the characteristic polynomial (s + 1)^3: e = (1 + t - t^2) exp(-t)
      {"pid",
       {"forces/actuator"},
       mass + "forces: {f: {actuator: [O, P], target: 2, p: 6, i: 2, d: 6}}\n",
       3.0,
       {{"P.x", 2 + 5 * std::exp(-3.0)}, {"f.error", -5 * std::exp(-3.0)}, {"f.integral", 12 * std::exp(-3.0)}}},
      // PI on a velocity, with a moment of inertia of 1: e' = -p e - i E, E' = e, (s + 1)^2: e = (1 - t) exp(-t)
      {"pi_of_speed",
       {"forces/torque"},
       hinged + "forces: {f: {torque: h, measure: h.angle', target: 1, p: 2, i: 1}}\n"
                "outputs: {w: h.angle'}\n",
       2.0,
       {{"w", 1 + std::exp(-2.0)}, {"f.integral", 2 * std::exp(-2.0)}}},
      // far from the target the force is cut off: x = 3/2 t^2 with 6 N on 2 kg
      {"pid_cut_off",
       {"forces/actuator"},
       mass + "forces: {f: {actuator: [O, P], target: 100, p: 6, i: 2, d: 6, limit: 6}}\n",
       2.0,
       {{"P.x", 7.0}, {"f.force", 6.0}}},
      {"spring_by_expression",
       {"forces/spring"},
       mass + "forces: {f: {spring: [O, P], force: 8*(f.length - 1)}}\ninitial: {P.x': 1}\n",
       1.0,
       {{"P.x", 1 + std::sin(2.0) / 2}, {"f.force", 4 * std::sin(2.0)}}},
      {"force",
       {"forces/force"},
       "plane: xy\nground: {O: [0, 0]}\npoints: {E: [0.5, 0]}\nbodies: {a: {disc: 1, at: O, mass: 2, points: [E]}}\n"
       "joints: {h: {revolute: [ground, a], at: O}}\nforces: {f: {force: E, equals: [0, 6], axes: body}}\n",
       2.0,
       {{"h.angle", 6.0}}},
      {"bump_stop",
       {"forces/bump_stop"},
       mass + "forces: {f: {bump_stop: [O, P], limit: 0.5, stiffness: 1000, exponent: 1}}\ninitial: {P.x': -1}\n",
       2.0,
       {{"P.x", 0.5 + (1.5 - pi / std::sqrt(500.0))}},
       1e-6},  // the force has a kink, which no step ends on
      {"contact",
       {"forces/contact"},
       "plane: xy\ngravity: [0, -9.81]\npoints: {P: [0, -1.962e-4]}\nbodies: {b: {point: P, mass: 2}}\n"
       "forces: {c: {contact: P, normal: y, stiffness: 1e5, exponent: 1, friction: 0.5}}\ninitial: {P.x': 3}\n",
       1.0,
       {{"P.x", slid}, {"c.normal", 2 * g}},
       1e-6},  // stiff by 5e3 1/s once at rest
      {"drag",
       {"forces/drag"},
       mass + "forces: {f: {drag: P, quadratic: 0.5, linear: 0}}\ninitial: {P.x': 3, P.y': 4}\n",
       1.0,
       {{"P.x", 1 + 0.6 * 4 * std::log(2.25)}, {"P.y", 0.8 * 4 * std::log(2.25)}}},
      {"friction",
       {"forces/friction"},
       hinged + "forces: {f: {friction: h, level: 0.5, smoothing: 1e-6}}\ninitial: {h.angle': 10}\n",
       2.0,
       {{"h.angle", 19.0}}},
      {"moving_ground",
       {"joints/distance"},
       "plane: xy\ngravity: [0, -9.81]\nground: {O: [0.1*t^2, 0]}\npoints: {P: [0, -1]}\nbodies: {b: {point: P, mass: "
       "2}}\n"
       "joints: {d: {distance: [O, P]}}\ninitial: {P.x': 0}\noutputs: {hang: (P.x - 0.1*t^2)^2 + P.y^2}\n",
       2.0,
       {{"hang", 1.0}}},
  };
}

std::vector<Part> all_parts() {
  std::vector<Part> all = bodies();
  for (auto* more : {joints, drivers_and_forces})
    for (Part& part : more()) all.push_back(std::move(part));
  return all;
}

class Parts : public ::testing::TestWithParam<Part> {};

TEST_P(Parts, ClosedForm) {
  const Part& part = GetParam();
  const System system(read_model_text("rheon: 1\n" + part.text, part.name + ".yaml", {}, {.balance = true}));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-11;
  r.duration = part.time;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  for (const Expected& e : part.expected)
    EXPECT_NEAR(channel(results, e.channel).back(), e.value, part.tolerance * (1 + std::abs(e.value))) << e.channel;
  // Newton and Euler from the reported forces: round-off of some tens of terms, which may be larger than their sum: those
  // of a turning body without forces are some newtons here
  ASSERT_FALSE(results.summary.balance.empty());
  for (const BodyBalance& b : results.summary.balance) {
    EXPECT_LT(b.force, 1e-11 * (1 + b.force_size)) << b.body;
    EXPECT_LT(b.torque, 1e-11 * (1 + b.torque_size)) << b.body;
  }
}

/// What is drawn has an item for every part, and forces that are what the part does to its last body by name.
TEST_P(Parts, IsDrawn) {
  const Part& part = GetParam();
  const System system(read_model_text("rheon: 1\n" + part.text, part.name + ".yaml"));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-8;
  r.duration = 0.1 * part.time;
  r.samples = 5;
  const Results results = run(system, r);
  const SceneReader scene(results);
  const std::map<std::string, std::set<std::string>> types{
      {"bodies", {"body"}}, {"joints", {"joint"}}, {"drivers", {"driver"}}, {"forces", {"force", "spring"}}};
  for (const std::string& kind : part.covers) {
    const std::string section = kind.substr(0, kind.find('/')), name = kind.substr(kind.find('/') + 1);
    EXPECT_TRUE(std::any_of(scene.items().begin(), scene.items().end(), [&](const auto& item) {
      return types.at(section).contains(item.at("type")) && item.contains("kind") && item.at("kind") == name;
    })) << kind;
  }
  const bool planar = !scene.head().at("plane").is_null();
  for (const auto& item : scene.items())
    for (std::size_t row = 0; row < results.rows(); ++row) {
      if (item.contains("at")) {
        EXPECT_TRUE(scene.vector(item.at("at"), row).allFinite()) << item;
      }
      if (!item.contains("force") || !item.at("force").is_array() || item.at("type") == "spring") continue;
      const Eigen::Vector3d force = scene.vector(item.at("force"), row);
      const std::string name = item.at("name");
      for (int k = 0; k < (planar ? 2 : 3); ++k)
        if (const int c = results.find(name + ".f" + "xyz"[k]); c >= 0 && item.at("type") == "joint") {
          EXPECT_EQ(force[k], results.at(row, static_cast<std::size_t>(c))) << name;
        }
    }
}

/// The same forces found in two ways: as the part draws them, and by the work they do, as outputs name them.
TEST_P(Parts, DrawsTheForceThatActs) {
  const Part& part = GetParam();
  const auto forces = part.text.find("forces: {");
  if (forces == std::string::npos || part.text.find("outputs:") != std::string::npos) return;
  const std::string name = part.text.substr(forces + 9, part.text.find(':', forces + 9) - forces - 9);
  const bool planar = part.text.find("plane:") != std::string::npos;
  const std::string outputs = planar ? "outputs: {o1: " + name + ".fx, o2: " + name + ".fy, o3: " + name + ".torque}\n"
                                     : "outputs: {o1: " + name + ".tx, o2: " + name + ".ty, o3: " + name + ".tz}\n";
  const System system(read_model_text("rheon: 1\n" + part.text + outputs, part.name + ".yaml"));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-8;
  r.duration = 0.1 * part.time;
  r.samples = 5;
  const Results results = run(system, r);
  const SceneReader scene(results);
  const auto& items = scene.items();
  const auto item = std::find_if(items.begin(), items.end(), [&](const auto& one) {
    return one.at("name") == name && (one.at("type") == "force" || one.at("type") == "spring");
  });
  ASSERT_NE(item, items.end());
  const auto vector = [&](const char* field, std::size_t row) {
    const bool there = item->contains(field) && item->at(field).is_array();
    return there ? scene.vector(item->at(field), row) : Eigen::Vector3d(Eigen::Vector3d::Zero());
  };
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const Eigen::Vector3d output(channel(results, "o1")[row], channel(results, "o2")[row], channel(results, "o3")[row]);
    // the same numbers in another order of operations: some hundred roundings of forces up to 1e3
    const double tolerance = 1e-11 * (1 + output.norm());
    if (item->at("type") == "spring") {
      const Eigen::Vector3d a = scene.vector(item->at("ends")[0], row), b = scene.vector(item->at("ends")[1], row);
      const Eigen::Vector3d pull = scene.value(item->at("force"), row) * (a - b).normalized();
      if (planar) {
        EXPECT_LT((pull.head<2>() - output.head<2>()).norm(), tolerance);
      }
    } else if (planar) {
      EXPECT_LT((vector("force", row).head<2>() - output.head<2>()).norm(), tolerance);
      EXPECT_NEAR(vector("torque", row)[2], output[2], tolerance);
    } else {
      EXPECT_LT((vector("torque", row) - output).norm(), tolerance);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Parts, ::testing::ValuesIn(all_parts()),
                         [](const auto& test) { return test.param.name + "_" + std::to_string(test.index); });

TEST(PartsTable, EveryKindHasAClosedForm) {
  std::set<std::string> covered;
  for (const Part& part : all_parts()) covered.insert(part.covers.begin(), part.covers.end());
  for (const PartKind& kind : part_kinds())
    if (kind.section != "view") {
      EXPECT_TRUE(covered.contains(kind.section + "/" + kind.name)) << kind.name;
    }
}

/// Points that bodies share in every way there is: with and without joints, closing loops, three at one pin. The forces on
/// each body balance it, and the forces of one connection on its two bodies are opposite.
struct Arrangement {
  std::string name, text;
  std::vector<std::pair<std::string, std::string>> opposite;
};

class Arrangements : public ::testing::TestWithParam<Arrangement> {};

TEST_P(Arrangements, ForcesBalanceAndAreOpposite) {
  const System system(
      read_model_text("rheon: 1\n" + GetParam().text, GetParam().name + ".yaml", {}, {.balance = true}));
  RunRequest r = request("lagrange", "rk4");
  r.step = 1e-3;
  r.duration = 0.1;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  expect_balanced(results);
  for (const auto& [one, other] : GetParam().opposite) {
    EXPECT_GT(std::abs(channel(results, one).back()), 1e-3) << one;
    EXPECT_NEAR(channel(results, one).back(), -channel(results, other).back(), 1e-11 * 100.0) << one << " " << other;
  }
}

std::string loop(const std::string& plate, const std::string& joints) {
  return "plane: xy\ngravity: [3, -9.81]\nground: {O: [0, 0], D: [2, 0], G: [1.6, 2]}\n"
         "points: {A: [0, 0.5], B: [1, 0.7], C: [2, 0.6]}\n"
         "bodies:\n  a: {rod: [O, A], mass: 1}\n  c: {rod: [D, C], mass: 1}\n  b: {rod: [G, B], mass: 1}\n"
         "  tri: {" +
         plate + ", mass: 2}\n" + joints + "outputs: {x1: B.b.fx, y1: B.b.fy, x2: B.tri.fx, y2: B.tri.fy}\n";
}

INSTANTIATE_TEST_SUITE_P(
    All, Arrangements,
    ::testing::Values(
        Arrangement{"loop_closed_by_naming", loop("rod: [A, C], points: [B]", ""), {{"x1", "x2"}, {"y1", "y2"}}},
        Arrangement{"loop_closed_by_joints",
                    loop("rod: [A, C], points: [B]",
                         "joints:\n  pA: {revolute: [a, tri], at: A}\n  pB: {revolute: [b, tri], at: B}\n"
                         "  pC: {revolute: [c, tri], at: C}\n"),
                    {{"x1", "x2"}, {"y1", "y2"}}},
        Arrangement{
            "one_of_three_without_joint",
            "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0.3], C: [1.5, 1]}\n"
            "bodies: {a: {rod: [O, A], mass: 2}, b: {rod: [A, B], mass: 1}, c: {rod: [A, C], mass: 1}}\n"
            "joints: {h: {revolute: [b, c], at: A}}\noutputs: {x1: h.b.fx, x2: h.c.fx}\n",
            {{"x1", "x2"}}},
        Arrangement{
            "three_joints_at_one_pin",
            "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0.3], C: [1.5, 1]}\n"
            "bodies: {a: {rod: [O, A], mass: 2}, b: {rod: [A, B], mass: 1}, c: {rod: [A, C], mass: 1}}\n"
            "joints: {h: {revolute: [b, c], at: A}, k: {revolute: [a, b], at: A}, l: {revolute: [c, a], at: A}}\n"
            "outputs: {x1: h.b.fx, x2: h.c.fx}\n",
            {{"x1", "x2"}}},
        Arrangement{"text_beside_joints",
                    "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0.3]}\n"
                    "bodies: {a: {rod: [O, A], mass: 2}, b: {rod: [A, B], mass: 1}}\n"
                    "kinetic: 0.5*3*(A.x'^2 + A.y'^2)\npotential: 5*B.x^2\nforces: {B.y: 4*cos(t)}\n"
                    "constraints: {guide: B.x + B.y = 2.3}\noutputs: {x1: A.a.fx, x2: A.b.fx}\n",
                    {}},
        Arrangement{
            "plate_on_legs_in_space",
            "gravity: [0, 1, -9.81]\nground: {P: [0, 0, 0], Q: [1, 0, 0], R: [0, 1, 0]}\n"
            "points: {K: [0, 0, 1], L: [1, 0, 1], M: [0, 1, 1]}\n"
            "bodies:\n  l1: {rod: [P, K], mass: 1}\n  l2: {rod: [Q, L], mass: 1}\n  l3: {rod: [R, M], mass: 1}\n"
            "  plate: {centre: [0.3, 0.3, 1], mass: 3, inertia: [1, 1, 1.5], points: [K, L, M]}\n"
            "outputs: {z1: M.l3.fz, z2: M.plate.fz}\n",
            {{"z1", "z2"}}}),
    [](const auto& test) { return test.param.name; });

/// `at: A` names a place. A body that the joint does not join is not tied to it, whoever else has the point.
TEST(Places, OfOtherBodiesJoinNobodyElse) {
  const auto model = [](const std::string& at) {
    return read_model_text(
        "rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [0.4, 0], B: [1, 0], C: [1, 1]}\n"
        "bodies: {a: {rod: [O, A], mass: 1}, b: {rod: [B, C], mass: 1}, c: {disc: 0.1, at: [0.4, 0], "
        "mass: 1}}\njoints: {j: {revolute: [b, c], at: " +
            at + "}}\n",
        "places.yaml");
  };
  EXPECT_EQ(check(System(model("A"))).degrees_of_freedom, 1 + 3 + 1);
  EXPECT_EQ(check(System(model("[0.4, 0]"))).degrees_of_freedom, 1 + 3 + 1);
}

/// The angle of a body is that of its first axis: the line of a rod, else `along`, x if absent. Points, their number, their
/// order and what is named do not matter.
TEST(Angles, OfBodies) {
  const std::pair<const char*, double> bodies[] = {
      {"rod: [O, A]", std::atan2(0.3, 0.4)},
      {"rod: [A, O]", std::atan2(-0.3, -0.4)},
      {"rod: [O, A], points: [B]", std::atan2(0.3, 0.4)},
      {"box: [0.4, 0.1], at: [0.2, 0], points: [O, A]", 0.0},
      {"box: [0.4, 0.1], at: A, points: [O]", 0.0},
      {"box: [0.4, 0.1], at: [0.2, 0], along: [3, 4], points: [O]", std::atan2(4, 3)},
      {"box: [0.4, 0.1], at: A, along: [O, B], points: [O, B]", std::atan2(0.1, -0.2)},
      {"disc: 0.1, at: A, points: [O, B]", 0.0},
      {"centre: A, inertia: 0.1, points: [O, B]", 0.0},
      {"centre: [0.1, 0], inertia: 0.1, points: [O]", 0.0},
      {"centre: [0.1, 0], inertia: 0.1, points: [O, A, B], along: y", pi / 2},
  };
  for (const auto& [body, angle] : bodies) {
    const std::string text(body);
    std::string points;
    for (const char* p : {"A: [0.4, 0.3]", "B: [-0.2, 0.1]"})
      if (text.find(p[0]) != std::string::npos) points += (points.empty() ? "" : ", ") + std::string(p);
    const System system(read_model_text("rheon: 1\nplane: xy\nground: {O: [0, 0]}\n" +
                                            (points.empty() ? "" : "points: {" + points + "}\n") + "bodies: {a: {" +
                                            text + ", mass: 1}}\ninitial: {a.angle': 2}\n",
                                        "body.yaml"));
    RunRequest r = request("lagrange", "dop853");
    r.tolerance = 1e-12;
    r.duration = 0.5;
    const auto found = channel(run(system, r), "a.angle");
    EXPECT_NEAR(found.front(), angle, 1e-14) << text;       // round-off of assembly
    EXPECT_NEAR(found.back(), angle + 1.0, 1e-10) << text;  // nothing but a ground point acts: it turns on
  }
}

/// What acts at a point of contact has no torque about it: no channel says so with zeros. The forces are those of the laws
/// of Newton and Euler all the same.
TEST(Contacts, HaveNoTorqueChannels) {
  const std::pair<const char*, const char*> models[] = {
      {"gravity: [0, 0, -9.81]\npoints: {C: [0, 0, 0.3]}\nbodies: {w: {disc: 0.3, thickness: 0.1, at: C, axis: y, "
       "mass: 2}}\n"
       "joints: {r: {rolling_disc: w, at: C, axis: y, radius: 0.3}}\ninitial: {w.wx: 0.4, w.wy: 5, w.wz: 0.7}\n",
       "r"},
      {"gravity: [1, 0, -9.81]\npoints: {C: [0, 0, 0.3]}\nbodies: {w: {sphere: 0.3, at: C, mass: 2}}\n"
       "joints: {r: {rolling_sphere: w, at: C, radius: 0.3}}\ninitial: {w.wx: 0.4, w.wy: 5, w.wz: 0.7}\n",
       "r"},
      {"plane: xy\ngravity: [1, -9.81]\npoints: {C: [0, 0.3]}\nbodies: {w: {disc: 0.3, at: C, mass: 2}}\n"
       "joints: {r: {wheel: w, at: C, radius: 0.3, along: x}}\ninitial: {w.angle': 2}\n",
       "r"},
  };
  for (const auto& [text, joint] : models) {
    MechanismChannels channels;
    channels.balance = true;
    const System system(read_model_text("rheon: 1\n" + std::string(text), "contact.yaml", {}, channels));
    RunRequest r = request("lagrange", "dop853");
    r.tolerance = 1e-10;
    r.duration = 0.3;
    const Results results = run(system, r);
    for (const Channel& c : results.channels)
      for (const char* torque : {".tx", ".ty", ".tz", ".torque"})
        EXPECT_NE(c.name, std::string(joint) + torque) << text;
    // 20 N and less: round-off
    for (const double off : channel(results, "balance.w.force")) EXPECT_LE(std::abs(off), 1e-10) << text;
    for (const double off : channel(results, "balance.w.torque")) EXPECT_LE(std::abs(off), 1e-10) << text;
  }
}

}  // namespace
}  // namespace rheon::test
