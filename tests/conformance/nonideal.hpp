// Who takes forces that depend on the reactions they change, and the ladder that tests of them share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test::nonideal {

inline constexpr double g = 9.81;

inline std::vector<const FormulationKind*> able() {
  std::vector<const FormulationKind*> all;
  for (const auto& f : formulations())
    if (f.claims.nonideal) all.push_back(&f);
  return all;
}

/// Accurate enough to be held against an answer: error control, or steps so short that second order does.
inline RunRequest accurate(const FormulationKind& f, double duration, double step) {
  RunRequest r = request(std::string(f.name));
  r.duration = duration;
  if (has_error_control(f, find_integrator(f.default_integrator)) && f.name != "ali3p")
    r.tolerance = 1e-10;
  else
    r.step = step;
  return r;
}

/// Of what has order 2 and fixed steps, and of the rest.
inline double off(const RunRequest& r, double second_order, double controlled) {
  return r.step ? second_order : controlled;
}

inline std::vector<std::pair<const FormulationKind*, const IntegratorKind*>> able_pairs() {
  std::vector<std::pair<const FormulationKind*, const IntegratorKind*>> all;
  for (const FormulationKind* f : able())
    for (const auto& i : integrators())
      if (pairs(*f, i) && (!f->claims.needs_damping || i.damps)) all.emplace_back(f, &i);
  return all;
}

// --- a ladder that slides down a wall, friction mu on floor and wall

inline constexpr double m = 12, L = 4;

inline std::string ladder(double foot, double mu, const std::string& normal = "reaction") {
  const std::string floor = normal == "abs" ? "abs(lambda(ground))" : "reaction(ground, yf)";
  const std::string side = normal == "abs" ? "abs(lambda(wall))" : "reaction(wall, xt)";
  return "rheon: 1\nname: ladder\nparameters: {m: 12, L: 4, g: 9.81, mu: " + std::to_string(mu) +
         "}\ncoordinates: [xf, yf, xt, yt]\ndefinitions: {x: (xf + xt)/2, y: (yf + yt)/2}\n"
         "kinetic: m/2*(x'^2 + y'^2) + m/24*((xt' - xf')^2 + (yt' - yf')^2)\npotential: m*g*y\nconstraints:\n"
         "  length: (xt - xf)^2 + (yt - yf)^2 = L^2\n  ground: yf = 0\n  wall: xt = 0\nnonideal:\n"
         "  xf: -mu*" +
         floor + "*sign(xf')\n  yt: -mu*" + side + "*sign(yt')\ninitial: {xf: " + std::to_string(foot) +
         ", yf: 0, xt: 0, xf': 0.1}\nguess: {yt: 3}\n"
         "outputs: {Nf: 'reaction(ground, yf)', Nw: 'reaction(wall, xt)', a: \"xf''\"}\n";
}

}  // namespace rheon::test::nonideal
