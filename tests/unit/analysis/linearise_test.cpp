// linearise(): eigenvalues against closed forms and published numbers.
#include "rheon/analysis/linearise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;
using Complex = std::complex<double>;

/// Eigenvalues come from exact derivatives: a handful of roundings, times the condition of small problems.
constexpr double exact = 1e-13;

System system_of(const std::string& text) { return System(read_model_text("rheon: 1\n" + text, "model.yaml")); }
Linearisation of(const std::string& text) { return linearise(system_of(text)); }

std::string all_notes(const Linearisation& l) {
  std::string text;
  for (const auto& note : l.notes) text += note + "\n";
  return text;
}

void expect_eigenvalue(const Linearisation& l, std::size_t k, Complex expected, double relative = exact) {
  ASSERT_LT(k, l.modes.size());
  EXPECT_LE(std::abs(l.modes[k].eigenvalue - expected), relative * std::abs(expected))
      << "mode " << k + 1 << ": " << l.modes[k].eigenvalue << " instead of " << expected;
}

TEST(Linearise, PendulumInCartesianCoordinates) {
  const Linearisation l =
      of("parameters: {m: 2, l: 0.7, g: 9.81}\ncoordinates: [x, y]\nkinetic: m/2*(x'^2 + y'^2)\npotential: m*g*y\n"
         "constraints: {rod: x^2 + y^2 = l^2}\ninitial: {x: 0, y: -l, x': 0, y': 0}\n");
  EXPECT_EQ(l.reference, Reference::equilibrium);
  ASSERT_EQ(l.modes.size(), 1u);
  EXPECT_EQ(l.zeros, 0);
  const double w = std::sqrt(9.81 / 0.7);
  expect_eigenvalue(l, 0, {0.0, w});
  EXPECT_NEAR(l.modes[0].frequency(), w / (2 * std::numbers::pi), 1e-13);
  EXPECT_NEAR(l.modes[0].damping_ratio(), 0.0, 1e-15);
  EXPECT_LE(l.modes[0].uncertainty, 1e-13);
  EXPECT_NEAR(std::abs(l.modes[0].q[0] - 1.0), 0.0, 1e-15);  // it swings along x
  EXPECT_NEAR(std::abs(l.modes[0].q[1]), 0.0, 1e-15);
  EXPECT_LE(std::abs(l.modes[0].v[0] - l.modes[0].eigenvalue), 1e-12);
  EXPECT_EQ(all_notes(l), "");
}

TEST(Linearise, InvertedPendulumGrowsAndDecays) {
  const Linearisation l =
      of("parameters: {l: 0.7, g: 9.81}\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\npotential: g*y\n"
         "constraints: {rod: x^2 + y^2 = l^2}\ninitial: {x: 0, y: l, x': 0, y': 0}\n");
  ASSERT_EQ(l.modes.size(), 2u);
  expect_eigenvalue(l, 0, -std::sqrt(9.81 / 0.7));
  expect_eigenvalue(l, 1, std::sqrt(9.81 / 0.7));
}

TEST(Linearise, DampedOscillators) {
  const Linearisation l =
      of("parameters: {m: 3, c: 0.8, k: 50}\ncoordinates: [x]\nkinetic: m/2*x'^2\npotential: k/2*x^2\n"
         "forces: {x: -c*x'}\n");
  const double decay = 0.8 / 6, w0 = std::sqrt(50.0 / 3);
  expect_eigenvalue(l, 0, {-decay, std::sqrt(w0 * w0 - decay * decay)});
  EXPECT_NEAR(l.modes[0].damping_ratio(), decay / w0, 1e-14);
  EXPECT_NEAR(l.modes[0].natural_frequency(), w0 / (2 * std::numbers::pi), 1e-14);
  EXPECT_NEAR(l.modes[0].time_constant(), 1 / decay, 1e-12);
  // a strong damper: the slow root is 1e-12 of the fast one and still has all digits; k/c (1 + k m/c^2 + ...)
  const Linearisation slow =
      of("parameters: {c: 1e6}\ncoordinates: [x]\nkinetic: x'^2/2\npotential: x^2/2\nforces: {x: -c*x'}\n");
  EXPECT_EQ(slow.zeros, 0);
  expect_eigenvalue(slow, 0, -1e-6 * (1 + 1e-12), 1e-12);
  expect_eigenvalue(slow, 1, -1e6 * (1 - 1e-12));
}

