#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "constraints/index1.hpp"
#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

System pendulum(const std::string& initial, const std::string& more = "") {
  return System(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\nconstraints:\n"
                      "  rod: x^2 + y^2 = 1\n" +
                          more + "initial: {" + initial + "}\nguess: {y: -0.5}\n",
                      "p.yaml"));
}

TEST(InitialValues, GivenOnesAreKeptOthersSolved) {
  const InitialResult r = find_initial_state(pendulum("x: 0.6, x': 0.4"));
  ASSERT_TRUE(r.problems.empty());
  EXPECT_EQ(r.state.q[0], 0.6);
  EXPECT_NEAR(r.state.q[1], -0.8, 1e-14);
  EXPECT_EQ(r.state.v[0], 0.4);
  EXPECT_NEAR(r.state.v[1], 0.3, 1e-14);  // x x' + y y' = 0
  EXPECT_FALSE(r.notes.empty());
}

TEST(InitialValues, ConsistentOnesAreNotTouched) {
  const InitialResult r = find_initial_state(pendulum("x: 0.6, x': 0, y': 0"));
  ASSERT_TRUE(r.problems.empty());
  EXPECT_EQ(r.state.v[0], 0.0);
  EXPECT_EQ(r.state.v[1], 0.0);
}

// A chain whose speeds are all equal: 29 are solved for, of which a few are reported and the others counted.
TEST(InitialValues, ManyThatWereSolvedForAreCounted) {
  std::string names, kinetic, rows;
  for (int i = 0; i < 30; ++i) {
    const std::string x = "x" + std::to_string(i), before = "x" + std::to_string(i - 1);
    names += (i > 0 ? ", " : "") + x;
    kinetic = i > 0 ? kinetic + " + " + x + "'^2/2" : x + "'^2/2";
    if (i > 0) rows += "  r" + std::to_string(i) + ": " + x + " = " + before + "\n";
  }
  const InitialResult r =
      find_initial_state(System(read_model_text("rheon: 1\nname: p\ncoordinates: [" + names + "]\nkinetic: " + kinetic +
                                                    "\nconstraints:\n" + rows + "initial: {x0': 1}\n",
                                                "p.yaml")));
  ASSERT_TRUE(r.problems.empty());
  ASSERT_EQ(r.notes.size(), 1u);
  EXPECT_THAT(r.notes[0], HasSubstr("x20' = 1 and 9 more"));
}

TEST(InitialValues, InconsistentPositionsNameTheConstraintAndItsResidual) {
  System system(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\nconstraints:\n"
                      "  rod: x^2 + y^2 = 1\ninitial: {x: 1, y: 1}\n",
                      "p.yaml"));
  const InitialResult r = find_initial_state(system);
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_THAT(r.problems[0].element, HasSubstr("rod"));
  EXPECT_THAT(r.problems[0].what, HasSubstr("residual 1"));
  EXPECT_EQ(r.problems[0].place.line, 6);
}

TEST(InitialValues, InconsistentVelocitiesNameTheConstraint) {
  const InitialResult r = find_initial_state(pendulum("x: 0.6, x': 1, y': 1"));
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_THAT(r.problems[0].what, HasSubstr("velocity level"));
}

TEST(InitialValues, RoundedByHandIsMovedAndSaid) {
  System system(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\nconstraints:\n"
                      "  rod: x^2 + y^2 = 1\ninitial: {x: 0.8660254, y: -0.5}\n",
                      "p.yaml"));
  const InitialResult r = find_initial_state(system);
  ASSERT_TRUE(r.problems.empty());
  EXPECT_NEAR(r.state.q.norm(), 1.0, 1e-15);
  ASSERT_FALSE(r.notes.empty());
  EXPECT_THAT(r.notes[0], HasSubstr("moved by up to"));
}

TEST(InitialValues, VanishingGradientAsksForOtherStartingValues) {
  System system(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\nconstraints:\n"
                      "  rod: x^2 + y^2 = 1\n",
                      "p.yaml"));
  const InitialResult r = find_initial_state(system);
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_THAT(r.problems[0].what, HasSubstr("gradient vanishes"));
  EXPECT_THAT(r.problems[0].remedy, HasSubstr("guess"));
}

