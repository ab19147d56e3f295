// Points and places that bodies share in every way there is, angles of bodies, and points of contact.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

/// Points that bodies share in every way there is: with and without joints, closing loops, three at one pin. The forces on
/// each body balance it, and the forces of one connection on its two bodies are opposite.
struct Arrangement {
  std::string name, text;
  std::vector<std::pair<std::string, std::string>> opposite;
};

class Arrangements : public ::testing::TestWithParam<Arrangement> {};

TEST_P(Arrangements, ForcesBalanceAndAreOpposite) {
  const System system(
      read_model_text("rheon: 1\n" + GetParam().text, GetParam().name + ".yaml", {}, {.balance = true}));
  RunRequest r = request("lagrange", "rk4");
  r.step = 1e-3;
  r.duration = 0.1;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  expect_balanced(results);
  for (const auto& [one, other] : GetParam().opposite) {
    EXPECT_GT(std::abs(channel(results, one).back()), 1e-3) << one;
    EXPECT_NEAR(channel(results, one).back(), -channel(results, other).back(), 1e-11 * 100.0) << one << " " << other;
  }
}

std::string loop(const std::string& plate, const std::string& joints) {
  return "plane: xy\ngravity: [3, -9.81]\nground: {O: [0, 0], D: [2, 0], G: [1.6, 2]}\n"
         "points: {A: [0, 0.5], B: [1, 0.7], C: [2, 0.6]}\n"
         "bodies:\n  a: {rod: [O, A], mass: 1}\n  c: {rod: [D, C], mass: 1}\n  b: {rod: [G, B], mass: 1}\n"
         "  tri: {" +
         plate + ", mass: 2}\n" + joints + "outputs: {x1: B.b.fx, y1: B.b.fy, x2: B.tri.fx, y2: B.tri.fy}\n";
}

INSTANTIATE_TEST_SUITE_P(
    All, Arrangements,
    ::testing::Values(
        Arrangement{"loop_closed_by_naming", loop("rod: [A, C], points: [B]", ""), {{"x1", "x2"}, {"y1", "y2"}}},
        Arrangement{"loop_closed_by_joints",
                    loop("rod: [A, C], points: [B]",
                         "joints:\n  pA: {revolute: [a, tri], at: A}\n  pB: {revolute: [b, tri], at: B}\n"
                         "  pC: {revolute: [c, tri], at: C}\n"),
                    {{"x1", "x2"}, {"y1", "y2"}}},
        Arrangement{
            "one_of_three_without_joint",
            "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0.3], C: [1.5, 1]}\n"
            "bodies: {a: {rod: [O, A], mass: 2}, b: {rod: [A, B], mass: 1}, c: {rod: [A, C], mass: 1}}\n"
            "joints: {h: {revolute: [b, c], at: A}}\noutputs: {x1: h.b.fx, x2: h.c.fx}\n",
            {{"x1", "x2"}}},
        Arrangement{
            "three_joints_at_one_pin",
            "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0.3], C: [1.5, 1]}\n"
            "bodies: {a: {rod: [O, A], mass: 2}, b: {rod: [A, B], mass: 1}, c: {rod: [A, C], mass: 1}}\n"
            "joints: {h: {revolute: [b, c], at: A}, k: {revolute: [a, b], at: A}, l: {revolute: [c, a], at: A}}\n"
            "outputs: {x1: h.b.fx, x2: h.c.fx}\n",
            {{"x1", "x2"}}},
        Arrangement{"text_beside_joints",
                    "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0.3]}\n"
                    "bodies: {a: {rod: [O, A], mass: 2}, b: {rod: [A, B], mass: 1}}\n"
                    "kinetic: 0.5*3*(A.x'^2 + A.y'^2)\npotential: 5*B.x^2\nforces: {B.y: 4*cos(t)}\n"
                    "constraints: {guide: B.x + B.y = 2.3}\noutputs: {x1: A.a.fx, x2: A.b.fx}\n",
                    {}},
        Arrangement{
            "plate_on_legs_in_space",
            "gravity: [0, 1, -9.81]\nground: {P: [0, 0, 0], Q: [1, 0, 0], R: [0, 1, 0]}\n"
            "points: {K: [0, 0, 1], L: [1, 0, 1], M: [0, 1, 1]}\n"
            "bodies:\n  l1: {rod: [P, K], mass: 1}\n  l2: {rod: [Q, L], mass: 1}\n  l3: {rod: [R, M], mass: 1}\n"
            "  plate: {centre: [0.3, 0.3, 1], mass: 3, inertia: [1, 1, 1.5], points: [K, L, M]}\n"
            "outputs: {z1: M.l3.fz, z2: M.plate.fz}\n",
            {{"z1", "z2"}}}),
    [](const auto& test) { return test.param.name; });

