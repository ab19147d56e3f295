// What rows say about each constraint, and about the steps that led to them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "rheon/analysis/kinematics.hpp"
#include "rheon/analysis/statics.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"
#include "support/allocations.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

double largest(const std::vector<double>& values) {
  double worst = 0.0;
  for (const double x : values) worst = std::max(worst, std::abs(x));
  return worst;
}

TEST(Violations, AreSignedResidualsOfPositionRows) {
  RunRequest r = request("penalty");
  r.step = 1e-3;
  r.duration = 2.0;
  const Results results = run(load_system("pendulum"), r);
  const auto x = channel(results, "x"), y = channel(results, "y"), rod = channel(results, "violation.rod");
  // the springs give: far more than round-off, and mostly outwards, as gravity and the motion pull
  EXPECT_GT(*std::max_element(rod.begin(), rod.end()), 1e-7);
  // three products and two sums of numbers up to 1, in any order
  for (std::size_t k = 0; k < rod.size(); ++k) EXPECT_NEAR(rod[k], x[k] * x[k] + y[k] * y[k] - 1.0, 4 * eps) << k;
}

TEST(Violations, AreSignedResidualsOfVelocityRows) {
  RunRequest r = request("lagrange", "rk4");
  r.step = 0.05;
  r.duration = 5.0;
  r.options = {{"projection", "none", {}}};
  const Results results = run(load_system("pursuit"), r);
  const auto xA = channel(results, "xA"), yA = channel(results, "yA"), xB = channel(results, "xB"),
             yB = channel(results, "yB"), vx = channel(results, "xA'"), vy = channel(results, "yA'"),
             steer = channel(results, "violation.steer");
  EXPECT_GT(largest(steer), 1e-9);  // it drifts, with nothing to hold it
  for (std::size_t k = 0; k < steer.size(); ++k) {
    const double one = (yB[k] - yA[k]) * vx[k], two = (xB[k] - xA[k]) * vy[k];
    // a product of a difference each, and their difference; coordinates are up to 30 m
    EXPECT_NEAR(steer[k], one - two, 8 * eps * (30.0 + std::abs(one) + std::abs(two))) << k;
  }
}

// Written with the row of velocities first: rows of positions come first in the equations, names must follow.
TEST(Violations, GoByNameWhateverTheOrderInTheFile) {
  const System system(read_model_text(
      "rheon: 1\nname: m\ncoordinates: [x, y, z]\nkinetic: (x'^2 + y'^2 + z'^2)/2\npotential: 3*y\n"
      "constraints:\n  slope: z' - x*x' = 0\n  ring: [x^2 + y^2 = 1, 2*x^2 + 2*y^2 = 2]\n"
      "initial: {x: 1, y: 0, z: 0, y': 0}\nsimulate: {formulation: lagrange, integrator: rk4, step: 20 ms, "
      "duration: 1 s, options: {projection: none}}\n",
      "m.yaml"));
  const Results results = run(system, {});
  const auto x = channel(results, "x"), y = channel(results, "y"), vx = channel(results, "x'"),
             vz = channel(results, "z'"), slope = channel(results, "violation.slope"),
             once = channel(results, "violation.ring.1"), twice = channel(results, "violation.ring.2"),
             position = channel(results, "drift.position");
  EXPECT_GT(largest(once), 1e-10);
  for (std::size_t k = 0; k < x.size(); ++k) {
    // numbers up to 2, a handful of operations
    EXPECT_NEAR(once[k], x[k] * x[k] + y[k] * y[k] - 1.0, 8 * eps);
    EXPECT_NEAR(twice[k], 2 * once[k], 16 * eps);
    EXPECT_NEAR(slope[k], vz[k] - x[k] * vx[k], 8 * eps * (1 + std::abs(vx[k])));
    EXPECT_NEAR(position[k], std::hypot(once[k], twice[k]), 4 * eps * position[k]);  // rows of positions alone
  }
}

TEST(Violations, AreLeftOutOfTheAccount) {
  RunRequest r = request("ali3p");
  r.duration = 0.1;
  r.account_only = true;
  const Results account = run(load_system("pendulum"), r);
  EXPECT_EQ(account.find("violation.rod"), -1);
  EXPECT_EQ(channel(account, "run.steps").back(), 100.0);
}

void expect_counts_of_the_summary(const Results& r) {
  EXPECT_EQ(channel(r, "run.steps").back(), static_cast<double>(r.summary.steps));
  EXPECT_EQ(channel(r, "run.refused").back(), static_cast<double>(r.summary.refused_steps));
  EXPECT_EQ(channel(r, "run.iterations").back(), static_cast<double>(r.summary.iterations));
  for (const char* name : {"run.steps", "run.refused", "run.iterations"}) {
    const auto counts = channel(r, name);
    EXPECT_TRUE(std::is_sorted(counts.begin(), counts.end())) << name;
  }
  EXPECT_EQ(channel(r, "run.step").front(), 0.0);
  EXPECT_EQ(channel(r, "run.steps").front(), 0.0);
}

TEST(StepsInRows, AreTheFixedOne) {
  RunRequest r = request("ali3p");
  r.step = 1e-3;
  r.duration = 1.0;
  r.samples = 250;
  const Results results = run(load_system("pendulum"), r);
  expect_counts_of_the_summary(results);
  const auto step = channel(results, "run.step"), steps = channel(results, "run.steps");
  ASSERT_EQ(step.size(), 251u);
  for (std::size_t k = 1; k < step.size(); ++k) {
    EXPECT_EQ(step[k], 1e-3);  // not the difference of two times: a plot of it would show round-off
    EXPECT_EQ(steps[k], 4.0 * static_cast<double>(k));
  }
  EXPECT_GE(channel(results, "run.iterations").back(), 1000.0);  // at least one a step
}