// Critical damping: a double eigenvalue with one eigenvector moves by the root of the rounding. That is reported.
TEST(Linearise, DoubleEigenvaluesAreReportedToBeUncertain) {
  const Linearisation l = of("coordinates: [x]\nkinetic: x'^2/2\npotential: x^2/2\nforces: {x: -2*x'}\n");
  ASSERT_FALSE(l.modes.empty());
  EXPECT_LE(std::abs(l.modes[0].eigenvalue + 1.0), 1e-7);
  EXPECT_GT(l.modes[0].uncertainty, 1e-8);
  EXPECT_THAT(all_notes(l), HasSubstr("nearly a double one"));
}

/// m1 l1 l2 w^4 - (m1 + m2) g (l1 + l2) w^2 + (m1 + m2) g^2 = 0
TEST(Linearise, DoublePendulumInCartesianCoordinates) {
  const Linearisation l =
      of("parameters: {m1: 2, m2: 0.5, l1: 0.7, l2: 1.3, g: 9.81}\ncoordinates: [x1, y1, x2, y2]\n"
         "kinetic: m1/2*(x1'^2 + y1'^2) + m2/2*(x2'^2 + y2'^2)\npotential: m1*g*y1 + m2*g*y2\n"
         "constraints: {one: x1^2 + y1^2 = l1^2, two: (x2 - x1)^2 + (y2 - y1)^2 = l2^2}\n"
         "initial: {x1: 0, y1: -l1, x2: 0, y2: -l1 - l2, x1': 0, y1': 0, x2': 0, y2': 0}\n");
  const double m1 = 2, m = 2.5, l1 = 0.7, l2 = 1.3, g = 9.81;
  const double a = m1 * l1 * l2, b = m * g * (l1 + l2), c = m * g * g, root = std::sqrt(b * b - 4 * a * c);
  ASSERT_EQ(l.modes.size(), 2u);
  expect_eigenvalue(l, 0, {0.0, std::sqrt((b - root) / (2 * a))});
  expect_eigenvalue(l, 1, {0.0, std::sqrt((b + root) / (2 * a))});
}

/// A chain of n equal masses on equal links hangs down: w^2 = g/l times the zeros of the Laguerre polynomial L_n.
TEST(Linearise, HangingChain) {
  constexpr int n = 20;
  std::string names, kinetic, potential, rows, initial;
  for (int i = 1; i <= n; ++i) {
    const std::string k = std::to_string(i), x = "x" + k, y = "y" + k, before = std::to_string(i - 1);
    const std::string comma = i > 1 ? ", " : "", plus = i > 1 ? " + " : "";
    names += comma + x + ", " + y;
    kinetic += plus + x + "'^2 + " + y + "'^2";
    potential += plus + y;
    rows += "  r" + k + ": " +
            (i == 1 ? "x1^2 + y1^2" : "(" + x + " - x" + before + ")^2 + (" + y + " - y" + before + ")^2") +
            " = 0.25^2\n";
    initial += comma + x + ": 0, " + y + ": -" + k + "/4, " + x + "': 0, " + y + "': 0";
  }
  const Linearisation l = of("coordinates: [" + names + "]\nkinetic: (" + kinetic + ")/2\npotential: 9.81*(" +
                             potential + ")\nconstraints:\n" + rows + "initial: {" + initial + "}\n");
  ASSERT_EQ(l.modes.size(), std::size_t{n});
  // first and last zero of L_20, from tables of Gauss-Laguerre quadrature
  expect_eigenvalue(l, 0, {0.0, std::sqrt(9.81 / 0.25 * 0.0705398896919887534)}, 1e-12);
  expect_eigenvalue(l, n - 1, {0.0, std::sqrt(9.81 / 0.25 * 66.5244165256157538)}, 1e-12);
}

