// `check` on mechanisms whose rank, singular positions and conflicts follow from geometry.
#include "rheon/analysis/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "rheon/io/model_reader.hpp"
#include "rheon/io/model_variants.hpp"

namespace rheon::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

CheckReport check_text(const std::string& text) {
  const System system(read_model_text("rheon: 1\n" + text, "m.yaml"));
  return check(system, variants_of(system.model()));
}

const Finding* find(const CheckReport& report, const std::string& kind) {
  for (const Finding& f : report.findings)
    if (f.kind == kind) return &f;
  return nullptr;
}

/// Hinged at O and D; `place` of A and B, with their rods to the ground of length 0.5 and the coupler of length 1.
std::string parallelogram(const std::string& a, const std::string& b) {
  return "plane: xy\nground: {O: [0, 0], D: [1, 0]}\npoints: {A: " + a + ", B: " + b +
         "}\nbodies:\n  crank: {rod: [O, A], mass: 1}\n  rocker: {rod: [D, B], mass: 1}\n"
         "  coupler: {rod: [A, B], mass: 1}\n";
}

// Flat, all three rods pull along the same line: of three rows two are independent, and the parallelogram may go on as an
// antiparallelogram. Beside it they are three.
TEST(Check, FlatParallelogramIsSingular) {
  const CheckReport report = check_text(parallelogram("[0.5, 0]", "[1.5, 0]"));
  ASSERT_TRUE(report.problems.empty()) << to_text(report.problems[0]);
  EXPECT_EQ(report.rank, 2);
  const Finding* f = find(report, "singular");
  ASSERT_NE(f, nullptr) << to_text(report);
  EXPECT_THAT(f->text.what, HasSubstr("the rank is 2 here and 3 next to it"));
  EXPECT_THAT(f->rows, ::testing::UnorderedElementsAre("crank", "rocker", "coupler"));
  EXPECT_TRUE(report.redundant.empty());
}

TEST(Check, ParallelogramElsewhereIsRegular) {
  const CheckReport report = check_text(parallelogram("[0.3, 0.4]", "[1.3, 0.4]"));
  EXPECT_EQ(report.rank, 3);
  EXPECT_TRUE(report.findings.empty()) << to_text(report);
}

// A third rocker adds a row that the other two imply in every position.
TEST(Check, ThirdRockerIsRedundantEverywhere) {
  const CheckReport report = check_text(
      "plane: xy\nground: {O: [0, 0], D: [1, 0], E: [2, 0]}\npoints: {A: [0.3, 0.4], B: [1.3, 0.4], C: [2.3, 0.4]}\n"
      "bodies:\n  crank: {rod: [O, A], mass: 1}\n  middle: {rod: [D, B], mass: 1}\n  rocker: {rod: [E, C], mass: 1}\n"
      "  coupler: {rod: [A, C], mass: 1, points: [B]}\n");
  EXPECT_EQ(report.degrees_of_freedom, 1);
  EXPECT_EQ(find(report, "singular"), nullptr) << to_text(report);
  ASSERT_NE(find(report, "redundant"), nullptr);
  EXPECT_THAT(find(report, "redundant")->text.remedy, HasSubstr("leave out"));
}

// Two rods of length 1 between hinges 2 apart: A can move across to first order, and nowhere in truth.
TEST(Check, RodsThatJustReachAreSingular) {
  const CheckReport report = check_text(
      "plane: xy\nground: {O: [0, 0], P: [2, 0]}\npoints: {A: [1, 0]}\n"
      "bodies: {left: {rod: [O, A], mass: 1}, right: {rod: [A, P], mass: 1}}\n");
  EXPECT_EQ(report.rank, 1);
  const Finding* f = find(report, "singular");
  ASSERT_NE(f, nullptr) << to_text(report);
  EXPECT_THAT(f->text.what, HasSubstr("seems to free is not possible"));
}

// Nearly so: the rods are at an angle of 2e-4 to each other, and the smallest singular value is half of it, over root 2.
TEST(Check, RodsThatNearlyJustReachAreNearlySingular) {
  const CheckReport report = check_text(
      "plane: xy\nground: {O: [0, 0], P: [2, 0]}\npoints: {A: [1, 1e-4]}\n"
      "bodies: {left: {rod: [O, A], mass: 1}, right: {rod: [A, P], mass: 1}}\n");
  EXPECT_EQ(report.rank, 2);
  const Finding* f = find(report, "nearly singular");
  ASSERT_NE(f, nullptr) << to_text(report);
  EXPECT_THAT(f->rows, ElementsAre("left", "right"));
  // rows (1, e) and (1, -e) of unit length: singular values sqrt(2) cos(e) and sqrt(2) sin(e), tan(e) = 1e-4
  ASSERT_FALSE(report.smallest_singular_values.empty());
  EXPECT_NEAR(report.smallest_singular_values.front(), std::sqrt(2.0) * 1e-4, 1e-11);
}

