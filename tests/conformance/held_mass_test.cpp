// Every formulation on mass matrices that are singular and that constraints make regular: where M varies, where it is
// constant, held at position level or at velocity level. Answers by hand, or by equations in the least coordinates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/system_inside.hpp"
#include "rheon/analysis/check.hpp"
#include "rheon/analysis/statics.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/formulation_names.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// T = (c s' - s c')^2/2 has no inertia along (c, s). With c = cos(th), V = c: th'' = sin(th). Along (c, s), where
// T = r^4 th'^2/2 and V = r cos(th): 0 = 2 th'^2 - cos(th) - 2 lambda.
constexpr const char* across = R"(rheon: 1
name: across
coordinates: [c, s]
kinetic: 1/2*(c*s' - s*c')^2
potential: c
constraints: {unit: c^2 + s^2 = 1}
initial: {c: 1, s: 0, s': 1}
)";

struct Pendulum {
  double th = 0.0, rate = 1.0;
  /// The classical Runge-Kutta method; its error at 1e-3 is below 1e-12.
  void advance(double t) {
    const int steps = static_cast<int>(std::round(t / 1e-3));
    const double h = t / steps;
    for (int i = 0; i < steps; ++i) {
      const double k1 = rate, l1 = std::sin(th), k2 = rate + h / 2 * l1, l2 = std::sin(th + h / 2 * k1),
                   k3 = rate + h / 2 * l2, l3 = std::sin(th + h / 2 * k2), k4 = rate + h * l3,
                   l4 = std::sin(th + h * k3);
      th += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
  }
};

class HeldMass : public ::testing::TestWithParam<std::string> {
 protected:
  const FormulationKind& kind() const { return find_formulation(GetParam()); }
  int order() const { return claimed_order(kind(), find_integrator(kind().default_integrator)).motion; }
  bool springs() const { return GetParam() == "penalty"; }
  /// A fixed step of 1 ms: (w h)^2 with w^2 <= 10 over some seconds, with a factor for the constants. Springs hold
  /// to 1e-6 of the forces, and their reactions need not converge.
  double allowed() const { return springs() ? 1e-3 : order() > 2 ? 1e-9 : 5e-5; }
  Results run_model(const System& system, double duration) const {
    RunRequest r = request(GetParam());
    r.step = 1e-3;
    r.duration = duration;
    r.samples = 20;
    return run(system, r);
  }
};

TEST_P(HeldMass, VaryingAndHeldByOneRow) {
  const System system(read_model_text(across, "across.yaml"));
  if (!kind().claims.varying_mass) {
    EXPECT_THAT(message_of([&] { run_model(system, 1.0); }), HasSubstr("mass matrix is not constant"));
    return;
  }
  const Results results = run_model(system, 4.0);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const auto t = channel(results, "t"), c = channel(results, "c"), s = channel(results, "s"),
             lambda = channel(results, "lambda.unit");
  Pendulum exact;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (i > 0) exact.advance(t[i] - t[i - 1]);
    EXPECT_NEAR(c[i], std::cos(exact.th), allowed()) << t[i];
    EXPECT_NEAR(s[i], std::sin(exact.th), allowed()) << t[i];
    if (!springs()) {
      EXPECT_NEAR(lambda[i], exact.rate * exact.rate - std::cos(exact.th) / 2, 10 * allowed()) << t[i];
    }
  }
  if (!springs()) {
    EXPECT_LT(std::abs(results.summary.energy_unexplained), 10 * allowed());
  }
}

// The body of tests/data/reference/c_free_body_dzhanibekov.csv, with a kinetic energy of omega alone: M has rank 3 of 4.
TEST_P(HeldMass, QuaternionHeldByItsNorm) {
  const System system = load_system("free_quaternion");
  if (!kind().claims.varying_mass) {
    EXPECT_THAT(message_of([&] { run_model(system, 1.0); }), HasSubstr("mass matrix is not constant"));
    return;
  }
  const Results results = run_model(system, 5.0);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const Table reference = load_reference("c_free_body_dzhanibekov");  // every 0.25 s
  for (const char* name : {"q0", "q1", "q2", "q3"})
    for (std::size_t i = 0; i <= 20; ++i)
      EXPECT_NEAR(channel(results, name)[i], reference[name][i], allowed()) << name << " at row " << i;
}

// A coordinate without mass, y, tied to x by a row that is linear: 2 x'' = -8 x + 2 F with y = 2 x and the force F = 1 on y,
// so x = 1/4 (1 - cos 2t), and 0 = 1 - lambda on y. M + A^T D A is constant.
TEST_P(HeldMass, ConstantAndHeldByALinearRow) {
  const System system(
      read_model_text("rheon: 1\nname: tied\ncoordinates: [x, y]\nmass: [2, 0]\npotential: 4*x^2\nforces: {y: 1}\n"
                      "constraints: {tie: y = 2*x}\ninitial: {x: 0, x': 0}\n",
                      "tied.yaml"));
  const Results results = run_model(system, 2.0);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const auto t = channel(results, "t"), x = channel(results, "x"), y = channel(results, "y"),
             lambda = channel(results, "lambda.tie");
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(x[i], 0.25 * (1 - std::cos(2 * t[i])), allowed());
    EXPECT_NEAR(y[i], 0.5 * (1 - std::cos(2 * t[i])), 2 * allowed());
    if (!springs()) {
      EXPECT_NEAR(lambda[i], 1.0, 10 * allowed());
    }
  }
}

