// Collocation on the constrained equations: what is special about it. Orders, allocation and restart are tested with all
// other pairs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

double power(double x, int n) { return std::pow(x, n); }

// Quadrature to the order claimed, collocation (s conditions a row), and an estimate that vanishes for polynomials up to
// its order. [Hairer1996] (IV.5.9), (IV.8.19)
TEST(CollocationTableaus, SatisfyTheirConditions) {
  for (const auto& kind : integrators()) {
    if (kind.collocation == nullptr) continue;
    const CollocationTableau& t = *kind.collocation;
    const auto s = static_cast<std::size_t>(t.stages);
    ASSERT_EQ(t.a.size(), s * s);
    ASSERT_EQ(t.b.size(), s);
    ASSERT_EQ(t.c.size(), s);
    constexpr double round_off = 1e-14;  // sums of at most four terms of order one to ten
    for (int k = 1; k <= kind.order; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < s; ++i) sum += t.b[i] * power(t.c[i], k - 1);
      EXPECT_NEAR(sum, 1.0 / k, round_off) << kind.name << " B(" << k << ")";
    }
    for (int k = 1; k <= t.stages; ++k)
      for (std::size_t i = 0; i < s; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < s; ++j) sum += t.a[i * s + j] * power(t.c[j], k - 1);
        EXPECT_NEAR(sum, power(t.c[i], k) / k, round_off) << kind.name << " C(" << k << ")";
      }
    for (std::size_t j = 0; t.stiffly_accurate && j < s; ++j) EXPECT_EQ(t.a[(s - 1) * s + j], t.b[j]) << kind.name;
    EXPECT_EQ(t.error.empty(), t.error_order == 0) << kind.name;
    for (int k = 1; k <= t.error_order; ++k) {
      double sum = k == 1 ? t.error_start : 0.0;
      for (std::size_t i = 0; i < s; ++i) sum += t.error[i] * power(t.c[i], k);
      EXPECT_NEAR(sum, 0.0, round_off) << kind.name << " estimate, power " << k;
    }
  }
}

std::vector<std::pair<std::string, std::string>> collocation_pairs(bool adaptive) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& f : formulations())
    for (const auto& i : integrators())
      if (f.make_collocation != nullptr && i.collocation != nullptr && (has_error_control(f, i) || !adaptive))
        all.emplace_back(f.name, i.name);
  EXPECT_FALSE(all.empty());
  return all;
}

double worst_error(const Results& results, const Table& reference, const char* channel_name, const char* column,
                   double factor = 1.0) {
  const auto values = channel(results, channel_name);
  double worst = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
    worst = std::max(worst, std::abs(values[i] - factor * reference[column][i]));
  return worst;
}

// At the loose end the steps are longer than the distance of the reference's rows, so dense output is judged too.
TEST(RadauErrorControl, ErrorFallsWithTheTolerance) {
  const System system = load_system("pendulum");
  const Table reference = load_reference("c_simple_pendulum");
  for (const auto& [formulation, integrator] : collocation_pairs(true)) {
    double before = 1.0;
    for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
      RunRequest r = request(formulation, integrator);
      r.tolerance = tolerance;
      r.duration = 10.0;
      r.samples = 200;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
      const double error =
          std::max(worst_error(results, reference, "x", "x"), worst_error(results, reference, "x'", "vx"));
      // the estimate is of order 3 and the method of order 5: errors fall faster than the tolerance, by 10^(5/4)
      EXPECT_LT(error, 50 * tolerance) << formulation << " at " << tolerance;
      EXPECT_GT(error, 1e-3 * tolerance) << formulation << " at " << tolerance << ": steps far too small";
      EXPECT_LT(error, 0.2 * before) << formulation << " at " << tolerance;
      before = error;
    }
  }
}