// Rows at the ends of all steps: steps of two lengths, and none is missed.
TEST(StepsInRows, AddUpToTheTimeWhereLoadsDivideThem) {
  RunRequest r = request("ali3p");
  r.step = 7e-3;  // the load of the wheel switches at 1.5 s, which is no multiple of it
  r.duration = 2.0;
  r.samples = 100000;
  const Results results = run(load_system("rolling_wheel"), r);
  expect_counts_of_the_summary(results);
  const auto t = channel(results, "t"), step = channel(results, "run.step");
  ASSERT_EQ(step.size(), static_cast<std::size_t>(results.summary.steps) + 1);
  double sum = 0.0;
  for (std::size_t k = 1; k < step.size(); ++k) {
    sum += step[k];
    EXPECT_NEAR(sum, t[k], eps * static_cast<double>(k) * t[k]);  // k sums
    EXPECT_LE(step[k], 7e-3);
  }
}

// Rows inside steps: each lies in the last `run.step` seconds before the end of the step with that number.
TEST(StepsInRows, ContainTheRowUnderErrorControl) {
  const System system = load_system("pendulum");
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-8;
  r.duration = 3.0;
  r.options = {{"first-step", "0.5", {}}};  // far too long: refused
  Simulation simulation(system, r);
  std::vector<double> ends{0.0};
  while (!simulation.done()) {
    ASSERT_TRUE(simulation.step());
    ends.push_back(simulation.state().t);
  }
  const Results results = simulation.results();
  expect_counts_of_the_summary(results);
  EXPECT_GT(results.summary.refused_steps, 0);
  const auto t = channel(results, "t"), step = channel(results, "run.step"), steps = channel(results, "run.steps");
  for (std::size_t k = 1; k < t.size(); ++k) {
    const auto n = static_cast<std::size_t>(steps[k]);
    ASSERT_GE(n, 1u);
    ASSERT_LT(n, ends.size());
    EXPECT_NEAR(step[k], ends[n] - ends[n - 1], 4 * eps * ends[n]);  // the difference has the round-off of both
    EXPECT_LE(t[k], ends[n]);
    EXPECT_GE(t[k], ends[n - 1]);
  }
}

TEST(StepsInRows, OfARunThatStopsCountTheRefused) {
  const System system(
      read_model_text("rheon: 1\nname: m\ncoordinates: [x]\nmass: [[1]]\nforces: {x: x'^2}\ninitial: {x: 0, x': 1}\n"
                      "simulate: {formulation: lagrange, tolerance: 1e-6, duration: 2 s}\n",  // x' = 1/(1 - t)
                      "m.yaml"));
  const Results results = run(system, {});
  ASSERT_EQ(results.summary.ending, Ending::stopped);
  expect_counts_of_the_summary(results);
  EXPECT_GT(results.summary.refused_steps, 0);
}

TEST(StepsInRows, AreThereInKinematicsAndNotInStatics) {
  const Results followed = kinematics(load_system("slider_crank_driven"), {.duration = 1.0, .samples = 20});
  expect_counts_of_the_summary(followed);
  EXPECT_GE(channel(followed, "run.steps").back(), 20.0);
  EXPECT_GT(channel(followed, "run.step").back(), 0.0);
  const System system = load_system("pendulum");
  const Results resting = to_results(system, find_equilibrium(system, {}));
  for (const Channel& c : resting.channels) EXPECT_FALSE(is_step_channel(c.name)) << c.name;
  EXPECT_NEAR(channel(resting, "violation.rod").front(), 0.0, 1e-9);
}

// As the summary's: what went before the checkpoint is not known.
TEST(StepsInRows, CountFromTheCheckpointOn) {
  const System system = load_system("pendulum");
  RunRequest r = request("ali3p");
  r.step = 0.01;
  r.duration = 1.0;
  r.samples = 100;
  Simulation whole(system, r);
  for (int k = 0; k < 40; ++k) ASSERT_TRUE(whole.step());
  Simulation rest(system, r, whole.state());
  rest.go_on({});
  whole.go_on({});
  const Results all = whole.results(), later = rest.results();
  EXPECT_EQ(channel(all, "run.steps").back(), 100.0);
  EXPECT_EQ(channel(later, "run.steps").back(), 60.0);
  EXPECT_EQ(channel(later, "run.steps").front(), 1.0);
  EXPECT_EQ(channel(later, "run.step").front(), 0.01);
}

TEST(StepsInRows, NeedNoAllocation) {
  const System system = load_system("pendulum");
  RunRequest r = request("ali3p");
  r.step = 1e-3;
  r.duration = 1.0;
  r.samples = 1000;
  Simulation simulation(system, r);
  for (int k = 0; k < 10; ++k) ASSERT_TRUE(simulation.step());
  const long long before = allocations();
  ASSERT_GE(before, 0);
  bool going = true;
  for (int k = 0; k < 500; ++k) going = going && simulation.step();
  EXPECT_EQ(allocations() - before, 0);
  EXPECT_TRUE(going);
}

}  // namespace
}  // namespace rheon::test