// A mass on a circle that takes another along, z = w x, with the same written once more times x: close to x = 0 that row
// has no gradient, and its right side 2 x' (w x' - z') is round-off. At the bottom y'' = x'^2, x'' = z'' = 0.
TEST(InitialValues, RoundOffOfARowWithoutGradientIsNoConflict) {
  for (const char* start : {"0", "1e-12", "1e-9", "1e-7", "1e-5"})
    for (int k = 0; k < 8; ++k) {
      const double w = 0.181 + 0.237 * k, v = 9.131 - 0.931 * k;
      const System system(read_model_text("rheon: 1\nname: p\nparameters: {w: " + std::to_string(w) +
                                              "}\ncoordinates: [x, y, z]\nkinetic: (x'^2 + y'^2 + z'^2)/2\n"
                                              "constraints: {a: x^2 + y^2 = 1, b: z = w*x, c: x*(z - w*x) = 0}\n"
                                              "initial: {x: " +
                                              start + ", x': " + std::to_string(v) + "}\nguess: {y: -1}\n",
                                          "p.yaml"));
      const InitialResult r = find_initial_state(system);
      ASSERT_TRUE(r.problems.empty()) << start << " " << w << " " << r.problems.front().what;
      State s = r.state;
      Index1 index1(system);
      ASSERT_TRUE(index1.solve(s));
      const double x = s.q[0];
      EXPECT_NEAR(s.a[0], 0.0, 1e-9 * v * v + 4 * v * v * x) << start << " " << w;
      EXPECT_NEAR(s.a[1], v * v, 1e-9 * v * v + 4 * v * v * x);
      EXPECT_NEAR(s.a[2], w * s.a[0], 1e-9 * v * v);
    }
}

TEST(InitialValues, FreeCoordinateThatFindsNoWayIsNamed) {
  System system(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\nconstraints:\n"
                      "  rod: x^2 + y^2 = 1\ninitial: {x: 0.25}\n",
                      "p.yaml"));
  const InitialResult r = find_initial_state(system);
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_THAT(r.problems[0].what, HasSubstr("no y was found"));
  EXPECT_THAT(r.problems[0].remedy, HasSubstr("guess"));
}

TEST(InitialValues, ConflictingConstraintsAreBothNamed) {
  const InitialResult r = find_initial_state(pendulum("", "  left: x = 2\n  right: x = 3\n"));
  ASSERT_FALSE(r.problems.empty());
  EXPECT_THAT(r.problems[0].what, HasSubstr("conflict"));
  EXPECT_THAT(r.problems[0].what, HasSubstr("\"left\""));
  EXPECT_THAT(r.problems[0].what, HasSubstr("\"right\""));
}

TEST(InitialValues, ConflictingVelocitiesAreNamed) {
  const InitialResult r = find_initial_state(pendulum("", "  slow: x' - y' = 1\n  fast: x' - y' = 2\n"));
  ASSERT_FALSE(r.problems.empty());
  EXPECT_THAT(r.problems[0].what, HasSubstr("conflict"));
}