/// The bob is two masses, held together by a spring of 1e8 N/m with a damper: in the limit the simple pendulum with
/// twice the mass. The masses stay within weight / stiffness, 3e-7 m, of each other; decay rates are 1e3 and 2e5 1/s.
System glued_pendulum() {
  return System(read_model_text(
      "rheon: 1\nname: glued\nparameters: {m: 0.5, L: 1, g: 9.81, k: 1e8, c: 1e5}\ncoordinates: [x, y, X, Y]\n"
      "mass: [m, m, m, m]\npotential: m*g*(y + Y) + k/2*((X - x)^2 + (Y - y)^2)\n"
      "forces: {x: c*(X' - x'), y: c*(Y' - y'), X: c*(x' - X'), Y: c*(y' - Y')}\n"
      "constraints: {rod: x^2 + y^2 = L^2}\ninitial: {x: -L, y: 0, X: -L, Y: 0}\n",
      "glued.yaml"));
}

TEST(StiffMechanism, TakesStepsOfTheSlowMotion) {
  const System system = glued_pendulum();
  const Table reference = load_reference("c_simple_pendulum");
  for (const auto& [formulation, integrator] : collocation_pairs(true)) {
    if (!find_integrator(integrator).collocation->stiffly_accurate) continue;
    RunRequest r = request(formulation, integrator);
    r.tolerance = 1e-6;
    r.duration = 2.0;
    r.samples = 40;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_LT(results.summary.steps, 200) << formulation;
    // error control at 1e-6, and the distance of the masses
    EXPECT_LT(worst_error(results, reference, "x", "x"), 5e-6) << formulation;
    EXPECT_LT(worst_error(results, reference, "X", "x"), 5e-6) << formulation;
    // between the steps an error of the spring's stretch of 1e-11 m already makes 1e-3 N, in reactions of 15 N
    EXPECT_LT(worst_error(results, reference, "lambda.rod", "lam"), 5e-3) << formulation;
    EXPECT_LT(results.summary.position.value, 1e-9) << formulation;
    EXPECT_LT(results.summary.velocity.value, 1e-9) << formulation;
    EXPECT_LT(results.summary.acceleration.value, 1e-9) << formulation;
  }
  // stability alone asks an explicit method for some 3.3 / 4e5 1/s a step, whatever the tolerance
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-6;
  r.duration = 0.1;
  EXPECT_GT(run(system, r).summary.steps, 5000);
}

