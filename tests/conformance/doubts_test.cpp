// The doubt that a motion is not to be trusted: for energy from nowhere and constraints that do not hold, not for systems at
// rest. The whole of it is in trust_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

void expect_no_doubt(const System& system, std::string_view formulation, std::string_view integrator, double h) {
  SCOPED_TRACE(std::string(formulation) + " " + std::string(integrator) + " " + std::to_string(h));
  RunRequest r = request(std::string(formulation), std::string(integrator));
  r.step = h;
  r.duration = 1.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_THAT(results.summary.doubts, IsEmpty());
}

// The spring is stretched by g/k, a number that is not exact: what moves is round-off.
TEST(DoubtOfEnergy, IsNotHadOfAMassThatHangsAtRest) {
  const System system(
      read_model_text("rheon: 1\nname: spring\ncoordinates: [x]\nmass: [1]\npotential: 100*(x - 1)^2/2 + 9.81*x\n"
                      "initial: {x: 1 - 9.81/100}\n",
                      "spring.yaml"));
  for (const auto& f : formulations())
    for (const double h : {1e-3, 1e-2, 1e-1}) expect_no_doubt(system, f.name, "", h);
}

System hanging_pendulum() {
  return System(
      read_model_text("rheon: 1\nname: hanging\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y\n"
                      "constraints: {rod: x^2 + y^2 = 1}\ninitial: {x: 0, y: -1, x': 0, y': 0}\n",
                      "hanging.yaml"));
}

TEST(DoubtOfEnergy, IsNotHadOfAPendulumThatHangsAtRest) {
  const System system = hanging_pendulum();
  for (const auto& f : formulations())
    for (const double h : {1e-3, 1e-2}) expect_no_doubt(system, f.name, "", h);
}

// A rod that is a spring gives way under the weight, and rings: at 10 ms by some micrometres.
TEST(DoubtOfEnergy, IsNotHadOfSpringsForConstraintsAtRest) {
  const System system = hanging_pendulum();
  for (const auto& i : integrators())
    if (pairs(find_formulation("penalty"), i))
      for (const double h : {1e-3, 1e-2}) expect_no_doubt(system, "penalty", i.name, h);
}

// With the spring weaker than the friction the mass comes to rest, and the force switches its sign in every step: a run with a
// tighter tolerance takes ever shorter ones. (Nothing interrupts it.)
TEST(DoubtOfError, SaysThatTheFurtherRunWasGivenUp) {
  const System system(
      read_model_text("rheon: 1\nname: stick\ncoordinates: [x]\nmass: [1]\npotential: x^2/2\n"
                      "forces: {x: \"-2*sign(x')\"}\ninitial: {x: 1, x': 1}\n",
                      "stick.yaml"));
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-4;
  r.duration = 0.5;
  r.estimate_error = true;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_THAT(results.summary.doubts, Contains(HasSubstr("did not reach the end (it was given up after ")));
}

// The explicit midpoint rule multiplies the energy of an oscillator by |1 + i w h - (w h)^2/2|^2 a step: 2501 for
// w h = 10.
TEST(DoubtOfEnergy, IsHadOfARunThatBlowsUp) {
  const System system(read_model_text(
      "rheon: 1\nname: stiff\ncoordinates: [x]\nmass: [1]\npotential: 1e4*x^2/2\ninitial: {x: 1}\n", "stiff.yaml"));
  RunRequest r = request("lagrange", "explicit-midpoint");
  r.step = 0.1;
  r.duration = 1.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_NEAR(results.summary.energy_end / (5e3 * std::pow(2501.0, 10)), 1.0, 1e-9);  // round-off of ten steps
  EXPECT_THAT(results.summary.doubts, Contains(HasSubstr("not to be trusted")));
}

// It starts and ends at rest: the net work is zero, and 0.84 J went in and out.
TEST(DoubtOfEnergy, IsNotHadOfADriveWhoseNetWorkIsZero) {
  const System system(read_model_text(
      "rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\nbodies: {arm: {rod: [O, A], mass: 1 kg}}\n"
      "joints: {h: {revolute: [ground, arm], at: O}}\n"
      "drivers: {m: {angle: h, equals: 1.2*(ramp(t, 0.2, 1.2) - ramp(t, 1.8, 2.8))}}\n",
      "arm.yaml"));
  for (const auto& f : formulations()) {
    if (!objection(system, f).empty() || f.name == "penalty") continue;  // springs give way at the jumps of the speed
    RunRequest r = request(std::string(f.name));
    r.step = 1e-3;
    r.duration = 3.0;
    for (const int samples : {500, 1}) {  // one row at each end: nothing ever moves in them
      r.samples = samples;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
      EXPECT_THAT(results.summary.doubts, IsEmpty()) << f.name;
    }
  }
}

