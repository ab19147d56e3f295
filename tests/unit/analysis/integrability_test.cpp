// Velocity-level rows that are the rate of something, against what Frobenius' theorem says by hand: w is integrable if and
// only if dw vanishes on what the rows allow, and so on down the derived flag.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Case {
  const char* name;
  const char* coordinates;
  const char* rows;
  const char* initial;
  std::vector<std::string> integrable;  ///< rows reported, those of a combination too
};

std::vector<std::string> integrable_rows(const CheckReport& report) {
  std::vector<std::string> names;
  for (const Finding& f : report.findings)
    if (f.kind == "integrable") names.insert(names.end(), f.rows.begin(), f.rows.end());
  return names;
}

CheckReport check_rows(const Case& c) {
  std::string mass;
  for (const char* p = c.coordinates; *p; ++p) mass += *p == ',' ? ", 1.5" : "";
  return check(System(read_model_text(std::string("rheon: 1\ncoordinates: [") + c.coordinates + "]\nmass: [1" + mass +
                                          "]\nconstraints:\n" + c.rows + "initial: {" + c.initial + "}\n",
                                      "rows.yaml")));
}

const Case cases[] = {
    // dx - r dtheta is closed
    {"WheelOnALine", "x, theta", "  roll: x' - 0.3*theta' = 0\n", "x: 0, theta: 0.2", {"roll"}},
    // (x dy - y dx)/(x^2 + y^2) is the rate of an angle: an integrating factor is found
    {"IntegratingFactor", "x, y, z", "  radial: x*y' - y*x' = 0\n", "x: 1, y: 0.5, z: 0", {"radial"}},
    // the skate: w = sin(theta) dx - cos(theta) dy, w ^ dw = dx ^ dy ^ dtheta up to sign
    {"Skate", "x, y, theta", "  blade: x'*sin(theta) - y'*cos(theta) = 0\n", "x: 0, y: 0, theta: 0.4", {}},
    {"SkateThatDoesNotTurn",
     "x, y, theta",
     "  turn: theta = 0.4\n  blade: x'*sin(theta) - y'*cos(theta) = 0\n",
     "x: 0, y: 0",
     {"blade"}},
    {"SkateWhoseTurningIsARate",
     "x, y, theta",
     "  turn: theta' = 0\n  blade: x'*sin(theta) - y'*cos(theta) = 0\n",
     "x: 0, y: 0, theta: 0.4",
     {"turn", "blade"}},
    // a single motion is always integrable
    {"SkateWithOneFreedom",
     "x, y, theta",
     "  lead: x = theta\n  blade: x'*sin(theta) - y'*cos(theta) = 0\n",
     "y: 0, theta: 0.4",
     {"blade"}},
    // the upright disc, rows in the axes of the wheel: d(forward) vanishes on what both rows allow, yet it is not
    // integrable: growth (2, 3, 4)
    {"UprightDisc",
     "x, y, theta, phi",
     "  forward: x'*cos(theta) + y'*sin(theta) = 0.5*phi'\n  sideways: -x'*sin(theta) + y'*cos(theta) = 0\n",
     "x: 0, y: 0, theta: 0.4, phi: 0",
     {}},
    // chained forms: the first row becomes free only with brackets of the third and fourth depth
    {"ChainOfTwo", "x, y, z, w", "  first: y' = z*x'\n  second: z' = w*x'\n", "x: 0, y: 0, z: 0.1, w: 0.2", {}},
    {"ChainOfThree",
     "x, y, z, w, u",
     "  first: y' = z*x'\n  second: z' = w*x'\n  third: w' = u*x'\n",
     "x: 0, y: 0, z: 0.1, w: 0.2, u: 0.3",
     {}},
    // only the difference of the two, 2 w' = 0, is integrable
    {"Combination",
     "x, y, z, w",
     "  one: z' - y*x' + w' = 0\n  two: z' - y*x' - w' = 0\n",
     "x: 0.1, y: 0.3, z: 0, w: 0",
     {"one", "two"}},
    // with time: dx - 2 t dt is closed; dx - t dy and dx - y dt are not integrable, though with time held they are
    {"PrescribedRate", "x, y", "  drive: x' = 2*t\n", "x: 0, y: 0", {"drive"}},
    {"RatioInTime", "x, y", "  ratio: x' = (1 + t)*y'\n", "x: 0, y: 0, y': 1", {}},
    {"RateByACoordinate", "x, y", "  feed: x' = y\n", "x: 0, y: 0.3", {}},
    // x' = y with y = sin(t) is one again
    {"RateByADrivenCoordinate", "x, y", "  given: y = sin(t)\n  feed: x' = y\n", "x: 0", {"feed"}},
    {"Speed", "x, y", "  speed: x'^2 + y'^2 = 4\n", "x: 0, y: 0, x': 2, y': 0", {}},
};