/// A loop of four hinges with parallel axes in space. Every joint as given.
std::string spatial_loop(const std::string& j2, const std::string& j3) {
  return "ground: {O: [0, 0, 0], D: [1, 0, 0]}\npoints: {A: [0, 0.3, 0], B: [1, 0.5, 0]}\n"
         "bodies:\n  crank: {rod: [O, A], mass: 1}\n  coupler: {rod: [A, B], mass: 1}\n  rocker: {rod: [D, B], mass: "
         "1}\n"
         "joints:\n  j1: {revolute: [ground, crank], at: O, axis: z}\n  j2: {" +
         j2 + "}\n  j3: {" + j3 + "}\n  j4: {revolute: [ground, rocker], at: D, axis: z}\n";
}

// Gruebler: 6*3 - 4*5 = -2 freedoms, and yet there is one: three rows too many. With a ball joint in place of one hinge
// and a universal joint in place of another it is 6*3 - 5 - 5 - 3 - 4 = 1.
TEST(Check, PlanarLoopInSpaceSaysWhichJointsToChange) {
  const std::string hinge2 = "revolute: [crank, coupler], at: A, axis: z",
                    hinge3 = "revolute: [coupler, rocker], at: B, axis: z";
  const CheckReport report = check_text(spatial_loop(hinge2, hinge3));
  EXPECT_EQ(report.degrees_of_freedom, 1);
  EXPECT_THAT(to_text(report), HasSubstr("j1, j2, j3, j4 hold their bodies by 3 numbers more than needed"));
  EXPECT_THAT(to_text(report),
              HasSubstr("replace revolute j4 by spherical and revolute j3 by universal with axes: [z, x]"));
  const CheckReport cured = check_text(
      spatial_loop("spherical: [crank, coupler], at: A", "universal: [coupler, rocker], at: B, axes: [z, x]"));
  EXPECT_EQ(cured.degrees_of_freedom, 1);
  EXPECT_TRUE(cured.findings.empty()) << to_text(cured);
}

// Bricard's six hinges have one row too many; a universal joint in place of any of them gives 6*5 - 5*5 - 4 = 1 freedom.
TEST(Check, BricardNeedsOneUniversalJoint) {
  const std::string path = std::string(RHEON_SOURCE_DIR) + "/examples/bricard/model.yaml";
  const System system(read_model(path));
  const CheckReport report = check(system, variants_of(system.model()));
  ASSERT_EQ(report.redundant.size(), 1u);
  EXPECT_THAT(to_text(report), HasSubstr("replace revolute j5 by universal"));
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::string hinge = "j2: {revolute: [r2, r3], at: J2, axis: x}";
  ASSERT_NE(text.find(hinge), std::string::npos);
  text.replace(text.find(hinge), hinge.size(), "j2: {universal: [r2, r3], at: J2, axes: [x, y]}");
  const CheckReport cured = check(System(read_model_text(text, "cured.yaml")));
  EXPECT_EQ(cured.degrees_of_freedom, 1);
  EXPECT_TRUE(cured.redundant.empty()) << to_text(cured);
}

// Of two loops one cannot close: 1 + 1 + 1 < 5. Only its rods are named, though the pendulum beside it hangs on them.
TEST(Check, ConflictNamesOnlyTheLoopThatCannotClose) {
  const CheckReport report = check_text(
      "plane: xy\nground: {O: [0, 0], P: [5, 0], D: [1, -1]}\npoints: {A: [1, 0], B: [4, 0], C: [0, -1], E: [1, 1]}\n"
      "bodies:\n  r1: {rod: [O, A], mass: 1}\n  r2: {rod: [A, B], mass: 1, length: 1 m}\n  r3: {rod: [B, P], mass: 1}\n"
      "  good1: {rod: [O, C], mass: 1}\n  good2: {rod: [C, D], mass: 1}\n  pendulum: {rod: [A, E], mass: 1}\n");
  ASSERT_EQ(report.problems.size(), 1u);
  const Problem& p = report.problems[0];
  for (const char* rod : {"\"r1\"", "\"r2\"", "\"r3\""}) EXPECT_THAT(p.what, HasSubstr(rod));
  EXPECT_THAT(p.what, HasSubstr(" conflict: no position satisfies them together"));
  EXPECT_THAT(p.what, Not(HasSubstr("good")));
  EXPECT_THAT(p.what, Not(HasSubstr("pendulum")));
  EXPECT_THAT(p.numbers, HasSubstr("r2 (line 7)"));
  EXPECT_THAT(p.remedy, HasSubstr("length"));
}

