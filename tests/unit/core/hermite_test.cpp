// Polynomials through both ends of a step or through nodes, and the rules of Lobatto, against powers of time.
#include "core/hermite.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>

#include "core/lagrange_polynomial.hpp"
#include "core/lobatto.hpp"

namespace rheon {
namespace {

/// Sums of some twenty terms no larger than 20 times the result's scale.
constexpr double round_off = 100 * std::numeric_limits<double>::epsilon();

/// t^n and its rates.
double power(int n, double t) { return std::pow(t, n); }
double rate(int n, double t) { return n < 1 ? 0.0 : n * std::pow(t, n - 1); }
double second(int n, double t) { return n < 2 ? 0.0 : n * (n - 1) * std::pow(t, n - 2); }

TEST(Hermite, CubicIsExactForPowersUpToThree) {
  const double h = 0.5;
  for (int n = 0; n <= 3; ++n)
    for (const double theta : {0.0, 0.3, 0.75, 1.0}) {
      const auto of_ends = [&](const HermiteCubic& at) {
        return at(power(n, 0.0), power(n, h), rate(n, 0.0), rate(n, h));
      };
      EXPECT_NEAR(of_ends(cubic_value(theta, h)), power(n, theta * h), round_off) << n << " " << theta;
      EXPECT_NEAR(of_ends(cubic_rate(theta, h)), rate(n, theta * h), round_off / h) << n << " " << theta;
    }
}

TEST(Hermite, QuinticIsExactForPowersUpToFive) {
  const double h = 0.5;
  for (int n = 0; n <= 5; ++n)
    for (const double theta : {0.0, 0.3, 0.75, 1.0}) {
      const auto of_ends = [&](const HermiteQuintic& at) {
        return at(power(n, 0.0), power(n, h), rate(n, 0.0), rate(n, h), second(n, 0.0), second(n, h));
      };
      EXPECT_NEAR(of_ends(quintic_value(theta, h)), power(n, theta * h), round_off) << n << " " << theta;
      EXPECT_NEAR(of_ends(quintic_rate(theta, h)), rate(n, theta * h), round_off / h) << n << " " << theta;
      EXPECT_NEAR(of_ends(quintic_second_rate(theta, h)), second(n, theta * h), round_off / (h * h))
          << n << " " << theta;
    }
}

TEST(LagrangePolynomial, TakesPowersFromTheirValuesAtTheNodes) {
  const double nodes[] = {0.1, 0.4, 0.75, 1.0};
  for (int n = 0; n <= 3; ++n)
    for (const double x : {0.0, 0.4, 1.3}) {
      double sum = 0.0;
      for (int j = 0; j < 4; ++j) sum += lagrange_polynomial(nodes, j, x, 2.0) * power(n, nodes[j]);
      EXPECT_NEAR(sum, 2.0 * power(n, x), round_off) << n << " " << x;
    }
}

void expect_exact_below(int order, std::span<const double> nodes, std::span<const double> weights) {
  for (int n = 0; n <= order; ++n) {
    double sum = 0.0;
    for (std::size_t i = 0; i < nodes.size(); ++i) sum += weights[i] * power(n, nodes[i]);
    if (n < order)
      EXPECT_NEAR(sum, 1.0 / (n + 1), round_off) << n;
    else
      EXPECT_GT(std::abs(sum - 1.0 / (n + 1)), 1e-4) << n;  // 1/120 and 1/2100
  }
}

TEST(Lobatto, RulesHaveTheirOrders) {
  expect_exact_below(4, lobatto::nodes_3, lobatto::weights_3);
  expect_exact_below(6, lobatto::nodes_4, lobatto::weights_4);
}

TEST(Lobatto, InnerRowsIntegrateCubicsUpToTheirNodes) {
  for (int i = 0; i < 2; ++i)
    for (int n = 0; n <= 3; ++n) {
      double sum = 0.0;
      for (int j = 0; j < 4; ++j) sum += lobatto::inner_rows_4[4 * i + j] * power(n, lobatto::nodes_4[j]);
      EXPECT_NEAR(sum, power(n + 1, lobatto::nodes_4[i + 1]) / (n + 1), round_off) << i << " " << n;
    }
}

}  // namespace
}  // namespace rheon
