// A ladder that slides down a rough wall over a rough floor, against its equation of motion, which is written out here.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "conformance/nonideal.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::test {
namespace {

using namespace nonideal;

Eigen::Vector3d solved(Eigen::Matrix3d A, Eigen::Vector3d b) {
  for (int k = 0; k < 3; ++k) {
    int best = k;
    for (int i = k; i < 3; ++i)
      if (std::abs(A(i, k)) > std::abs(A(best, k))) best = i;
    A.row(k).swap(A.row(best));
    std::swap(b[k], b[best]);
    for (int i = 0; i < 3; ++i) {
      if (i == k) continue;
      const double factor = A(i, k) / A(k, k);
      A.row(i) -= factor * A.row(k);
      b[i] -= factor * b[k];
    }
  }
  return b.cwiseQuotient(A.diagonal());
}

/// theta'', floor force, wall force at the angle theta from the floor. Balance of forces at the centre and of moments about
/// it, foot moving out and top down:
///   m x'' = w - mu n,  m y'' = n + mu w - m g,  m L^2/12 theta'' = L/2 (w s - n c + mu (w c + n s)),  x = L c/2, y = L s/2
Eigen::Vector3d ladder_by_hand(double theta, double rate, double mu) {
  const double c = std::cos(theta), s = std::sin(theta);
  Eigen::Matrix3d A;
  A << -m * L / 2 * s, mu, -1,  //
      m * L / 2 * c, -1, -mu,   //
      m * L * L / 12, L / 2 * (c - mu * s), -L / 2 * (s + mu * c);
  return solved(A, {m * L / 2 * c * rate * rate, m * L / 2 * s * rate * rate - m * g, 0.0});
}

/// Of the foot, from theta'' at x = L cos(theta).
double foot_acceleration(double theta, double rate, double mu) {
  return -L * (std::sin(theta) * ladder_by_hand(theta, rate, mu)[0] + std::cos(theta) * rate * rate);
}

TEST(NonIdeal, ALadderHasTheForcesOfStatics) {
  // the printed figures of the textbook problem: mu = 0.2, foot at 2 m
  const double theta = std::acos(0.5), rate = -0.1 / (L * std::sin(theta));
  EXPECT_NEAR(foot_acceleration(theta, rate, 0.2), 1.7363707, 5e-8);
  EXPECT_NEAR(ladder_by_hand(theta, rate, 0.2)[1], 105.38298, 5e-6);
  for (const FormulationKind* f : able())
    for (const char* normal : {"reaction", "abs"})
      for (const double foot : {1.0, 2.0, 3.0, 3.8}) {
        SCOPED_TRACE(std::string(f->name) + " " + normal + " " + std::to_string(foot));
        const System system(read_model_text(ladder(foot, 0.2, normal), "ladder.yaml"));
        RunRequest r = accurate(*f, 1e-3, 1e-4);
        const Results results = run(system, r);
        ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
        const double angle = std::acos(foot / L), turning = -0.1 / (L * std::sin(angle));
        const Eigen::Vector3d expected = ladder_by_hand(angle, turning, 0.2);
        // round-off of forces of 118 N and accelerations of 10 m/s^2 in four linear equations
        EXPECT_NEAR(channel(results, "a").front(), foot_acceleration(angle, turning, 0.2), 1e-11);
        EXPECT_NEAR(channel(results, "Nf").front(), expected[1], 1e-10);
        EXPECT_NEAR(channel(results, "Nw").front(), expected[2], 1e-10);
      }
}

/// theta and its rate by the classical Runge-Kutta method, and the work of friction by Simpson's rule.
struct LadderMotion {
  double theta, rate, friction;
};
LadderMotion ladder_motion(double mu, double duration) {
  using Y = std::array<double, 3>;
  const auto f = [mu](const Y& y) -> Y {
    const Eigen::Vector3d x = ladder_by_hand(y[0], y[1], mu);
    return {y[1], x[0], mu * L * y[1] * (x[1] * std::sin(y[0]) + x[2] * std::cos(y[0]))};
  };
  Y y{std::acos(0.5), -0.1 / (L * std::sin(std::acos(0.5))), 0.0};
  const int steps = 3000;
  const double h = duration / steps;
  for (int k = 0; k < steps; ++k) {
    const auto moved = [&](const Y& d, double part) {
      Y out = y;
      for (std::size_t i = 0; i < 3; ++i) out[i] += part * h * d[i];
      return out;
    };
    const Y k1 = f(y), k2 = f(moved(k1, 0.5)), k3 = f(moved(k2, 0.5)), k4 = f(moved(k3, 1.0));
    for (std::size_t i = 0; i < 3; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return {y[0], y[1], y[2]};
}

TEST(NonIdeal, ALadderSlidesAsItsOneEquationSays) {
  const LadderMotion expected = ladder_motion(0.2, 0.6);
  const Eigen::Vector3d forces = ladder_by_hand(expected.theta, expected.rate, 0.2);
  for (const FormulationKind* f : able()) {
    SCOPED_TRACE(f->name);
    const System system(read_model_text(ladder(2.0, 0.2), "ladder.yaml"));
    const RunRequest r = accurate(*f, 0.6, 2e-4);
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    // second order: (h/T)^2 of 4 m with T about 1 s; 100 N and 17 J by as much
    EXPECT_NEAR(channel(results, "xf").back(), L * std::cos(expected.theta), off(r, 2e-7, 1e-8));
    EXPECT_NEAR(channel(results, "xf'").back(), -L * std::sin(expected.theta) * expected.rate, off(r, 1e-6, 1e-8));
    EXPECT_NEAR(channel(results, "Nf").back(), forces[1], off(r, 1e-4, 1e-6));
    EXPECT_NEAR(channel(results, "Nw").back(), forces[2], off(r, 1e-4, 1e-6));
    EXPECT_NEAR(results.summary.work.friction, expected.friction, off(r, 1e-5, 1e-7));
    EXPECT_NEAR(results.summary.energy_unexplained, 0.0, off(r, 1e-5, 1e-7));
  }
}

/// Stages and iterates that are off the constraints, where the two rows are not quite parallel.
TEST(NonIdeal, ALadderOnAFloorThatIsWrittenTwiceSlidesTheSameWay) {
  std::string text = ladder(2.0, 0.2);
  const auto replace = [&](const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
  };
  replace("ground: yf = 0", "ground: yf = 0\n  again: (2 + xf)*yf = 0");
  replace("-mu*reaction(ground, yf)", "-2*mu*reaction(ground, yf)");
  const System system(read_model_text(text, "ladder.yaml"));
  const LadderMotion expected = ladder_motion(0.2, 0.6);
  for (const auto& [f, i] : able_pairs()) {
    SCOPED_TRACE(std::string(f->name) + " " + std::string(i->name));
    RunRequest r = request(std::string(f->name), std::string(i->name));
    r.step = 1e-3;
    r.duration = 0.6;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    // second order at worst: (h/T)^2 of 4 m with T about 0.6 s; a law of first order would be off by 1e-3
    EXPECT_NEAR(channel(results, "xf").back(), L * std::cos(expected.theta), 2e-5);
  }
}

}  // namespace
}  // namespace rheon::test