/// Four-bar with a diagonal spring-damper (IFToMM library of benchmarks), in the joints' coordinates: slender links
/// of 1 kg have the kinetic energy m/6 (r1'^2 + r1'.r2' + r2'^2).
std::string four_bar(const std::string& more_rows) {
  return "parameters: {k: 25, c: 1, g: 9.81, f: 2.23433101901759}\ncoordinates: [x1, y1, x2, y2]\n"
         "definitions: {d: 'hypot(x2, y2)', rate: (x2*x2' + y2*y2')/d}\n"
         "kinetic: (x1'^2 + y1'^2)/6 + (x2'^2 + y2'^2)/6 + (x1'^2 + y1'^2 + x1'*x2' + y1'*y2' + x2'^2 + y2'^2)/6\n"
         "potential: g*(y1 + y2) + k/2*(d - sqrt(2))^2\n"
         "forces: {x2: -c*rate*x2/d, y2: -c*rate*y2/d}\n"
         "constraints:\n  crank: x1^2 + y1^2 = 1\n  coupler: (x2 - x1)^2 + (y2 - y1)^2 = 1\n"
         "  rocker: (x2 - 1)^2 + y2^2 = 1\n" +
         more_rows + "initial: {x1: cos(f), y1: sin(f), x2: 1 + cos(f), y2: sin(f), x1': 0, y1': 0, x2': 0, y2': 0}\n";
}

TEST(Linearise, FourBarWithDiagonalSpring) {
  const Linearisation l = of(four_bar(""));
  EXPECT_EQ(l.reference, Reference::equilibrium);
  ASSERT_EQ(l.modes.size(), 1u);
  // the published digits; the angle is given to 15
  expect_eigenvalue(l, 0, {-0.242385809310505, 2.13395502834838}, 1e-13);
}

TEST(Linearise, RedundantRowsChangeNothing) {
  const Linearisation l = of(four_bar("  parallel: y2 = y1\n  again: 3*x1^2 + 3*y1^2 = 3\n  drift: x1' = x2'\n"));
  EXPECT_EQ(l.rank, 3);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, {-0.242385809310505, 2.13395502834838}, 1e-12);
}

// K/k = 2^33: the slow frequency has 10 digits less than the matrix, and all its own.
TEST(Linearise, StiffBesideSoft) {
  const Linearisation l =
      of("parameters: {K: 8589934592}\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
         "potential: x^2/2 + K/2*(x - y)^2\n");
  const double K = 8589934592.0, fast = (1 + 2 * K + std::hypot(1.0, 2 * K)) / 2;
  ASSERT_EQ(l.modes.size(), 2u);
  expect_eigenvalue(l, 0, {0.0, std::sqrt(K / fast)}, 1e-8);  // the product of the squares is K
  expect_eigenvalue(l, 1, {0.0, std::sqrt(fast)});
}

TEST(Linearise, RigidMotionsAreZeroExactly) {
  const Linearisation l =
      of("parameters: {m: 0.3, M: 1.7, k: 40}\ncoordinates: [x, y]\nkinetic: m/2*x'^2 + M/2*y'^2\n"
         "potential: k/2*(x - y)^2\ninitial: {x: 0.1, y: 0.1, x': 0, y': 0}\n");
  EXPECT_EQ(l.zeros, 2);
  ASSERT_EQ(l.zero_modes.size(), 1u);  // the other one is the same motion going on
  EXPECT_NEAR(l.zero_modes[0].q[0], l.zero_modes[0].q[1], 1e-12);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, {0.0, std::sqrt(40 * (1 / 0.3 + 1 / 1.7))});
}

/// Chaplygin's sleigh: (J + m d^2) w' = -m d v w.
constexpr double sleigh = -2 * 0.4 * 1.5 / (0.3 + 2 * 0.4 * 0.4);

TEST(Linearise, ChaplyginSleighGoingStraight) {
  const Linearisation l =
      of("parameters: {m: 2, J: 0.3, d: 0.4, v: 1.5, h: 0.6}\ncoordinates: [x, y, th]\n"
         "kinetic: m/2*(x'^2 + y'^2) + J/2*th'^2\nconstraints: {edge: y'*cos(th) - x'*sin(th) - d*th' = 0}\n"
         "initial: {x: 0, y: 0, th: h, x': v*cos(h), y': v*sin(h), th': 0}\n");
  EXPECT_EQ(l.reference, Reference::steady);
  EXPECT_EQ(l.position_freedoms, 3);
  EXPECT_EQ(l.velocity_freedoms, 2);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, sleigh);
  EXPECT_EQ(l.zeros, 4);  // place (2), heading, speed
  EXPECT_EQ(all_notes(l), "");
}

TEST(Linearise, GeneralisedSpeeds) {
  const Linearisation l =
      of("parameters: {m: 2, J: 0.3, d: 0.4, v: 1.5, h: 0.6}\ncoordinates: [x, y, th]\nspeeds: [u, w, r]\n"
         "kinematics: {x': u*cos(th) - w*sin(th), y': u*sin(th) + w*cos(th), th': r}\n"
         "kinetic: m/2*(u^2 + w^2) + J/2*r^2\nconstraints: {edge: w - d*r = 0}\n"
         "initial: {x: 0, y: 0, th: h, u: v, w: 0, r: 0}\n");
  EXPECT_EQ(l.reference, Reference::steady);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, sleigh);
  EXPECT_EQ(l.zeros, 4);
}