// A four-bar has one freedom, two speeds are prescribed: with the loop they contradict each other.
TEST(Check, OverDrivenLoopNamesLoopAndDrivers) {
  const CheckReport report = check_text(
      "plane: xy\nground: {O: [0, 0], D: [1, 0]}\npoints: {A: [0.3, 0.4], B: [1.3, 0.4], E: [0, 1]}\nbodies:\n"
      "  crank: {rod: [O, A], mass: 1}\n  rocker: {rod: [D, B], mass: 1}\n  coupler: {rod: [A, B], mass: 1}\n"
      "  arm: {rod: [O, E], mass: 1}\ndrivers:\n  m1: {speed: crank, equals: 1}\n  m2: {speed: rocker, equals: 2}\n"
      "  m3: {speed: arm, equals: 3}\n");
  ASSERT_EQ(report.problems.size(), 1u);
  const Problem& p = report.problems[0];
  EXPECT_THAT(p.what, HasSubstr("conflict: no motion satisfies them together"));
  for (const char* name : {"\"crank\"", "\"rocker\"", "\"coupler\"", "\"m1\"", "\"m2\""})
    EXPECT_THAT(p.what, HasSubstr(name));
  EXPECT_THAT(p.what, Not(HasSubstr("arm")));
  EXPECT_THAT(p.what, Not(HasSubstr("m3")));
}

// Positions and rates agree at t = 0, accelerations do not.
TEST(Check, ConflictOfAccelerationsIsFound) {
  const CheckReport report =
      check_text("coordinates: [x, y]\nmass: [1, 1]\nconstraints:\n  hold: x = 0\n  away: x = t^2\n  other: y = 0\n");
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_THAT(report.problems[0].what, HasSubstr("\"hold\", \"away\" conflict: no acceleration"));
}

/// Two rods from one mass to the ground, `angle` apart: P is held by both, at the origin.
std::string two_rods(const std::string& angle) {
  return "plane: xy\nparameters: {e: " + angle +
         "}\nground: {A: [-1, 0], B: ['-cos(e)', '-sin(e)']}\npoints: {P: [0, 0]}\nbodies:\n"
         "  a: {rod: [A, P], mass: 1}\n  b: {rod: [B, P], mass: 1}\n  m: {point: P, mass: 1}\n";
}

// Rows of unit length at an angle e: singular values 2 sin(e/2)/sqrt(2) and 2 cos(e/2)/sqrt(2).
TEST(Check, NearlyParallelRodsSayTheirAngle) {
  for (const double e : {1e-3, 1e-4, 3e-6, 1e-7, 1e-8}) {
    const CheckReport report = check_text(two_rods(std::to_string(e * 1e9) + "e-9"));
    EXPECT_EQ(report.rank, 2) << e;
    ASSERT_FALSE(report.smallest_singular_values.empty());
    EXPECT_NEAR(report.smallest_singular_values.front(), std::sqrt(2.0) * std::sin(e / 2), 1e-15 + 1e-6 * e);
    const Finding* f = find(report, "nearly singular");
    ASSERT_NE(f, nullptr) << e << to_text(report);
    EXPECT_THAT(f->rows, ElementsAre("a", "b"));
    std::string angle = f->text.numbers.substr(f->text.numbers.find("by an angle of ") + 15);
    EXPECT_NEAR(std::stod(angle), e, 0.05 * e) << f->text.numbers;
  }
}

// Below 1e-9 rows count as dependent, and that is reported as what it is; exactly parallel ones have nothing near about them.
TEST(Check, RowsCountedAsDependentSayThatTheyAreNot) {
  const auto rows = [](const std::string& angle) {
    return "coordinates: [x, y]\nmass: [1, 1]\nparameters: {e: " + angle +
           "}\nconstraints: {a: x = 0, b: x*cos(e) + y*sin(e) = 0}\n";
  };
  const Finding* f = nullptr;
  const CheckReport nearly = check_text(rows("1e-10")), exactly = check_text(rows("0"));
  EXPECT_EQ(nearly.rank, 1);
  ASSERT_NE(f = find(nearly, "nearly singular"), nullptr) << to_text(nearly);
  EXPECT_THAT(f->text.numbers, HasSubstr("count as dependent"));
  ASSERT_NE(f = find(nearly, "redundant"), nullptr);
  EXPECT_THAT(f->text.remedy, Not(HasSubstr("the motion is right")));
  EXPECT_EQ(find(exactly, "nearly singular"), nullptr) << to_text(exactly);
  EXPECT_THAT(find(exactly, "redundant")->text.remedy, HasSubstr("the motion is right"));
}

