// Notes on steps that collapsed say where: at what switches, or at a singular position.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/io/model_reader.hpp"
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

}  // namespace
}  // namespace rheon::test
