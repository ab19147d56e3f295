// Loads that are narrower than a step: error control meets them, and fixed steps that pass them are a doubt.
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
