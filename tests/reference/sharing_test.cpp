// Joints that hold the same bodies more than once: what rigid bodies determine is right, the rest is of least norm and reported
// to be open. Answers are those of statics by hand, see docs/theory/redundancy.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/analysis/check.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

constexpr double weight = 10 * 9.81, arm = 0.8, height = 1.0;

/// A door at rest: hinges 1 m apart on the z axis, centre of mass 0.8 m beside it.
std::string door(const std::string& joints) {
  return "rheon: 1\ngravity: [0, 0, -9.81]\nground: {A: [0, 0, 0], B: [0, 0, 1]}\npoints: {G: [0.8, 0, 0.5]}\n"
         "bodies: {door: {mass: 10, centre: G, inertia: [1, 1, 1]}}\njoints:\n" +
         joints + "simulate: {duration: 0.1}\n";
}

std::string joint(const std::string& name, const std::string& kind, const std::string& at) {
  return "  " + name + ": {" + kind + ": [ground, door], at: " + at + (kind == "revolute" ? ", axis: z" : "") + "}\n";
}

Model read(const std::string& text) {
  return read_model_text(text, "door.yaml", {}, {.balance = true, .reactions = true});
}

Results short_run(const System& system, const std::string& formulation = "lagrange") {
  RunRequest r = request(formulation);
  r.step = 1e-3;
  r.duration = 0.1;
  return run(system, r);
}

struct Expected {
  std::string channel;
  double value;
};

/// Round-off: forces of 100 N by a dozen operations, and the solver's passes.
void expect_forces(const Results& results, const std::vector<Expected>& forces) {
  for (const auto& [name, value] : forces)
    for (const double found : channel(results, name)) ASSERT_NEAR(found, value, 1e-10 * weight) << name;
}

/// Weight and couple by statics; the weight is shared evenly, in whatever order the joints stand.
TEST(Door, OnTwoBallJoints) {
  const std::string low = joint("low", "spherical", "A"), top = joint("top", "spherical", "B");
  const double couple = weight * arm / height;
  for (const std::string& joints : {low + top, top + low}) {
    const System system(read(door(joints)));
    EXPECT_EQ(system.layout().rows(), 5);  // two points and four products of directions: nothing twice
    const Results results = short_run(system);
    expect_forces(results, {{"low.fx", couple},
                            {"top.fx", -couple},
                            {"low.fy", 0},
                            {"top.fy", 0},
                            {"low.fz", weight / 2},
                            {"top.fz", weight / 2},
                            {"low.door.local.fz", weight / 2}});
    expect_balanced(results);
    const CheckReport report = check(system);
    EXPECT_EQ(report.degrees_of_freedom, 1);
    EXPECT_THAT(report.indeterminate,
                testing::UnorderedElementsAreArray(
                    {"low.fz", "top.fz", "low.door.fz", "top.door.fz", "low.door.local.fz", "top.door.local.fz"}));
    EXPECT_THAT(report.determinate, testing::IsSupersetOf({"low.fx", "low.fy", "top.fx", "top.fy"}));
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_THAT(report.findings[0].text.what, testing::AllOf(testing::HasSubstr("low"), testing::HasSubstr("top")));
  }
}

/// Minimum of 2 F^2 + 2 (T/L)^2 under h F + 2 T = G c, L^2 = 0.8^2 + 1^2 the box around the points.
TEST(Door, OnTwoHinges) {
  const double L2 = arm * arm + height * height, moment = weight * arm;
  const double force = moment * height / (height * height + 4 * L2),
               torque = 2 * moment * L2 / (height * height + 4 * L2);
  const std::string low = joint("low", "revolute", "A"), top = joint("top", "revolute", "B");
  for (const std::string& joints : {low + top, top + low}) {
    const System system(read(door(joints)));
    EXPECT_EQ(system.layout().rows(), 5);
    for (const char* formulation : {"lagrange", "ali3p", "udwadia-kalaba", "kane", "energy-momentum"}) {
      const Results results = short_run(system, formulation);
      expect_forces(results, {{"low.fx", force},
                              {"top.fx", -force},
                              {"low.ty", -torque},
                              {"top.ty", -torque},
                              {"low.tx", 0},
                              {"low.fz", weight / 2},
                              {"top.fz", weight / 2}});
    }
    expect_balanced(short_run(system));
    const CheckReport report = check(system);
    EXPECT_EQ(report.degrees_of_freedom, 1);
    EXPECT_THAT(report.indeterminate,
                testing::IsSupersetOf({"low.fx", "low.fz", "low.tx", "low.ty", "top.fx", "top.fz", "top.ty"}));
  }
}

