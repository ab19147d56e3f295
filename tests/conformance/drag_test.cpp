// Forces that depend on velocities: reported rows are in balance with them, and drag at rest is no special case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

constexpr double gravity = 9.81;

// --- linear drag

constexpr double drag = 5.0;

System damped_pendulum(const std::string& more_rows, const std::string& start) {
  return System(
      read_model_text("rheon: 1\nname: damped\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y\n"
                      "forces: {x: -5*x', y: -5*y'}\nconstraints: {rod: x^2 + y^2 = 1" +
                          more_rows + "}\n" + start + "\n",
                      "damped.yaml"));
}

/// No degree of freedom is left, so the motion is known and the drive's multiplier is the torque that it takes.
System driven_pendulum() { return damped_pendulum(", drive: 'atan2(y, x) = 0.3*sin(12*t)'", "guess: {x: 1, y: 0}"); }

RunRequest one_second(std::string_view formulation, std::string_view integrator = "") {
  RunRequest r = request(std::string(formulation), std::string(integrator));
  r.step = 5e-3;
  r.duration = 1.0;
  r.samples = 200;  // a row at every step
  return r;
}

/// By hand: theta = 0.3 sin(12 t) at radius 1 with unit mass.
struct Driven {
  double theta, rate, acceleration;
  explicit Driven(double t) : theta(0.3 * std::sin(12 * t)), rate(3.6 * std::cos(12 * t)), acceleration(-144 * theta) {}
  double torque() const { return acceleration + drag * rate + gravity * std::cos(theta); }
  double tension() const { return rate * rate - gravity * std::sin(theta); }  // towards the pivot
};

/// Largest errors over the rows. M a + A^T lambda = Q: gradients are (2 x, 2 y) and, at radius 1, (-y, x).
struct DrivenErrors {
  double x = 0, speed = 0, torque = 0, tension = 0;
  explicit DrivenErrors(const Results& results) {
    const auto t = channel(results, "t"), xs = channel(results, "x"), vy = channel(results, "y'");
    const auto drive = channel(results, "lambda.drive"), rod = channel(results, "lambda.rod");
    EXPECT_EQ(t.size(), 201u);
    for (std::size_t i = 0; i < t.size(); ++i) {
      const Driven exact(t[i]);
      x = std::max(x, std::abs(xs[i] - std::cos(exact.theta)));
      speed = std::max(speed, std::abs(vy[i] - exact.rate * std::cos(exact.theta)));
      torque = std::max(torque, std::abs(-drive[i] - exact.torque()));
      tension = std::max(tension, std::abs(2 * rod[i] - exact.tension()));
    }
  }
};

TEST(LinearDrag, TheTorqueOfADriveIsTheOneByHand) {
  const System system = driven_pendulum();
  // (12 h)^2 of the largest values: 1 m, 3.6 m/s, 56 N m
  const double second_order = 0.06 * 0.06;
  for (const auto& f : formulations()) {
    SCOPED_TRACE(f.name);
    ASSERT_EQ(objection(system, f), "");
    const Results results = run(system, one_second(f.name));
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    const DrivenErrors errors(results);
    const bool exact = f.claims.order != 2;  // positions, rates and accelerations on the rows: balances are exact
    EXPECT_LT(errors.x, exact ? 1e-12 : second_order);
    EXPECT_LT(errors.speed, exact ? 1e-11 : 3.6 * second_order);
    if (f.claims.reaction_order == 0) continue;
    EXPECT_LT(errors.torque, exact ? 1e-8 : 56 * second_order);
    EXPECT_LT(errors.tension, exact ? 1e-8 : 56 * second_order);
  }
}

TEST(LinearDrag, Ali3pFindsTheTorqueWithEveryIntegrator) {
  const System system = driven_pendulum();
  int tried = 0;
  for (const auto& i : integrators()) {
    if (!pairs(find_formulation("ali3p"), i)) continue;
    SCOPED_TRACE(i.name);
    ++tried;
    const Results results = run(system, one_second("ali3p", i.name));
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    const DrivenErrors errors(results);
    EXPECT_LT(errors.x, 1e-12);
    EXPECT_LT(errors.torque, 1e-8);  // 56 N m, and projections to 1e-10 of that
    EXPECT_LT(errors.tension, 1e-8);
  }
  EXPECT_GE(tried, 4);
}

/// The largest of M a + A^T lambda - Q over the rows, as a part of the largest force in it.
double imbalance(const Results& results, bool driven) {
  const auto x = channel(results, "x"), y = channel(results, "y"), vx = channel(results, "x'"),
             vy = channel(results, "y'"), ax = channel(results, "x''"), ay = channel(results, "y''"),
             rod = channel(results, "lambda.rod");
  const auto drive = driven ? channel(results, "lambda.drive") : std::vector<double>(x.size(), 0.0);
  double worst = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double square = x[i] * x[i] + y[i] * y[i];  // the gradient of atan2(y, x) is (-y, x) over it
    const double fx = ax[i] + 2 * x[i] * rod[i] - y[i] / square * drive[i], qx = -drag * vx[i];
    const double fy = ay[i] + 2 * y[i] * rod[i] + x[i] / square * drive[i], qy = -drag * vy[i] - gravity;
    worst = std::max({worst, std::abs(fx - qx), std::abs(fy - qy)});
    largest = std::max({largest, std::abs(ax[i]), std::abs(ay[i]), std::abs(qx), std::abs(qy)});
  }
  return worst / largest;
}

