// What is special about single formulations: partitions, gains, work of constraints, inertia of constraints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

/// The start of a run, moved off the constraints, with the accelerations that belong to it.
State disturbed(const System& system, const RunRequest& r, double dq, double dv) {
  State s = Simulation(system, r).state();
  s.q[0] += dq;
  s.v[0] += dv;
  const auto& f = find_formulation(*r.formulation);
  const auto& i = r.integrator ? find_integrator(*r.integrator) : find_integrator(f.default_integrator);
  rheon::Problems problems;
  const auto values = OptionValues::resolve(stepper_options(f, i), r.options, problems);
  EXPECT_TRUE(make_stepper(system, f, i, values)->start(s));
  return s;
}

/// A run that starts off the constraints: the state is moved before the first step.
Results run_disturbed(const System& system, const RunRequest& r, double dq, double dv) {
  State s = disturbed(system, r, dq, dv);
  Simulation simulation(system, r, s);
  while (simulation.step()) {
  }
  return simulation.results();
}

// --- kane

// A pendulum that turns over: x' and y' take turns in being the better dependent speed.
TEST(Kane, ChoosesThePartitionAnewWhenItGoesBad) {
  const System system = load_system("pendulum");
  RunRequest r = request("kane", "rk4");
  r.step = 1e-3;
  r.duration = 5.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_GT(results.summary.repartitions, 2);
  // the same motion as without partition
  const Results other = run(system, [&] {
    RunRequest l = r;
    l.formulation = "lagrange";
    return l;
  }());
  EXPECT_LT(max_difference(channel(results, "x"), channel(other, "x")), 1e-9);
  EXPECT_LT(max_difference(channel(results, "lambda.rod"), channel(other, "lambda.rod")), 1e-8);
}

TEST(Kane, AGivenPartitionIsKept) {
  const System system = load_system("parabola");
  RunRequest r = request("kane", "rk4");
  r.step = 1e-3;
  r.duration = 5.0;
  r.options = {{"dependent", "y'", {}}};
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_EQ(results.summary.repartitions, 0);
  const Table reference = load_reference("s004_ex2_parabola_10s");
  EXPECT_NEAR(channel(results, "x").back(), reference["x"][100], 1e-7);
}

TEST(Kane, WrongPartitionsAreRefused) {
  const System system = load_system("double_pendulum");
  RunRequest r = request("kane", "rk4");
  r.step = 1e-3;
  r.duration = 0.1;
  r.options = {{"dependent", "z'", {}}};
  EXPECT_THAT(message_of([&] { run(system, r); }), HasSubstr("z'"));
  const std::string first = system.velocity_name(0);
  r.options = {{"dependent", first, {}}};  // two rows need two
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::stopped);
  EXPECT_THAT(results.summary.message, HasSubstr("as many speeds"));
}

// Newton's differences disturb what a form adds to the state; a partition is not a number.
TEST(Kane, GoesWithImplicitRulesOnStiffModels) {
  const System system(
      read_model_text("rheon: 1\nname: stiff\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 1e6*x^2/2\n"
                      "constraints: {line: y = x}\ninitial: {x: 1, x': 0}\n",
                      "stiff.yaml"));
  for (const char* integrator : {"implicit-midpoint", "trapezoidal"}) {
    RunRequest r = request("kane", integrator);
    r.step = 1e-2;
    r.duration = 0.1;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    // both rules keep x^2 + (x'/w)^2 of a linear oscillator
    EXPECT_NEAR(results.summary.energy_unexplained, 0.0, 1e-3);
  }
}

TEST(Kane, StopsWhereTheMassTurnsNegative) {
  const System system(
      read_model_text("rheon: 1\nname: negative\ncoordinates: [a]\nkinetic: (1 - a)*a'^2/2\ninitial: {a: 0, a': 1}\n",
                      "negative.yaml"));
  RunRequest r = request("kane", "rk4");
  r.step = 1e-3;
  r.duration = 3.0;
  EXPECT_EQ(run(system, r).summary.ending, Ending::stopped);
}

