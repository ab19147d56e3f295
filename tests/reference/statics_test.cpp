// Equilibria with known answers.
#include "rheon/analysis/statics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

System system_of(const std::string& text, std::vector<Setting> parameters = {}) {
  return System(read_model_text(text, "model.yaml", parameters));
}

Setting set(const std::string& name, const std::string& value) { return {name, value, {}}; }

const std::string pendulum_at =
    "rheon: 1\nparameters: {a: 0}\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y\n"
    "constraints: {rod: x^2 + y^2 = 1}\ninitial: {x: cos(a), y: sin(a)}\n";

// 2 lambda y = -9.81: 4.905 hanging, -4.905 upright; the only free motion has the stiffness g/l, up to its sign.
void expect_pendulum(const Equilibrium& e, double y) {
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_NEAR(e.state.q[0], 0.0, 1e-14);  // round-off
  EXPECT_NEAR(e.state.q[1], y, 1e-14);
  EXPECT_NEAR(e.state.lambda[0], -4.905 * y, 1e-12);
  EXPECT_NEAR(e.reactions(0, 1), 9.81, 1e-12);
  ASSERT_EQ(e.freedom, 1);
  EXPECT_NEAR(e.stiffness[0], -9.81 * y, 1e-11);
  EXPECT_EQ(e.stability, y < 0 ? Stability::stable : Stability::unstable);
  EXPECT_EQ(e.negative, y < 0 ? 0 : 1);
  EXPECT_NEAR(e.residual, 0.0, 1e-12);
}

TEST(Statics, PendulumGoesToTheNearerEquilibrium) {
  for (const char* a : {"-0.01", "-1", "-1.5", "-2", "-3"})
    expect_pendulum(find_equilibrium(system_of(pendulum_at, {set("a", a)})), -1.0);
  for (const char* a : {"0.01", "1", "1.5", "2", "pi/2"})
    expect_pendulum(find_equilibrium(system_of(pendulum_at, {set("a", a)})), 1.0);
}

// Both are equally far from the horizontal rod, and its stiffness vanishes: it is let go.
TEST(Statics, HorizontalPendulumFalls) {
  const Equilibrium e = find_equilibrium(system_of(pendulum_at));
  expect_pendulum(e, -1.0);
  EXPECT_TRUE(e.jumped);
  EXPECT_THAT(e.notes, Contains(HasSubstr("comes to rest")));
}

TEST(Statics, StableIsReachedFromUpright) {
  StaticsRequest request;
  request.stable = true;
  const Equilibrium e = find_equilibrium(system_of(pendulum_at, {set("a", "pi/2")}), request);
  expect_pendulum(e, -1.0);
  EXPECT_THAT(e.notes, Contains(HasSubstr("unstable")));
}

// Unit links between (0, 0) and (1, 0), spring of free length sqrt 2 along the diagonal. Derivative of
// V = 2 g sin f + k/2 (2 cos(f/2) - sqrt 2)^2 vanishes at f = 2.23433101901759.
TEST(Statics, FourBarWithDiagonalSpring) {
  const System system = load_system("spring_four_bar");
  const Equilibrium e = find_equilibrium(system);
  ASSERT_TRUE(e.found) << e.reason;
  const double f = std::atan2(e.state.q[1], e.state.q[0]);
  EXPECT_NEAR(f, 2.23433101901759, 1e-12);
  EXPECT_EQ(e.stability, Stability::stable);
  const double d = 2 * std::cos(f / 2) - std::sqrt(2.0);
  EXPECT_NEAR(e.potential, 2 * 9.81 * std::sin(f) + 12.5 * d * d, 1e-12);
  const Results row = to_results(system, e);
  EXPECT_EQ(row.rows(), 1u);
  EXPECT_NEAR(channel(row, "f")[0], f, 1e-15);
}

