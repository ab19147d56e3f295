// What energy-momentum conserves, for steps so large that other methods are far off.
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

double spread(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

RunRequest energy_momentum(double step, double duration, std::vector<Setting> options = {}) {
  RunRequest r = request("energy-momentum");
  r.step = step;
  r.duration = duration;
  r.options = std::move(options);
  return r;
}

// [Dopico2015]: T + V + V_phi with alpha = 1e7 at h = 0.025 over 20 s; the bound 1e-9 J is the round-off of springs of
// 1e7 N/m stretched by 3e-6 m, in 800 steps. Energies exchanged are about 29 J.
TEST(EnergyMomentum, ConservesEnergyWithConstraintsAsSprings) {
  const System system = load_system("compound_pendulum");
  const Results r = run(system, energy_momentum(0.025, 20, {{"multipliers", "none", {}}, {"alpha", "1e7", {}}}));
  ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
  EXPECT_LT(spread(channel(r, "energy.total")), 1e-9);
  EXPECT_GT(spread(channel(r, "energy.constraint")), 1e-7);  // the springs do store something
  EXPECT_GT(r.summary.position.value, 1e-7);
}

// Beyond the paper: with multipliers the rows hold, and T + V itself is conserved.
TEST(EnergyMomentum, ConservesEnergyWithMultipliers) {
  const System system = load_system("compound_pendulum");
  const Results r = run(system, energy_momentum(0.025, 20));
  ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
  EXPECT_LT(spread(channel(r, "energy.total")), 1e-9);
  EXPECT_LT(r.summary.position.value, 1e-14);
}

// Two masses, a stiff spring that is far from quadratic and a rod to a third mass, in free flight: no outside force, so
// energy, both linear momenta and the angular momentum are conserved.
const char* flight = R"(rheon: 1
name: flight
coordinates: [x1, y1, x2, y2, x3, y3]
kinetic: (x1'^2 + y1'^2)/2 + (x2'^2 + y2'^2) + 3/2*(x3'^2 + y3'^2)
potential: 200*(sqrt((x2 - x1)^2 + (y2 - y1)^2) - 1)^2
constraints: {rod: sqrt((x3 - x2)^2 + (y3 - y2)^2) = 1}
initial: {x1: 0, y1: 0, x2: 1.3, y2: 0, x3: 1.3, y3: 1, x1': 0, y1': 1, x2': 0.5, y2': -1, x3': 0.5, y3': -1}
outputs:
  px: x1' + 2*x2' + 3*x3'
  py: y1' + 2*y2' + 3*y3'
  L: x1*y1' - y1*x1' + 2*(x2*y2' - y2*x2') + 3*(x3*y3' - y3*x3')
)";

TEST(EnergyMomentum, ConservesMomentaOfFreeFlight) {
  const System system(read_model_text(flight, "flight.yaml"));
  for (const char* multipliers : {"iterated", "none"}) {
    const Results r = run(system, energy_momentum(0.02, 10, {{"multipliers", multipliers, {}}, {"alpha", "1e5", {}}}));
    ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
    EXPECT_LT(spread(channel(r, "energy.total")), 1e-10) << multipliers;
    for (const char* momentum : {"px", "py", "L"}) EXPECT_LT(spread(channel(r, momentum)), 1e-10) << multipliers;
  }
  // not so with the trapezoidal rule and projections
  RunRequest other = request("ali3p");
  other.step = 0.02;
  other.duration = 10.0;
  EXPECT_GT(spread(channel(run(system, other), "energy.total")), 1e-3);
}

TEST(EnergyMomentum, ConservesEnergyOfNonPolynomialPotentialsAndConstraints) {
  // a bead on y = cos(x) under a potential with an extremum on its way, where secants degenerate
  const System system(
      read_model_text("rheon: 1\nname: bead\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
                      "potential: 3*x^4 - cos(2*x)*exp(y/2) + 9.81*y\nconstraints: {wire: y = cos(x) + x^3/5}\n"
                      "initial: {x: -0.9, x': 0.3}\n",
                      "bead.yaml"));
  const Results r = run(system, energy_momentum(0.05, 20));
  ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
  EXPECT_LT(spread(channel(r, "energy.total")), 1e-10);
}

TEST(EnergyMomentum, TangentsLeadToTheSameMotion) {
  const System system = load_system("compound_pendulum");
  const Results full = run(system, energy_momentum(0.025, 2));
  const Results truncated = run(system, energy_momentum(0.025, 2, {{"full-tangent", "false", {}}}));
  // both are solutions of the same equations, to the Newton tolerance of 1e-13 times some hundred steps
  EXPECT_LT(max_difference(channel(full, "x2"), channel(truncated, "x2")), 1e-10);
}

TEST(EnergyMomentum, RefusesAVaryingMassMatrix) {
  EXPECT_THROW(run(load_system("appell_hamel"), energy_momentum(0.01, 1)), UsageError);
}

// --- the failures that the paper shows

TEST(PenaltyAsInThePaper, BlowsUpAtALargeStep) {
  RunRequest r = request("penalty", "trapezoidal");
  r.options = {{"alpha", "1e7", {}}};
  r.step = 0.025;
  r.duration = 20.0;
  const Results results = run(load_system("compound_pendulum"), r);
  EXPECT_TRUE(results.summary.ending == Ending::stopped || std::abs(results.summary.energy_unexplained) > 1e3);
}

TEST(Ali3pWithoutProjections, BlowsUp) {
  for (const double h : {0.025, 0.02}) {
    RunRequest r = request("ali3p");
    r.options = {{"alpha", "1e7", {}}, {"projections", "none", {}}};
    r.step = h;
    r.duration = 8.0;
    const Results results = run(load_system("compound_pendulum"), r);
    EXPECT_TRUE(results.summary.ending == Ending::stopped || results.summary.velocity.value > 10.0) << h;
  }
}

}  // namespace
}  // namespace rheon::test
