#include <gtest/gtest.h>

#include "rheon/core/error.hpp"

namespace rheon {
namespace {

TEST(Error, ProblemAsText) {
  const Problem full{{"four_bar.yaml", 41, 3},
                     "joint \"B\" (revolute)",
                     "the two points are 0.037 m apart",
                     "crank.tip = (0.2, 0)\ntolerance 1e-06 m",
                     "correct one of them"};
  EXPECT_EQ(to_text(full),
            "four_bar.yaml:41:3: joint \"B\" (revolute): the two points are 0.037 m apart\n"
            "  crank.tip = (0.2, 0)\n"
            "  tolerance 1e-06 m\n"
            "  correct one of them");
}

TEST(Error, PartsThatAreNotKnownAreLeftOut) {
  EXPECT_EQ(to_text(Problem{{}, "", "something is wrong", "", ""}), "something is wrong");
  EXPECT_EQ(to_text(Problem{{"a.yaml", 0, 0}, "", "what", "", ""}), "a.yaml: what");
  EXPECT_EQ(to_text(Problem{{"a.yaml", 4, 0}, "", "what", "", ""}), "a.yaml:4: what");
  EXPECT_EQ(to_text(Problem{{"", 4, 2}, "", "what", "", "do"}), "line 4:2: what\n  do");
}

TEST(Error, AllProblemsAreThrownInTheOrderOfTheirPlaces) {
  Problems problems;
  EXPECT_NO_THROW(problems.throw_if_any());
  EXPECT_TRUE(problems.empty());
  problems.add({{"m.yaml", 9, 1}, "", "third", "", ""});
  problems.add({{"m.yaml", 2, 7}, "", "second", "", ""});
  problems.add({{"m.yaml", 2, 3}, "", "first", "", ""});
  problems.add({{"m.yaml", 9, 1}, "", "fourth", "", ""});
  EXPECT_EQ(problems.size(), 4u);
  try {
    problems.throw_if_any();
    FAIL() << "nothing was thrown";
  } catch (const ModelError& error) {
    ASSERT_EQ(error.problems().size(), 4u);
    EXPECT_EQ(error.problems()[0].what, "first");
    EXPECT_EQ(std::string(error.what()),
              "m.yaml:2:3: first\nm.yaml:2:7: second\nm.yaml:9:1: third\nm.yaml:9:1: fourth");
  }
}

TEST(Error, EverythingIsAnError) {
  EXPECT_THROW(throw ModelError({}), Error);
  EXPECT_THROW(throw UsageError("x"), Error);
  EXPECT_THROW(throw OptionError("alpha", "x"), UsageError);
}

TEST(Error, OptionErrorsNameTheirOption) {
  const OptionError error("alpha", "2 gains for 1 constraint row");
  EXPECT_EQ(error.option(), "alpha");
  EXPECT_EQ(std::string(error.what()), "option \"alpha\": 2 gains for 1 constraint row");
}

}  // namespace
}  // namespace rheon
