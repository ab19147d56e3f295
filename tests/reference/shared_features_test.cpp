// What bodies share and what joints leave free: exact numbers of rows, slides that can slide, numbers of joints with two
// freedoms, and reactions of planes that bodies carry; against closed forms and the balance of every body.
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

constexpr double g = 9.81, pi = 3.14159265358979323846;

Model read(const std::string& text, MechanismChannels channels = {}) {
  return read_model_text("rheon: 1\n" + text, "sharing.yaml", {}, channels);
}

struct Shared {
  std::string name, text;
  int rank, degrees_of_freedom;
};

const std::string slid =
    "gravity: [1, 2, -9.81]\nground: {O: [0, 0, 0]}\npoints: {A: [0.2, 0, 0], B: [0.5, 0.1, 0.2]}\n";

const Shared cases[] = {
    // a frame of three coordinates besides the pivot has three rows, or six with two unit vectors: (9 - 6) is free
    {"weld_of_rod_and_box",
     slid + "bodies: {a: {rod: [O, A], mass: 1}, b: {box: [0.1, 0.2, 0.3], at: B, mass: 2}}\n"
            "joints: {w: {weld: [a, b], at: A}}\n",
     6, 3},
    {"weld_of_two_boxes",
     slid + "bodies: {a: {box: [0.3, 0.2, 0.1], at: A, mass: 1, points: [O]}, b: {box: [0.1, 0.2, 0.3], at: B, mass: "
            "2}}\njoints: {w: {weld: [a, b], at: [0.3, 0, 0]}}\n",
     -1, 3},
    {"weld_in_the_plane",
     "plane: xy\ngravity: [1, -9.81]\nground: {O: [0, 0]}\npoints: {A: [0.2, 0], B: [0.5, 0.1]}\n"
     "bodies: {a: {rod: [O, A], mass: 1}, b: {rod: [A, B], mass: 1}}\njoints: {w: {weld: [a, b], at: A}}\n",
     1, 1},
    // ground, a, b, c, ground: the weld or a ball joint closes the loop; 18 - 3 - 6 - 3 - 3 are free
    {"weld_in_a_loop",
     "gravity: [1, 2, -9.81]\npoints: {A: [0.2, 0, 0], B: [0.5, 0.1, 0.2], C: [0.9, 0, 0.1]}\n"
     "bodies:\n  a: {box: [0.3, 0.2, 0.1], at: A, mass: 1}\n  b: {box: [0.1, 0.2, 0.3], at: B, mass: 2}\n"
     "  c: {box: [0.2, 0.1, 0.1], at: C, mass: 1}\n"
     "joints:\n  h: {spherical: [ground, a], at: [0, 0, 0]}\n  w: {weld: [a, b], at: [0.3, 0, 0]}\n"
     "  s: {spherical: [b, c], at: [0.7, 0.1, 0.2]}\n  p: {spherical: [ground, c], at: [1, 0, 0]}\n",
     -1, 3},
    {"weld_named_last_in_a_loop",
     "gravity: [1, 2, -9.81]\npoints: {A: [0.2, 0, 0], B: [0.5, 0.1, 0.2], C: [0.9, 0, 0.1]}\n"
     "bodies:\n  c: {box: [0.2, 0.1, 0.1], at: C, mass: 1}\n  b: {box: [0.1, 0.2, 0.3], at: B, mass: 2}\n"
     "  a: {box: [0.3, 0.2, 0.1], at: A, mass: 1}\n"
     "joints:\n  p: {spherical: [ground, c], at: [1, 0, 0]}\n  s: {spherical: [b, c], at: [0.7, 0.1, 0.2]}\n"
     "  h: {spherical: [ground, a], at: [0, 0, 0]}\n  w: {weld: [a, b], at: [0.3, 0, 0]}\n",
     -1, 3},
    {"slider_on_an_arm",
     "plane: xy\ngravity: [1, -9.81]\nground: {O: [0, 0]}\npoints: {A: [0.2, 0], B: [0.2, 0]}\n"
     "bodies: {a: {rod: [O, A], mass: 1}, b: {box: [0.1, 0.1], at: B, mass: 1}}\n"
     "joints: {s: {slider: [a, b], at: A, along: x}}\n",
     -1, 2},
    {"prismatic_on_an_arm",
     slid + "bodies: {a: {rod: [O, A], mass: 1}, b: {box: [0.1, 0.2, 0.3], at: B, mass: 2}}\n"
            "joints: {s: {prismatic: [a, b], at: A, axis: [1, 1, 0]}}\n",
     -1, 4},
    // the second bearing is loose along the axis: nothing is locked, though the bodies share a point elsewhere
    {"fixed_and_loose_bearing",
     "gravity: [1, 2, -9.81]\nground: {O: [0, 0, 0]}\nbodies: {b: {box: [0.1, 0.2, 0.3], at: [0.5, 0, 0], mass: 2}}\n"
     "joints: {h: {revolute: [ground, b], at: O, axis: z}, c: {cylindrical: [ground, b], at: [0, 0, 1], axis: "
     "z}}\n",
     -1, 1},
};