// The same by a row at velocity level that moves: y' = 2 x' + cos(t). x goes as before, y = 2 x + sin(t); the drive gives
// lambda cos(t) = cos(t) of power.
TEST_P(HeldMass, HeldAtVelocityLevel) {
  if (!kind().claims.nonholonomic) return;
  const System system(
      read_model_text("rheon: 1\nname: tied\ncoordinates: [x, y]\nmass: [2, 0]\npotential: 4*x^2\nforces: {y: 1}\n"
                      "constraints: {tie: y' = 2*x' + cos(t)}\ninitial: {x: 0, x': 0, y: 0}\n",
                      "tied.yaml"));
  const Results results = run_model(system, 2.0);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const auto t = channel(results, "t"), x = channel(results, "x"), y = channel(results, "y");
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(x[i], 0.25 * (1 - std::cos(2 * t[i])), allowed());
    EXPECT_NEAR(y[i], 0.5 * (1 - std::cos(2 * t[i])) + std::sin(t[i]), 2 * allowed());
  }
}

// A motion without mass that nothing holds has no acceleration, in any formulation.
TEST_P(HeldMass, WhatNothingHoldsIsRefused) {
  const System system(
      read_model_text("rheon: 1\nname: loose\ncoordinates: [x, y, z]\nkinetic: 1/2*x'^2 + 1/2*(y' + z')^2\n"
                      "constraints: {line: x = y + z}\ninitial: {x: 0, y: 0, x': 1, y': 1}\n",
                      "loose.yaml"));
  EXPECT_GE(SystemInside::massless_velocity(system), 0);
  EXPECT_THAT(message_of([&] { run_model(system, 0.1); }), HasSubstr("mass matrix is singular"));
}

INSTANTIATE_TEST_SUITE_P(Formulations, HeldMass, ::testing::ValuesIn(formulation_names()), formulation_test_name);

TEST(HeldMassModel, ErrorControlGoesThrough) {
  const System system(read_model_text(across, "across.yaml"));
  for (const char* formulation : {"lagrange", "auto"}) {
    SCOPED_TRACE(formulation);
    RunRequest r = request(formulation);
    r.tolerance = 1e-9;
    r.duration = 10.0;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_LT(results.summary.steps, 2000);
    Pendulum exact;
    exact.advance(10.0);
    EXPECT_NEAR(channel(results, "c").back(), std::cos(exact.th),
                1e-6);  // th grows by e^t near the top: 1e-9 times 1e3
  }
}

TEST(HeldMassModel, CheckSaysWhatHoldsIt) {
  const CheckReport report = check(System(read_model_text(across, "across.yaml")));
  EXPECT_TRUE(report.problems.empty());
  EXPECT_THAT(report.notes, Contains(HasSubstr("constraint unit holds it")));
}

// The refusal names the reason: A of the row that holds y turns with y, so that the inertia it lends is not constant.
TEST(HeldMassModel, RefusalNamesTheReason) {
  const System system(
      read_model_text("rheon: 1\nname: tied\ncoordinates: [x, y]\nmass: [2, 0]\nconstraints: {tie: x = y + y^2}\n"
                      "initial: {y: 0, x': 1}\n",
                      "tied.yaml"));
  const std::string text = message_of([&] { run(system, request("energy-momentum")); });
  EXPECT_THAT(text, HasSubstr("some motion of y' has no kinetic energy"));
  EXPECT_THAT(text, HasSubstr("formulations that can: "));
}

// y follows y = x + t^2/2, whose second derivative would push at y with D if the inertia were not taken back. At rest at
// t = 0: the spring holds, 3 x = lambda = F on y, F = 6.
TEST(HeldMassModel, StaticsSeesForcesAlone) {
  const System system(
      read_model_text("rheon: 1\nname: rest\ncoordinates: [x, y]\nmass: [2, 0]\npotential: 3/2*x^2\nforces: {y: 6}\n"
                      "constraints: {tie: y = x + t^2/2}\ninitial: {x: 1}\n",
                      "rest.yaml"));
  ASSERT_EQ(SystemInside::holding_rows(system).size(), 1u);
  const Equilibrium rest = find_equilibrium(system);
  ASSERT_TRUE(rest.found) << rest.reason;
  EXPECT_NEAR(rest.state.q[0], 2.0, 1e-9);
  EXPECT_NEAR(rest.state.lambda[0], 6.0, 1e-9);
}

}  // namespace
}  // namespace rheon::test