// The gradient of a, (y, x, 0), is zero at the start and never after. Then y is held, 0 = 0.3 - x lambda, while x and z
// go together: x'' = (1 + 2)/2, x = t + 3/4 t^2.
TEST(Kane, RowsThatHoldNothingAtTheStartHoldLater) {
  const System system(
      read_model_text("rheon: 1\nname: later\ncoordinates: [x, y, z]\nmass: [1, 1, 1]\n"
                      "forces: {x: 1, y: 0.3, z: 2}\nconstraints: {a: y*x = 0, b: z = x}\n"
                      "initial: {x: 0, y: 0, z: 0, x': 1, y': 0, z': 1}\n",
                      "later.yaml"));
  for (const char* formulation : {"lagrange", "kane"}) {
    SCOPED_TRACE(formulation);
    RunRequest r = request(formulation, "rk4");
    r.step = 1e-3;
    r.duration = 1.0;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_LT(results.summary.position.value, 1e-8);
    // y is free for a part of the first step and put back: x' changes by less than the 0.3 h = 3e-4 that y' had
    EXPECT_NEAR(channel(results, "x").back(), 1.75, 1e-4);
    EXPECT_NEAR(channel(results, "y''").back(), 0.0, 1e-9);
    EXPECT_NEAR(channel(results, "lambda.a").back(), 0.3 / 1.75, 2e-5);
    EXPECT_NEAR(channel(results, "lambda.b").back(), 0.5, 1e-9);  // z'' = 2 - lambda
  }
}

// [Bajodah2004]: |phi| < 2e-11 over 500 s with Gamma1 = -20, Gamma2 = -100 at h = 1e-3, and growth without.
TEST(KaneFull, DampedConstraintsStayWhereUndampedOnesDrift) {
  const System system = load_system("parabola");
  RunRequest r = request("kane", "kutta-merson");
  r.step = 1e-3;
  r.duration = 500.0;
  r.options = {{"projection", "none", {}}, {"gamma1", "-20", {}}, {"gamma2", "-100", {}}};
  const double damped = run(system, r).summary.position.value;
  EXPECT_LT(damped, 2e-11);
  r.options = {{"projection", "none", {}}};
  EXPECT_GT(run(system, r).summary.position.value, 5 * damped);
}

// --- gains: a violated constraint returns as its error equation says

// phi = x + y with M = 1: the error equation phi'' + R phi' + S phi = 0 is exact. Critically damped:
// phi = (p0 + (v0 + w p0) t) exp(-w t)
TEST(Gains, ViolationsDecayAsTheErrorEquationSays) {
  const System system(
      read_model_text("rheon: 1\nname: line\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
                      "constraints: {line: x + y = 0}\ninitial: {x: 0, x': 1}\noutputs: {phi: x + y}\n",
                      "line.yaml"));
  struct Case {
    const char* formulation;
    std::vector<Setting> options;
  };
  const Setting off{"projection", "none", {}};
  for (const Case& c : {Case{"lagrange", {{"alpha", "10", {}}, {"beta", "25", {}}, off}},
                        Case{"udwadia-kalaba", {{"alpha", "[10]", {}}, {"beta", "[[25]]", {}}, off}},
                        Case{"kane", {{"gamma1", "-10", {}}, {"gamma2", "-25", {}}, off}},
                        Case{"augmented-lagrangian", {{"omega", "5", {}}, {"xi", "1", {}}, off}},
                        Case{"np-ode", {{"damping", "10", {}}, {"stiffness", "25", {}}, off}}}) {
    RunRequest r = request(c.formulation, "rk4");
    r.step = 1e-3;
    r.duration = 1.0;
    r.options = c.options;
    const Results results = run_disturbed(system, r, 1e-3, 2e-3);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    const double exact = (1e-3 + (2e-3 + 5 * 1e-3) * 1.0) * std::exp(-5.0);
    EXPECT_NEAR(channel(results, "phi").back(), exact, 1e-12) << c.formulation;  // rk4 at 1e-3: (5e-3)^4 of 1e-3
  }
  RunRequest r = request("np-three-field");
  r.step = 1e-3;
  r.duration = 1.0;
  r.options = {{"damping", "10", {}}, {"stiffness", "25", {}}};
  const Results results = run_disturbed(system, r, 1e-3, 2e-3);
  const double exact = (1e-3 + (2e-3 + 5 * 1e-3) * 1.0) * std::exp(-5.0);
  EXPECT_NEAR(channel(results, "phi").back(), exact, 1e-9);  // second order: (5e-3)^2 of 5e-5
}