// Torque-free body about its axis: w1'' = -W^2 (I3 - I2)(I3 - I1)/(I1 I2) w1, whatever the angles do.
TEST(Linearise, SpinningBodyInGeneralisedSpeeds) {
  const Linearisation l = of(
      "parameters: {I1: 1, I2: 1.5, I3: 2, W: 5}\ncoordinates: [psi, theta, phi]\nspeeds: [w1, w2, w3]\nkinematics:\n"
      "  psi': (sin(phi)*w2 + cos(phi)*w3)/cos(theta)\n  theta': cos(phi)*w2 - sin(phi)*w3\n"
      "  phi': w1 + (sin(phi)*w2 + cos(phi)*w3)*sin(theta)/cos(theta)\n"
      "kinetic: (I1*w1^2 + I2*w2^2 + I3*w3^2)/2\n"
      "initial: {psi: 0.3, theta: 0, phi: 0, w1: 0, w2: 0, w3: W}\n");
  EXPECT_EQ(l.reference, Reference::steady);
  // angles: theta' = w2 - W phi, phi' = w1 + W theta: a pair +-i W beside the body's own
  ASSERT_EQ(l.modes.size(), 2u);
  expect_eigenvalue(l, 0, {0.0, 5 * std::sqrt(0.5 * 1.0 / 1.5)});
  expect_eigenvalue(l, 1, {0.0, 5.0});
  EXPECT_EQ(l.zeros, 2);  // psi, and the spin itself
}

/// A particle of constant speed V (nonlinear in v, reaction along the velocity) with a force across its way:
/// m V heading' = -k y - c y', so y'' + c/m y' + k/m y = 0 along the x axis.
TEST(Linearise, ConstraintNonlinearInTheVelocities) {
  const Linearisation l =
      of("parameters: {m: 2, k: 30, c: 1.2, V: 3}\ncoordinates: [x, y]\nkinetic: m/2*(x'^2 + y'^2)\n"
         "potential: k/2*y^2\nforces: {y: -c*y'}\nconstraints: {speed: x'^2 + y'^2 = V^2}\n"
         "initial: {x: 0, y: 0, x': V, y': 0}\n");
  EXPECT_EQ(l.reference, Reference::steady);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, {-0.3, std::sqrt(15 - 0.09)});
  EXPECT_EQ(l.zeros, 1);  // how far it has come
}

/// A disc that rolls upright at the spin W about its axle, lean a, heading p:
///   A p'' + C W a' = 0,   (A + m r^2) a'' - (C + m r^2) W p' - m g r a = 0
/// so that lambda^2 = (m g r - (C + m r^2) C W^2/A)/(A + m r^2): stable from v^2 = g r/3 on for a thin disc.
Complex rolling(double m, double r, double A, double C, double W, double g = 9.81) {
  return std::sqrt(Complex((m * g * r - (C + m * r * r) * C * W * W / A) / (A + m * r * r)));
}

/// Heading p, lean a, spin s about the axle; (x, y, z) is the centre. With h along the heading, b along the axle and u
/// up in the plane of the disc, the angular velocity is a' h + (s' + p' sin a) b + p' cos a u, and the centre is r u above
/// the point of contact.
std::string disc(double speed) {
  return "parameters: {m: 1.3, r: 0.4, A: m*r^2/4, C: m*r^2/2, g: 9.81, V: " + std::to_string(speed) +
         "}\ncoordinates: [x, y, z, p, a, s]\ndefinitions: {w: s' + p'*sin(a)}\n"
         "kinetic: m/2*(x'^2 + y'^2 + z'^2) + A/2*(a'^2 + (p'*cos(a))^2) + C/2*w^2\npotential: m*g*z\n"
         "constraints:\n  touch: z = r*cos(a)\n"
         "  roll_x: x' = r*(w*cos(p) + a'*cos(a)*sin(p))\n  roll_y: y' = r*(w*sin(p) - a'*cos(a)*cos(p))\n"
         "initial: {x: 0, y: 0, p: 0.4, a: 0, s: 0, p': 0, a': 0, s': V/r}\nguess: {z: r, x': V, y': 0}\n";
}

