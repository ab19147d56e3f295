// Constraints that contradict each other: the part that is wrong is among those named, and the misses are those of geometry.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <regex>

#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/model_variants.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CheckReport check_whole(const std::string& text) {
  const System system(read_model_text("rheon: 1\n" + text, "m.yaml"));
  return check(system, variants_of(system.model()));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

std::string cardan() {
  std::ifstream file(std::string(RHEON_SOURCE_DIR) + "/tests/models/cardan.yaml");
  return replaced({std::istreambuf_iterator<char>(file), {}}, "rheon: 1\n", "");
}

/// `NAME is off by 1.2e-3 m/s`: the number, with its unit.
double off_by(const Problem& problem, const std::string& name, const std::string& unit) {
  std::smatch found;
  const std::regex pattern(name + " is off by ([-+.e0-9]+) " + unit + "[,\n]");
  return std::regex_search(problem.numbers, found, pattern) ? std::stod(found[1]) : std::nan("");
}

TEST(Culprits, RightCardanShaftHasNoConflict) { EXPECT_TRUE(check_whole(cardan()).problems.empty()); }

// The bearing is 6.35 um off the axis that goes through the cross: the cross would have to circle about the bearing's axis,
// with the speed of the second shaft, which is cos(beta) or 1/cos(beta) of the first where its arms are as they are.
TEST(Culprits, BearingOffItsAxis) {
  const CheckReport report =
      check_whole(replaced(cardan(), "at: ['0.5 + 0.5*cos(beta)', '0.5*sin(beta)', 0]", "at: [0.933, 0.25, 0]"));
  ASSERT_EQ(report.problems.size(), 1u);
  const Problem& p = report.problems[0];
  EXPECT_THAT(p.what, HasSubstr("\"b2\""));
  EXPECT_THAT(p.numbers, HasSubstr("each of these lets all others hold: "));
  EXPECT_THAT(p.numbers, HasSubstr("b2"));
  EXPECT_THAT(p.numbers, HasSubstr("do not let each other move"));
  EXPECT_THAT(p.numbers, Not(HasSubstr("e-173")));
  const double beta = std::numbers::pi / 6;
  const double distance = (0.5 + 0.5 * std::cos(beta) - 0.933) * std::sin(beta);
  EXPECT_NEAR(distance, 6.35e-6, 1e-8);
  // three digits are reported
  const double miss = off_by(p, "b2", "m/s"), slow = 10 * std::cos(beta) * distance,
               fast = 10 / std::cos(beta) * distance;
  EXPECT_TRUE(std::abs(miss - slow) < 6e-3 * slow || std::abs(miss - fast) < 6e-3 * fast) << p.numbers;
  // the motor would have to stand still
  EXPECT_THAT(p.numbers, HasSubstr("motor is off by 10"));
  EXPECT_LT(p.numbers.find("b2 is off by"), p.numbers.find("motor is off by"));
}

constexpr const char* slider_crank =
    "plane: xy\nground: {O: [0, 0]}\npoints: {A: [0.1, 0.1], B: [0.5, 0], H: [0.2, 0.2]}\nbodies:\n"
    "  crank: {rod: [O, A], mass: 1}\n  rod: {rod: [A, B], mass: 1}\n  piston: {point: B, mass: 1}\njoints:\n"
    "  guide: {on_line: B, along: x}\n";

// A second hinge makes one body of crank and rod: the guide does not let it turn, whatever the motor wants.
TEST(Culprits, SecondHingeThatWelds) {
  const std::string text =
      std::string(slider_crank) +
      "  welds: {revolute: [crank, rod], at: H}\ndrivers: {motor: {angle: crank, equals: 'pi/4 + t'}}\n";
  const CheckReport report = check_whole(text);
  ASSERT_EQ(report.problems.size(), 1u);
  const Problem& p = report.problems[0];
  for (const char* part : {"\"welds\"", "\"guide\"", "\"motor\""}) EXPECT_THAT(p.what, HasSubstr(part)) << p.numbers;
  EXPECT_THAT(p.numbers, HasSubstr("welds"));
  const std::string without =
      replaced(replaced(text, "  welds: {revolute: [crank, rod], at: H}\n", ""), ", H: [0.2, 0.2]", "");
  EXPECT_TRUE(check_whole(without).problems.empty());
}

