// What follows from a mistake is not reported beside it; what is wrong by itself is, all of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/io/model_reader.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

std::vector<Problem> problems_of(const std::string& text) {
  try {
    read_model_text("rheon: 1\n" + text, "m.yaml");
  } catch (const ModelError& error) {
    return error.problems();
  }
  return {};
}

// Places, lengths, masses, directions and joints that depend on what cannot be read are none of the user's mistakes.
TEST(FollowOn, ParameterThatCannotBeReadIsReportedAlone) {
  const auto problems = problems_of(
      "parameters: {l: 1 mm/foo}\nground: {O: [0, 0, 0]}\npoints: {A: [l, 0, 0], B: ['2*l', 0, 0]}\nbodies:\n"
      "  crank: {rod: [O, A], mass: '2*l'}\n  arm: {rod: [A, B], mass: 1, length: l}\n"
      "  block: {box: [l, l, l], at: [l, l, l], mass: l}\njoints:\n"
      "  h: {revolute: [ground, crank], at: O, axis: [l, 0, 0]}\n"
      "  u: {universal: [crank, arm], at: A, axes: [[l, 0, 0], [0, l, 0]]}\n"
      "  p: {on_plane: B, normal: [0, l, l], through: [l, 0, 0]}\n");
  ASSERT_EQ(problems.size(), 1u) << to_text(problems.back());
  EXPECT_THAT(problems[0].what, HasSubstr("unknown unit"));
}

TEST(FollowOn, AllPointsThatBelongToNoBodyAreNamed) {
  const auto problems = problems_of(
      "plane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0], C: [3, 0]}\nbodies: {crank: {rod: [O, A], mass: "
      "1}}\n");
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].element, "point \"B\"");
  EXPECT_EQ(problems[1].element, "point \"C\"");
}

// With a body that cannot be read its points may be those.
TEST(FollowOn, PointsOfABodyThatCannotBeReadAreNotCalledLost) {
  const auto problems = problems_of(
      "plane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0]}\nbodies: {crank: {rod: [O, A], mass: 1}, arm: "
      "{rood: [A, B], mass: 1}}\n");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].element, "body \"arm\"");
}

// Two mistakes are two.
TEST(FollowOn, IndependentMistakesAreReportedTogether) {
  EXPECT_EQ(
      problems_of("plane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\nbodies: {crank: {rod: [O, A], mass: -1}}\n"
                  "joints: {g: {on_line: A, along: q}}\n")
          .size(),
      2u);
}

}  // namespace
}  // namespace rheon::test
