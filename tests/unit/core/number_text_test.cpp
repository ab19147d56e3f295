#include "core/number_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rheon {
namespace {

TEST(NumberText, ShortestReadsBackExactly) {
  EXPECT_EQ(shortest_text(0.1), "0.1");
  EXPECT_EQ(shortest_text(1e7), "1e+07");
  for (const double value : {1.0 / 3.0, 0.1 + 0.2, std::numeric_limits<double>::min(), -1e300})
    EXPECT_EQ(std::stod(shortest_text(value)), value);
}

TEST(NumberText, BriefHasFewDigitsAndNoTrailingZeros) {
  EXPECT_EQ(brief_text(2.0), "2");
  EXPECT_EQ(brief_text(0.1), "0.1");
  EXPECT_EQ(brief_text(-0.0001), "-0.0001");
  EXPECT_EQ(brief_text(1.0 / 3.0), "0.333333");
  EXPECT_EQ(brief_text(1.0 / 3.0, 3), "0.333");
  EXPECT_EQ(brief_text(123456789.0), "1.23457e+08");
  EXPECT_EQ(brief_text(1.25e-9), "1.25e-09");
  EXPECT_EQ(brief_text(-std::numeric_limits<double>::max(), 17), "-1.7976931348623157e+308");
}

TEST(NumberText, BriefKnowsWhatIsNoNumber) {
  EXPECT_EQ(brief_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(brief_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(brief_text(std::nan("")), "nan");
  EXPECT_EQ(brief_text(-std::nan("")), "nan");
  EXPECT_EQ(shortest_text(-std::nan("")), "nan");
}

TEST(NumberText, WhatIsNoNumberLosesItsSignAndNumbersKeepTheirs) {
  const double no_number = std::copysign(std::numeric_limits<double>::quiet_NaN(), -1.0);
  EXPECT_TRUE(std::isnan(without_sign_of_nan(no_number)));
  EXPECT_FALSE(std::signbit(without_sign_of_nan(no_number)));
  EXPECT_EQ(without_sign_of_nan(-2.0), -2.0);
  EXPECT_TRUE(std::signbit(without_sign_of_nan(-0.0)));
}

TEST(NumberText, ThingsAreCounted) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(2, "constraint row"), "2 constraint rows");
  EXPECT_EQ(counted(10'000'000'000, "step"), "10000000000 steps");
}

TEST(NumberText, TakesANumberOffTheFront) {
  std::string_view text = "+2.5 kg";
  EXPECT_EQ(take_number(text), 2.5);
  EXPECT_EQ(text, " kg");
  text = "+-1";
  EXPECT_FALSE(take_number(text));
  EXPECT_EQ(text, "+-1");
}

}  // namespace
}  // namespace rheon