// What springs that stand for constraints store is no source of motion. A top whose springs the step cannot resolve: its
// energy, 5436 J of spin and a weight that moves by at most 2 m g l = 294 J, grows without bound.
TEST(DoubtOfEnergy, IsHadOfATopHeldByTooStiffSprings) {
  const System system = load_system("heavy_top");
  RunRequest r = request("penalty", "trapezoidal");
  r.step = 1e-3;
  r.duration = 2.0;
  r.options = {{"penalty", "1e6", {}}};
  const Results results = run(system, r);
  ASSERT_TRUE(results.summary.ending == Ending::stopped || std::abs(results.summary.energy_unexplained) > 294)
      << results.summary.energy_unexplained << " J: this tests nothing";
  if (results.summary.ending == Ending::completed) {
    EXPECT_THAT(results.summary.doubts, Contains(HasSubstr("unexplained")));
  }
}

Results run_of(const std::string& text, std::string_view formulation, std::string_view integrator, double h,
               double duration) {
  const System system(read_model_text(text, "model.yaml"));
  RunRequest r = request(std::string(formulation), std::string(integrator));
  if (h > 0.0) r.step = h;
  r.duration = duration;
  Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  return results;
}

// 200 J of motion meet a hill of 100 J that is narrower than a step: one row stands on top of it with all of its speed, and at
// the end everything is there again.
TEST(DoubtOfEnergy, IsHadOfWhatIsMissingOnTheWayAndComesBack) {
  const Results results = run_of(
      "rheon: 1\nname: hill\ncoordinates: [x]\nmass: [1]\npotential: 100*exp(-(x/0.01)^2)\n"
      "initial: {x: -1, x': 20}\n",
      "ali3p", "", 2e-3, 0.1);
  ASSERT_LT(std::abs(results.summary.energy_unexplained), 0.1) << "this tests nothing";
  EXPECT_NEAR(results.summary.energy_worst, 100.0, 1.0);
  EXPECT_THAT(results.summary.doubts, Contains(HasSubstr("J are unexplained at t = 0.05 s")));
}

// Where a potential has its zero means nothing. The explicit midpoint rule adds (w h)^4/4 of the energy a step: 28 % in ten.
TEST(DoubtOfEnergy, IsHadWhereverThePotentialHasItsZero) {
  for (const char* zero : {"0", "1e8", "-1e8"}) {
    SCOPED_TRACE(zero);
    const Results results =
        run_of(std::string("rheon: 1\nname: swing\ncoordinates: [x]\nmass: [1]\npotential: x^2/2 + ") + zero +
                   "\ninitial: {x: 1}\n",
               "lagrange", "explicit-midpoint", std::sqrt(std::sqrt(0.1)), 10 * std::sqrt(std::sqrt(0.1)));
    EXPECT_NEAR(results.summary.energy_unexplained, 0.5 * (std::pow(1.025, 10) - 1),
                1e-6);  // 1e8 J have 1e-8 J of round-off
    EXPECT_THAT(results.summary.doubts, Contains(HasSubstr("unexplained")));
  }
}

// Works between the ends of long steps have the accuracy of the motion: f x at constant force, in all rows.
TEST(DoubtOfEnergy, IsNotHadOfRowsInsideLongSteps) {
  for (const char* formulation : {"lagrange-index2", "ali3p"}) {
    SCOPED_TRACE(formulation);
    const System system(read_model_text(
        "rheon: 1\ncoordinates: [x]\nmass: [3]\nforces: {x: 2}\ninitial: {x: 0, x': 0}\n", "push.yaml"));
    RunRequest r = request(formulation, "radau5");
    r.tolerance = 1e-3;
    r.duration = 10.0;
    const Results results = run(system, r);
    ASSERT_LT(results.summary.steps, 20) << "this tests nothing";
    EXPECT_THAT(results.summary.doubts, IsEmpty());
    for (std::size_t row = 0; row < results.rows(); ++row)  // round-off of 67 J
      EXPECT_NEAR(channel(results, "work.applied")[row], 2 * channel(results, "x")[row], 1e-12);
  }
}