TEST(Linearise, DiscRollingUpright) {
  for (const double speed : {0.5, 1.1, 1.2, 4.0}) {
    const Linearisation l = of(disc(speed));
    EXPECT_EQ(l.reference, Reference::steady);
    const Complex expected = rolling(1.3, 0.4, 1.3 * 0.04, 1.3 * 0.08, speed / 0.4);
    EXPECT_EQ(expected.imag() > 0, speed * speed > 9.81 * 0.4 / 3);
    ASSERT_EQ(l.modes.size(), expected.imag() > 0 ? 1u : 2u) << speed;
    expect_eigenvalue(l, l.modes.size() - 1, expected, 1e-12);
    EXPECT_EQ(l.zeros, 6) << speed;
  }
}

TEST(Linearise, HoopRollingUpright) {
  const Setting hoop[] = {{"A", "m*r^2/2", {}}, {"C", "m*r^2", {}}};
  for (const double speed : {0.98, 1.0}) {  // critical: sqrt(g r/4) = 0.9905
    const Linearisation l = linearise(System(read_model_text("rheon: 1\n" + disc(speed), "hoop.yaml", hoop)));
    const Complex expected = rolling(1.3, 0.4, 1.3 * 0.08, 1.3 * 0.16, speed / 0.4);
    EXPECT_EQ(expected.imag() > 0, speed > 0.99);
    expect_eigenvalue(l, l.modes.size() - 1, expected, 1e-11);
  }
}

// The same in twelve natural coordinates that turn with the disc: constant only in the frame that rolls along.
TEST(Linearise, DiscInCoordinatesThatTurn) {
  const Setting upright[] = {{"th", "0", {}}};
  const System system(read_model(RHEON_SOURCE_DIR "/models/rolling_disc.yaml", upright));
  LineariseOptions options;
  options.generator = Eigen::MatrixXd::Zero(12, 12);
  for (int i = 0; i < 3; ++i) (*options.generator)(6 + i, 9 + i) = 12, (*options.generator)(9 + i, 6 + i) = -12;
  const Linearisation l = linearise(system, options);
  EXPECT_EQ(l.reference, Reference::steady);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, rolling(2.5467, 0.175, 0.03, 0.045224, 12), 1e-12);
  EXPECT_EQ(l.zeros, 6);
  const Linearisation without = linearise(system);
  EXPECT_EQ(without.reference, Reference::frozen);
  EXPECT_THAT(all_notes(without), HasSubstr("the coefficients change along the motion"));
}

/// A circular orbit in the potential k r^4/4: W^2 = k R^2, epicycles with 6 W^2 (= 3 W^2 + V'').
TEST(Linearise, OrbitInCartesianCoordinates) {
  const System system = system_of(
      "parameters: {k: 2, R: 1.5, W: sqrt(k)*R}\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
      "potential: k/4*(x^2 + y^2)^2\ninitial: {x: R*0.8, y: R*0.6, x': -W*R*0.6, y': W*R*0.8}\n");
  const double W = std::sqrt(2.0) * 1.5;
  LineariseOptions options;
  options.generator = Eigen::MatrixXd{{0, -W}, {W, 0}};
  const Linearisation l = linearise(system, options);
  EXPECT_EQ(l.reference, Reference::steady);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, {0.0, std::sqrt(6.0) * W}, 1e-12);
  EXPECT_EQ(l.zeros, 2);
  EXPECT_EQ(linearise(system).reference, Reference::frozen);
  options.generator = Eigen::MatrixXd{{0, W}, {-W, 0}};
  EXPECT_THAT(message_of([&] { linearise(system, options); }), HasSubstr("does not move along the generator"));
}

/// A wheel that carries a pendulum on its axle; its unit vector (c, s) turns, the rest goes straight on.
/// w^2 = g/l (1 + m/M), M = mass of the wheel + J/r^2.
TEST(Linearise, WheelWithPendulum) {
  const System system = system_of(
      "parameters: {M: 2, J: 0.09, r: 0.3, m: 0.7, l: 0.5, g: 9.81, W: 4}\ncoordinates: [x, c, s, px, py]\n"
      "kinetic: M/2*x'^2 + J/2*(c'^2 + s'^2) + m/2*(px'^2 + py'^2)\npotential: m*g*py\n"
      "constraints: {unit: c^2 + s^2 = 1, rod: (px - x)^2 + py^2 = l^2, roll: x' + r*(c*s' - s*c') = 0}\n"
      "initial: {x: 0, c: 1, s: 0, px: 0, py: -l, x': r*W, c': 0, s': -W, px': r*W, py': 0}\n");
  LineariseOptions options;
  options.generator = Eigen::MatrixXd::Zero(5, 5);
  (*options.generator)(1, 2) = 4, (*options.generator)(2, 1) = -4;
  const Linearisation l = linearise(system, options);
  EXPECT_EQ(l.reference, Reference::steady);
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, {0.0, std::sqrt(9.81 / 0.5 * (1 + 0.7 / (2 + 0.09 / 0.09)))}, 1e-12);
}

