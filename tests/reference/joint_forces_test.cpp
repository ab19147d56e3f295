// Forces in joints: Andrews' squeezer against the equations of Newton and Euler, and four-bars with more joints than
// needed against the one with just enough. Definitions of the data: tests/data/reference/README.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::Contains;
using testing::Not;

struct Force {
  std::string channel, column;
  double sign = 1.0;
};

/// Largest distance over all forces, relative to the largest value of each column.
double distance(const Results& results, const Table& reference, const std::vector<Force>& forces) {
  double worst = 0.0;
  for (const Force& f : forces) {
    const auto found = channel(results, f.channel), &exact = reference[f.column];
    EXPECT_EQ(found.size(), exact.size());
    double difference = 0.0, size = 0.0;
    for (std::size_t i = 0; i < std::min(found.size(), exact.size()); ++i) {
      difference = std::max(difference, std::abs(found[i] - f.sign * exact[i]));
      size = std::max(size, std::abs(exact[i]));
    }
    worst = std::max(worst, difference / size);
  }
  return worst;
}

std::vector<Force> andrews_forces() {
  std::vector<Force> all;
  for (const auto& [channel, column] : std::vector<std::pair<std::string, std::string>>{{"O", "O1"},
                                                                                        {"F", "F2"},
                                                                                        {"B", "B3"},
                                                                                        {"A.K5", "A5"},
                                                                                        {"A.K7", "A7"},
                                                                                        {"G", "G5"},
                                                                                        {"H", "H7"},
                                                                                        {"E.K3", "E3"},
                                                                                        {"E.K4", "E4"},
                                                                                        {"E.K6", "E6"}})
    for (const char* axis : {"x", "y"}) all.push_back({channel + ".f" + axis, column + "_" + axis});
  return all;
}

Results run_for(const System& system, const Table& reference, RunRequest r) {
  r.duration = reference["t"].back();
  r.samples = static_cast<int>(reference.rows()) - 1;
  Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  return results;
}

// The reference motion has an error of 1e-13; what is asked for is 1e-8. Measured: 4e-12 by the Runge-Kutta methods, whose
// motion is off by 1e-11 of 15.8 rad at a speed of 1140 rad/s.
TEST(AndrewsForces, AreThoseOfNewtonAndEuler) {
  const System system = load_system("andrews");
  const Table reference = load_reference("andrews_forces");
  for (const char* formulation : {"lagrange", "udwadia-kalaba", "kane"}) {
    RunRequest r = request(formulation, "dop853");
    r.tolerance = 1e-13;
    EXPECT_LE(distance(run_for(system, reference, r), reference, andrews_forces()), 1e-8) << formulation;
  }
  RunRequest r = request("ali3p", "gauss4");
  r.step = 2.5e-6;
  EXPECT_LE(distance(run_for(system, reference, r), reference, andrews_forces()), 1e-8);
}

// Second order at 2.5 us, relative error of the speed (h w)^2/12 with w = 1140 rad/s, times the 16 rad turned and the
// forces' growth with the angle: 1e-5.
TEST(AndrewsForces, BySecondOrderMethods) {
  const System system = load_system("andrews");
  const Table reference = load_reference("andrews_forces");
  for (const char* formulation : {"ali3p", "lagrange-index3", "energy-momentum"}) {
    RunRequest r = request(formulation);
    r.step = 2.5e-6;
    EXPECT_LE(distance(run_for(system, reference, r), reference, andrews_forces()), 1e-4) << formulation;
  }
}

// ---- more joints than needed

void expect_judgement(const System& system, const std::vector<std::string>& determinate,
                      const std::vector<std::string>& indeterminate) {
  const CheckReport report = check(system);
  EXPECT_TRUE(report.problems.empty());
  for (const std::string& name : determinate) {
    EXPECT_THAT(report.determinate, Contains(name));
    EXPECT_THAT(report.indeterminate, Not(Contains(name)));
  }
  for (const std::string& name : indeterminate) EXPECT_THAT(report.indeterminate, Contains(name));
}

struct Method {
  const char* formulation;
  double bound;  ///< of the forces, relative
};

// Fully driven: errors are round-off, times the condition of the equations (1e2 .. 1e4). The midpoint rule of
// energy-momentum meets positions at the ends of steps and has velocities of second order: (h w)^2 = 2.5e-5.
constexpr Method methods[] = {{"ali3p", 1e-8},
                              {"lagrange-index3", 1e-8},
                              {"udwadia-kalaba", 1e-8},
                              {"lagrange", 1e-8},
                              {"energy-momentum", 5e-5}};

