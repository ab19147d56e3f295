// The implicit rules for rate forms: stiff forces, invariants, division of steps, works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/run.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/allocations.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

const char* const rules[] = {"implicit-midpoint", "trapezoidal"};

/// The pendulum of the reference with a rod that is a stiff spring and damper: 1e4 rad/s, and h c/m = 25.
System stiff_pendulum() {
  return System(
      read_model_text("rheon: 1\ncoordinates: [x, y]\nparameters: {k: 1e8, c: 5e3}\n"
                      "definitions: {l: sqrt(x^2 + y^2), rate: (x*x' + y*y')/l}\n"
                      "kinetic: (x'^2 + y'^2)/2\npotential: 9.81*y + k/2*(l - 1)^2\n"
                      "forces: {x: -c*rate*x/l, y: -c*rate*y/l}\ninitial: {x: -1, y: 0, x': 0, y': 0}\n",
                      "stiff.yaml"));
}

double worst_distance(const Results& results, const Table& reference) {
  double worst = 0.0;
  const auto x = channel(results, "x"), y = channel(results, "y");
  for (std::size_t k = 0; k < x.size(); ++k)
    worst = std::max(worst, std::hypot(x[k] - reference["x"][k], y[k] - reference["y"][k]));
  return worst;
}

RunRequest two_seconds(const char* integrator, double step) {
  RunRequest r = request("lagrange", integrator);
  r.duration = 2.0;
  r.samples = 40;
  r.step = step;
  return r;
}

State final_state(const System& system, const RunRequest& r) {
  Simulation simulation(system, r);
  while (simulation.step()) continue;
  return simulation.state();
}

TEST(ImplicitRules, FollowAStiffPendulumWhereAnExplicitMethodExplodes) {
  const System system = stiff_pendulum();
  const Table reference = load_reference("c_simple_pendulum");
  constexpr double step = 5e-3;
  for (const char* rule : rules) {
    const Results results = run(system, two_seconds(rule, step));
    ASSERT_EQ(results.summary.ending, Ending::completed) << rule << ": " << results.summary.message;
    // second order: h^2/12 times the third derivative of the angle (some 40 /s^3) over two seconds; the rod gives by 3e-7
    EXPECT_LT(worst_distance(results, reference), 1e-3) << rule;
    EXPECT_GT(results.summary.iterations, results.summary.steps) << rule;
    EXPECT_EQ(results.summary.refused_steps, 0) << rule << ": Newton does it in whole steps";
  }
  const Results explicit_run = run(system, two_seconds("rk4", step));
  EXPECT_TRUE(explicit_run.summary.ending == Ending::stopped || !(worst_distance(explicit_run, reference) < 1.0));
}

// The midpoint rule keeps quadratic invariants: the energy of a linear oscillator, to the tolerance of its iteration.
TEST(ImplicitRules, MidpointKeepsQuadraticEnergy) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x, y]\nkinetic: (x'^2 + 2*y'^2)/2\n"
                      "potential: (x^2 + 3*(x - y)^2)/2\ninitial: {x: 1, y: -0.5, x': 0.2, y': 0}\n",
                      "linear.yaml"));
  for (const char* rule : rules) {  // for linear equations both rules have the same invariant
    RunRequest r = two_seconds(rule, 0.05);
    r.duration = 50.0;
    const auto summary = run(system, r).summary;
    EXPECT_NEAR(summary.energy_end, summary.energy_start, 1e-12 * 1000) << rule;  // tolerance times steps
  }
}

// Works have the order of the rule: a quarter at half the step.
TEST(ImplicitRules, WorksAreOfSecondOrder) {
  const System system = load_system("moving_pivot");
  const double exact = load_reference("c_pendulum_moving_pivot")["W"][40];
  for (const char* rule : rules) {
    const double coarse = std::abs(run(system, two_seconds(rule, 0.02)).summary.work.driving - exact);
    const double fine = std::abs(run(system, two_seconds(rule, 0.01)).summary.work.driving - exact);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.2) << rule;
  }
}

// Generalised speeds: q' is not v, and the rule asks the formulation for both.
TEST(ImplicitRules, AreOfSecondOrderInGeneralisedSpeeds) {
  const System system = load_system("free_body");
  RunRequest exact = request("lagrange", "dop853");
  exact.duration = 1.0;  // the angles become singular at about 1.6 s
  exact.tolerance = 1e-12;
  const State end = final_state(system, exact);
  for (const char* rule : rules) {
    const auto error = [&](double step) {
      RunRequest r = two_seconds(rule, step);
      r.duration = 1.0;
      const State s = final_state(system, r);
      return std::hypot((s.q - end.q).norm(), (s.v - end.v).norm());
    };
    EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 2.0, 0.1) << rule;
  }
}

// Newton's part, which ordinary models do not reach, keeps the rules of every step: no allocation, no memory.
TEST(ImplicitRules, NewtonNeitherAllocatesNorRemembers) {
  const System system = stiff_pendulum();
  for (const char* rule : rules) {
    const auto& f = find_formulation("lagrange");
    const auto& i = find_integrator(rule);
    rheon::Problems problems;
    const auto values = OptionValues::resolve(stepper_options(f, i), {}, problems);
    const auto used = make_stepper(system, f, i, values), fresh = make_stepper(system, f, i, values);
    State now = find_initial_state(system).state;
    ASSERT_TRUE(used->start(now));
    State next = now, other = now;
    const auto advance = [&](int steps) {
      bool ok = true;
      for (int k = 0; k < steps && ok; ++k) {
        ok = static_cast<bool>(used->step(now, 5e-3, next).status);
        std::swap(now, next);
      }
      return ok;
    };
    ASSERT_TRUE(advance(3));
    const long long before = allocations(), factorised = used->counters().iterations;
    const bool done = advance(50);
    const long long after = allocations();
    EXPECT_TRUE(done);
    EXPECT_EQ(after, before) << rule;
    EXPECT_GT(used->counters().iterations - factorised, 50 * 3) << rule << ": fixed-point iteration would have done";
    ASSERT_TRUE(used->step(now, 5e-3, next).status);
    ASSERT_TRUE(fresh->step(now, 5e-3, other).status);
    EXPECT_EQ(next.q, other.q) << rule;
    EXPECT_EQ(next.v, other.v) << rule;
    EXPECT_EQ(next.a, other.a) << rule;
  }
}

TEST(ImplicitRules, DivideStepsWhoseIterationFails) {
  const System system = stiff_pendulum();
  for (const char* rule : rules) {
    RunRequest r = two_seconds(rule, 0.1);
    r.options.push_back({"max-iterations", "3", {}});
    const auto summary = run(system, r).summary;
    EXPECT_EQ(summary.ending, Ending::completed) << rule << ": " << summary.message;
    EXPECT_GT(summary.refused_steps, 0) << rule;
    EXPECT_THAT(summary.notes, ::testing::Contains(::testing::HasSubstr("taken in parts"))) << rule;
  }
}

}  // namespace
}  // namespace rheon::test