// Away from rest: a block that a force accelerates keeps its coefficients, a swinging pendulum does not.
TEST(Linearise, SaysWhatTheStateIs) {
  const Linearisation block =
      of("coordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\npotential: 8*y^2\nforces: {x: 3}\ninitial: {x': 1}\n");
  EXPECT_EQ(block.reference, Reference::steady);
  EXPECT_EQ(block.acceleration_of, "x'");
  EXPECT_NEAR(block.largest_acceleration, 3.0, 1e-15);
  const std::string pendulum =
      "coordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\npotential: 9.81*y\nconstraints: {rod: x^2 + y^2 = 1}\n";
  const Linearisation held = of(pendulum + "initial: {x: 0.6, y: -0.8, x': 0, y': 0}\n");
  EXPECT_EQ(held.reference, Reference::frozen);
  expect_eigenvalue(held, 0, {0.0, std::sqrt(9.81 * 0.8)});  // angle'' = -g/l cos(angle0) angle
  const Linearisation swinging = of(pendulum + "initial: {x: 0, y: -1, x': 2, y': 0}\n");
  EXPECT_EQ(swinging.reference, Reference::frozen);
  // frozen in the coordinate along the tangent: (sin a)'' = cos a a'' - sin a a'^2 = -(g/l + a'^2) a
  expect_eigenvalue(swinging, 0, {0.0, std::sqrt(9.81 + 4.0)});
}

TEST(Linearise, TimeIsHeld) {
  const Linearisation l =
      of("coordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\npotential: 9.81*y\n"
         "constraints: {rod: x^2 + (y - 0.1*sin(7*t))^2 = 1}\ninitial: {x: 0, y: -1, x': 0}\n");
  EXPECT_EQ(l.reference, Reference::frozen);
  EXPECT_THAT(all_notes(l), HasSubstr("depends on time, which is held at t = 0"));
}

TEST(Linearise, MasslessCoordinates) {
  // a spring between a mass and a massless plate that a constraint ties to half the way
  const Linearisation l =
      of("coordinates: [x, p]\nkinetic: x'^2/2\npotential: 6*(x - p)^2 + p^2\nconstraints: {half: p = x/2}\n");
  ASSERT_EQ(l.modes.size(), 1u);
  expect_eigenvalue(l, 0, {0.0, std::sqrt(12 * 0.25 + 2 * 0.25)});
}

TEST(Linearise, NothingIsFree) {
  const Linearisation l = of("coordinates: [x]\nkinetic: x'^2/2\nconstraints: {fixed: x = 1}\nguess: {x: 1}\n");
  EXPECT_TRUE(l.modes.empty());
  EXPECT_EQ(l.zeros, 0);
}

TEST(Linearise, Refusals) {
  const std::string particle = "coordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n";
  EXPECT_THAT(message_of([&] {
                of(particle +
                   "constraints: {rod: x^2 + y^2 = 1}\nnonideal: {x: -abs(lambda(rod))}\n"
                   "initial: {x: 0, y: -1}\n");
              }),
              HasSubstr("do work (section nonideal)"));
  LineariseOptions options;
  options.generator = Eigen::MatrixXd::Zero(3, 3);
  EXPECT_THAT(message_of([&] { linearise(system_of(particle), options); }), HasSubstr("generator is 3 x 3"));
  // rows that depend on each other only where z = 0: their slopes along z differ by x'
  EXPECT_THAT(message_of([&] {
                of("coordinates: [x, y, z]\nkinetic: (x'^2 + y'^2 + z'^2)/2\n"
                   "constraints: {flat: y' = 0, curved: y' - z*x' = 0}\ninitial: {z: 0, x': 1, y': 0, z': 0}\n");
              }),
              HasSubstr("not next to it"));
}

}  // namespace
}  // namespace rheon::test
