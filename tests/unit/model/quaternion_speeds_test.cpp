// A kinetic energy in generalised speeds that are fewer than the coordinates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

constexpr const char* body = R"(rheon: 1
parameters: {A: 1, C: 1.6, w: 0.7, n: 3}
coordinates: [e0, e1, e2, e3]
speeds: [wx, wy, wz]
kinematics:
  e0': (-e1*wx - e2*wy - e3*wz)/2
  e1': (e0*wx - e3*wy + e2*wz)/2
  e2': (e3*wx + e0*wy - e1*wz)/2
  e3': (-e2*wx + e1*wy + e0*wz)/2
kinetic: (A*wx^2 + A*wy^2 + C*wz^2)/2
initial: {e0: 1, e1: 0, e2: 0, e3: 0, wx: w, wy: 0, wz: n}
)";

// Torque-free, symmetric: w turns in the body with (C - A)/A n, and the angular momentum stands still in space.
TEST(QuaternionSpeeds, TorqueFreeTop) {
  const System system(read_model_text(body, "quaternion.yaml"));
  for (const char* formulation : {"lagrange", "udwadia-kalaba", "kane"}) {
    RunRequest r = request(formulation, "dop853");
    r.tolerance = 1e-12;
    r.duration = 4.0;
    const Results results = run(system, r);
    std::array<std::vector<double>, 4> e;
    for (std::size_t k = 0; k < 4; ++k) e[k] = channel(results, "e" + std::to_string(k));
    const auto t = channel(results, "t"), wx = channel(results, "wx"), wy = channel(results, "wy"),
               wz = channel(results, "wz");
    const double A = 1.0, C = 1.6, rate = (C - A) / A * 3.0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      // errors of 1e-12 a step, over a hundred steps
      EXPECT_NEAR(wx[i], 0.7 * std::cos(rate * t[i]), 1e-9) << formulation;
      EXPECT_NEAR(wy[i], 0.7 * std::sin(rate * t[i]), 1e-9) << formulation;
      EXPECT_NEAR(wz[i], 3.0, 1e-9) << formulation;
      const double a = e[0][i], b = e[1][i], c = e[2][i], d = e[3][i];
      const double L[] = {A * wx[i], A * wy[i], C * wz[i]};
      const double x = (a * a + b * b - c * c - d * d) * L[0] + 2 * (b * c - a * d) * L[1] + 2 * (b * d + a * c) * L[2];
      const double z = 2 * (b * d - a * c) * L[0] + 2 * (c * d + a * b) * L[1] + (a * a - b * b - c * c + d * d) * L[2];
      EXPECT_NEAR(x, A * 0.7, 1e-9) << formulation;
      EXPECT_NEAR(z, C * 3.0, 1e-9) << formulation;
    }
  }
}

// A skate: its two speeds reach every place, so the energy of sliding sideways takes part, and nobody has given it.
TEST(QuaternionSpeeds, SpeedsThatReachEveryPlaceAreRefused) {
  EXPECT_THAT(
      message_of([] {
        const System skate(
            read_model_text("rheon: 1\ncoordinates: [x, y, h]\nspeeds: [u, r]\nkinematics: {x': u*cos(h), y': "
                            "u*sin(h), h': r}\nkinetic: (u^2 + r^2)/2\n",
                            "skate.yaml"));
      }),
      testing::AllOf(testing::HasSubstr("2 coordinates but 1 speed,"), testing::HasSubstr("reach every position"),
                     testing::HasSubstr("write the inertia as `mass:`")));
}

}  // namespace
}  // namespace rheon::test