// A strut of no mass beside the rocker: which of them carries the load is open, all else is as without it.
TEST(RedundantFourBar, SecondRockerLeavesTheRestAsItIs) {
  const System system = load_system("four_bar_second_rocker");
  expect_judgement(system, {"O.fx", "O.fy", "A.fx", "A.fy", "motor.torque"},
                   {"lambda.rocker", "lambda.strut", "D.fx", "D.fy", "B.fx", "B.fy", "strut.fx", "strut.fy"});
  const Table reference = load_reference("c_four_bar_driven");
  for (const auto& [formulation, bound] : methods) {
    RunRequest r = request(formulation);
    r.step = 1e-3;
    const Results results = run_for(system, reference, r);
    EXPECT_LE(distance(results, reference,
                       {{"O.fx", "FOx"}, {"O.fy", "FOy"}, {"A.fx", "FAx"}, {"A.fy", "FAy"}, {"motor.torque", "tau"}}),
              bound)
        << formulation;
    // the strut pushes B as the ground pushes it: together they are the one rocker's bearing, of up to 7 N
    const auto rocker = channel(results, "D.fx"), strut = channel(results, "strut.fx"), &whole = reference["FDx"];
    for (std::size_t i = 0; i < whole.size(); ++i)
      EXPECT_NEAR(rocker[i] + strut[i], whole[i], 10 * bound) << formulation;
  }
}

// In space each pin is a pair of hinges: forces in the plane are determined, those across and the torques are not. Rods
// have no inertia about their own line: formulations that need a mass for every motion refuse it.
TEST(RedundantFourBar, DoubledJointsInSpace) {
  const System system = load_system("four_bar_doubled");
  expect_judgement(
      system, {"Ox", "Oy", "Ax", "Ay", "Bx", "By", "Dx", "Dy", "motor.torque"},
      {"pinO.fz", "pinO.tx", "pinO.ty", "pinA.fz", "pinA.tx", "pinB.fz", "pinB.ty", "pinD.tx", "pinO2.tx", "pinD2.ty"});
  const Table reference = load_reference("c_four_bar_driven");
  for (const char* formulation : {"ali3p", "lagrange-index3", "lagrange"}) {
    RunRequest r = request(formulation);
    r.step = 1e-3;
    EXPECT_LE(distance(run_for(system, reference, r), reference,
                       {{"Ox", "FOx"},
                        {"Oy", "FOy"},
                        {"Ax", "FAx"},
                        {"Ay", "FAy"},
                        {"Bx", "FBx", -1},
                        {"By", "FBy", -1},
                        {"Dx", "FDx"},
                        {"Dy", "FDy"},
                        {"motor.torque", "tau"}}),
              1e-8)
        << formulation;
  }
}

/// Two and three hinges in one place take equal parts of what one takes, and `check` says so; other forces are the same.
TEST(DoubledHinges, ShareAndAreReported) {
  const auto model = [](const std::string& hinges) {
    return read_model_text(
        "rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0]}\n"
        "bodies: {a: {rod: [O, A], mass: 2}, b: {rod: [A, B], mass: 1}}\njoints:\n" +
            hinges + "  k: {revolute: [a, b], at: A}\n",
        "hinges.yaml", {}, {.balance = true});
  };
  const auto at_end = [&](const System& system) {
    RunRequest r = request("lagrange", "rk4");
    r.step = 1e-3;
    r.duration = 0.5;
    return run(system, r);
  };
  const System one(model("  h1: {revolute: [ground, a], at: O}\n"));
  const Results single = at_end(one);
  EXPECT_THAT(check(one).indeterminate, testing::IsEmpty());
  std::string hinges = "  h1: {revolute: [ground, a], at: O}\n";
  for (int count = 2; count <= 3; ++count) {
    hinges += "  h" + std::to_string(count) + ": {revolute: [a, ground], at: O}\n";  // in the other order, too
    const System more(model(hinges));
    const Results shared = at_end(more);
    for (const char* axis : {"fx", "fy"}) {
      const double whole = channel(single, std::string("h1.") + axis).back();
      EXPECT_NEAR(channel(shared, std::string("h1.") + axis).back(), whole / count, 1e-12 * (1 + std::abs(whole)));
      EXPECT_NEAR(channel(shared, std::string("h2.") + axis).back(), -whole / count, 1e-12 * (1 + std::abs(whole)));
      EXPECT_NEAR(channel(shared, std::string("k.") + axis).back(), channel(single, std::string("k.") + axis).back(),
                  1e-12);
    }
    for (const BodyBalance& b : shared.summary.balance) EXPECT_LT(b.force, 1e-11 * b.force_size) << b.body;
    const CheckReport report = check(more);
    EXPECT_THAT(report.indeterminate, testing::IsSupersetOf({"h1.fx", "h1.fy", "h2.fx", "h2.fy"}));
    EXPECT_THAT(report.indeterminate, testing::Not(testing::Contains("k.fx")));
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_THAT(report.findings[0].text.what, testing::HasSubstr("h1"));
  }
}

}  // namespace
}  // namespace rheon::test
