// A redundant row whose gradient vanishes on the way, and error control that comes to a standstill.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;

/// theta'' = -g sin(theta) from theta = pi/2 at rest, by rk4 with steps of 1e-4: right to 1e-13.
double pendulum_x(double duration) {
  const auto rate = [](std::array<double, 2> s) { return std::array{s[1], -9.81 * std::sin(s[0])}; };
  std::array<double, 2> s{2 * std::atan(1.0), 0.0};
  const int steps = static_cast<int>(std::lround(duration / 1e-4));
  const double h = duration / steps;
  for (int n = 0; n < steps; ++n) {
    const auto moved = [&](const std::array<double, 2>& k, double dt) {
      return std::array{s[0] + dt * k[0], s[1] + dt * k[1]};
    };
    const auto k1 = rate(s), k2 = rate(moved(k1, h / 2)), k3 = rate(moved(k2, h / 2)), k4 = rate(moved(k3, h));
    for (std::size_t i = 0; i < 2; ++i) s[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return std::sin(s[0]);
}

// x (x^2 + y^2 - 1) = 0 has no gradient at the bottom, where stages off the circle make it say anything.
TEST(VanishingGradient, OfARedundantRowOnTheWay) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\npotential: 9.81*y\n"
      "constraints: {a: x^2 + y^2 = 1, b: x*(x^2 + y^2 - 1) = 0}\ninitial: {x: 1, y: 0, x': 0, y': 0}\n",
      "p.yaml"));
  RunRequest request;
  request.formulation = "lagrange";
  request.duration = 2.0;
  request.samples = 500;
  const double exact = pendulum_x(2.0);
  for (const double h : {0.002, 0.001, 0.0005}) {
    request.step = h;
    const Results r = run(system, request);
    ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
    EXPECT_NEAR(channel(r, "x").back(), exact, h > 0.001 ? 1e-8 : 1e-9) << h;
    EXPECT_THAT(r.summary.notes, testing::Contains(HasSubstr("the gradient of constraint \"b\", which is redundant")));
  }
}

// (x^2 + y^2 - 1)^2 = 0 beside its root: the gradient vanishes all over the circle, so it can hold nothing.
TEST(VanishingGradient, SquaresAreRefused) {
  const auto refusal = [](const std::string& row) -> std::vector<Problem> {
    const System system(
        read_model_text("rheon: 1\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
                        "constraints: {rod: x^2 + y^2 = 1, more: " +
                            row + "}\ninitial: {x: 0, y: 1, x': 2, y': 0}\n",
                        "p.yaml"));
    RunRequest request;
    request.formulation = "lagrange";
    request.duration = 0.1;
    request.step = 0.01;
    try {
      run(system, request);
    } catch (const ModelError& e) {
      return e.problems();
    }
    return {};
  };
  const auto refused = refusal("(x^2 + y^2 - 1)^2 = 0");
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_THAT(refused[0].what, HasSubstr("its gradient vanishes wherever it holds"));
  EXPECT_THAT(refused[0].remedy, HasSubstr("without the square"));
  EXPECT_TRUE(refusal("x*(x^2 + y^2 - 1) = 0").empty());  // it vanishes at x = 0 alone
}

// Bricard's rows depend on each other and disagree at stages off the constraints, which is no reason to refuse a step.
TEST(VanishingGradient, DependentRowsThatDisagreeRefuseFewSteps) {
  const System system = load_system("bricard");
  RunRequest request;
  request.formulation = "ali3p";
  request.integrator = "gauss4";
  request.duration = 2.0;
  request.samples = 10;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    request.tolerance = tolerance;
    const Summary summary = run(system, request).summary;
    ASSERT_EQ(summary.ending, Ending::completed) << summary.message;
    EXPECT_LE(summary.refused_steps, summary.steps / 4) << tolerance;  // it was half of all, at any tolerance
    EXPECT_LE(summary.steps, 200) << tolerance;                        // and 325 to 491
  }
}

// Half a period of the spring takes 3e-13 s: the end is some 1e13 steps away.
TEST(VanishingGradient, AStandstillStopsTheRun) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: [x]\nkinetic: x'^2/2\npotential: 1e26*x^2/2\ninitial: {x: 1, x': 0}\n", "s.yaml"));
  RunRequest request;
  request.formulation = "lagrange";
  request.duration = 1.0;
  request.tolerance = 1e-6;
  const Results r = run(system, request);
  EXPECT_EQ(r.summary.ending, Ending::stopped);
  EXPECT_THAT(r.summary.message, HasSubstr("the step fell to"));
  EXPECT_LT(r.summary.steps, 5000);
}

}  // namespace
}  // namespace rheon::test