std::string chain(int links, double length, double width) {
  const auto x = [&](int i) { return i == 0 ? "0" : i == links ? std::to_string(width) : "x" + std::to_string(i); };
  const auto y = [&](int i) { return i == 0 || i == links ? "0" : "y" + std::to_string(i); };
  std::string names, weight, mass, rows, guess;
  for (int i = 1; i < links; ++i) {
    const std::string comma = i > 1 ? ", " : "";
    names += comma + x(i) + ", " + y(i);
    mass += comma + "2, 2";
    weight += (i > 1 ? " + " : "") + y(i);
    const int side = std::min(i, links - i);  // a V
    guess += comma + x(i) + ": " + std::to_string(width * i / links) + ", " + y(i) + ": " +
             std::to_string(-side * length * std::sqrt(1 - std::pow(width / links / length, 2)));
  }
  for (int i = 1; i <= links; ++i)
    rows += "  link" + std::to_string(i) + ": (" + x(i) + " - " + x(i - 1) + ")^2 + (" + y(i) + " - " + y(i - 1) +
            ")^2 = " + std::to_string(length) + "^2\n";
  return "rheon: 1\ncoordinates: [" + names + "]\nmass: [" + mass + "]\npotential: 2*9.81*(" + weight +
         ")\nconstraints:\n" + rows + "guess: {" + guess + "}\n";
}

// Equal weights W at the joints: the horizontal tension H is the same in all links, the vertical one of link i is
// W (i - (N+1)/2), and the width is the sum of l / sqrt(1 + (V_i/H)^2), which gives H.
TEST(Statics, ChainHangsInItsCatenary) {
  const int n = 10;
  const double l = 0.2, width = 1.2, W = 2 * 9.81;
  const auto vertical = [&](int i) { return W * (i - 0.5 * (n + 1)); };
  double low = 0.0, high = 1e4;
  for (int pass = 0; pass < 200; ++pass) {
    const double H = 0.5 * (low + high);
    double span = 0.0;
    for (int i = 1; i <= n; ++i) span += l * H / std::hypot(H, vertical(i));
    (span < width ? low : high) = H;
  }
  const Equilibrium e = find_equilibrium(system_of(chain(n, l, width)));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_EQ(e.stability, Stability::stable);
  EXPECT_EQ(e.freedom, n - 2);
  double x = 0.0, y = 0.0;
  for (int i = 1; i < n; ++i) {
    const double tension = std::hypot(low, vertical(i));
    x += l * low / tension, y += l * vertical(i) / tension;
    EXPECT_NEAR(e.state.q[2 * (i - 1)], x, 1e-12) << i;
    EXPECT_NEAR(e.state.q[2 * (i - 1) + 1], y, 1e-12) << i;
    EXPECT_NEAR(e.state.lambda[i - 1], tension / (2 * l), 1e-10 * tension / l) << i;  // force 2 lambda l along the link
  }
}

const std::string truss =
    "rheon: 1\nparameters: {F: 0, y0: 0.3}\ncoordinates: [y]\nmass: [1]\n"
    "potential: 1000*(sqrt(1 + y^2) - sqrt(1.09))^2 + F*y\ninitial: {y: y0}\n";

// Two bars: without load at rest at 0.3 and -0.3, stable, and flat, unstable.
TEST(Statics, SnapThroughTrussHasThreeEquilibria) {
  struct Case {
    const char* start;
    double y;
    Stability stability;
  };
  for (const Case& c : {Case{"0.25", 0.3, Stability::stable}, Case{"0.05", 0.0, Stability::unstable},
                        Case{"-0.25", -0.3, Stability::stable}}) {
    const Equilibrium e = find_equilibrium(system_of(truss, {set("y0", c.start)}));
    ASSERT_TRUE(e.found) << e.reason;
    EXPECT_NEAR(e.state.q[0], c.y, 1e-14) << c.start;
    EXPECT_EQ(e.stability, c.stability) << c.start;
    EXPECT_FALSE(e.jumped);
  }
  StaticsRequest request;
  request.stable = true;
  const Equilibrium e = find_equilibrium(system_of(truss, {set("y0", "0.05")}), request);
  EXPECT_NEAR(std::abs(e.state.q[0]), 0.3, 1e-14);
  EXPECT_EQ(e.stability, Stability::stable);
}