class Integrable : public ::testing::TestWithParam<Case> {};

TEST_P(Integrable, RowsAreReportedAsFrobeniusSays) {
  const CheckReport report = check_rows(GetParam());
  ASSERT_TRUE(report.problems.empty()) << to_text(report.problems[0]);
  EXPECT_EQ(integrable_rows(report), GetParam().integrable) << to_text(report);
}

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
INSTANTIATE_TEST_SUITE_P(Rows, Integrable, ::testing::ValuesIn(cases),
                         [](const ::testing::TestParamInfo<Case>& row) { return row.param.name; });

TEST(IntegrableRows, AloneOrOnlyWithTheOthersIsReported) {
  EXPECT_THAT(to_text(check_rows(cases[0])), HasSubstr("\"roll\" is integrable: it could be written"));
  const Case beside{"SkateThatDoesNotTurnBesideAMass",
                    "x, y, theta, z",
                    "  turn: theta = 0.4\n  blade: x'*sin(theta) - y'*cos(theta) = 0\n",
                    "x: 0, y: 0, z: 0",
                    {"blade"}};
  EXPECT_THAT(to_text(check_rows(beside)), HasSubstr("\"blade\" is integrable together with the other constraints"));
}

// A curve always has equations: that says nothing about the row, and nothing should be looked for.
TEST(IntegrableRows, ASingleMotionIsReportedAsSuch) {
  for (const std::size_t k : {3u, 4u, 5u})
    EXPECT_THAT(to_text(check_rows(cases[k])),
                HasSubstr("with the other constraints, velocity constraint blade leaves a single motion"));
  EXPECT_THAT(to_text(check_rows(cases[0])), Not(HasSubstr("single motion")));
}

TEST(IntegrableRows, KnownModels) {
  EXPECT_THAT(integrable_rows(check(load_system("two_masses"))), ElementsAre("together"));  // x1 - x2 = const
  EXPECT_THAT(integrable_rows(check(load_system("pursuit"))), IsEmpty());
  EXPECT_THAT(integrable_rows(check(load_system("rolling_disc"))), IsEmpty());
  EXPECT_THAT(integrable_rows(check(load_system("bicycle"))), IsEmpty());
  EXPECT_THAT(integrable_rows(check(load_system("appell_hamel"))), ElementsAre("string"));  // z + b phi = const
  EXPECT_THAT(integrable_rows(check(load_system("appell_hamel_nonlinear"))), ElementsAre("string"));
}

// The two rows of slip are not integrable; `roll_z` repeats the height and is reported as redundant.
TEST(IntegrableRows, RollingWheelRepeatsItsHeight) {
  const CheckReport report = check(load_system("rolling_wheel"));
  EXPECT_THAT(integrable_rows(report), IsEmpty());
  EXPECT_THAT(to_text(report), HasSubstr("leave out roll_z, which is at velocity level"));
}

TEST(IntegrableRows, PartsThatRoll) {
  const std::string ball =
      "rheon: 1\npoints: {C: [0, 0, 0.1]}\nbodies: {ball: {sphere: 0.1, at: C, mass: 1}}\n"
      "joints: {roll: {rolling_sphere: ball, at: C, radius: 0.1}}\n";
  EXPECT_THAT(integrable_rows(check(System(read_model_text(ball, "ball.yaml")))), IsEmpty());
  const std::string wheel =
      "rheon: 1\nplane: xy\npoints: {C: [0.5, 0]}\nbodies: {disc: {disc: 0.1, at: C, mass: 1}}\n"
      "joints: {roll: {wheel: disc, at: C, radius: 0.1, circle: [0, 0]}}\n";
  EXPECT_THAT(integrable_rows(check(System(read_model_text(wheel, "wheel.yaml")))), ElementsAre("roll.2"));
  const std::string skate =
      "rheon: 1\nplane: xy\npoints: {P: [0.5, 0]}\nbodies: {sleigh: {box: [1, 0.5], at: [0, 0], mass: 1, points: "
      "[P]}}\n"
      "joints: {blade: {skate: P, of: sleigh, along: x}}\n";
  EXPECT_THAT(integrable_rows(check(System(read_model_text(skate, "skate.yaml")))), IsEmpty());
}

TEST(IntegrableRows, ModelsWithSpeedsOfTheirOwnAreLeftAside) {
  const CheckReport report = check(
      System(read_model_text("rheon: 1\ncoordinates: [x, y]\nspeeds: [u, w]\nkinematics: {x': u, y': w}\nmass: [1, 1]\n"
                             "constraints: {tie: u - w = 0}\ninitial: {x: 0, y: 0}\n",
                             "speeds.yaml")));
  EXPECT_THAT(integrable_rows(report), IsEmpty());
  EXPECT_THAT(to_text(report), HasSubstr("is not known"));
}

}  // namespace
}  // namespace rheon::test
