// |R(z)| against the polynomials and the limits of stability in the literature.
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/integrators/kind.hpp"

namespace rheon::test {
namespace {

using Complex = std::complex<double>;

/// Where |R| leaves 1 between two points of a ray, one stable and one not, by bisection.
double limit(const IntegratorKind& kind, Complex direction, double stable, double unstable) {
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (stable + unstable);
    (amplification(kind, middle * direction) <= 1.0 ? stable : unstable) = middle;
  }
  return stable;
}

// R of the classical method is the exponential series up to z^4 [Hairer1996] (IV.2.12).
TEST(Amplification, OfTheClassicalMethodIsTheTruncatedSeries) {
  for (const Complex z : {Complex(-1, 0), Complex(0.3, -2), Complex(-2, 2)}) {
    const Complex series = 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)));
    EXPECT_NEAR(amplification(find_integrator("rk4"), z), std::abs(series),
                1e-14);  // a few roundings of numbers near 1
  }
}

// Classical: 2.785293563 on the negative real axis, the real root of z^3 + 4 z^2 + 12 z + 24 = 0, and 2 sqrt 2 on the
// imaginary axis. Dormand-Prince: 3.3066 on the real axis [Hairer1996] IV.2, figure 2.4.
TEST(Amplification, LeavesOneAtThePublishedLimits) {
  const auto& rk4 = find_integrator("rk4");
  const double z = -limit(rk4, -1.0, 1.0, 4.0);
  EXPECT_NEAR(z, -2.785293563405282, 1e-12);
  EXPECT_NEAR(((z + 4) * z + 12) * z + 24, 0.0, 1e-11);
  EXPECT_NEAR(limit(rk4, Complex(0, 1), 1.0, 4.0), 2 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(limit(find_integrator("dopri5"), -1.0, 1.0, 4.0), 3.3066, 1e-4);  // digits given
}

// R(z) = exp(z) + O(z^(p+1)), for every method of the table: the error falls by 2^(p+1) or more when z is halved.
TEST(Amplification, AgreesWithTheExponentialToTheOrder) {
  for (const auto& kind : integrators()) {
    if (kind.tableau == nullptr && kind.rule == RateRule::none) {
      EXPECT_TRUE(std::isnan(amplification(kind, -1.0))) << kind.name;
      continue;
    }
    const auto error = [&](double x) { return std::abs(amplification(kind, x) - std::exp(x)); };
    const double ratio = error(-0.4) / error(-0.2);
    EXPECT_GT(ratio, std::pow(2.0, kind.order + 1) * 0.7) << kind.name;  // the next term; an order less gives 0.5
  }
}

// The implicit rules keep every oscillation's amplitude and damp every decay.
TEST(Amplification, OfImplicitRulesIsOneOnTheImaginaryAxis) {
  for (const RateRule rule : {RateRule::midpoint, RateRule::trapezoidal}) {
    const IntegratorKind kind{.name = "rule", .title = "", .reference = "", .order = 2, .rule = rule};
    for (const double w : {0.1, 1.0, 2.0, 1e3}) EXPECT_NEAR(amplification(kind, Complex(0, w)), 1.0, 1e-15);
    EXPECT_NEAR(amplification(kind, -1.0), 1.0 / 3, 1e-15);
    EXPECT_LT(amplification(kind, Complex(-1e6, 5)), 1.0);
    EXPECT_GT(amplification(kind, 0.5), 1.0);
  }
}

}  // namespace
}  // namespace rheon::test