// V' = 2000 y (1 - sqrt(1.09)/sqrt(1 + y^2)) + F; its limit load is at 1 + y^2 = 1.09^(1/3), 9.95 N. Above it the truss
// snaps through; the root below is found here by bisection.
TEST(Statics, BeyondTheLimitLoadItSnapsThrough) {
  const double F = 10.0;
  const auto force = [&](double y) { return 2000 * y * (1 - std::sqrt(1.09) / std::sqrt(1 + y * y)) + F; };
  double low = -1.0, high = -0.2;
  for (int pass = 0; pass < 100; ++pass) (force(0.5 * (low + high)) < 0 ? low : high) = 0.5 * (low + high);
  const Equilibrium e = find_equilibrium(system_of(truss, {set("F", "10")}));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_TRUE(e.jumped);
  EXPECT_NEAR(e.state.q[0], low, 1e-13);
  EXPECT_FALSE(find_equilibrium(system_of(truss, {set("F", "8")})).jumped);
}

// Two rows hold the same weight: half for each, in force, however the row is scaled.
TEST(Statics, RedundantSupport) {
  const Equilibrium e =
      find_equilibrium(system_of("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y + 3*(x - 1)^2\n"
                                 "constraints: {one: y = 0, two: 3*y = 0}\ninitial: {x: 0}\n"));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_NEAR(e.state.q[0], 1.0, 1e-15);
  EXPECT_NEAR(e.reactions(0, 1), 4.905, 1e-12);
  EXPECT_NEAR(e.reactions(1, 1), 4.905, 1e-12);
  EXPECT_NEAR(e.stiffness[0], 6.0, 1e-12);
}

TEST(Statics, AFallingMassHasNoEquilibrium) {
  const Equilibrium e = find_equilibrium(
      system_of("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y + x^2\ninitial: {x: 1, y: 2}\n"));
  EXPECT_FALSE(e.found);
  EXPECT_THAT(e.reason, AllOf(HasSubstr("without end, along y'"), HasSubstr("-9.81 along y'")));
}

// A slope that no stiffness supports beside a very stiff spring: the force on it is small against the spring's, and
// still not balanced.
TEST(Statics, SmallForcesBesideStiffSpringsCount) {
  const Equilibrium e = find_equilibrium(
      system_of("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 1e-3*y + 5e8*x^2\ninitial: {x: 1, y: 0}\n"));
  EXPECT_FALSE(e.found);
}

// Force and stiffness vanish together: Newton's method converges by a factor 2/3 only, but it does.
TEST(Statics, QuarticWell) {
  const Equilibrium e =
      find_equilibrium(system_of("rheon: 1\ncoordinates: [x]\nmass: [1]\npotential: x^4\ninitial: {x: 1}\n"));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_NEAR(e.state.q[0], 0.0, 1e-8);
}

// Forces that fade away are not balanced. An attraction that Newton's method would follow outwards leads inwards.
TEST(Statics, NothingIsFoundAtInfinity) {
  const std::string head = "rheon: 1\ncoordinates: [x]\nmass: [1]\npotential: ";
  EXPECT_FALSE(find_equilibrium(system_of(head + "exp(x)\ninitial: {x: 0}\n")).found);
  EXPECT_FALSE(find_equilibrium(system_of(head + "sqrt(x)\ninitial: {x: 1}\n")).found);
  const Equilibrium e = find_equilibrium(system_of(head + "1/x^12 - 2/x^6\ninitial: {x: 2.5}\n"));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_NEAR(e.state.q[0], 1.0, 1e-14);
}