/// Both bodies move: a wishbone on two ball joints of a swinging chassis.
std::string chassis(const std::string& first, const std::string& second) {
  return "rheon: 1\ngravity: [0, 0, -9.81]\nground: {O: [0, 0, 1]}\n"
         "points: {A: [0.5, 0, 0.9], B: [0.5, 0.4, 0.95], C: [1.0, 0.2, 0.8]}\nbodies:\n"
         "  chassis: {mass: 30, centre: [0.3, 0.1, 1], inertia: [3, 4, 5], points: [O, A, B]}\n"
         "  wishbone: {mass: 4, centre: [0.7, 0.2, 0.9], inertia: [0.1, 0.2, 0.2], points: [C]}\njoints:\n"
         "  hook: {spherical: [ground, chassis], at: O}\n" +
         first + second + "forces:\n  push: {force: C, equals: [5*sin(3*t), 20, 0]}\nsimulate: {duration: 1}\n";
}

TEST(Wishbone, SharesAlongTheLineAreEqualAndOpposite) {
  const std::string front = "  front: {spherical: [chassis, wishbone], at: A}\n",
                    rear = "  rear: {spherical: [chassis, wishbone], at: B}\n";
  const System one(read(chassis(front, rear))), other(read(chassis(rear, front)));
  EXPECT_EQ(one.layout().rows(), 11);
  const CheckReport report = check(one);
  EXPECT_EQ(report.degrees_of_freedom, 4);
  EXPECT_TRUE(report.redundant.empty());
  EXPECT_THAT(report.indeterminate, testing::IsSupersetOf({"front.fy", "front.fz", "rear.fy", "rear.fz"}));
  EXPECT_THAT(report.determinate, testing::IsSupersetOf({"hook.fx", "hook.fy", "hook.fz", "front.fx", "rear.fx"}));
  const Results a = short_run(one), b = short_run(other);
  expect_balanced(a);
  for (const char* name : {"front.fx", "front.fy", "front.fz", "rear.fx", "rear.fy", "rear.fz", "hook.fz"})
    EXPECT_NEAR(channel(a, name).back(), channel(b, name).back(), 1e-9 * 400) << name;  // round-off of 100 steps
  // least norm: both carry the same along the line between them
  double along_front = 0, along_rear = 0;
  for (const char axis : {'x', 'y', 'z'}) {
    const auto last = [&](const std::string& name) { return channel(a, name).back(); };
    const double d = last(std::string("B.") + axis) - last(std::string("A.") + axis);
    along_front += d * last(std::string("front.f") + axis);
    along_rear += d * last(std::string("rear.f") + axis);
  }
  EXPECT_NEAR(along_front, along_rear, 1e-10 * 400);
}

/// Rows between features that are the same but for round-off say nothing: they are no rows, and no multiplier grows.
TEST(SharedThrice, PointsInThePlane) {
  const System system(
      read("rheon: 1\nplane: xy\ngravity: [1.3, -9.81]\npoints: {P3: [-0.7, 0.7], P1: [-0.4, -1.0], P2: [-0.9, -1.0]}\n"
           "bodies:\n  b0: {box: [0.6, 0.1], at: [-0.5, 0.7], mass: 4, points: [P3, P2, P1]}\n"
           "  b1: {box: [0.7, 0.8], at: [-0.1, 1.0], mass: 4, points: [P3, P1, P2]}\noutputs: {part: P1.b1.fx}\n"));
  EXPECT_EQ(system.layout().rows(), 1);
  const Results results = short_run(system);
  expect_balanced(results);
  for (const double found : channel(results, "part")) EXPECT_LT(std::abs(found), weight);  // both fall freely
  const CheckReport report = check(system);
  EXPECT_EQ(report.degrees_of_freedom, 3);
  EXPECT_THAT(report.indeterminate, testing::IsSupersetOf({"part", "P1.fx", "P2.fx", "P3.fx"}));
}

