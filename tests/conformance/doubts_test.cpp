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
using ::testing::Not;

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

// A puck of 1 kg that flies evenly at 20 m/s into a spring of 1e4 N/m at x = 1 m comes back with 20 m/s after half a period.
TEST(LocalLoads, AreMetByErrorControl) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: {x: m}\nmass: [1]\nforces: {x: -1e4*max(x - 1, 0)}\ninitial: {x: 0, x': 20}\n",
      "puck.yaml"));
  for (const char* formulation : {"lagrange", "kane", "ali3p", "lagrange-index2"}) {
    RunRequest r = request(formulation);
    r.tolerance = 1e-8;
    r.duration = 5.0;
    const Results results = run(system, r);
    const double contact = std::acos(-1.0) / 100.0, flight = 5.0 - 1.0 / 20.0 - contact;
    // error control at 1e-8 over two kinks; a stop that is missed is off by 200 m
    EXPECT_NEAR(results.column("x").back(), 1.0 - 20.0 * flight, 1e-3) << formulation;
  }
}

// A bead on a wire with a hill, exp(-((x - 57)/0.3)^2)/2 high, at 20 m/s: it arrives late, energy stays 200 J in every row.
TEST(LocalLoads, AreMetByErrorControlInConstraintsToo) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nforces: {y: -9.81}\n"
                      "constraints: {wire: y = 0.5*exp(-((x - 57)/0.3)^2)}\ninitial: {x: 0, y: 0, x': 20}\n",
                      "hill.yaml"));
  RunRequest r = request("lagrange");
  r.tolerance = 1e-8;
  r.duration = 5.0;
  const Results results = run(system, r);
  // by quadrature of dt = ds/v: in 5 s it comes to 99.58044 m
  EXPECT_NEAR(results.column("x").back(), 99.58044, 1e-4);
}

// --- what is narrower than a step

struct Narrow {
  const char* name;
  const char* load;
  double end;  ///< x after a second from 0 at 10 m/s, 1 kg
};

/// Turned back at x = 5 m, after half a second.
const double stop_of_two_kinks = 5 - 10 * (0.5 - std::acos(-1.0) / 1000);  // half a period of 1e6 N/m
const double stop_of_a_box = 5 - 10 * (0.5 - 2e-3);                        // braked at 1e4 m/s^2, 5 mm deep
const Narrow narrow[] = {
    {"a wall of two kinks", "forces: {x: '-1e6*max(0, min(x - 5, 5.02 - x))'}", stop_of_two_kinks},
    {"a box", "forces: {x: '-1e4*(x > 5)*(x < 5.01)'}", stop_of_a_box},
    {"a smooth box", "forces: {x: '-1e4*(1 + tanh((x - 5)/1e-6))*(1 - tanh((x - 5.01)/1e-6))/4'}", stop_of_a_box},
    // energy 50 J < 100 J; by quadrature of dt = dx/v up to the turning point (mpmath, 30 digits)
    {"a barrier", "potential: 100*exp(-((x - 5)/0.001)^2)", -0.000278152886804},
    {"a thin barrier", "potential: 100*exp(-((x - 5)/1e-6)^2)", -0.000000278152886804},
    {"a barrier by a power", "potential: 100*2.718281828459045^(-((x - 5)/1e-4)^2)", -0.0000278152886804},
    {"a box of whole numbers", "forces: {x: 'if(floor(x) == 5 and x < 5.01, -1e4, 0)'}", stop_of_a_box},
};

System narrow_system(const Narrow& n) {
  return System(read_model_text(
      std::string("rheon: 1\nname: narrow\ncoordinates: {x: m}\nmass: [1]\n") + n.load + "\ninitial: {x: 0, x': 10}\n",
      "narrow.yaml"));
}

