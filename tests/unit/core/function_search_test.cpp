// Searches on functions of one variable, against closed forms.
#include "core/function_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rheon::test {
namespace {

TEST(FunctionSearch, RegulaFalsiFindsTheRootOnBothSlopes) {
  for (const double sign : {1.0, -1.0}) {
    int calls = 0;
    const auto f = [&](double x) {
      ++calls;
      return sign * (x * x * x - 2.0);
    };
    // f is known to 4 roundings of 2, and has the slope 4.8
    const double root = regula_falsi_root({0.0, 4.0, -2.0 * sign, 62.0 * sign}, 1e-15, 2e-15, 60, f);
    EXPECT_NEAR(root, std::cbrt(2.0), 2e-15);
    EXPECT_LE(calls, 52);  // bisection
  }
}

TEST(FunctionSearch, RegulaFalsiIsContentWithALittle) {
  const double root =
      regula_falsi_root({0.0, 1.0, -1.0, 1.0}, 0.0, 1e-3, 60, [](double x) { return x * x * x - (1 - x); });
  EXPECT_LE(std::abs(root * root * root - (1 - root)), 1e-3);
}

TEST(FunctionSearch, RegulaFalsiOfAStepEndsBetweenItsSides) {
  const double root =
      regula_falsi_root({0.0, 1.0, -1.0, 1.0}, 1e-9, 0.0, 200, [](double x) { return x < 0.3 ? -1.0 : 1.0; });
  EXPECT_NEAR(root, 0.3, 1e-9);
}

TEST(FunctionSearch, GoldenSectionFindsTheTop) {
  const auto f = [](double x) { return std::sin(x); };
  for (const double middle : {1.0, 2.5}) {
    const double top = golden_section_maximum(0.0, middle, 3.0, f(middle), 1e-7, 60, f);
    EXPECT_NEAR(top, std::acos(-1.0) / 2, 1e-7);
  }
}

TEST(FunctionSearch, BisectionEndsAtNeighbouringNumbers) {
  const auto [in, out] = bisected(0.0, 2.0, 2000, [](double x) { return x * x < 2.0; });
  EXPECT_LT(in * in, 2.0);
  EXPECT_GE(out * out, 2.0);
  EXPECT_EQ(std::nextafter(in, 2.0), out);
  const auto [early, late] = bisected(1.0, 0.0, 3, [](double x) { return x > 0.2; });
  EXPECT_EQ(early, 0.25);
  EXPECT_EQ(late, 0.125);
}

}  // namespace
}  // namespace rheon::test