class SharedFeatures : public ::testing::TestWithParam<Shared> {};

TEST_P(SharedFeatures, CostNoRowTwice) {
  const CheckReport report = check(System(read(GetParam().text)));
  ASSERT_TRUE(report.problems.empty()) << to_text(report);
  EXPECT_EQ(report.degrees_of_freedom, GetParam().degrees_of_freedom) << to_text(report);
  if (GetParam().rank >= 0) {
    EXPECT_EQ(report.rank, GetParam().rank);
  }
  if (GetParam().name == "fixed_and_loose_bearing") return;  // two bearings are more than needed, and reported as such
  EXPECT_EQ(report.position_rows + report.velocity_rows, report.rank) << to_text(report);
  EXPECT_TRUE(report.redundant.empty());
}

TEST_P(SharedFeatures, BalanceTheirBodies) {
  const System system(read(GetParam().text, {.balance = true}));
  RunRequest r = request("lagrange", "rk4");
  r.step = 1e-3;
  r.duration = 0.1;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  expect_balanced(results);
}

INSTANTIATE_TEST_SUITE_P(All, SharedFeatures, ::testing::ValuesIn(cases),
                         [](const auto& test) { return test.param.name; });

struct Expected {
  std::string channel;
  double value;
};

struct Motion {
  std::string name, text;
  double time;
  std::vector<Expected> expected;
};

const std::string spindle =
    "gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {G: [0, 0, 0.1]}\n"
    "bodies: {b: {centre: G, mass: 2, inertia: [0.1, 0.2, 0.25]}}\n";
const double screw = 2.0 * g / (2.0 + 0.25 * std::pow(2 * pi / 0.5, 2));

const Motion motions[] = {
    {"distance_driven_and_angle_loaded",
     spindle + "joints: {c: {cylindrical: [ground, b], at: O, axis: z}}\n"
               "drivers: {d: {displacement: c, equals: t^2}}\nforces: {f: {torque: c.angle, equals: 3}}\n",
     2.0,
     {{"c.distance", 4.0}, {"c.angle", 24.0}, {"d.force", 2 * (g + 2)}}},
    {"angle_driven_and_distance_sprung",  // m x'' = -m g - k x
     spindle + "joints: {c: {cylindrical: [ground, b], at: O, axis: z}}\n"
               "drivers: {d: {angle: c, equals: t^2}}\nforces: {f: {torsion: c.distance, stiffness: 8}}\n",
     1.0,
     {{"c.angle", 1.0}, {"d.torque", 0.5}, {"c.distance", -2 * g / 8 * (1 - std::cos(2.0))}}},
    {"speed_of_a_distance",
     spindle + "joints: {c: {cylindrical: [ground, b], at: O, axis: z}}\n"
               "drivers: {d: {speed: c.distance, equals: 3}}\n",
     2.0,
     {{"c.distance", 6.0}, {"d.effort", 2 * g}}},
    {"rack_makes_a_screw",
     spindle + "joints: {c: {cylindrical: [ground, b], at: O, axis: z}, r: {rack: [c, c], radius: 0.5/(2*pi)}}\n",
     5.0,
     {{"c.distance", -12.5 * screw}, {"c.angle", -12.5 * screw * 2 * pi / 0.5}}},
    {"displacement_of_a_screw_is_its_distance",
     spindle + "joints: {c: {screw: [ground, b], at: O, axis: z, pitch: 0.5}}\n"
               "drivers: {d: {displacement: c, equals: t^2}}\n",
     2.0,
     {{"c.distance", 4.0}, {"c.angle", 16 * pi}}},
    // a plate that is pushed carries the ball along with 2/7 of its acceleration
    {"ball_on_a_driven_plate",
     "gravity: [0, 0, -9.81]\npoints: {C: [0, 0, 0.1], Q: [1, 0, 0]}\n"
     "bodies: {ball: {sphere: 0.1, at: C, mass: 2}, plate: {box: [3, 1, 0.1], at: Q, mass: 3}}\n"
     "joints:\n  p: {prismatic: [ground, plate], at: [1, 0, 0], axis: x}\n"
     "  r: {rolling_sphere: ball, at: C, radius: 0.1, through: Q}\n"
     "drivers: {d: {displacement: p, equals: t^2}}\n",
     2.0,
     {{"C.x", 8.0 / 7}, {"d.force", 6.0 + 8.0 / 7}, {"r.fz", 2 * g}, {"p.fz", 5 * g}}},
};

