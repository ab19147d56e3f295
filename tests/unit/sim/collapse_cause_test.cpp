// Notes on steps that collapsed say where: at what switches, or at a singular position.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/checkpoint.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string note_of(const System& system, RunRequest r) {
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  for (const std::string& note : results.summary.notes)
    if (note.starts_with("steps collapsed")) return note;
  ADD_FAILURE() << "nothing collapsed: this tests nothing";
  return {};
}

TEST(CollapseCause, OfABouncingBallIsTheContact) {
  const System system(read_model_text(
      "rheon: 1\nplane: xy\ngravity: [0, -9.81]\npoints: {P: [0, 1]}\nbodies: {ball: {point: P, mass: 0.5 kg}}\n"
      "forces:\n  floor_: {contact: P, normal: y, stiffness: 1e6, damping: 3e5, friction: 0.3}\ninitial: {P.x': 0.5}\n",
      "ball.yaml"));
  RunRequest r;
  r.duration = 4.0;
  EXPECT_THAT(note_of(system, r), AllOf(HasSubstr("switches"), HasSubstr("ball.yaml:7"), Not(HasSubstr("singular"))));
}

// A controller that saturates, and a stop: of equations, without a mechanism.
TEST(CollapseCause, OfAStopIsItsForce) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: {x: m, y: m}\nmass: [1, 1]\n"
                      "forces:\n  x: -10*x\n  y: 1e8*max(0, -y) - 9.81\ninitial: {x: 1, y: 1, x': 0, y': 0}\n",
                      "stop.yaml"));
  RunRequest r;
  r.duration = 2.0;
  EXPECT_THAT(note_of(system, r), AllOf(HasSubstr("the load on y (stop.yaml:6)"), Not(HasSubstr("the load on x")),
                                        Not(HasSubstr("singular"))));
}

/// Comes to rest on a slope on which friction holds it: v' = 0.2 g - 0.5 g sign(v) from 1 m/s, at t = 1/(0.3 g) = 0.33979 s and
/// x = 1/(0.6 g).
constexpr double stop_time = 1 / (0.3 * 9.81), stop_place = 1 / (0.6 * 9.81);

void expect_named(const std::string& loads, const std::string& line, const std::string& formulation) {
  SCOPED_TRACE(loads + " " + formulation);
  const System system(read_model_text("rheon: 1\nparameters: {g: 9.81}\ncoordinates: {x: m, y: m}\nmass: [1, 1]\n" +
                                          loads + "constraints: {floor_: y = 0}\ninitial: {x: 0, y: 0, x': 1, y': 0}\n",
                                      "block.yaml"));
  RunRequest r = request(formulation);
  r.duration = 2.0;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::stopped);
  EXPECT_LT(results.summary.steps, 100000);
  EXPECT_THAT(results.summary.message,
              AllOf(HasSubstr("the load on x (block.yaml:" + line + ") switches to and fro"), HasSubstr("tanh(v/v0)")));
  EXPECT_GT(results.summary.end_time, stop_time);
  EXPECT_NEAR(channel(results, "x").back(), stop_place, 1e-6);  // a tolerance of 1e-8 a step, in some 1e4 of them
  for (const std::string& note : results.summary.notes) EXPECT_THAT(note, Not(HasSubstr("not known")));
}

TEST(CollapseCause, OfFrictionThatSticksIsNamedAndTheRunStops) {
  const std::string plain = "forces: {x: 0.2*g - 0.5*g*sign(x'), y: -g}\n";
  const std::string by_reaction = "forces: {x: 0.2*g, y: -g}\nnonideal: {x: -0.5*abs(lambda(floor_))*sign(x')}\n";
  for (const char* formulation : {"lagrange", "udwadia-kalaba"}) {
    expect_named(plain, "5", formulation);
    expect_named(by_reaction, "6", formulation);
  }
}

/// Pushed back to the switch hard from one side and softly from the other: 19 or 40 times as long on one of them.
TEST(CollapseCause, OfUnevenForcesIsNamedToo) {
  for (const char* load : {"-5*sign(x') + 4.5", "if(x' > 1.5, -40, 1)"})
    for (const char* formulation : {"lagrange", "kane", "ali3p"}) {
      const System system(read_model_text(
          std::string("rheon: 1\ncoordinates: [x]\nmass: [1]\nforces: {x: \"") + load + "\"}\ninitial: {x: 0, x': 1}\n",
          "uneven.yaml"));
      RunRequest r = request(formulation);
      r.duration = 5.0;
      const Results results = run(system, r);
      EXPECT_EQ(results.summary.ending, Ending::stopped) << load;
      EXPECT_LT(results.summary.steps, 100000);
      EXPECT_THAT(results.summary.message, HasSubstr("the load on x (uneven.yaml:4)")) << formulation;
    }
}

/// What the looks have found so far goes on with a saved state: the run stops at the same step.
TEST(CollapseCause, IsFoundAtTheSameStepFromASavedState) {
  const System system(read_model_text(
      "rheon: 1\ncoordinates: [x]\nmass: [1]\nforces: {x: \"4.9 - 9*sign(x')\"}\ninitial: {x: 0, x': 1}\n",
      "stick.yaml"));
  RunRequest r = request("lagrange", "bogacki-shampine");
  r.tolerance = 1e-6;
  r.duration = 1.0;
  Simulation whole(system, r);
  std::vector<std::string> saved;
  for (int steps = 0; whole.step(); ++steps)
    if (steps % 4500 == 4499) saved.push_back(save_state(whole.save()));
  const Summary end = whole.results().summary;
  ASSERT_EQ(end.ending, Ending::stopped);
  EXPECT_THAT(end.message, HasSubstr("the load on x (stick.yaml:4) switches to and fro"));
  ASSERT_GE(saved.size(), 3U);
  for (const std::string& text : saved) {
    Simulation rest(system, r, load_state(text, system));
    while (rest.step()) {
    }
    EXPECT_EQ(rest.state().t, whole.state().t);
    EXPECT_EQ(rest.state().n, whole.state().n);
    EXPECT_EQ(rest.results().summary.message, end.message);
  }
}

/// A ball that bounces switches its floor to and fro for good reasons, here about 2000 times.
TEST(CollapseCause, OfABouncingBallIsNoReasonToStop) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [y]\nmass: [1]\nforces: {y: '-9.81 + 1e8*max(-y, 0)'}\n"
                      "initial: {y: 1e-5, y': 0}\n",
                      "ball.yaml"));
  RunRequest r = request("lagrange");
  r.duration = 6.0;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
}

/// Stiff forces make short steps as well: nothing switches, and the run goes on.
TEST(CollapseCause, IsNotLookedForInStepsThatStiffForcesKeepShort) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: {x: m, y: m}\nmass: [1, 1]\n"
                      "forces: {x: -1e9*x', y: 'max(0, y - 5) - 9.81'}\ninitial: {x: 1, y: 1, x': 1, y': 0}\n",
                      "stiff.yaml"));
  RunRequest r = request("lagrange", "dopri5");
  r.duration = 0.05;
  r.tolerance = 1e-6;
  const Results results = run(system, r, [](const Progress& p) { return p.steps < 60000; });
  EXPECT_GE(results.summary.steps, 60000) << "this tests nothing";
  EXPECT_NE(results.summary.ending, Ending::stopped) << results.summary.message;
}

}  // namespace
}  // namespace rheon::test