// Stretching the spring to keep the rod's length would show as work of the damper: 20 times less energy than this is
// lost to the sagging of the spring.
TEST(StiffMechanism, StabilisationDoesNotStretchTheSpring) {
  RunRequest r = request("lagrange-index2", "radau5");
  r.step = 0.04;
  r.duration = 2.0;
  const Results results = run(glued_pendulum(), r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_LT(std::abs(results.summary.work.applied), 5e-6);
}

class CollocationDrift : public ::testing::TestWithParam<std::tuple<double, std::string>> {};

TEST_P(CollocationDrift, StaysBelowOneNanoAtAllLevels) {
  const auto& [h, model] = GetParam();
  const System system = load_system(model);
  for (const auto& [formulation, integrator] : collocation_pairs(false)) {
    RunRequest r = request(formulation, integrator);
    r.step = h;
    r.duration = std::min(2.0, 500 * h);
    r.samples = 1;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_LT(results.summary.position.value, 1e-9) << formulation << " " << integrator;
    EXPECT_LT(results.summary.velocity.value, 1e-9) << formulation << " " << integrator;
    EXPECT_LT(results.summary.acceleration.value, 1e-9) << formulation << " " << integrator;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CollocationDrift,
                         ::testing::Combine(::testing::Values(5e-2, 1e-3, 1e-5),
                                            ::testing::Values("pendulum", "moving_pivot", "compound_pendulum",
                                                              "pursuit", "constant_speed", "rolling_wheel",
                                                              "rolling_disc")));

// Works are integrated with the weights of the method: the ledger closes with its order.
TEST(CollocationWorks, UnexplainedEnergyFallsWithTheOrder) {
  const System system = load_system("moving_pivot");
  for (const auto& [formulation, integrator] : collocation_pairs(false)) {
    RunRequest r = request(formulation, integrator);
    r.duration = 3.0;
    r.step = 0.04;
    const double coarse = std::abs(run(system, r).summary.energy_unexplained);
    r.step = 0.02;
    const double fine = std::abs(run(system, r).summary.energy_unexplained);
    EXPECT_GT(std::log2(coarse / fine), find_integrator(integrator).order - 0.5) << formulation << " " << integrator;
  }
}

/// A chain of point masses, long enough for the sparse solver (24 coordinates, 12 rods, 216 unknowns in three stages).
std::string chain(int links) {
  std::string coordinates, mass, potential = "0", constraints, initial;
  for (int i = 1; i <= links; ++i) {
    const std::string n = std::to_string(i), p = std::to_string(i - 1);
    const std::string before = i == 1 ? "" : ", ";
    coordinates += before + "x" + n + ", y" + n;
    mass += before + "1, 1";
    potential += " + 9.81*y" + n;
    constraints += before + "rod" + n + ": " +
                   (i == 1 ? "x1^2 + y1^2 = 0.01" : "(x" + n + " - x" + p + ")^2 + (y" + n + " - y" + p + ")^2 = 0.01");
    initial += before + "x" + n + ": " + std::to_string(0.1 * i) + ", y" + n + ": 0";
  }
  return "rheon: 1\nname: chain\ncoordinates: [" + coordinates + "]\nmass: [" + mass + "]\npotential: " + potential +
         "\nconstraints: {" + constraints + "}\ninitial: {" + initial + "}\n";
}

TEST(CollocationOfALargeSystem, AgreesWithTheIndexOneEquations) {
  const System system(read_model_text(chain(12), "chain.yaml"));
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-10;
  r.duration = 0.5;
  r.samples = 10;
  const Results expected = run(system, r);
  r.formulation = "lagrange-index2";
  r.integrator = "radau5";
  r.tolerance = 1e-8;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  for (const char* name : {"x12", "y12", "y6'"})
    EXPECT_LT(max_difference(channel(results, name), channel(expected, name)), 1e-6) << name;
}

// Many rows: the order of elimination decides what the factors cost, and must not decide what they are.
TEST(CollocationOfALargeSystem, ThirtyLinksAgreeInEveryChannel) {
  const System system(read_model_text(chain(30), "chain.yaml"));
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-10;
  r.duration = 0.1;
  r.samples = 4;
  const Results expected = run(system, r);
  ASSERT_EQ(expected.summary.ending, Ending::completed) << expected.summary.message;
  r.formulation = "lagrange-index2";
  r.integrator = "radau5";
  r.tolerance = 1e-8;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  for (int k = 1; k <= 30; ++k) {
    const std::string n = std::to_string(k);
    SCOPED_TRACE(n);
    // the looser of the tolerances, relative: lengths of 3 m, speeds of 1 m/s, multipliers of some 500 N/m
    for (const char* axis : {"x", "y"}) {
      EXPECT_LT(max_difference(channel(results, axis + n), channel(expected, axis + n)), 3e-8);
      EXPECT_LT(max_difference(channel(results, axis + n + "'"), channel(expected, axis + n + "'")), 1e-7);
    }
    EXPECT_LT(max_difference(channel(results, "lambda.rod" + n), channel(expected, "lambda.rod" + n)), 1e-5);
  }
  EXPECT_NEAR(channel(results, "y30").back(), -0.5 * 9.81 * 0.01,
              1e-8);  // free fall: what the wall does falls off from link to link
}

// 270 unknowns of stages and more: elimination has one order whatever was factored before.
TEST(CollocationOfALargeSystem, ResumesBitForBit) {
  const System system(read_model_text(chain(30), "chain.yaml"));
  for (const auto& [formulation, integrator] : collocation_pairs(true)) {
    SCOPED_TRACE(formulation + " " + integrator);
    RunRequest r = request(formulation, integrator);
    r.tolerance = 1e-5;
    r.duration = 0.1;
    Simulation whole(system, r);
    State saved;
    for (int k = 0; !whole.done(); ++k) {
      if (k == 3) saved = whole.state();
      ASSERT_TRUE(whole.step());
    }
    ASSERT_GT(saved.n, 0);
    Simulation rest(system, r, saved);
    while (!rest.done()) ASSERT_TRUE(rest.step());
    EXPECT_EQ(whole.state().q, rest.state().q);
    EXPECT_EQ(whole.state().v, rest.state().v);
    EXPECT_EQ(whole.state().lambda, rest.state().lambda);
  }
}

// Coordinates without mass, driven at position or at velocity level: X = t carries the spring of a unit mass; x' = 0 and
// x' + y' = cos t from rest, without a force; X that nothing but its row knows, beside a mass on a spring.
TEST(CollocationOfDrivenCoordinates, NeedsNeitherMassNorForce) {
  const std::string spring =
      "rheon: 1\ncoordinates: [X, x]\nkinetic: x'^2/2\npotential: (x-X)^2/2\ninitial: {x: 0, x': 0";
  const std::pair<std::string, const char*> models[] = {
      {spring + "}\nconstraints: {c: X = t}\noutputs: {e: x - t + sin(t)}\n", "position"},
      {spring + ", X: 0}\nconstraints: {c: X' = 1}\noutputs: {e: x - t + sin(t)}\n", "velocity"},
      {"rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {a: x' = 0, b: x' + y' = cos(t)}\n"
       "outputs: {e: y - sin(t)}\n",
       "everything"},
      {"rheon: 1\ncoordinates: [X, x]\nkinetic: x'^2/2\npotential: x^2/2\ninitial: {x: 1, x': 0}\n"
       "constraints: {c: X = t}\noutputs: {e: x - cos(t) + X - t}\n",
       "alone"}};
  for (const auto& [text, name] : models) {
    const System system(read_model_text(text, "driven.yaml"));
    for (const auto& [formulation, integrator] : collocation_pairs(false)) {
      RunRequest r = request(formulation, integrator);
      r.step = 1e-2;
      r.duration = 3.0;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << name << ": " << results.summary.message;
      // order 4 at a hundredth of the time constant: 1e-8 / 180 a unit of time
      for (const double e : channel(results, "e")) ASSERT_NEAR(e, 0.0, 1e-9) << name << " " << formulation;
    }
  }
}

TEST(Ali3pWithCollocation, RefusesOptionsOfTheNewmarkStep) {
  const System system = load_system("pendulum");
  RunRequest r = request("ali3p", "gauss4");
  r.step = 1e-2;
  r.options.push_back({"reactions", "velocity", {}});
  try {
    run(system, r);
    FAIL() << "no refusal";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("\"reactions\""));
  }
}

// A bead on a circle that is written twice, once times a factor: off the circle the rows differ in direction. The answer is
// the pendulum, a'' = -g cos a, by the classical method with 20,000 steps (1e-12).
TEST(CollocationOfRowsThatAgreeOnTheConstraintsOnly, KeepsItsAccuracy) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x, y]\nkinetic: 1/2*(x'^2 + y'^2)\npotential: 9.81*y\nconstraints:\n"
                      "  one: x^2 + y^2 = 1\n  two: (x^2 + y^2 - 1)*(2 + x) = 0\ninitial: {x: 1, y: 0}\n",
                      "bead.yaml"));
  double angle = 0.0, rate = 0.0;
  const double h = 1e-4;
  for (int k = 0; k < 20000; ++k) {
    const auto f = [](double a) { return -9.81 * std::cos(a); };
    const double k1 = rate, l1 = f(angle), k2 = rate + h / 2 * l1, l2 = f(angle + h / 2 * k1);
    const double k3 = rate + h / 2 * l2, l3 = f(angle + h / 2 * k2), k4 = rate + h * l3, l4 = f(angle + h * k3);
    angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  for (const auto& [formulation, integrator] : collocation_pairs(true))
    for (const double tolerance : {1e-3, 1e-6}) {
      RunRequest r = request(formulation, integrator);
      r.tolerance = tolerance;
      r.duration = 2.0;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
      // errors of steps add up over three radians: some times the tolerance, not forty times as they did
      EXPECT_NEAR(channel(results, "x").back(), std::cos(angle), 3 * tolerance) << formulation << " " << integrator;
      EXPECT_NEAR(channel(results, "y").back(), std::sin(angle), 3 * tolerance) << formulation << " " << integrator;
    }
}

}  // namespace
}  // namespace rheon::test
