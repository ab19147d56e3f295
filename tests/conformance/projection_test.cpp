// Option `projection`: with "needed", constraints hold to the tolerance, by few projections.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/core/error.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;

constexpr double rate = 3.0;

/// A point that runs round a circle at a constant rate: x = cos 3t, y = sin 3t, and the string pulls with 9 N.
System circle(const std::string& simulate = "duration: 400 s") {
  return System(read_model_text(
      "rheon: 1\nname: circle\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {string: x^2 + y^2 = 1}\n"
      "initial: {x: 1, y: 0, x': 0, y': 3}\nsimulate: {" +
          simulate + "}\n",
      "circle.yaml"));
}

Results run_projected(const System& system, double tolerance, const std::string& projection, std::string integrator) {
  RunRequest r = request("lagrange", std::move(integrator));
  r.tolerance = tolerance;
  r.samples = 20;  // kutta-merson lands on every row
  r.options.push_back({"projection", projection, {}});
  return run(system, r);
}

double largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

class Needed : public testing::TestWithParam<const char*> {};

TEST_P(Needed, ConstraintsHoldToATenthOfTheTolerance) {
  const System system = circle();
  for (const double tolerance : {1e-4, 1e-6}) {
    SCOPED_TRACE(tolerance);
    const Results r = run_projected(system, tolerance, "needed", GetParam());
    ASSERT_EQ(r.summary.ending, Ending::completed);
    // |phi| <= 0.1 sum |2 x_j| tol (1 + |x_j|), at most where x = y; |phi'| likewise with velocities up to 3
    const double position = 0.1 * tolerance * 2 * (std::sqrt(2.0) + 1),
                 velocity = 0.1 * tolerance * 2 * (std::sqrt(2.0) + rate);
    EXPECT_LE(largest(channel(r, "drift.position")), position);
    EXPECT_LE(largest(channel(r, "drift.velocity")), velocity);
    EXPECT_GT(largest(channel(r, "drift.position")), 1e-6 * position);  // what is not needed is not done
    const Results without = run_projected(system, tolerance, "none", GetParam());
    EXPECT_GT(largest(channel(without, "drift.position")), position);  // it was needed
  }
}

TEST_P(Needed, TheMotionIsRight) {
  const Results r = run_projected(circle("duration: 2 s"), 1e-6, "needed", GetParam());
  const auto t = channel(r, "t"), x = channel(r, "x"), lambda = channel(r, "lambda.string");
  for (std::size_t i = 0; i < t.size(); ++i) {
    // errors of some dozen steps of at most the tolerance each, and what they make of each other in 2 s
    EXPECT_NEAR(x[i], std::cos(rate * t[i]), 1e-4);
    EXPECT_NEAR(2 * lambda[i], rate * rate, 1e-4 * rate * rate);  // along (2 x, 2 y)
  }
}

// Two bars of the same length: with the piston above the crank's bearing, both lie on each other, and the piston may stay there.
TEST_P(Needed, SingularPositionsArePassedOnTheBranch) {
  const System system(read_model_text(R"(
rheon: 1
plane: xy
gravity: [-3, -2]
ground: {O: [0, 0]}
points: {A: [0.3, 0.4], B: [0.6, 0]}
bodies:
  crank: {rod: [O, A], mass: 1 kg}
  rod: {rod: [A, B], mass: 1 kg}
  piston: {point: B, mass: 0.5 kg}
joints: {guide: {on_line: B, along: x, through: O}}
initial: {"crank.angle'": 4}
outputs: {branch: B.x - 2*A.x}
simulate: {duration: 4 s}
)",
                                      "bars.yaml"));
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    SCOPED_TRACE(tolerance);
    const Results r = run_projected(system, tolerance, "needed", GetParam());
    ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
    for (const double branch : channel(r, "branch")) EXPECT_NEAR(branch, 0.0, 0.1 * tolerance);
  }
}

// Two wheels and a motor whose torque falls with its speed. Error estimates of long steps miss how far the wheels leave their
// hinges: the projection would throw most of the energy away.
TEST(Projection, StepsThatItMovesByMoreThanTheToleranceAreRefused) {
  const System system(read_model_text(R"(
rheon: 1
plane: xy
ground: {O1: [0, 0], O2: [30 cm, 0]}
bodies:
  pinion: {disc: 100 mm, at: O1, mass: 2 kg}
  wheel: {disc: 200 mm, at: O2, mass: 8 kg}
joints:
  h1: {revolute: [ground, pinion], at: O1}
  h2: {revolute: [ground, wheel], at: O2}
  mesh: {gear: [h1, h2], ratio: -2}
forces:
  motor: {torque: h1, equals: 5*(1 - h1.angle'/150)}
simulate: {duration: 10 s}
)",
                                      "gears.yaml"));
  const double inertia = 2 * 0.01 / 2 + 8 * 0.04 / 2 / 4;  // of the pinion, with a wheel that turns half as fast
  const double speed = 150 * (1 - std::exp(-10 * 5 / (150 * inertia)));
  for (const char* projection : {"full", "needed"}) {
    SCOPED_TRACE(projection);
    const Results r = run_projected(system, 1e-2, projection, "dop853");
    ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
    // errors of a hundredth in each of some hundred steps, of which the motor makes up for most
    const double energy = 0.5 * inertia * speed * speed;
    EXPECT_NEAR(channel(r, "energy.kinetic").back(), energy, 0.2 * energy);
  }
}

INSTANTIATE_TEST_SUITE_P(Projection, Needed, testing::Values("dop853", "dopri5", "kutta-merson", "bogacki-shampine"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Projection, NeededIsRefusedForFixedSteps) {
  RunRequest r = request("lagrange", "rk4");
  r.step = 1e-2;
  r.options.push_back({"projection", "needed", {}});
  try {
    run(circle(), r);
    FAIL() << "nothing says when it is needed";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("goes with error control, and this run has a fixed step"));
  }
  try {
    run(circle("integrator: rk4, step: 10 ms, options: {projection: needed}"), {});
    FAIL() << "nothing says when it is needed";
  } catch (const ModelError& error) {
    EXPECT_THAT(error.what(), HasSubstr("circle.yaml:7:"));
  }
}

}  // namespace
}  // namespace rheon::test
