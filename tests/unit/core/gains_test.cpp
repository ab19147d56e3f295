// Option values that are numbers, lists or matrices.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/core/options.hpp"

namespace rheon {
namespace {

constexpr OptionSpec specs[] = {
    {.name = "alpha", .type = OptionType::gains, .fallback = "0", .unit = "1/s", .min = 0.0, .help = "x"},
    {.name = "dependent", .type = OptionType::names, .fallback = "", .help = "x"},
};

using Rows = std::vector<std::vector<double>>;

Rows gains(const std::string& text) {
  Problems problems;
  const Setting setting{"alpha", text, {}};
  const auto values = OptionValues::resolve(specs, {&setting, 1}, problems);
  if (!problems.empty()) throw UsageError(to_text(problems.list()[0]));
  return values.gains("alpha");
}

TEST(Gains, AreNumbersListsOrMatrices) {
  EXPECT_EQ(gains("20"), (Rows{{20}}));
  EXPECT_EQ(gains("20 1/s"), (Rows{{20}}));
  EXPECT_EQ(gains("[ 20,18.5 ]"), (Rows{{20, 18.5}}));
  EXPECT_EQ(gains("[[20, -1], [ -1, 18]]"), (Rows{{20, -1}, {-1, 18}}));
}

TEST(Gains, WhatIsNoneOfTheseIsRefused) {
  for (const char* bad : {"", "[", "[]", "[1,]", "[1 2]", "[[1,2],[3]]", "[[1,2]]", "[1,x]", "nan", "[1e999]", "1]",
                          "[1] 2", "-3", "[1, -3]"})
    EXPECT_THROW(gains(bad), UsageError) << bad;
}

TEST(Gains, NamesAreSeparatedByCommas) {
  Problems problems;
  const Setting setting{"dependent", "[x', y' ]", {}};
  const auto values = OptionValues::resolve(specs, {&setting, 1}, problems);
  EXPECT_EQ(values.names("dependent"), (std::vector<std::string>{"x'", "y'"}));
  EXPECT_TRUE(OptionValues::resolve(specs, {}, problems).names("dependent").empty());
}

}  // namespace
}  // namespace rheon