// The same where the hinges are in space and share points and axes.
TEST(Culprits, SecondHingeInSpace) {
  const CheckReport report = check_whole(
      "ground: {O: [0, 0, 0], D: [1, 0, 0]}\npoints: {A: [0, 0.3, 0], B: [1, 0.5, 0], H: [0.2, 0.4, 0]}\nbodies:\n"
      "  crank: {rod: [O, A], mass: 1}\n  coupler: {rod: [A, B], mass: 1}\n  rocker: {rod: [D, B], mass: 1}\njoints:\n"
      "  j1: {revolute: [ground, crank], at: O, axis: z}\n  j2: {revolute: [crank, coupler], at: A, axis: z}\n"
      "  welds: {revolute: [crank, coupler], at: H, axis: z}\n"
      "  j3: {revolute: [coupler, rocker], at: B, axis: z}\n  j4: {revolute: [ground, rocker], at: D, axis: z}\n"
      "drivers: {motor: {angle: j1, equals: t}}\n");
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_THAT(report.problems[0].what, HasSubstr("\"welds\"")) << report.problems[0].numbers;
  EXPECT_THAT(report.problems[0].what, HasSubstr("\"motor\""));
}

// 1 + 1 + 1 < 5: two metres are missing, in whichever of the rods.
TEST(Culprits, RodsThatDoNotReachSayByHowMuch) {
  const CheckReport report = check_whole(
      "plane: xy\nground: {O: [0, 0], P: [5, 0]}\npoints: {A: [1, 0], B: [4, 0]}\nbodies:\n"
      "  r1: {rod: [O, A], mass: 1}\n  r2: {rod: [A, B], mass: 1, length: 1 m}\n  r3: {rod: [B, P], mass: 1}\n");
  ASSERT_EQ(report.problems.size(), 1u);
  for (const char* rod : {"r1", "r2", "r3"})
    EXPECT_NEAR(off_by(report.problems[0], rod, "m"), 2.0, 0.01) << report.problems[0].numbers;
}

// A door on three hinges of which one is 2 mm off the line of the others: it cannot turn.
TEST(Culprits, ThirdHingeOffTheLine) {
  const auto door = [](const std::string& offset) {
    return "bodies: {door: {box: [1, 0.05, 2], at: [0.5, 0, 1], mass: 20}}\njoints:\n"
           "  low: {spherical: [ground, door], at: [0, 0, 0.2]}\n  high: {spherical: [ground, door], at: [0, 0, 1.8]}\n"
           "  middle: {spherical: [ground, door], at: [" +
           offset +
           ", 0, 1]}\n  hand: {on_plane: K, normal: z}\npoints: {K: [1, 0, 1]}\n"
           "drivers: {push: {position: K, along: y, equals: 0.1*t}}\n";
  };
  const auto with_handle = [&](const std::string& offset) {
    return replaced(replaced(door(offset), "mass: 20}", "mass: 20, points: [K]}"), "  hand: {on_plane: K, normal: z}\n",
                    "");
  };
  EXPECT_TRUE(check_whole(with_handle("0")).problems.empty());
  const CheckReport report = check_whole(with_handle("0.002"));
  ASSERT_EQ(report.problems.size(), 1u);
  for (const char* part : {"\"low\"", "\"middle\"", "\"high\"", "\"push\""})
    EXPECT_THAT(report.problems[0].what, HasSubstr(part)) << report.problems[0].numbers;
}

// Two loops that cannot move at once: nothing cures alone, and that is said.
TEST(Culprits, TwoConflictsAtOnce) {
  const CheckReport report =
      check_whole("coordinates: [x, y]\nmass: [1, 1]\nconstraints: {a: x' = 1, b: x' = 2, c: y' = 3, d: y' = 4}\n");
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_THAT(report.problems[0].numbers, HasSubstr("no joint, driver or constraint left out alone"));
}

}  // namespace
}  // namespace rheon::test
