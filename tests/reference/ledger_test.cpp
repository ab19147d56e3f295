// The account of the energy, part by part, and forces in the axes of bodies, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

constexpr double g = 9.81;

Results run_text(const std::string& text, const std::string& formulation, const std::string& integrator, double h,
                 double duration, MechanismChannels channels = {}) {
  const System system(read_model_text("rheon: 1\n" + text, "model.yaml", {}, channels));
  RunRequest r = request(formulation, integrator);
  r.step = h;
  r.duration = duration;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  return results;
}

/// A mass on a line: friction of 3 N (smoothed far below its speed), a pull of 5 N, a damper of 2 N s/m held by a drive.
TEST(Ledger, AppliedFrictionAndDriving) {
  const std::string text =
      "plane: xy\nground: {O: [0, 0]}\npoints: {P: [1, 0]}\nbodies: {b: {point: P, mass: 2}}\n"
      "joints: {s: {on_line: P, along: x}}\n";
  const Results pulled =
      run_text(text +
                   "forces: {f: {force: P, equals: [5, 0]}, r: {friction: s, level: 3, smoothing: 1e-9}}\n"
                   "initial: {P.x': 1}\n",
               "lagrange", "rk4", 1e-3, 2.0);
  // a = 1 m/s^2, way 4 m
  EXPECT_NEAR(pulled.summary.work.applied, 20.0, 1e-11);
  EXPECT_NEAR(pulled.summary.work.friction, -12.0, 1e-11);
  EXPECT_EQ(pulled.summary.work.driving, 0.0);
  EXPECT_NEAR(channel(pulled, "work.friction").back(), -12.0, 1e-11);
  EXPECT_NEAR(channel(pulled, "energy.kinetic").back(), 9.0, 1e-11);
  const Results driven = run_text(text +
                                      "drivers: {d: {position: P, along: x, equals: 1 + t}}\n"
                                      "forces: {c: {spring: [O, P], damping: 2}}\n",
                                  "lagrange", "rk4", 1e-3, 2.0);
  EXPECT_NEAR(driven.summary.work.friction, -4.0, 1e-11);
  EXPECT_NEAR(driven.summary.work.driving, 4.0, 1e-11);
}

/// A bouncing contact stores what it does not lose: its potential is energy, its damping friction.
TEST(Ledger, ContactStoresAndLoses) {
  const std::string text =
      "plane: xy\ngravity: [0, -9.81]\npoints: {P: [0, 0.5]}\nbodies: {b: {point: P, mass: 1}}\n"
      "forces: {c: {contact: P, normal: y, stiffness: 1e4, exponent: 1.5, damping: 500}}\n";
  const Results r = run_text(text, "lagrange", "rk4", 1e-4, 2.0);
  const Summary& s = r.summary;
  EXPECT_EQ(s.work.applied, 0.0);
  EXPECT_LT(s.work.friction, -1.0);                                   // of 4.9 J
  EXPECT_NEAR(s.energy_end - s.energy_start, s.work.friction, 1e-6);  // fourth order, between kinks of the force
}

/// The integral of a controller is no mechanics: without it and with it (gain next to nothing) the energies are the same.
TEST(Ledger, MemoriesHaveNoEnergy) {
  const auto energy = [](const std::string& gains) {
    return channel(run_text("plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {B: [1, 0]}\n"
                            "bodies: {a: {rod: [O, B], mass: 2}}\njoints: {h: {revolute: [ground, a], at: O}}\n"
                            "forces: {m: {torque: h, target: 1, p: 5" +
                                gains + "}}\n",
                            "lagrange", "rk4", 1e-3, 1.0),
                   "energy.kinetic")
        .back();
  };
  EXPECT_NEAR(energy(", i: 1e-12"), energy(""), 1e-10);
}

/// ali3p's position stage knows nothing of the projections, so one step with and one without them end in the same place,
/// and the difference of their energies is what the projection did.
TEST(Ledger, ProjectionLoss) {
  const std::string text =
      "plane: xy\ngravity: [0, -9.81]\npoints: {B: [1, 0]}\nground: {O: [0, 0]}\n"
      "bodies: {a: {rod: [O, B], mass: 2}}\njoints: {h: {revolute: [ground, a], at: O}}\n"
      "initial: {B.y': -2}\n";
  const System system(read_model_text("rheon: 1\n" + text, "model.yaml"));
  RunRequest r = request("ali3p", "trapezoidal");
  r.step = r.duration = 0.05;
  const Results both = run(system, r);
  r.options.push_back({"projections", "none", {}});
  const Results none = run(system, r);
  const double loss = both.summary.energy_end - none.summary.energy_end;
  EXPECT_LT(loss, -1e-6);
  EXPECT_EQ(none.summary.energy_projected, 0.0);
  EXPECT_NEAR(both.summary.energy_projected, loss, 1e-14);
  EXPECT_NEAR(channel(both, "energy.projections").back(), loss, 1e-14);
  EXPECT_NEAR(channel(both, "energy.projections").back() + channel(both, "energy.integrator").back(),
              both.summary.energy_unexplained, 1e-14);
}