TEST(LinearDrag, RowsOfAli3pAreInBalance) {
  const System driven = driven_pendulum(), free = damped_pendulum("", "initial: {x: 1, y: 0, x': 0, y': 3}");
  for (const char* integrator : {"trapezoidal", "hht", "generalised-alpha"}) {
    SCOPED_TRACE(integrator);
    // forces of one state, whatever the error of the motion: what is left is the iteration for lambda, to 1e-10
    EXPECT_LT(imbalance(run(driven, one_second("ali3p", integrator)), true), 1e-9);
    EXPECT_LT(imbalance(run(free, one_second("ali3p", integrator)), false), 1e-9);
  }
}

// --- quadratic drag, from rest: the length of the velocity has no derivative there

constexpr double quadratic = 2.0;

System pendulum_in_water(const std::string& speed) {
  return System(read_model_text(
      "rheon: 1\nname: water\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y\ndefinitions: {v: \"" + speed +
          "\"}\nforces: {x: -2*v*x', y: -2*v*y'}\nconstraints: {rod: x^2 + y^2 = 1}\n"
          "initial: {x: 1, y: 0, x': 0, y': 0}\n",
      "water.yaml"));
}

struct Swing {
  double theta = 0.0, rate = 0.0;
};

/// theta'' = -g cos(theta) - c |theta'| theta' from rest, by the classical Runge-Kutta method with (w h)^4 < 1e-13.
std::vector<Swing> swing_by_hand(int rows, double distance) {
  const int parts = 200;
  const double h = distance / parts;
  const auto f = [](const Swing& s) {
    return Swing{s.rate, -gravity * std::cos(s.theta) - quadratic * std::abs(s.rate) * s.rate};
  };
  const auto moved = [](const Swing& s, double by, const Swing& d) {
    return Swing{s.theta + by * d.theta, s.rate + by * d.rate};
  };
  std::vector<Swing> all{{}};
  Swing s;
  for (int k = 1; k <= rows * parts; ++k) {
    const Swing k1 = f(s), k2 = f(moved(s, h / 2, k1)), k3 = f(moved(s, h / 2, k2)), k4 = f(moved(s, h, k3));
    s = moved(moved(moved(moved(s, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
    if (k % parts == 0) all.push_back(s);
  }
  return all;
}

/// Errors as parts of what is largest: 1 m, 2 m/s, 10.6 N.
struct SwingErrors {
  double position = 0, velocity = 0, tension = 0;
  explicit SwingErrors(const Results& results) {
    const auto x = channel(results, "x"), y = channel(results, "y"), vx = channel(results, "x'"),
               vy = channel(results, "y'"), rod = channel(results, "lambda.rod");
    const std::vector<Swing> exact = swing_by_hand(25, 0.02);
    EXPECT_EQ(x.size(), exact.size());
    for (std::size_t i = 0; i < std::min(x.size(), exact.size()); ++i) {
      const Swing& e = exact[i];
      const double c = std::cos(e.theta), s = std::sin(e.theta);
      position = std::max({position, std::abs(x[i] - c), std::abs(y[i] - s)});
      velocity = std::max({velocity, std::abs(vx[i] + e.rate * s) / 2.0, std::abs(vy[i] - e.rate * c) / 2.0});
      tension = std::max(tension, std::abs(2 * rod[i] - (e.rate * e.rate - gravity * s)) / 10.6);
    }
  }
};

TEST(QuadraticDrag, FromRestGoesWithEveryFormulation) {
  for (const char* speed : {"hypot(x', y')", "sqrt(x'^2 + y'^2)"}) {
    const System system = pendulum_in_water(speed);
    for (const auto& f : formulations()) {
      SCOPED_TRACE(std::string(f.name) + " " + speed);
      ASSERT_EQ(objection(system, f), "");
      RunRequest r = request(std::string(f.name));
      r.step = 4e-3;
      r.duration = 0.5;
      r.samples = 25;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
      const SwingErrors errors(results);
      const double second_order = gravity * 4e-3 * 4e-3;  // (w h)^2 with w^2 = g/l
      EXPECT_LT(errors.position, second_order);
      EXPECT_LT(errors.velocity, second_order);
      EXPECT_LT(errors.tension, second_order);
    }
  }
}

TEST(QuadraticDrag, FromRestUnderErrorControlIsAsGoodAsAsked) {
  for (const char* speed : {"hypot(x', y')", "sqrt(x'^2 + y'^2)"}) {
    SCOPED_TRACE(speed);
    RunRequest r = request("lagrange", "dop853");
    r.tolerance = 1e-11;
    r.duration = 0.5;
    r.samples = 25;
    const Results results = run(pendulum_in_water(speed), r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    const SwingErrors errors(results);
    // a hundred times the tolerance, as elsewhere: local errors add up
    EXPECT_LT(errors.position, 1e-9);
    EXPECT_LT(errors.velocity, 1e-9);
    EXPECT_LT(errors.tension, 1e-9);
  }
}

}  // namespace
}  // namespace rheon::test
