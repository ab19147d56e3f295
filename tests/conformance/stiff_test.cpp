// A stiff spring across a constraint, at a step far longer than its time scale: the light coordinate must come along
// with the constrained ones, for every implicit pairing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

// A pendulum of length s that a spring of 1e8 N/m keeps at 1 m. Time scales of spring and damper are 0.1 ms; the largest
// tension, 3 g, stretches it by 3e-7 m.
const char* stiff_rod = R"(rheon: 1
name: stiff rod
coordinates: [x, y, s]
mass: [1, 1, 0.01]
potential: 9.81*y + 1e8/2*(s - 1)^2
forces: {s: -1e4*s'}
constraints: {rod: x^2 + y^2 = s^2}
initial: {x: 1, y: 0, s: 1}
)";

struct Motion {
  double x, y, x_dot_dot;
};

/// The limit, a rigid pendulum let go horizontally: theta'' = -9.81 cos(theta) by the classical Runge-Kutta method.
Motion rigid_pendulum(double duration) {
  const double g = 9.81;
  const int steps = 20000;
  const double h = duration / steps;
  double p = 0.0, w = 0.0;
  const auto f = [&](double theta) { return -g * std::cos(theta); };
  for (int k = 0; k < steps; ++k) {
    const double k1 = w, l1 = f(p), k2 = w + h / 2 * l1, l2 = f(p + h / 2 * k1), k3 = w + h / 2 * l2,
                 l3 = f(p + h / 2 * k2), k4 = w + h * l3, l4 = f(p + h * k3);
    p += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    w += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return {std::cos(p), std::sin(p), -std::sin(p) * f(p) - std::cos(p) * w * w};
}

struct Pairing {
  const char* formulation;
  const char* integrator;
  double motion_bound;
  double force_bound = 0.03;  ///< relative, for x''
};

// Of second order at 10 ms: some 1.5e-3 m of truncation after two seconds.
constexpr double second_order = 4e-3;
// Of order 4 and 5: what is left, 1.2e-6 m, is the stretch of the spring, which the rigid pendulum has not.
constexpr double high_order = 4e-6;

const Pairing stiff_pairings[] = {
    {"lagrange", "trapezoidal", second_order},
    {"lagrange", "implicit-midpoint", second_order},
    {"kane", "trapezoidal", second_order},
    {"kane", "implicit-midpoint", second_order},
    {"udwadia-kalaba", "trapezoidal", second_order},
    {"udwadia-kalaba", "implicit-midpoint", second_order},
    {"augmented-lagrangian", "trapezoidal", second_order},
    {"augmented-lagrangian", "implicit-midpoint", second_order},
    {"np-ode", "trapezoidal", second_order},
    // accelerations hang on the spring, whose force is found with a lower order than the motion: 6.6 %
    {"np-ode", "implicit-midpoint", second_order, 0.1},
    {"lagrange-index3", "generalised-alpha", second_order},
    {"lagrange-index3", "trapezoidal", second_order},
    {"ali3p", "trapezoidal", second_order},
    {"ali3p", "gauss4", high_order, 0.05},  // the same: 3.4 %
    {"np-three-field", "implicit-midpoint", second_order},
    {"energy-momentum", "implicit-midpoint", second_order},
    {"lagrange-index2", "radau5", high_order},
};

class StiffSpringAcrossAConstraint : public ::testing::TestWithParam<Pairing> {};

const Motion& exact_motion() {
  static const Motion motion = rigid_pendulum(2.0);
  return motion;
}

Results as_rigid_pendulum(const std::string& model, const Pairing& p) {
  const System system(read_model_text(model, "stiff.yaml"));
  RunRequest r = request(p.formulation, p.integrator);
  r.step = 1e-2;
  r.duration = 2.0;
  Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_NEAR(channel(results, "x").back(), exact_motion().x, p.motion_bound);
  EXPECT_NEAR(channel(results, "y").back(), exact_motion().y, p.motion_bound);
  return results;
}

TEST_P(StiffSpringAcrossAConstraint, MovesAsTheRigidPendulum) {
  const Pairing& p = GetParam();
  const Results results = as_rigid_pendulum(stiff_rod, p);
  // three times the stretch
  for (const double s : channel(results, "s")) EXPECT_NEAR(s, 1.0, 1e-6);
  EXPECT_NEAR(channel(results, "x''").back(), exact_motion().x_dot_dot,
              p.force_bound * std::abs(exact_motion().x_dot_dot));
}

// A spring of 1e8 N/m that the constraint keeps away from its rest length: its force of 1e7 N does nothing, and neither
// must its stiffness along the circle, with which the curvature of the constraint is in balance. Forces that depend on
// velocities, even in name only, change nothing.
TEST_P(StiffSpringAcrossAConstraint, MayBePrestressed) {
  const Pairing& p = GetParam();
  for (const char* damping : {"0", "1e-12", "1e4"}) {
    SCOPED_TRACE(damping);
    as_rigid_pendulum("rheon: 1\nname: prestressed\nparameters: {c: " + std::string(damping) +
                          "}\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y + 1e8/4*(x^2 + y^2 - 1.1)^2\n"
                          "forces: {x: -c*(x*x' + y*y')*x, y: -c*(x*x' + y*y')*y}\n"
                          "constraints: {rod: x^2 + y^2 = 1}\ninitial: {x: 1, y: 0}\n",
                      p);
  }
}

void PrintTo(const Pairing& p, std::ostream* out) { *out << p.formulation << " + " << p.integrator; }

INSTANTIATE_TEST_SUITE_P(Pairings, StiffSpringAcrossAConstraint, ::testing::ValuesIn(stiff_pairings),
                         [](const auto& test) {
                           std::string name = std::string(test.param.formulation) + "_" + test.param.integrator;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace rheon::test