// From the top of (x^2 - 1)^2 + (y^2 - 4)^2, exactly between all four wells, by way of a saddle.
TEST(Statics, DescendsFromATopByWayOfASaddle) {
  StaticsRequest request;
  request.stable = true;
  const Equilibrium e =
      find_equilibrium(system_of("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: (x^2 - 1)^2 + (y^2 - 4)^2\n"
                                 "initial: {x: 0, y: 0}\n"),
                       request);
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_NEAR(std::abs(e.state.q[0]), 1.0, 1e-14);
  EXPECT_NEAR(std::abs(e.state.q[1]), 2.0, 1e-14);
}

// x'' = -J x with J = [1 -3; 3 1]: s^2 = -(1 +- 3i), which has a root with positive real part.
TEST(Statics, FlutterIsReported) {
  const Equilibrium e =
      find_equilibrium(system_of("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: (x^2 + y^2)/2\n"
                                 "forces: {x: 3*y + 1, y: -3*x}\ninitial: {x: 1, y: 1}\n"));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_NEAR(e.state.q[0], 0.1, 1e-15);
  EXPECT_NEAR(e.state.q[1], -0.3, 1e-15);
  EXPECT_FALSE(e.symmetric);
  EXPECT_THAT(e.notes, Contains(HasSubstr("flutter")));
}

TEST(Statics, WithoutForcesEveryPlaceIsNeutral) {
  const Equilibrium e =
      find_equilibrium(system_of("rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 2*y^2\n"
                                 "initial: {x: 0.7, y: 1}\n"));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_EQ(e.state.q[0], 0.7);  // the least movement
  EXPECT_NEAR(e.state.q[1], 0.0, 1e-16);
  EXPECT_EQ(e.stability, Stability::neutral);
  EXPECT_EQ(e.zero, 1);
}

// A blade that cannot slip holds the force across it; it slides and turns until the force along it vanishes, at th = 0.3:
// 2 (x - 1) cos(th) + 2 sin(th) = 0.
TEST(Statics, RowsAtVelocityLevelCarry) {
  const Equilibrium e = find_equilibrium(
      system_of("rheon: 1\ncoordinates: [x, y, th]\nmass: [1, 1, 1]\npotential: 2*y + (x - 1)^2 + 5*(th - 0.3)^2\n"
                "constraints: {blade: x'*sin(th) - y'*cos(th) = 0}\ninitial: {x: 0, y: 0, th: 0.1}\n"));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_NEAR(e.state.q[2], 0.3, 1e-14);
  EXPECT_NEAR(e.state.q[0], 1.0 - std::tan(0.3), 1e-13);
  EXPECT_NEAR(e.state.lambda[0], 2.0 / std::cos(0.3), 1e-12);
  EXPECT_NE(e.state.q[1], 0.0);
}

// The coordinates of a unit vector, turned by a speed: V(angle) = 9.81 sin + 2 (cos - 0.5)^2. Stiffness by differences.
TEST(Statics, GeneralisedSpeeds) {
  const auto slope = [](double a) { return 9.81 * std::cos(a) - 4 * (std::cos(a) - 0.5) * std::sin(a); };
  double low = -2.0, high = -1.0;
  for (int pass = 0; pass < 100; ++pass) (slope(0.5 * (low + high)) < 0 ? low : high) = 0.5 * (low + high);
  const Equilibrium e = find_equilibrium(
      system_of("rheon: 1\ncoordinates: [e, f]\nspeeds: [w]\nkinematics: {e': -f*w, f': e*w}\nmass: [1, 1]\n"
                "potential: 9.81*f + 2*(e - 0.5)^2\ninitial: {e: cos(0.3), f: -sin(0.3), w: 0}\n"));
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_NEAR(std::atan2(e.state.q[1], e.state.q[0]), low, 1e-11);
  EXPECT_NEAR(e.state.q.norm(), 1.0, 1e-11);  // rk4 along the movement; the equilibrium follows the length
  EXPECT_EQ(e.stability, Stability::stable);
}

TEST(Statics, NonlinearRowsAreRefused) { EXPECT_THROW(find_equilibrium(load_system("constant_speed")), ModelError); }

}  // namespace
}  // namespace rheon::test
