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
