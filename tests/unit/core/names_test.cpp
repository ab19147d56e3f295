#include <gtest/gtest.h>

#include "rheon/core/names.hpp"

namespace rheon {
namespace {

const std::vector<std::string> formulations{"lagrange", "udwadia-kalaba", "kane", "penalty", "ali3p"};

TEST(Names, NearestForgivesSlips) {
  EXPECT_EQ(nearest("lagrnage", formulations), "lagrange");  // swapped
  EXPECT_EQ(nearest("lagrang", formulations), "lagrange");   // one short
  EXPECT_EQ(nearest("Kane", formulations), "kane");          // case
  EXPECT_EQ(nearest("penaltty", formulations), "penalty");   // one more
  EXPECT_EQ(nearest("udwadia_kalaba", formulations), "udwadia-kalaba");
}

TEST(Names, NothingNearIsNothing) {
  EXPECT_EQ(nearest("newmark", formulations), "");
  EXPECT_EQ(nearest("", formulations), "");
  EXPECT_EQ(nearest("x", {"y", "z"}), "");  // one letter is not near another
  EXPECT_EQ(nearest("X", {"y", "x"}), "x");
  EXPECT_EQ(nearest("kane", {}), "");
  EXPECT_EQ(nearest(std::string(100000, 'a'), {std::string(100001, 'a')}), "");  // and at once
}

TEST(Names, TheNearestOfSeveralWins) { EXPECT_EQ(nearest("tether", {"teeter", "tethers", "tether2x"}), "tethers"); }

TEST(Names, DidYouMean) {
  EXPECT_EQ(did_you_mean("kan", formulations), "did you mean \"kane\"?");
  EXPECT_EQ(did_you_mean("newmark", {"a", "b"}), "known names: a, b");
  EXPECT_EQ(did_you_mean("newmark", {}), "");
  std::vector<std::string> many;
  for (int k = 0; k < 30; ++k) many.push_back("q" + std::to_string(k));
  const std::string text = did_you_mean("something", many);
  EXPECT_NE(text.find("q11 and 18 more"), std::string::npos) << text;
}

}  // namespace
}  // namespace rheon