TEST(InitialValues, SingularMassNamesTheCoordinate) {
  System system(read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nkinetic: x'^2/2 + 0*y'^2\n", "p.yaml"));
  const InitialResult r = find_initial_state(system);
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_THAT(r.problems[0].what, HasSubstr("mass matrix"));
  EXPECT_THAT(r.problems[0].what, HasSubstr("y'"));
}

TEST(InitialValues, NegativeMassIsRefusedEvenUnderAConstraint) {
  System system(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nmass: [-1, 1]\nconstraints: {rod: x^2 + y^2 = "
                      "1}\ninitial: {x: 1, y: 0}\n",
                      "p.yaml"));
  const InitialResult r = find_initial_state(system);
  ASSERT_EQ(r.problems.size(), 1u);
  EXPECT_THAT(r.problems[0].what, HasSubstr("negative entry at x'"));
}

// x'^2/2 + 2 x' y' + y'^2/2 is negative along (1, -1), though no entry is
TEST(InitialValues, IndefiniteMassIsRefused) {
  const System system(read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nmass: [[1, 2], [2, 1]]\n", "p.yaml"));
  for (const auto& problems : {find_initial_state(system).problems, check(system).problems}) {
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_THAT(problems[0].what, HasSubstr("indefinite"));
    EXPECT_EQ(problems[0].place.line, 4);
  }
}

// x has no value before the line gives it 1: there is no force to ask for at (0, 0)
TEST(InitialValues, ForcesAreAskedForWhereThePositionsAre) {
  const System system(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nmass: [1, 1]\npotential: sqrt(x^2 + y^2)\n"
                      "constraints: {line: x = 0.3*y + 1}\ninitial: {y: 0}\n",
                      "p.yaml"));
  const InitialResult r = find_initial_state(system);
  ASSERT_TRUE(r.problems.empty()) << to_text(r.problems[0]);
  EXPECT_NEAR(r.state.q[0], 1.0, 1e-14);
}

TEST(InitialValues, MasslessCoordinateHeldByAConstraintIsFine) {
  System system(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, s]\nkinetic: x'^2/2\nforces: {x: 1}\nconstraints: {tie: s - "
                      "3*x = 0}\ninitial: {x: 0.5}\n",
                      "p.yaml"));
  EXPECT_TRUE(find_initial_state(system).problems.empty());
  for (const char* formulation : {"lagrange", "ali3p"}) {
    RunRequest r = request(formulation);
    if (std::string(formulation) == "ali3p") r.step = 1e-2;
    r.duration = 1.0;
    const auto s = channel(run(system, r), "s");
    EXPECT_NEAR(s.back(), 3 * (0.5 + 0.5), 1e-9) << formulation;  // x = 1/2 + t^2/2
  }
}

TEST(Check, RollingWheelHasOneRedundantPair) {
  const CheckReport r = check(load_system("rolling_wheel"));
  EXPECT_EQ(r.coordinates, 12);
  EXPECT_EQ(r.position_rows + r.velocity_rows, 10);
  EXPECT_EQ(r.rank, 9);
  EXPECT_EQ(r.degrees_of_freedom, 3);
  ASSERT_EQ(r.redundant.size(), 1u);
  EXPECT_EQ(r.redundant[0], (std::vector<std::string>{"height", "roll_z"}));
  EXPECT_TRUE(r.problems.empty());
}

TEST(Check, SaysWhereAGradientVanishes) {
  System system(
      read_model_text("rheon: 1\nname: p\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {flat: (x^2 + y^2 - 1)^2 = "
                      "0}\ninitial: {x: 1, y: 0}\n",
                      "p.yaml"));
  EXPECT_THAT(to_text(check(system)), HasSubstr("the gradient of flat vanishes"));
}

TEST(Check, CompoundPendulumHasOneDependentRow) {
  const CheckReport r = check(load_system("compound_pendulum"));
  EXPECT_EQ(r.rank, 4);
  EXPECT_EQ(r.degrees_of_freedom, 2);
  EXPECT_EQ(r.redundant.size(), 1u);
}

// Angular velocities of 1e-3 and 1e-6 beside a speed of 1e12: round-off of the large one is no reason to drop them.
TEST(Initial, GivenRatesFarBelowTheLargestAreKept) {
  const System system(
      read_model_text("rheon: 1\npoints: {G: [0, 0, 0]}\nbodies:\n  body: {centre: G, mass: 1, inertia: [1, 2, 3]}\n"
                      "initial: {body.wx: 0.001, body.wy: 1e-6, body.wz: 0, G.x': 0, G.y': 1e12, G.z': 0}\n"
                      "outputs: {wx: body.wx, wy: body.wy, wz: body.wz, vy: G.y'}\n",
                      "body.yaml"));
  RunRequest r;
  r.formulation = "lagrange";
  r.integrator = "rk4";
  r.step = 1e-3;
  r.duration = 1e-3;
  const Results results = run(system, r);
  constexpr double eps = std::numeric_limits<double>::epsilon();
  EXPECT_NEAR(results.column("wx").front(), 1e-3, 16 * eps * 1e-3);  // sums of some products
  EXPECT_NEAR(results.column("wy").front(), 1e-6, 16 * eps * 1e-3);
  EXPECT_NEAR(results.column("wz").front(), 0.0, 16 * eps * 1e-3);
  EXPECT_EQ(results.column("vy").front(), 1e12);
}

}  // namespace
}  // namespace rheon::test