TEST(LocalLoads, NarrowerThanAStepAreMetByErrorControl) {
  for (const Narrow& n : narrow)
    for (const auto& [formulation, integrator] : {std::pair{"lagrange", "dopri5"},
                                                  {"lagrange", "kutta-merson"},
                                                  {"kane", "dop853"},
                                                  {"ali3p", "trapezoidal"},
                                                  {"lagrange-index2", "radau5"}}) {
      SCOPED_TRACE(std::string(n.name) + " " + formulation + " " + integrator);
      RunRequest r = request(formulation, integrator);
      r.tolerance = 1e-8;
      r.duration = 1.0;
      r.estimate_error = true;
      const Results results = run(narrow_system(n), r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
      EXPECT_NEAR(results.column("x").back(), n.end, 1e-5);  // some hundred steps at 1e-8; passed it would be 10 m
      EXPECT_THAT(results.summary.notes, Not(Contains(HasSubstr("not known"))));
      EXPECT_LE(results.summary.largest_step, 1.0 / 200 * (1 + 1e-12));
      EXPECT_THAT(results.summary.doubts, IsEmpty());
    }
}

// 1/cosh^2 of any width does the work 1 J: from 1 m/s to sqrt(3) m/s.
TEST(LocalLoads, OfHyperbolicFunctionsAreMetByErrorControl) {
  for (const char* width : {"0.1", "1e-3", "1e-6"}) {
    const System system(read_model_text(std::string("rheon: 1\nparameters: {w: ") + width +
                                            "}\ncoordinates: [x]\nmass: [1]\n"
                                            "forces: {x: 0.5/cosh((x - 5.0123)/w)^2/w}\ninitial: {x: 0, x': 1}\n",
                                        "cosh.yaml"));
    RunRequest r = request("lagrange");
    r.tolerance = 1e-8;
    r.duration = 10.0;
    EXPECT_NEAR(run(system, r).column("x'").back(), std::sqrt(3.0), 1e-6) << width;
  }
}

// Steps that end where rows are due; a step is not stretched again over what it has passed.
TEST(LocalLoads, AreMetByStepsThatEndOnRows) {
  const System system(
      read_model_text("rheon: 1\nparameters: {w: 0.00024564964010967747}\ncoordinates: [x]\nmass: [1]\n"
                      "forces: {x: 'max(0, 1 - abs(x - 6.455562695603275)/w)/w'}\ninitial: {x: 0, x': 1}\n",
                      "rows.yaml"));
  RunRequest r = request("lagrange", "kutta-merson");
  r.tolerance = 2e-6;
  r.duration = 12.0;
  r.samples = 1000;
  EXPECT_NEAR(run(system, r).column("x'").back(), std::sqrt(3.0), 1e-4);
}

// Where a load is no number, a motion cannot be; however short the way is.
TEST(LocalLoads, ThatAreNoNumbersStopTheRun) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: [x]\nmass: [1]\nforces: {x: 'if(x > 5.01 and x < 5.0101, sqrt(-1 - x^2), 0)'}\n"
      "initial: {x: 0, x': 1}\n",
      "none.yaml"));
  for (const char* formulation : {"lagrange", "ali3p"}) {
    RunRequest r = request(formulation);
    r.duration = 10.0;
    const Results results = run(system, r);
    EXPECT_EQ(results.summary.ending, Ending::stopped) << formulation;
    EXPECT_NEAR(results.summary.end_time, 5.01, 1e-6) << formulation;
  }
}

// A step beyond the tolerance is for singular positions. At a stiff floor it made 1e15 J from 10 J.
TEST(LocalLoads, AreNotCrossedInStepsBeyondTheTolerance) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [y]\nmass: [1]\nforces: {y: '-9.81 + 1e8*max(-y, 0)'}\n"
                      "initial: {y: 1, y': 0}\n",
                      "floor.yaml"));
  for (const char* formulation : {"lagrange", "ali3p"})
    for (const double tolerance : {1e-4, 1e-5, 1e-6}) {
      RunRequest r = request(formulation);
      r.tolerance = tolerance;
      r.duration = 3.0;
      const Results results = run(system, r);
      for (const std::string& note : results.summary.notes) EXPECT_THAT(note, Not(HasSubstr("times the tolerance")));
    }
}

TEST(LocalLoads, ThatFixedStepsPassAreADoubt) {
  for (const Narrow& n : narrow) {
    SCOPED_TRACE(n.name);
    RunRequest r = request("ali3p");
    r.step = 7e-3;  // 0.497 s and 0.504 s: 4.97 m and 5.04 m
    r.duration = 1.0;
    const Results results = run(narrow_system(n), r);
    ASSERT_NEAR(results.column("x").back(), 10.0, 1e-6) << "this tests nothing";
    EXPECT_THAT(results.summary.doubts, Contains(HasSubstr("fixed steps do not see")));
    EXPECT_THAT(results.summary.doubts,
                Contains(HasSubstr(n.load[0] == 'f' ? "narrow.yaml:5" : "the potential energy")));
  }
}

// A window that begins where a step does: at both ends of it there is no load.
TEST(LocalLoads, ThatBeginWithAFixedStepAreADoubt) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: [x]\nmass: [1]\nforces: {x: 'if(x > 5 and x < 5.04, -30, 0)'}\ninitial: {x: 0, x': 2}\n",
      "window.yaml"));
  RunRequest r = request("ali3p");
  r.step = 0.05;
  r.duration = 5.0;
  const Results results = run(system, r);
  ASSERT_NEAR(results.column("x").back(), 10.0, 1e-6) << "this tests nothing";
  EXPECT_THAT(results.summary.doubts, Contains(HasSubstr("fixed steps do not see")));
}

// What steps resolve is no doubt: friction, a spring with play, a road, a bump stop, at steps that are right to 1e-3.
TEST(LocalLoads, ThatStepsSeeAreNoDoubt) {
  for (const char* loads :
       {"forces: {x: -5*tanh(x'/0.1) + 10*sin(3*t)}", "forces: {x: '-200*(max(x - 1, 0) + min(x + 1, 0)) + sin(t)'}",
        "forces: {x: -x - 3*abs(x')*x'}", "potential: 10*exp(-(x - 1)^2)", "forces: {x: -3*sign(x) - 0.1*x'}"}) {
    SCOPED_TRACE(loads);
    const System system(read_model_text(
        std::string("rheon: 1\ncoordinates: [x]\nmass: [1]\n") + loads + "\ninitial: {x: 0.1, x': 2}\n", "m.yaml"));
    for (const char* formulation : {"ali3p", "lagrange", "energy-momentum"}) {
      RunRequest r = request(formulation);
      r.step = 1e-3;
      r.duration = 10.0;
      EXPECT_THAT(run(system, r).summary.doubts, IsEmpty()) << formulation;
    }
  }
}

}  // namespace
}  // namespace rheon::test
