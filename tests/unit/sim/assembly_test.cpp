// Assembly of mechanisms: least movement, locked points and bodies, nothing moved that fits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

InitialResult assemble(const std::string& text) {
  return find_initial_state(System(read_model_text("rheon: 1\nplane: xy\n" + text, "m.yaml")));
}

const std::string arm =
    "ground: {O: [0, 0]}\npoints: {B: [0.55, 0.2]}\nbodies: {arm: {rod: [O, B], mass: 1, length: 0.6 m}}\n";

// The nearest point of a circle is along its radius; the mass of a rod is the same in both directions.
TEST(Assembly, MovesAsLittleAsPossible) {
  const InitialResult r = assemble(arm);
  ASSERT_TRUE(r.problems.empty()) << to_text(r.problems[0]);
  const double size = std::hypot(0.55, 0.2);
  // Newton's steps are along gradients on the way, not at the end: nearest to second order of the gap, (0.015/0.6)^2
  EXPECT_NEAR(r.state.q[0], 0.6 * 0.55 / size, 1e-3);
  EXPECT_NEAR(r.state.q[1], 0.6 * 0.2 / size, 1e-3);
  EXPECT_NEAR(r.state.q.norm(), 0.6, 1e-15);
}

TEST(Assembly, LockedCoordinateStays) {
  const InitialResult r = assemble(arm + "initial: {B.x: 0.5}\n");
  ASSERT_TRUE(r.problems.empty()) << to_text(r.problems[0]);
  EXPECT_EQ(r.state.q[0], 0.5);
  EXPECT_NEAR(r.state.q[1], std::sqrt(0.36 - 0.25), 1e-15);
}

TEST(Assembly, LockedAngleStays) {
  const InitialResult r = assemble(arm + "initial: {arm.angle: 0.5}\n");
  ASSERT_TRUE(r.problems.empty()) << to_text(r.problems[0]);
  EXPECT_NEAR(r.state.q[0], 0.6 * std::cos(0.5), 1e-14);
  EXPECT_NEAR(r.state.q[1], 0.6 * std::sin(0.5), 1e-14);
}

// A four-bar whose coupler is too short for the places: with the crank locked only B moves, to where two circles meet.
TEST(Assembly, LockedPointOfALoopStays) {
  const InitialResult r = assemble(
      "ground: {O: [0, 0], D: [0.25, 0]}\npoints: {A: [0.06, 0.08], B: [0.3, 0.17]}\nbodies:\n"
      "  crank: {rod: [O, A], mass: 0.5}\n  coupler: {rod: [A, B], mass: 1.3, length: 0.25}\n"
      "  rocker: {rod: [D, B], mass: 0.9, length: 0.18}\ninitial: {A.x: 0.06, A.y: 0.08}\n");
  ASSERT_TRUE(r.problems.empty()) << to_text(r.problems[0]);
  EXPECT_EQ(r.state.q[0], 0.06);
  EXPECT_EQ(r.state.q[1], 0.08);
  EXPECT_NEAR(std::hypot(r.state.q[2] - 0.06, r.state.q[3] - 0.08), 0.25, 1e-14);
  EXPECT_NEAR(std::hypot(r.state.q[2] - 0.25, r.state.q[3]), 0.18, 1e-14);
}

TEST(Assembly, WhatFitsIsNotTouched) {
  const InitialResult r = assemble(
      "ground: {O: [0, 0], D: [1, 0]}\npoints: {A: [0.3, 0.4], B: [1.3, 0.4]}\nbodies:\n"
      "  crank: {rod: [O, A], mass: 1}\n  coupler: {rod: [A, B], mass: 1}\n  rocker: {rod: [D, B], mass: 1}\n");
  ASSERT_TRUE(r.problems.empty()) << to_text(r.problems[0]);
  EXPECT_EQ(r.state.q[0], 0.3);
  EXPECT_EQ(r.state.q[1], 0.4);
  EXPECT_EQ(r.state.q[2], 1.3);
  EXPECT_EQ(r.state.q[3], 0.4);
  EXPECT_TRUE(r.notes.empty());
}

// The place that is locked is out of reach: 0.7 from O with a rod of 0.6.
TEST(Assembly, LockedPlaceOutOfReachIsReported) {
  const InitialResult r = assemble(arm + "initial: {B.x: 0.7}\n");
  ASSERT_FALSE(r.problems.empty());
  EXPECT_THAT(to_text(r.problems[0]), HasSubstr("arm"));
  EXPECT_THAT(to_text(r.problems[0]), HasSubstr("given B.x = 0.7"));
}

}  // namespace
}  // namespace rheon::test
