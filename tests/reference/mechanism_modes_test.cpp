// Sizes of the example mechanisms, and eigenvalues of the benchmark bicycle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "rheon/analysis/check.hpp"
#include "rheon/analysis/linearise.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

struct Size {
  const char* model;
  int coordinates, rows, freedoms;
};

// As a specialist writes them: a point a planar hinge, a point and a vector a revolute joint, nothing for the ground.
constexpr Size sizes[] = {
    {"slider_crank", 4, 4, 0}, {"four_bar", 4, 4, 0},   {"four_bar_windows", 6, 5, 1}, {"andrews", 8, 7, 1},
    {"bricard", 24, 24, 1},    {"governor", 21, 17, 4}, {"heavy_top", 9, 6, 3},        {"spinning_body", 9, 3, 6},
    {"bicycle", 30, 27, 3},    {"stewart", 12, 12, 0},  {"quick_return", 6, 6, 0},
};

TEST(MechanismSizes, AreThoseOfASpecialist) {
  for (const Size& s : sizes) {
    const CheckReport report = check(load_system(s.model));
    EXPECT_EQ(report.coordinates, s.coordinates) << s.model;
    EXPECT_EQ(report.position_rows + report.velocity_rows, s.rows) << s.model;
    EXPECT_EQ(report.degrees_of_freedom, s.freedoms) << s.model;
    EXPECT_TRUE(report.problems.empty()) << s.model;
  }
}

System bicycle_at(double v) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", v);
  const std::vector<Setting> settings{{"v", text, {}}};
  return System(read_model(std::string(RHEON_SOURCE_DIR) + "/examples/bicycle/model.yaml", settings));
}

using Eigenvalues = std::vector<std::complex<double>>;

/// Eigenvalues other than zero, conjugates included.
Eigenvalues eigenvalues_at(double v) {
  Eigenvalues all;
  for (const Mode& mode : linearise(bicycle_at(v)).modes) {
    all.push_back(mode.eigenvalue);
    if (mode.pair) all.push_back(std::conj(mode.eigenvalue));
  }
  return all;
}

// [Meijaard2007]: closed formulas evaluated in 17 digits. Exact derivatives leave round-off, 1e-12 of the largest; what is
// asked for is 1e-8 of each.
TEST(Bicycle, EigenvaluesFromRestToTenMetresPerSecond) {
  const Table reference = load_reference("bicycle_eigenvalues");
  for (std::size_t row = 0; row < reference.rows(); ++row) {
    const double v = reference["v"][row];
    const Eigenvalues found = eigenvalues_at(v);
    ASSERT_EQ(found.size(), 4u) << "v = " << v;
    for (int k = 1; k <= 4; ++k) {
      const std::complex<double> expected(reference["re" + std::to_string(k)][row],
                                          reference["im" + std::to_string(k)][row]);
      double nearest = INFINITY;
      for (const auto& value : found) nearest = std::min(nearest, std::abs(value - expected));
      EXPECT_LE(nearest, 1e-8 * std::abs(expected)) << "v = " << v << ", eigenvalue " << expected;
    }
  }
}

/// Speed between a and b at which `growth` changes its sign, by the secant of the ends (regula falsi, Illinois).
template <class Growth>
double critical_speed(Growth growth, double a, double b) {
  double fa = growth(a), fb = growth(b);
  for (int k = 0; k < 60 && std::abs(b - a) > 1e-13; ++k) {
    const double c = (a * fb - b * fa) / (fb - fa), fc = growth(c);
    if (fc == 0.0) return c;
    if ((fc > 0.0) == (fb > 0.0)) {
      fa *= 0.5;
    } else {
      a = b;
      fa = fb;
    }
    b = c;
    fb = fc;
    if (std::abs(fc) < 1e-14) break;
  }
  return b;
}

// Published with 14 digits: weave 4.292382536341, capsize 6.024262015388 m/s.
TEST(Bicycle, WeaveAndCapsizeSpeeds) {
  const double weave = critical_speed(
      [](double v) {
        double growth = -INFINITY;
        for (const auto& value : eigenvalues_at(v))
          if (value.imag() != 0.0) growth = std::max(growth, value.real());
        return growth;
      },
      4.0, 4.6);
  EXPECT_NEAR(weave, 4.29238253634111, 1e-8);
  const double capsize = critical_speed(
      [](double v) {
        double slowest = INFINITY;
        for (const auto& value : eigenvalues_at(v))
          if (value.imag() == 0.0 && std::abs(value.real()) < std::abs(slowest)) slowest = value.real();
        return slowest;
      },
      5.8, 6.2);
  EXPECT_NEAR(capsize, 6.02426201538837, 1e-8);
}

}  // namespace
}  // namespace rheon::test