/// `at: A` names a place. A body that the joint does not join is not tied to it, whoever else has the point.
TEST(Places, OfOtherBodiesJoinNobodyElse) {
  const auto model = [](const std::string& at) {
    return read_model_text(
        "rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [0.4, 0], B: [1, 0], C: [1, 1]}\n"
        "bodies: {a: {rod: [O, A], mass: 1}, b: {rod: [B, C], mass: 1}, c: {disc: 0.1, at: [0.4, 0], "
        "mass: 1}}\njoints: {j: {revolute: [b, c], at: " +
            at + "}}\n",
        "places.yaml");
  };
  EXPECT_EQ(check(System(model("A"))).degrees_of_freedom, 1 + 3 + 1);
  EXPECT_EQ(check(System(model("[0.4, 0]"))).degrees_of_freedom, 1 + 3 + 1);
}

/// The angle of a body is that of its first axis: the line of a rod, else `along`, x if absent. Points, their number, their
/// order and what is named do not matter.
TEST(Angles, OfBodies) {
  const std::pair<const char*, double> bodies[] = {
      {"rod: [O, A]", std::atan2(0.3, 0.4)},
      {"rod: [A, O]", std::atan2(-0.3, -0.4)},
      {"rod: [O, A], points: [B]", std::atan2(0.3, 0.4)},
      {"box: [0.4, 0.1], at: [0.2, 0], points: [O, A]", 0.0},
      {"box: [0.4, 0.1], at: A, points: [O]", 0.0},
      {"box: [0.4, 0.1], at: [0.2, 0], along: [3, 4], points: [O]", std::atan2(4, 3)},
      {"box: [0.4, 0.1], at: A, along: [O, B], points: [O, B]", std::atan2(0.1, -0.2)},
      {"disc: 0.1, at: A, points: [O, B]", 0.0},
      {"centre: A, inertia: 0.1, points: [O, B]", 0.0},
      {"centre: [0.1, 0], inertia: 0.1, points: [O]", 0.0},
      {"centre: [0.1, 0], inertia: 0.1, points: [O, A, B], along: y", std::numbers::pi / 2},
  };
  for (const auto& [body, angle] : bodies) {
    const std::string text(body);
    std::string points;
    for (const char* p : {"A: [0.4, 0.3]", "B: [-0.2, 0.1]"})
      if (text.find(p[0]) != std::string::npos) points += (points.empty() ? "" : ", ") + std::string(p);
    const System system(read_model_text("rheon: 1\nplane: xy\nground: {O: [0, 0]}\n" +
                                            (points.empty() ? "" : "points: {" + points + "}\n") + "bodies: {a: {" +
                                            text + ", mass: 1}}\ninitial: {a.angle': 2}\n",
                                        "body.yaml"));
    RunRequest r = request("lagrange", "dop853");
    r.tolerance = 1e-12;
    r.duration = 0.5;
    const auto found = channel(run(system, r), "a.angle");
    EXPECT_NEAR(found.front(), angle, 1e-14) << text;       // round-off of assembly
    EXPECT_NEAR(found.back(), angle + 1.0, 1e-10) << text;  // nothing but a ground point acts: it turns on
  }
}

/// What acts at a point of contact has no torque about it: no channel says so with zeros. The forces are those of the laws
/// of Newton and Euler all the same.
TEST(Contacts, HaveNoTorqueChannels) {
  const std::pair<const char*, const char*> models[] = {
      {"gravity: [0, 0, -9.81]\npoints: {C: [0, 0, 0.3]}\nbodies: {w: {disc: 0.3, thickness: 0.1, at: C, axis: y, "
       "mass: 2}}\n"
       "joints: {r: {rolling_disc: w, at: C, axis: y, radius: 0.3}}\ninitial: {w.wx: 0.4, w.wy: 5, w.wz: 0.7}\n",
       "r"},
      {"gravity: [1, 0, -9.81]\npoints: {C: [0, 0, 0.3]}\nbodies: {w: {sphere: 0.3, at: C, mass: 2}}\n"
       "joints: {r: {rolling_sphere: w, at: C, radius: 0.3}}\ninitial: {w.wx: 0.4, w.wy: 5, w.wz: 0.7}\n",
       "r"},
      {"plane: xy\ngravity: [1, -9.81]\npoints: {C: [0, 0.3]}\nbodies: {w: {disc: 0.3, at: C, mass: 2}}\n"
       "joints: {r: {wheel: w, at: C, radius: 0.3, along: x}}\ninitial: {w.angle': 2}\n",
       "r"},
  };
  for (const auto& [text, joint] : models) {
    MechanismChannels channels;
    channels.balance = true;
    const System system(read_model_text("rheon: 1\n" + std::string(text), "contact.yaml", {}, channels));
    RunRequest r = request("lagrange", "dop853");
    r.tolerance = 1e-10;
    r.duration = 0.3;
    const Results results = run(system, r);
    for (const Channel& c : results.channels)
      for (const char* torque : {".tx", ".ty", ".tz", ".torque"})
        EXPECT_NE(c.name, std::string(joint) + torque) << text;
    // 20 N and less: round-off
    for (const double off : channel(results, "balance.w.force")) EXPECT_LE(std::abs(off), 1e-10) << text;
    for (const double off : channel(results, "balance.w.torque")) EXPECT_LE(std::abs(off), 1e-10) << text;
  }
}

}  // namespace
}  // namespace rheon::test