// Two rows with R and S that couple them: x'' + R x' + S x = 0 for the violations, whatever M and A.
TEST(Gains, MatricesCoupleRows) {
  const System system = load_system("three_masses");
  RunRequest r = request("udwadia-kalaba", "rk4");
  r.step = 1e-4;
  r.duration = 0.2;
  r.samples = 200;
  r.options = {
      {"alpha", "[[20, 5], [-3, 18]]", {}}, {"beta", "[[100, -20], [10, 81]]", {}}, {"projection", "none", {}}};
  Simulation simulation(system, r, disturbed(system, r, 1e-3, 0.0));
  while (simulation.step()) {
  }
  const Results results = simulation.results();
  const auto q1 = channel(results, "q1"), q2 = channel(results, "q2"), q3 = channel(results, "q3");
  // the linear error equations, by the classical Runge-Kutta method written out here
  Eigen::Matrix2d R, S;
  R << 20, 5, -3, 18;
  S << 100, -20, 10, 81;
  Eigen::Vector2d e(1e-3, 1e-3), d(0, 0);
  const double h = 1e-5;
  for (int k = 0; k < 20000; ++k) {
    const auto f = [&](const Eigen::Vector2d& p, const Eigen::Vector2d& v) -> Eigen::Vector2d {
      return -R * v - S * p;
    };
    const Eigen::Vector2d k1 = d, l1 = f(e, d), k2 = d + h / 2 * l1, l2 = f(e + h / 2 * k1, k2), k3 = d + h / 2 * l2,
                          l3 = f(e + h / 2 * k2, k3), k4 = d + h * l3, l4 = f(e + h * k3, k4);
    e += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    d += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  // round-off of coordinates of size 1
  EXPECT_NEAR(q1.back() - 3 * q2.back(), e[0], 1e-12);
  EXPECT_NEAR(q1.back() + q2.back() + q3.back(), e[1], 1e-12);
}

TEST(Gains, OfTheWrongSizeNameTheRows) {
  const System system = load_system("three_masses");
  RunRequest r = request("udwadia-kalaba");
  r.options = {{"alpha", "[1, 2, 3]", {}}};
  const std::string text = message_of([&] { run(system, r); });
  EXPECT_THAT(text, HasSubstr("3 gains for 2 constraint rows (ratio, sum)"));
  r.options = {{"alpha", "[20]", {}}};  // a list of one is a list
  EXPECT_THROW(run(system, r), UsageError);
}

// --- constraints that do work

// A block on a slope of angle a with friction mu: s'' = g (sin a - mu cos a), and the normal force is m g cos a.
TEST(NonIdeal, FrictionOnASlopeIsTheTextbookOne) {
  const std::string text = R"(rheon: 1
name: slope
parameters: {m: 2, g: 9.81, a: 0.6, mu: 0.3}
coordinates: [x, y]
kinetic: m/2*(x'^2 + y'^2)
potential: m*g*y
constraints: {slope: y*cos(a) + x*sin(a) = 0}
nonideal: {x: -mu*abs(lambda(slope))*cos(a), y: mu*abs(lambda(slope))*sin(a)}
initial: {x: 0, x': 0}
)";
  const System system(read_model_text(text, "slope.yaml"));
  RunRequest r = request("udwadia-kalaba", "rk4");
  r.step = 1e-2;
  r.duration = 1.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const double s = 0.5 * 9.81 * (std::sin(0.6) - 0.3 * std::cos(0.6));
  EXPECT_NEAR(channel(results, "x").back(), s * std::cos(0.6), 1e-12);
  EXPECT_NEAR(std::abs(channel(results, "lambda.slope").back()), 2 * 9.81 * std::cos(0.6), 1e-12);
  EXPECT_NEAR(results.summary.work.friction, -0.3 * 2 * 9.81 * std::cos(0.6) * s, 1e-11);
  EXPECT_NEAR(results.summary.energy_unexplained, 0.0, 1e-11);
}

// A constraint that moves: y = t, with the force -c y' along it. All of it is held by the drive.
TEST(NonIdeal, MovingConstraintsPayForWhatTheyHold) {
  const System system(
      read_model_text("rheon: 1\nname: lift\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
                      "constraints: {lift: y = t}\nnonideal: {y: -0.5*y'}\ninitial: {x: 0, x': 1, y: 0}\n",
                      "lift.yaml"));
  RunRequest r = request("udwadia-kalaba", "rk4");
  r.step = 1e-2;
  r.duration = 1.0;
  const Results results = run(system, r);
  EXPECT_NEAR(results.summary.work.friction, -0.5, 1e-12);
  EXPECT_NEAR(results.summary.work.driving, 0.5, 1e-12);
  EXPECT_NEAR(results.summary.energy_unexplained, 0.0, 1e-12);
}

// --- energy-momentum

// An arm of 1 kg and 1 m turned at 10 rad/s by up to 5 rad a step: 50/3 J and speeds by the formula, whatever the step.
TEST(EnergyMomentum, DrivenFarInAStepKeepsTheSpeedOfTheDrive) {
  const System system(
      read_model_text("rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\n"
                      "bodies: {arm: {rod: [O, A], mass: 1 kg}}\njoints: {h: {revolute: [ground, arm], at: O}}\n"
                      "drivers: {m: {angle: h, equals: 10*t}}\n",
                      "arm.yaml"));
  for (const double step : {0.16, 0.2, 0.25, 0.5}) {
    SCOPED_TRACE(step);
    RunRequest r = request("energy-momentum");
    r.step = step;
    r.duration = 4.0;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    // half the speed: a third of the chord's, in the mass metric, may be missed; 12 m/s without projection
    EXPECT_NEAR(channel(results, "A.x'").back(), -10 * std::sin(40.0), 5.0);
    EXPECT_NEAR(channel(results, "A.y'").back(), 10 * std::cos(40.0), 5.0);
    EXPECT_LT(results.summary.velocity.value, 5.0);
    EXPECT_NEAR(channel(results, "A.x").back(), std::cos(40.0), 1e-12);
  }
}

// --- lagrange-index3

TEST(LagrangeIndex3, WithoutProjectionDampingKeepsItStable) {
  const System system = load_system("pendulum");
  const Table reference = load_reference("c_simple_pendulum");
  RunRequest r = request("lagrange-index3", "generalised-alpha");
  r.step = 1e-3;
  r.duration = 10.0;
  r.samples = 200;
  r.options = {{"velocity-projection", "false", {}}};
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  // second order at 1 ms over 10 s (compare 9e-5 of ali3p with the trapezoidal rule; damping costs some)
  EXPECT_LT(max_difference(channel(results, "x"), reference["x"]), 1e-3);
  EXPECT_LT(max_difference(channel(results, "lambda.rod"), reference["lam"]), 2e-2);
}

// --- np-three-field

// A bar on three equal parallel ropes keeps its direction: it moves as a simple pendulum of the ropes' length, of which
// two ropes would do. By hand: phi'' = -g/L sin(phi), and the ropes pull m (v^2/L + g cos(phi)) together.
TEST(NpThreeField, NonlinearRedundantRowsConverge) {
  const System system(
      read_model_text("rheon: 1\nname: ropes\nparameters: {m: 2, a: 0.5, L: 1}\ncoordinates: [x, y, th]\n"
                      "kinetic: m/2*(x'^2 + y'^2) + m*(2*a)^2/24*th'^2\npotential: m*9.81*y\nconstraints:\n"
                      "  left: (x - a*cos(th) + a)^2 + (y - a*sin(th))^2 = L^2\n  mid: x^2 + y^2 = L^2\n"
                      "  right: (x + a*cos(th) - a)^2 + (y + a*sin(th))^2 = L^2\n"
                      "initial: {x: 0.5, th: 0, x': 0}\nguess: {y: -1}\n",
                      "ropes.yaml"));
  RunRequest r = request("np-three-field");
  r.step = 4e-3;
  r.duration = 2.0;
  r.samples = 100;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_EQ(results.summary.refused_steps, 0);
  EXPECT_THAT(results.summary.notes, ::testing::Not(::testing::Contains(HasSubstr("taken in parts"))));
  const auto x = channel(results, "x"), y = channel(results, "y"), vx = channel(results, "x'"),
             vy = channel(results, "y'"), th = channel(results, "th"), left = channel(results, "lambda.left"),
             mid = channel(results, "lambda.mid"), right = channel(results, "lambda.right");
  const double second_order = 9.81 * 4e-3 * 4e-3;  // (w h)^2 with w^2 = g/L, of 1 m and 25 N
  double phi = std::asin(0.5), rate = 0.0;         // the pendulum by the classical Runge-Kutta method
  const double h = 2e-4;
  const auto f = [](double angle) { return -9.81 * std::sin(angle); };
  ASSERT_EQ(x.size(), 101u);
  for (std::size_t i = 0; i < x.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_NEAR(x[i], std::sin(phi), second_order);
    EXPECT_NEAR(y[i], -std::cos(phi), second_order);
    EXPECT_NEAR(th[i], 0.0, 1e-12);
    const double ropes = 2 * (left[i] + mid[i] + right[i]);
    EXPECT_NEAR(ropes, 2 * (rate * rate + 9.81 * std::cos(phi)), 25 * second_order);
    EXPECT_NEAR(ropes, 2 * (vx[i] * vx[i] + vy[i] * vy[i] - 9.81 * y[i]), 25 * second_order);
    for (int k = 0; k < 100; ++k) {
      const double l1 = f(phi), k2 = rate + h / 2 * l1, l2 = f(phi + h / 2 * rate), k3 = rate + h / 2 * l2,
                   l3 = f(phi + h / 2 * k2), k4 = rate + h * l3, l4 = f(phi + h * k3);
      phi += h / 6 * (rate + 2 * k2 + 2 * k3 + k4);
      rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
  }
}

// --- steps that fail are taken in parts

TEST(StepForms, AFailedStepIsTakenInParts) {
  const System system = load_system("double_pendulum");
  RunRequest r = request("lagrange-index3");
  r.step = 0.25;
  r.duration = 5.0;
  r.options = {{"max-iterations", "4", {}}};
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_GT(results.summary.refused_steps, 0);
  EXPECT_THAT(results.summary.notes, ::testing::Contains(HasSubstr("taken in parts")));
}

}  // namespace
}  // namespace rheon::test