// Two such pairs with the same angle: two small singular values of the same size, distinguished by their rows.
TEST(Check, TwoNearDependencesAreTwoFindings) {
  const CheckReport report = check_text(
      "plane: xy\nparameters: {e: 1e-6}\n"
      "ground: {A: [-1, 0], B: ['-cos(e)', '-sin(e)'], C: [4, 0], D: ['5 - cos(e)', '-sin(e)']}\n"
      "points: {P: [0, 0], Q: [5, 0]}\nbodies:\n  a: {rod: [A, P], mass: 1}\n  b: {rod: [B, P], mass: 1}\n"
      "  c: {rod: [C, Q], mass: 1}\n  d: {rod: [D, Q], mass: 1}\n");
  std::vector<std::vector<std::string>> rows;
  for (const Finding& f : report.findings)
    if (f.kind == "nearly singular") rows.push_back(f.rows);
  EXPECT_THAT(rows, ::testing::UnorderedElementsAre(ElementsAre("a", "b"), ElementsAre("c", "d"))) << to_text(report);
}

// A gradient whose square no double can hold: refused by name, and no more than that.
TEST(Check, GradientsThatCannotBeSquaredAreRefusedByName) {
  for (const char* y : {"1e200", "1e308", "-1e155", "1e101"}) {
    const CheckReport report = check_text(
        "coordinates: [x, y]\nmass: [1, 1]\nconstraints: {steer: (1 - y)*x' + x*y' = 0}\ninitial: {x: 0, y: " +
        std::string(y) + "}\n");
    ASSERT_EQ(report.problems.size(), 1u) << y;
    EXPECT_EQ(report.problems[0].element, "constraint \"steer\"");
    EXPECT_THAT(report.problems[0].what, HasSubstr("too large"));
    EXPECT_THAT(report.problems[0].numbers, HasSubstr("along x'"));
  }
  const CheckReport fine = check_text(
      "coordinates: [x, y]\nmass: [1, 1]\nconstraints: {steer: (1 - y)*x' + x*y' = 0}\ninitial: {x: 0, y: 1e90}\n");
  EXPECT_TRUE(fine.problems.empty());
  EXPECT_EQ(fine.rank, 1);
}

TEST(Check, BodyConnectedToNothingIsNamed) {
  const std::string arm =
      "plane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0], C: [3, 0]}\nbodies:\n"
      "  arm: {rod: [O, A], mass: 1}\n  lost: {rod: [B, C], mass: 1}\n";
  const Finding* f = nullptr;
  const CheckReport report = check_text(arm);
  ASSERT_NE(f = find(report, "unconnected"), nullptr) << to_text(report);
  EXPECT_THAT(f->rows, ElementsAre("lost"));
  EXPECT_EQ(report.degrees_of_freedom, 4);
  for (const char* link :
       {"forces: {s: {spring: [A, B], stiffness: 10, length: 1}}\n", "joints: {j: {on_line: B, along: x}}\n",
        "potential: 3*C.y\n", "constraints: {c: B.x = A.x + 1}\n", "forces: {B.x: 3}\n"})
    EXPECT_EQ(find(check_text(arm + link), "unconnected"), nullptr) << link;
  EXPECT_EQ(find(check_text("plane: xy\npoints: {A: [1, 0], B: [2, 0]}\nbodies: {b: {rod: [A, B], mass: 1}}\n"),
                 "unconnected"),
            nullptr);
}

// Who drives a speed wants that; an equation between rates that could be integrated is another matter.
TEST(Check, SpeedDriverIsNotCalledIntegrable) {
  const std::string arm =
      "plane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\nbodies: {arm: {rod: [O, A], mass: 1}}\n";
  EXPECT_EQ(find(check_text(arm + "drivers: {m: {speed: arm, equals: 2}}\n"), "integrable"), nullptr);
  EXPECT_NE(find(check_text("coordinates: [x, y]\nmass: [1, 1]\nconstraints: {c: x' = 2*y'}\n"), "integrable"),
            nullptr);
}

TEST(Check, IntegralsOfControllersAreNoFreedoms) {
  const System system(read_model_text(
      "rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {B: [1, 0]}\nbodies: {a: {rod: [O, B], mass: 2}}\n"
      "joints: {h: {revolute: [ground, a], at: O}}\nforces: {m: {torque: h, target: 1, p: 5, i: 1}}\n",
      "arm.yaml"));
  EXPECT_EQ(check(system).degrees_of_freedom, 1);
}

// Wheels on one axle share what it pushes sideways. At the start that is y alone; once the axle has turned, x and y.
TEST(Check, ReactionsThatTheNextPositionLeavesOpenAreNotDeterminate) {
  const CheckReport report = check(System(read_model(std::string(RHEON_SOURCE_DIR) + "/models/two_wheels.yaml")));
  EXPECT_THAT(report.indeterminate, testing::IsSupersetOf({"ra.fx", "ra.fy", "rb.fx", "rb.fy"}));
  EXPECT_THAT(report.determinate, testing::IsSupersetOf({"ra.fz", "rb.fz"}));
}

}  // namespace
}  // namespace rheon::test
