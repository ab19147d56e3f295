// Drives at their switching times: rates may jump, by an impulse that is reported; positions may not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Two bodies of 1 kg, the second 1 m above the first and the only one with weight; the first is driven to `x`.
System driven(const std::string& x) {
  return System(
      read_model_text("rheon: 1\nname: driven\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y\n"
                      "constraints: {drive: 'x = " +
                          x + "', rod: (y - x)^2 = 1}\ninitial: {y: 1, x: 0}\n",
                      "driven.yaml"));
}

RunRequest two_seconds(const FormulationKind& f) {
  RunRequest r = request(std::string(f.name));
  r.step = 1e-2;
  r.duration = 2.0;
  return r;
}

// From 1 s on both bodies go at 2 m/s: 2 * 1/2 * 2^2 = 4 J by the impulse, then 1 kg is lifted by 2 m, 19.62 J.
void expect_work_of_the_lift(const Results& results) {
  const Summary& s = results.summary;
  ASSERT_EQ(s.ending, Ending::completed) << s.message;
  // springs give way by 1e-5 m and damp while they are loaded: some 1e-4 of the 20 J that go through them
  const bool springs = s.formulation == "penalty";
  EXPECT_NEAR(s.work.driving, 4.0 + 2 * 9.81, springs ? 1e-2 : 1e-9);
  EXPECT_NEAR(s.energy_unexplained, 0.0, springs ? 1e-3 : 1e-9);
  EXPECT_NEAR(channel(results, "y").back(), 3.0, springs ? 1e-4 : 1e-9);
  EXPECT_THAT(s.notes, Contains(AllOf(HasSubstr("ask for another speed at 1 switching time"), HasSubstr("\"drive\""),
                                      HasSubstr("by 2 in"), HasSubstr("brought 4 J"))));
}

TEST(SwitchingDrive, WhoseRateJumpsDoesTheWorkOfTheImpulse) {
  const System system = driven("if(t<1, 0, 2*(t-1))");
  for (const auto& f : formulations()) {
    SCOPED_TRACE(f.name);
    ASSERT_EQ(objection(system, f), "");
    expect_work_of_the_lift(run(system, two_seconds(f)));
  }
}

TEST(SwitchingDrive, WhoseRateJumpsUnderErrorControl) {
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-10;
  r.duration = 2.0;
  expect_work_of_the_lift(run(driven("if(t<1, 0, 2*(t-1))"), r));
}

TEST(SwitchingDrive, WhoseValueJumpsStopsTheRunThere) {
  const System system = driven("if(t<1, 0, 0.1)");
  for (const auto& f : formulations()) {
    SCOPED_TRACE(f.name);
    RunRequest r = two_seconds(f);
    r.samples = 200;
    const Results results = run(system, r);
    EXPECT_EQ(results.summary.ending, Ending::stopped);
    EXPECT_THAT(results.summary.message, AllOf(HasSubstr("\"drive\""), HasSubstr("jumps by 0.1")));
    EXPECT_EQ(results.summary.end_time, 1.0);
    const auto t = channel(results, "t");
    ASSERT_EQ(t.size(), 101u);
    EXPECT_EQ(t.back(), 1.0);
    EXPECT_NEAR(channel(results, "x").back(), 0.0, f.name == "penalty" ? 1e-4 : 1e-12);
    // the drive as it was before: a row measured by the drive after the jump would be off by 0.1
    EXPECT_NEAR(channel(results, "drift.position").back(), 0.0, f.name == "penalty" ? 1e-4 : 1e-12);
    EXPECT_LE(channel(results, "drift.position").back(), results.summary.position.value);
  }
}

// v = 0 before and after: only the acceleration jumps, from 0 to 2 m/s^2
TEST(SwitchingDrive, WithAContinuousRateNeedsNoNote) {
  const System system = driven("if(t<1, 0, (t-1)^2)");
  for (const auto& f : formulations()) {
    SCOPED_TRACE(f.name);
    const Results results = run(system, two_seconds(f));
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_THAT(results.summary.notes, Not(Contains(HasSubstr("switching time"))));
    // 1 kg lifted by 1 m, and two at 2 m/s; springs as above
    EXPECT_NEAR(results.summary.work.driving, 9.81 + 4.0, f.name == "penalty" ? 2e-2 : 1e-9);
  }
}

// max, min and abs of time have kinks that steps meet like those of `if`
TEST(SwitchingDrive, MayBeWrittenWithMaximaAndAbsoluteValues) {
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-10;
  r.duration = 2.0;
  for (const char* x : {"2*max(0, t - 1)", "2*(t - min(t, 1))", "abs(t - 1) + t - 1"}) {
    SCOPED_TRACE(x);
    expect_work_of_the_lift(run(driven(x), r));
  }
}

Results second_of(const std::string& model, const FormulationKind& f) {
  RunRequest r = request(std::string(f.name));
  r.step = 1e-2;
  r.duration = 1.0;
  return run(System(read_model_text("rheon: 1\nname: jump\n" + model, "jump.yaml")), r);
}

// p = m v or v may be kept, or something between them: only the modeller knows
TEST(SwitchingMass, ThatJumpsStopsTheRunThere) {
  const std::string models[] = {
      "coordinates: [x]\nkinetic: if(t<0.5, 1, 2)/2*x'^2\ninitial: {x: 0, x': 1}\n",
      "coordinates: [x]\nmass: [1 + step(t, 0.5)]\ninitial: {x: 0, x': 0}\n",
      "coordinates: [x]\nkinetic: x'^2/2 + if(t<0.5, 0, 1)*x'\ninitial: {x: 0, x': 1}\n",
  };
  for (const std::string& model : models) {
    SCOPED_TRACE(model);
    const Results results = second_of(model, find_formulation("lagrange"));
    EXPECT_EQ(results.summary.ending, Ending::stopped);
    EXPECT_EQ(results.summary.end_time, 0.5);
    EXPECT_THAT(results.summary.message, HasSubstr("or a mass in it, jumps"));
  }
}

// the impulse of a row nonlinear in the velocities depends on the way between the two demands
TEST(SwitchingDrive, NonlinearInTheVelocitiesMayNotJump) {
  const std::string model =
      "coordinates: [x, y]\nmass: [1, 4]\nconstraints: {s: x'^2 + y'^2 = 1 + 3*step(t, 0.5)}\n"
      "initial: {x: 0, y: 0, x': 0.6, y': 0.8}\n";
  const Results results = second_of(model, find_formulation("lagrange"));
  EXPECT_EQ(results.summary.ending, Ending::stopped);
  EXPECT_THAT(results.summary.message, AllOf(HasSubstr("\"s\""), HasSubstr("nonlinear in the velocities")));
  EXPECT_NEAR(channel(results, "x'").back(), 0.6, 1e-12);
}

// x = t - 0.5 and x' = 2 from 0.5 s on: no speed fulfils both, and the last row is the last that was possible
TEST(SwitchingDrive, DemandsThatContradictEachOtherLeaveTheStateAsItWas) {
  const std::string model =
      "coordinates: [x]\nmass: [1]\nconstraints: {s: 'x = if(t<0.5, 0, t - 0.5)', r: \"x' = if(t<0.5, 0, 2)\"}\n"
      "initial: {x: 0}\n";
  const Results results = second_of(model, find_formulation("lagrange"));
  EXPECT_EQ(results.summary.ending, Ending::stopped);
  EXPECT_EQ(channel(results, "t").back(), 0.5);
  EXPECT_NEAR(channel(results, "x'").back(), 0.0, 1e-12);
}

}  // namespace
}  // namespace rheon::test
