// Fully driven mechanisms against closed forms (tests/data/reference, definitions in its README).
#include "rheon/analysis/kinematics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

System system_of(const std::string& text) { return System(read_model_text(text, "model.yaml")); }

struct Pair {
  const char *channel, *column;
  double scale = 1.0;  ///< channel = scale * column
};

/// The references have 12 digits of the largest value of a column, accelerations and torques from double precision;
/// the linear solver leaves 1e-12 of the largest row. 1e-11 leaves a factor of ten.
void expect_columns(const Results& results, const Table& reference, const std::vector<Pair>& pairs) {
  for (const Pair& p : pairs) {
    std::vector<double> expected = reference[p.column];
    double size = 0.0;
    for (double& x : expected) size = std::max(size, std::abs(x *= p.scale));
    EXPECT_LE(max_difference(channel(results, p.channel), expected), 1e-11 * size) << p.channel;
  }
}

TEST(Kinematics, SliderCrankDriven) {
  const System system = load_system("slider_crank_driven");
  const Table reference = load_reference("c_slider_crank_driven");
  const Results results = kinematics(system, {});
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  ASSERT_EQ(results.rows(), reference.rows());
  expect_columns(results, reference,
                 {{"theta", "theta"},
                  {"xs", "xs"},
                  {"xs'", "xs_d"},
                  {"xs''", "xs_dd"},
                  {"lambda.drive", "tau", -1.0},
                  {"energy.total", "E"}});
  // Lobatto's rule of order 6 on steps of 0.1 rad: (0.1)^7 of the power, over 200 steps
  EXPECT_LE(std::abs(results.summary.energy_unexplained), 1e-7);
}

TEST(Kinematics, FourBarDriven) {
  const System system = load_system("four_bar_driven");
  const Table reference = load_reference("c_four_bar_driven");
  const Results results = kinematics(system, {});
  ASSERT_EQ(results.rows(), reference.rows());
  expect_columns(results, reference, {{"xB", "xB"}, {"yB", "yB"}, {"tau", "tau"}, {"energy.total", "E"}});
  // the rocker turns about D = (0.25, 0): rates of its angle are those of B, acceleration from both its parts
  const auto g3 = reference["g3"], w3 = reference["g3_d"], e3 = reference["g3_dd"];
  std::vector<double> velocity, acceleration;
  for (std::size_t i = 0; i < g3.size(); ++i) {
    velocity.push_back(-0.18 * std::sin(g3[i]) * w3[i]);
    acceleration.push_back(-0.18 * (std::sin(g3[i]) * e3[i] + std::cos(g3[i]) * w3[i] * w3[i]));
  }
  EXPECT_LE(max_difference(channel(results, "xB'"), velocity), 1e-11);
  EXPECT_LE(max_difference(channel(results, "xB''"), acceleration), 1e-10);
}

// Rows a turn and a half apart: the positions between are found, too, so that the assembly mode is kept.
TEST(Kinematics, FewRowsKeepTheAssemblyMode) {
  const System system = load_system("four_bar_driven");
  const Results coarse = kinematics(system, {.duration = 3.0, .samples = 2});
  const Table reference = load_reference("c_four_bar_driven");
  EXPECT_NEAR(channel(coarse, "yB")[1], reference["yB"][100], 1e-13);
  EXPECT_NEAR(channel(coarse, "yB")[2], reference["yB"][200], 1e-13);
  EXPECT_GT(coarse.summary.steps, 10);
}

// The second drive says the same as the first: half of the torque for each.
TEST(Kinematics, RedundantDrivesShare) {
  const System system = system_of(
      "rheon: 1\ncoordinates: [x]\nmass: [2]\npotential: 3*x\n"
      "constraints: {one: x = sin(t), two: 5*x = 5*sin(t)}\nsimulate: {duration: 1, samples: 10}\n");
  const Results results = kinematics(system, {});
  const auto t = channel(results, "t"), one = channel(results, "lambda.one"), two = channel(results, "lambda.two");
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double force = -3.0 + 2.0 * std::sin(t[i]);  // Q - m x''
    EXPECT_NEAR(one[i], force / 2, 1e-12);
    EXPECT_NEAR(two[i], force / 10, 1e-12);
  }
}

TEST(Kinematics, AFreeMechanismIsRefusedByName) {
  const System system = load_system("spring_four_bar");
  try {
    kinematics(system, {});
    FAIL();
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(),
                AllOf(HasSubstr("not fully driven: 1 degree of freedom is left"), HasSubstr("xA'"),
                      HasSubstr("4 velocity coordinates, 3 constraint rows of rank 3"), HasSubstr("rheon run")));
  }
}

// The rod is shorter than the crank: it reaches the axis while |sin(theta)| < L/r.
TEST(Kinematics, StopsWhereItCannotBeAssembled) {
  const System system(read_model(std::string(RHEON_SOURCE_DIR) + "/tests/models/slider_crank_driven.yaml",
                                 std::vector<Setting>{{"L", "0.19", {}}}));
  const Results results = kinematics(system, {});
  EXPECT_EQ(results.summary.ending, Ending::stopped);
  const double last = (std::asin(0.19 / 0.2) - 0.3) / 10;  // 0.09532 s
  EXPECT_THAT(results.summary.message, AllOf(HasSubstr("stopped at t = 0.09532"), HasSubstr("cannot be assembled"),
                                             HasSubstr("constraint \"rod\"")));
  EXPECT_EQ(results.rows(), static_cast<std::size_t>(last / 0.01) + 1);
}