/// A loose bearing beside a hinge between moving bodies, its axis at an odd angle: rows that say nothing but for round-off.
TEST(Door, OnAHingeAndALooseBearing) {
  const System system(
      read("rheon: 1\ngravity: [1.3, -9.81, 2.7]\nbodies:\n"
           "  b2: {box: [0.2, 0.6, 0.3], at: [-0.9, 0.1, -0.5], mass: 5}\n"
           "  b3: {box: [0.4, 0.6, 0.6], at: [-0.5, -0.7, 0.5], mass: 8}\njoints:\n"
           "  ball: {spherical: [ground, b2], at: [0.4, -0.3, -0.2]}\n"
           "  hinge: {revolute: [b2, b3], at: [0, 0.4, 0], axis: [1, 2, 2]}\n"
           "  loose: {cylindrical: [b2, b3], at: [-0.1, 0.2, -0.2], axis: [1, 2, 2]}\n"));
  const CheckReport report = check(system);
  EXPECT_EQ(report.degrees_of_freedom, 4);
  EXPECT_THAT(report.indeterminate, testing::Contains("loose.fx"));
  EXPECT_THAT(report.determinate, testing::IsSupersetOf({"ball.fx", "ball.fy", "ball.fz"}));
  const Results results = short_run(system);
  expect_balanced(results);
  for (const double found : channel(results, "loose.fx")) EXPECT_LT(std::abs(found), 10 * weight);
}

/// What is open does not depend on the units of length: a hinge and two ball joints on its axis, with a weld beyond.
TEST(Door, MayBeSmall) {
  const auto model = [](const std::string& unit) {
    const auto at = [&](const std::string& x, const std::string& y, const std::string& z) {
      return "[" + x + unit + ", " + y + unit + ", " + z + unit + "]";
    };
    return "rheon: 1\ngravity: [0, 0, -9.81]\nbodies:\n  b0: {box: " + at("0.3", "0.6", "0.1") +
           ", at: " + at("0.7", "-0.8", "0.6") + ", mass: 6}\n  b1: {box: " + at("0.7", "0.8", "0.7") +
           ", at: " + at("0.4", "-0.6", "0") +
           ", mass: 5}\njoints:\n  j0: {revolute: [ground, b0], at: " + at("0", "0.6", "0.5") +
           ", axis: [2, -3, 6]}\n  j1: {weld: [b0, b1], at: " + at("-0.7", "-0.9", "0.1") +
           "}\n  x0: {spherical: [ground, b0], at: " + at("0.2", "0.3", "1.1") +
           "}\n  x1: {spherical: [ground, b0], at: " + at("-0.2", "0.9", "-0.1") + "}\n";
  };
  const System large(read(model(" m"))), small(read(model(" mm")));
  const auto start = [](const System& system) {
    RunRequest r = request("lagrange");
    r.step = 1e-5;
    r.duration = 1e-4;
    return run(system, r);
  };
  const Results a = start(large), b = start(small);
  expect_balanced(a);
  expect_balanced(b);
  for (const char* joint : {"j0.", "j1.", "x0.", "x1."})  // at rest forces are the same, to round-off of 110 N
    for (const char* axis : {"fx", "fy", "fz"})
      EXPECT_NEAR(channel(a, std::string(joint) + axis).front(), channel(b, std::string(joint) + axis).front(),
                  1e-8 * weight)
          << joint << axis;
}

/// A point a little off the plane of the others is no direction to build on: rows would nearly depend on each other.
TEST(NearlyFlat, BodiesKeepTheirDigits) {
  for (const char* off : {"0", "1e-8", "5e-6", "1e-4", "1e-2"}) {
    const System system(read(
        std::string("rheon: 1\ngravity: [0, 0, -9.81]\nground: {H1: [0, 0, 0], H2: [1, 0, 0]}\n"
                    "points: {A: [0.2, 0.7, 0], B: [0.8, 0.7, ") +
        off +
        "]}\nbodies:\n  plate: {centre: [0.5, 0.35, 0], mass: 12, inertia: [0.5, 1, 1.5], points: [H1, H2, A, B]}\n"
        "  m1: {point: A, mass: 1}\n  m2: {point: B, mass: 1}\n"));
    const Results results = short_run(system);
    ASSERT_EQ(results.summary.ending, Ending::completed) << off << results.summary.message;
    for (const BodyBalance& b : results.summary.balance)  // 1e-8 of a metre is resolved to 1e-8
      EXPECT_LT(b.force + b.torque, 1e-9 * (b.force_size + b.torque_size)) << off << b.body;
    // a rigid plate about the x axis: (I + m c^2 + 2 m_p a^2) alpha = -(m c + 2 m_p a) g
    const double inertia = 0.5 + 12 * 0.35 * 0.35 + 2 * 0.49, moment = (12 * 0.35 + 2 * 0.7) * 9.81;
    EXPECT_NEAR(channel(results, "A.z''").front(), -0.7 * moment / inertia, 1e-3 * (std::string(off) == "1e-2") + 1e-7)
        << off;
  }
}

}  // namespace
}  // namespace rheon::test
