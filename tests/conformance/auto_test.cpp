// `formulation: auto`: what it picks, that it says why, and that the run is the run of what it picked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/core/error.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {
namespace {

using testing::Contains;
using testing::HasSubstr;

System pendulum(const std::string& simulate) {
  return System(
      read_model_text("rheon: 1\nname: pendulum\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
                      "potential: 9.81*y\nconstraints: {rod: x^2 + y^2 = 1}\ninitial: {x: 1, y: 0}\n"
                      "simulate: {" +
                          simulate + "}\n",
                      "pendulum.yaml"));
}

TEST(Auto, PicksAnExplicitMethodOfHighOrderWhereNothingIsStiff) {
  const System system = pendulum("formulation: auto, tolerance: 1e-6, duration: 2 s");
  const Results r = run(system, {});
  EXPECT_EQ(r.summary.formulation, "lagrange");
  EXPECT_EQ(r.summary.integrator, "dop853");
  EXPECT_EQ(r.summary.tolerance, 1e-6);
  EXPECT_THAT(r.summary.notes, Contains(HasSubstr("auto: chosen: lagrange + dop853")));
  EXPECT_THAT(r.summary.notes, Contains(HasSubstr("units of work")));
}

/// What is fast dies away in I/c = 2 ms to 20 us, with I = m l^2/3. An explicit method then goes on with steps of that length,
/// an implicit one with ever longer ones, of which the first two dozen show little.
TEST(Auto, WaitsUntilStepsOfStiffMethodsHaveGrown) {
  for (const char* damping : {"100", "1000", "10000"}) {
    const System system(
        read_model_text(std::string("rheon: 1\nname: damped\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\n"
                                    "points: {B: [0.5, 0]}\nbodies: {arm: {rod: [O, B], mass: 2 kg}}\n"
                                    "joints: {hinge: {revolute: [ground, arm], at: O}}\n"
                                    "forces: {damper: {torsion: hinge, damping: ") +
                            damping + " N*m*s}}\nsimulate: {formulation: auto, tolerance: 1e-8, duration: 20 s}\n",
                        "damped.yaml"));
    const Results r = run(system, {});
    EXPECT_EQ(r.summary.integrator, "radau5") << damping;
    EXPECT_LT(r.summary.steps, 200) << damping;  // dop853 takes 1900, 19,000 and 190,000
  }
}

TEST(Auto, RunsWhatItPickedBitForBit) {
  const System system = pendulum("formulation: auto, tolerance: 1e-6, duration: 2 s");
  RunRequest named;
  named.formulation = "lagrange";
  named.integrator = "dop853";
  EXPECT_EQ(run(system, {}).values, run(system, named).values);
}

TEST(Auto, IsANameThatMayHaveBeenMeant) {
  const System system = pendulum("step: 1 ms, duration: 1 s");
  RunRequest mistyped;
  mistyped.formulation = "autoo";
  try {
    run(system, mistyped);
    FAIL() << "there is no such formulation";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"auto\"?"), std::string::npos) << error.what();
  }
}

TEST(Auto, KeepsAStepAndAnIntegratorThatAreAskedFor) {
  const System system = pendulum("formulation: auto, step: 1 ms, duration: 1 s");
  const Results fixed = run(system, {});
  EXPECT_EQ(fixed.summary.step, 1e-3);
  EXPECT_EQ(fixed.summary.integrator, "rk4");
  RunRequest r;
  r.tolerance = 1e-5;
  r.integrator = "radau5";
  EXPECT_EQ(run(system, r).summary.integrator, "radau5");
  r.integrator = "bogacki-shampine";  // no candidate has it
  EXPECT_EQ(run(system, r).summary.integrator, "bogacki-shampine");
  r.integrator = "rk4";  // it has no error control
  EXPECT_THROW(run(system, r), UsageError);
}

// few digits: a projection after each step would be a good part of the work
TEST(Auto, ProjectsWhenNeededWhereFewDigitsAreAskedFor) {
  const System system = pendulum("formulation: auto, tolerance: 1e-2, duration: 2 s");
  const auto projection = [&](const RunRequest& r) {
    for (const Setting& s : run(system, r).summary.options)
      if (s.name == "projection") return s.value;
    return std::string("?");
  };
  EXPECT_EQ(projection({}), "needed");
  RunRequest asked;
  asked.options.push_back({"projection", "velocity", {}});
  EXPECT_EQ(projection(asked), "velocity");
  RunRequest tight;
  tight.tolerance = 1e-6;
  EXPECT_EQ(projection(tight), "full");
}

// rows that depend on each other contradict each other off the constraints
TEST(Auto, ProjectsEveryStepOfRedundantRows) {
  const System system(
      read_model_text("rheon: 1\nname: twice\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\npotential: 9.81*y\n"
                      "constraints: {rod: x^2 + y^2 = 1, again: 2*x^2 + 2*y^2 = 2}\ninitial: {x: 1, y: 0}\n"
                      "simulate: {formulation: auto, tolerance: 1e-2, duration: 2 s}\n",
                      "twice.yaml"));
  const Results r = run(system, {});
  EXPECT_THAT(r.summary.notes, Contains("auto: chosen: lagrange + dop853"));
}

// x'' = -1e6 (x' - cos t) - ... : an explicit method needs a million steps for a second, whatever the tolerance
TEST(Auto, PicksAnImplicitMethodForAStiffDamper) {
  const System system(
      read_model_text("rheon: 1\nname: stiff\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\npotential: 5*x^2\n"
                      "forces: {x: -1e6*(x' - y'), y: 1e6*(x' - y')}\ninitial: {x: 1, y: 0}\n"
                      "simulate: {formulation: auto, tolerance: 1e-5, duration: 2 s}\n",
                      "stiff.yaml"));
  const Results r = run(system, {});
  EXPECT_EQ(r.summary.integrator, "radau5");
  EXPECT_EQ(r.summary.ending, Ending::completed);
}

}  // namespace
}  // namespace rheon