class Motions : public ::testing::TestWithParam<Motion> {};

TEST_P(Motions, AreThoseOfTheClosedForm) {
  const System system(read(GetParam().text, {.balance = true}));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-11;
  r.duration = GetParam().time;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  for (const auto& [name, value] : GetParam().expected)  // a few hundred steps at 1e-11, of numbers of 1 to 100
    EXPECT_NEAR(channel(results, name).back(), value, 1e-8 * std::max(1.0, std::abs(value))) << name;
  for (const BodyBalance& b : results.summary.balance) {  // round-off, as above
    EXPECT_LT(b.force, 1e-11 * b.force_size) << b.body;
    EXPECT_LT(b.torque, 1e-10 * (b.torque_size + b.force_size)) << b.body;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Motions, ::testing::ValuesIn(motions), [](const auto& test) { return test.param.name; });

// A rod of another length than its places say is the same rod from either end: the point on it keeps its share.
TEST(RodOfGivenLength, DoesNotDependOnTheOrderOfItsEnds) {
  const auto place = [](const std::string& ends) {
    const System system(
        read("plane: xy\nground: {O: [0, 0]}\npoints: {A: [0.5, 0], C: [0.2, 0.05]}\n"
             "bodies: {a: {rod: " +
             ends + ", mass: 1, length: 0.6, points: [C]}}\n"));
    RunRequest r = request("lagrange", "rk4");
    r.step = r.duration = 0.1;
    const Results results = run(system, r);
    return std::pair(channel(results, "C.x").front(), channel(results, "C.y").front());
  };
  for (const char* ends : {"[O, A]", "[A, O]"}) {
    EXPECT_NEAR(place(ends).first, 0.6 * 0.4, 1e-12) << ends;  // the assembly ends at round-off
    EXPECT_NEAR(place(ends).second, 0.05, 1e-12) << ends;
  }
}

// A seesaw that tilts under the ball: the plane is that of the body, and what the ball does to it is in its balance.
TEST(RollingSphere, OnABodyThatTilts) {
  const System system(
      read("gravity: [0, 0, -9.81]\nground: {O: [0, 0, 0]}\npoints: {C: [0.2, 0.1, 0.1], Q: [0.3, 0, 0]}\n"
           "bodies:\n  ball: {sphere: 0.1, at: C, mass: 2}\n  plate: {box: [2, 1, 0.1], at: [0, 0, 0], mass: 3, "
           "points: [Q]}\n"
           "joints:\n  h: {revolute: [ground, plate], at: O, axis: y}\n"
           "  r: {rolling_sphere: ball, at: C, radius: 0.1, through: Q}\noutputs: {gap: r.x*cos(h.angle) - "
           "r.z*sin(h.angle), height: r.z*cos(h.angle) + r.x*sin(h.angle)}\n",
           {.balance = true}));
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-11;
  r.duration = 0.5;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_GT(std::abs(channel(results, "h.angle").back()), 0.1);
  for (const double height : channel(results, "height")) EXPECT_NEAR(height, 0.0, 1e-9);  // the contact is on the plate
  const auto energy = channel(results, "energy.total");
  EXPECT_NEAR(energy.back(), energy.front(), 1e-8 * 10.0);  // rolling does no work; some J at 1e-11 a step
  for (const BodyBalance& b : results.summary.balance) {
    EXPECT_LT(b.force, 1e-11 * b.force_size) << b.body;
    EXPECT_LT(b.torque, 1e-10 * (b.torque_size + b.force_size)) << b.body;
  }
}

}  // namespace
}  // namespace rheon::test