/// Rate forms project positions and velocities after the step; without that they drift by as much energy.
TEST(Ledger, ProjectionOfRateForms) {
  const System system(load_system("pendulum").model());
  RunRequest r = request("lagrange", "explicit-midpoint");
  r.step = 0.01;
  r.duration = 0.01;
  const Results projected = run(system, r);
  r.options.push_back({"projection", "none", {}});
  const Results free = run(system, r);
  EXPECT_NE(projected.summary.energy_projected, 0.0);
  EXPECT_NEAR(projected.summary.energy_projected, projected.summary.energy_end - free.summary.energy_end, 1e-14);
}

TEST(Ledger, EnergyMomentumProjectsNothing) {
  const System system(load_system("pendulum").model());
  RunRequest r = request("energy-momentum");
  r.step = 0.01;
  r.duration = 1.0;
  const Summary s = run(system, r).summary;
  EXPECT_EQ(s.energy_projected, 0.0);
  EXPECT_LT(s.energy_worst, 1e-12);
}

/// A uniform rod falls from the horizontal: the hinge pulls it with 5/2 m g sin(theta) along itself and carries
/// 1/4 m g cos(theta) across, whatever the way it points.
TEST(LocalAxes, FallingRod) {
  const Results r = run_text(
      "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {B: [1.2, 0]}\n"
      "bodies: {a: {rod: [O, B], mass: 2}}\njoints: {h: {revolute: [ground, a], at: O}}\n",
      "lagrange", "rk4", 1e-3, 1.0, {.reactions = true});
  const std::vector<double> angle = channel(r, "h.angle"), along = channel(r, "h.a.local.fx"),
                            across = channel(r, "h.a.local.fy");
  for (std::size_t k = 0; k < angle.size(); ++k) {
    EXPECT_NEAR(along[k], 2.5 * 2 * g * std::sin(angle[k]), 1e-8);  // the angle is negative: towards O
    EXPECT_NEAR(across[k], 0.25 * 2 * g * std::cos(angle[k]), 1e-8);
  }
}

/// In space, about an axis that is no axis of the ground: the same rod as a body with all directions.
TEST(LocalAxes, InSpace) {
  const Results r = run_text(
      "gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {B: [0.72, 0.96, 0]}\n"
      "bodies: {a: {rod: [O, B], mass: 2}}\njoints: {h: {revolute: [ground, a], at: O, axis: [0.8, -0.6, 0]}}\n"
      "outputs: {pull: 0.6*h.local.fx + 0.8*h.local.fy, lift: h.local.fz}\n",
      "lagrange", "rk4", 1e-3, 1.0);
  const std::vector<double> angle = channel(r, "h.angle"), pull = channel(r, "pull"), lift = channel(r, "lift");
  for (std::size_t k = 0; k < angle.size(); ++k) {
    EXPECT_NEAR(pull[k], -2.5 * 2 * g * std::abs(std::sin(angle[k])), 1e-8);
    EXPECT_NEAR(lift[k], 0.25 * 2 * g * std::cos(angle[k]), 1e-8);
  }
}

/// A force that is reported wrongly is seen: one newton off in a multiplier is one newton off in the balance.
TEST(Balance, SeesAWrongForce) {
  const System system(
      read_model_text("rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {P: [1, 0]}\n"
                      "bodies: {b: {point: P, mass: 2}}\njoints: {s: {on_line: P, along: x}}\n",
                      "model.yaml", {}, {.balance = true}));
  RunRequest r = request("lagrange", "rk4");
  r.step = r.duration = 0.1;
  Simulation simulation(system, r);
  State state = simulation.state();
  Terms terms = system.make_terms();
  const auto residual = [&] {
    EXPECT_TRUE(system.evaluate(state, Want::outputs, terms));
    for (std::size_t k = 0; k < system.model().outputs.size(); ++k)
      if (system.model().outputs[k].name == "balance.b.force") return terms.outputs[static_cast<Index>(k)];
    return -1.0;
  };
  EXPECT_LT(residual(), 1e-13);
  state.lambda[0] += 1.0;
  EXPECT_NEAR(residual(), 1.0, 1e-13);
}

}  // namespace
}  // namespace rheon::test
