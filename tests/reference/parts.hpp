// Every kind of body, joint, driver and force in a small mechanism whose answer is known in closed form.
#pragma once

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rheon::test::parts {

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

inline constexpr double g = 9.81, pi = 3.14159265358979323846;

/// A body of that shape on a hinge with a torque of 3 N m turns by 3 t^2 / (2 J).
inline Part shape(const std::string& kind, const std::string& body, const std::string& axis, double J) {
  return {"shape_" + kind + "_" + axis,
          {"bodies/" + kind, "joints/revolute", "forces/torque"},
          "ground: {O: [0, 0, 0]}\npoints: {A: [0, 0.6, 0.8]}\nbodies: {b: {" + body +
              (kind == "rod" || kind == "centre" ? "" : ", points: [A]") +
              "}}\njoints: {h: {revolute: [ground, b], at: O, axis: " + axis +
              "}}\nforces: {f: {torque: h, equals: 3}}\n",
          2.0,
          {{"h.angle", 6.0 / J}}};
}

inline std::vector<Part> bodies() {
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

inline std::vector<Part> joints() {
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

inline std::vector<Part> drivers_and_forces() {
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

inline std::vector<Part> all_parts() {
  std::vector<Part> all = bodies();
  for (auto* more : {joints, drivers_and_forces})
    for (Part& part : more()) all.push_back(std::move(part));
  return all;
}

}  // namespace rheon::test::parts