// The rows say y = 0 twice, and y is zero but for round-off: no part of anything.
TEST(DoubtOfViolations, IsNotHadOfRoundOffOfWhatRests) {
  const System system(
      read_model_text("rheon: 1\nname: block\ncoordinates: [x, y]\nmass: [2, 2]\nforces: {x: 1, y: -9.81}\n"
                      "constraints: {one: y = 0, two: (1 + x)*y = 0}\ninitial: {x: 0, y: 0, x': 1, y': 0}\n",
                      "block.yaml"));
  for (const auto& f : formulations())
    if (f.name != "penalty") expect_no_doubt(system, f.name, "", 1e-3);
}

// The same at velocity and acceleration level, under error control: x moves, and y is round-off.
TEST(DoubtOfViolations, IsNotHadOfRoundOffOfRatesOfWhatRests) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nforces: {y: -9.81}\n"
                      "constraints: {a: y = 0, b: 'y*(1 + x^2) = 0'}\ninitial: {x: 0, y: 0, x': 1}\n",
                      "rest.yaml"));
  for (const char* formulation : {"lagrange", "ali3p", "lagrange-index2", "kane", "udwadia-kalaba"}) {
    RunRequest r = request(formulation);
    r.duration = 2.0;
    EXPECT_THAT(run(system, r).summary.doubts, IsEmpty()) << formulation;
  }
}

std::string falling_from(const std::string& height) {
  return "rheon: 1\nname: fall\ncoordinates: {y: m}\nmass: [1]\npotential: 9.81*y\ninitial: {y: " + height +
         ", y': 0}\n";
}

// Numbers at 1e14 are 1/64 apart, and increments of a step of 1 ms are up to 0.0098: nothing moves, in any run with such steps.
TEST(DoubtOfRounding, IsHadFarFromZero) {
  for (const auto& f : formulations()) {
    SCOPED_TRACE(f.name);
    for (const char* height : {"1e13", "-1e14"})
      EXPECT_THAT(run_of(falling_from(height), f.name, "", 1e-3, 1.0).summary.doubts, Contains(HasSubstr("from zero")));
    for (const char* height : {"0", "1e3", "-1e9"})
      EXPECT_THAT(run_of(falling_from(height), f.name, "", 1e-3, 1.0).summary.doubts, IsEmpty());
  }
  const Results stands = run_of(falling_from("1e14"), "lagrange", "rk4", 1e-3, 1.0);
  EXPECT_EQ(channel(stands, "y").back(), 1e14);
}

// Long steps are not rounded away: 4.905 m in a second, to the last place of 1e13.
TEST(DoubtOfRounding, IsNotHadOfLongSteps) {
  const Results results = run_of(falling_from("1e13"), "lagrange", "", 0.0, 1.0);
  EXPECT_NEAR(1e13 - channel(results, "y").back(), 4.905, 0.004);
  EXPECT_THAT(results.summary.doubts, IsEmpty());
}

std::vector<std::string> doubts_of_cart_pole(const std::string& pole, RunRequest r) {
  const System system(read_model(std::string(RHEON_SOURCE_DIR) + "/tests/models/cart_pole.yaml",
                                 std::vector<Setting>{{"pole", pole, {}}}));
  r.duration = 5.0;
  r.estimate_error = true;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  return results.summary.doubts;
}

// The pole begins near the top, where errors grow by e^(3.3 t): at 1e-8 the motion is right to 1e-5, at 1e-4 it is off by 0.1.
TEST(DoubtOfMotion, IsHadWhereErrorsGrow) {
  RunRequest r = request("lagrange");
  r.tolerance = 1e-4;
  EXPECT_THAT(doubts_of_cart_pole("0.1", r), Contains(HasSubstr("not to be trusted")));
  r.tolerance = 1e-8;
  EXPECT_THAT(doubts_of_cart_pole("0.1", r), IsEmpty());
}

// A push 10 sin(200 pi t)^2 is seen at its zeros alone by steps of 10 ms, and by steps of 30 ms too. Its mean is 5 N: x(2) = 10 m.
TEST(DoubtOfMotion, IsHadOfALoadThatEveryStepSeesInTheSamePhase) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: {x: m}\nmass: [1]\nforces: {x: 10*sin(200*pi*t)^2}\ninitial: {x: 0, x': 0}\n",
      "push.yaml"));
  RunRequest r = request("ali3p");
  r.step = 1e-2;
  r.duration = 2.0;
  r.estimate_error = true;
  const Results results = run(system, r);
  ASSERT_LT(results.column("x").back(), 1.0) << "this tests nothing";
  EXPECT_THAT(results.summary.doubts, Contains(HasSubstr("not to be trusted")));
}

}  // namespace
}  // namespace rheon::test