std::string parallelogram(const std::string& drive) {
  return "rheon: 1\ncoordinates: [theta, xA, yA, xB, yB]\nmass: [0, 1, 1, 1, 1]\nconstraints:\n"
         "  pin: [xA = cos(theta), yA = sin(theta)]\n  coupler: (xB - xA)^2 + (yB - yA)^2 = 4\n"
         "  rocker: (xB - 2)^2 + yB^2 = 1\n  drive: theta = " +
         drive + "\nguess: {theta: 1, xA: 0.54, yA: 0.84, xB: 2.54, yB: 0.84}\n";
}

// Flat at theta = pi: B could go on as a parallelogram or crossed. Rows beside it pass, a row on it cannot.
TEST(Kinematics, SingularPositions) {
  const Results passed = kinematics(system_of(parallelogram("1 + t")), {.duration = 6.0, .samples = 60});
  EXPECT_EQ(passed.summary.ending, Ending::completed) << passed.summary.message;
  EXPECT_THAT(passed.summary.notes, testing::Contains(HasSubstr("went through a singular position 2 times")));
  const auto theta = channel(passed, "theta"), xB = channel(passed, "xB");
  for (std::size_t i = 0; i < theta.size(); ++i) EXPECT_NEAR(xB[i], 2.0 + std::cos(theta[i]), 1e-10);

  const Results met = kinematics(system_of(parallelogram("pi/2*(1 + t)")), {.duration = 4.0, .samples = 40});
  EXPECT_EQ(met.summary.ending, Ending::stopped);
  EXPECT_THAT(met.summary.message, AllOf(HasSubstr("stopped at t = 1 s"), HasSubstr("singular position")));
  EXPECT_EQ(met.rows(), 10u);
}

// x follows a table with a corner at 1 s, y = 2 x: speeds jump from (1, 2) to 0, rows there show the side after.
TEST(Kinematics, SpeedsThatJump) {
  const System system = system_of(
      "rheon: 1\ntables: {drive: {points: [[0, 0], [1, 1], [2, 1]]}}\ncoordinates: [x, y]\nmass: [1, 2]\n"
      "potential: 5*(x - y)^2\nconstraints: {slider: x = drive(t), follow: y = 2*x}\n"
      "simulate: {duration: 2 s, samples: 4}\n");
  const Results results = kinematics(system, {});
  EXPECT_THAT(channel(results, "x'"), testing::Pointwise(testing::DoubleNear(1e-15), {1.0, 1.0, 0.0, 0.0, 0.0}));
  // A^T lambda = Q: lambda1 - 2 lambda2 = -10 (x - y), lambda2 = 10 (x - y), x - y = -x
  EXPECT_NEAR(channel(results, "lambda.follow")[2], -10.0, 1e-12);
  EXPECT_NEAR(channel(results, "lambda.slider")[2], -10.0, 1e-12);
  EXPECT_NEAR(results.summary.work.driving, 5.0 - 4.5, 1e-12);  // of which the impulse takes 4.5 J
}

TEST(Kinematics, AJumpOfPositionsStops) {
  const Results results =
      kinematics(system_of("rheon: 1\ncoordinates: [x]\nmass: [1]\nconstraints: {drive: 'x = step(t, 1)'}\n"
                           "simulate: {duration: 2 s, samples: 4}\n"),
                 {});
  EXPECT_EQ(results.summary.ending, Ending::stopped);
  EXPECT_THAT(results.summary.message, AllOf(HasSubstr("t = 1 s"), HasSubstr("drive")));
  EXPECT_EQ(results.rows(), 2u);
}

// y' = x cos t with x = sin t: y = sin(t)^2/2. Integrated at 1e-12 over a few dozen steps.
TEST(Kinematics, RowsAtVelocityLevelAreIntegrated) {
  const Results results = kinematics(
      system_of("rheon: 1\ncoordinates: [x, y]\nmass: [1, 2]\npotential: 5*y\n"
                "constraints: {slider: x = sin(t), follow: y' = x*cos(t)}\nsimulate: {duration: 2 s, samples: 20}\n"),
      {});
  EXPECT_THAT(results.summary.notes, testing::Contains(HasSubstr("positions are integrated")));
  const auto t = channel(results, "t"), y = channel(results, "y"), force = channel(results, "lambda.follow");
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(y[i], std::pow(std::sin(t[i]), 2) / 2, 1e-10);
    EXPECT_NEAR(force[i], -5.0 - 2.0 * std::cos(2 * t[i]), 1e-9);
  }
}

TEST(Kinematics, GeneralisedSpeeds) {
  const Results results =
      kinematics(system_of("rheon: 1\ncoordinates: [e, f]\nspeeds: [w]\nkinematics: {e': -f*w, f': e*w}\nmass: [1, 1]\n"
                           "potential: 9.81*f\nconstraints: {unit: e^2 + f^2 = 1, turn: 'atan2(f, e) = 0.5*sin(t)'}\n"
                           "guess: {e: 1, f: 0.01}\nsimulate: {duration: 2 s, samples: 20}\n"),
                 {});
  const auto t = channel(results, "t"), f = channel(results, "f"), torque = channel(results, "lambda.turn");
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double angle = 0.5 * std::sin(t[i]);
    EXPECT_NEAR(f[i], std::sin(angle), 1e-14);
    EXPECT_NEAR(torque[i], -9.81 * std::cos(angle) + angle, 1e-11);  // Q - w', w' = -angle
  }
}

}  // namespace
}  // namespace rheon::test
