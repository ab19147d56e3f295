// Equilibria in which weights balance, beside those in which they nearly do: what cancels is neutral, what is weak is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/analysis/statics.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

Equilibrium equilibrium_of(const std::string& text, std::vector<Setting> parameters = {}) {
  return find_equilibrium(System(read_model_text("rheon: 1\n" + text, "model.yaml", parameters)));
}

Setting set(const std::string& name, const std::string& value) { return {name, value, {}}; }

/// At rest wherever it stands: nothing moves, and all freedoms are neutral.
void expect_neutral(const Equilibrium& e, int freedom) {
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_EQ(e.stability, Stability::neutral);
  EXPECT_EQ(e.freedom, freedom);
  EXPECT_EQ(e.zero, freedom);
  EXPECT_EQ(e.negative, 0);
  EXPECT_TRUE(e.symmetric);
  EXPECT_EQ(e.stiffness.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_NEAR(e.moved, 0.0, 1e-12);  // assembly may round
  EXPECT_NE(e.neutral, "");
}

const std::string plane = "plane: xy\ngravity: [0.1, -9.81]\n";

// Masses 2.1 and 0.7 kg at arms 1 : 3, and rods of 0.3 and 0.1 kg: the centre is the hinge, in numbers that do not cancel
// exactly.
const std::string lever =
    plane +
    "ground: {O: [0.1, 0.7]}\npoints: {A: [0.4, 0.8], B: [-0.8, 0.4]}\n"
    "bodies: {l: {rod: [O, A], mass: 0.3}, r: {rod: [O, B], mass: 0.1}, left: {point: A, mass: 2.1}, "
    "right: {point: B, mass: 0.7}}\njoints: {w: {weld: [l, r], at: O}}\n";

TEST(StaticsNeutral, LeverWithEqualMoments) { expect_neutral(equilibrium_of(lever), 1); }

TEST(StaticsNeutral, BodiesHingedAtTheirCentre) {
  expect_neutral(
      equilibrium_of(plane + "ground: {O: [0.31, 0.17]}\npoints: {A: [1.1, 0.7], B: [-0.3, 0.9]}\n"
                             "bodies: {b: {centre: [0.31, 0.17], mass: 3, inertia: 0.2, points: [A, B, O]}}\n"),
      1);
  expect_neutral(
      equilibrium_of("gravity: [1, 2, -9.81]\nground: {O: [0.13, 0.27, 0.1]}\npoints: {P: [0.2, 0.3, 0.9], Q: [-0.2, "
                     "0.37, 0.9]}\nbodies: {b: {centre: [0.13, 0.27, 0.1], mass: 7, inertia: [1, 2, 2.5], points: [O, "
                     "P, Q]}}\n"),
      3);
  expect_neutral(equilibrium_of("gravity: [0.3, 0.7, -9.81]\nground: {O: [0.1, 0.2, 0.3]}\n"
                                "bodies: {wheel: {disc: 0.3, at: O, axis: [0.3, 0.5, 0.1], mass: 7}}\n"
                                "joints: {h: {revolute: [ground, wheel], at: O, axis: [0.3, 0.5, 0.1]}}\n"),
                 1);
}

TEST(StaticsNeutral, WithoutGravityAndOnALevelPlane) {
  expect_neutral(equilibrium_of("points: {P: [0.2, 0.3, 0.9]}\n"
                                "bodies: {b: {sphere: 0.1, at: [0.1, 0.2, 0.3], mass: 7, points: [P]}}\n"),
                 6);
  // it rolls: three movements at velocity level
  expect_neutral(
      equilibrium_of("gravity: [0, 0, -9.81]\nbodies: {ball: {sphere: 0.1, at: [0.13, 0.27, 0.1], mass: 7}}\n"
                     "joints: {r: {rolling_sphere: ball, at: [0.13, 0.27, 0.1], radius: 0.1}}\n"),
      3);
}

// A zero-length spring from a point above the hinge carries a rod in every position (Carwardine's lamp): k h a = m g l/2.
// Here the stiffness of the spring and that of the reactions cancel.
TEST(StaticsNeutral, RodBalancedByASpring) {
  const std::string lamp =
      plane.substr(0, plane.find("gravity")) +
      "gravity: [0, -9.81]\nparameters: {k: 2*9.81*0.35/(0.3*0.7)}\n"
      "ground: {O: [0, 0], T: [0, 0.3]}\npoints: {A: [0.7*cos(0.4), 0.7*sin(0.4)]}\n"
      "bodies: {rod: {rod: [O, A], mass: 2}}\nforces: {s: {spring: [T, A], stiffness: k, length: 0}}\n";
  expect_neutral(equilibrium_of(lamp), 1);
}

// The centre is a millionth of a metre below or above the hinge: I = 0.2 kg m^2 against m d^2 = 3e-12, so the frequency is
// m g d / I in square. The stiffness has the metric of A's mass, which for one freedom is a positive factor.
TEST(StaticsNeutral, AWeakPendulumIsNotNeutral) {
  const std::string body = plane.substr(0, plane.find("gravity")) +
                           "gravity: [0, -9.81]\nparameters: {d: 1e-6}\nground: {O: [0, 0]}\npoints: {A: [0.3, 0]}\n"
                           "bodies: {b: {centre: [0, -d], mass: 3, inertia: 0.2, points: [O, A]}}\n";
  const Equilibrium below = equilibrium_of(body), above = equilibrium_of(body, {set("d", "-1e-6")});
  ASSERT_TRUE(below.found && above.found) << below.reason << above.reason;
  EXPECT_EQ(below.stability, Stability::stable);
  EXPECT_EQ(above.stability, Stability::unstable);
  EXPECT_NEAR(below.stiffness[0], 3 * 9.81e-6 / 0.2, 1e-9 * 3 * 9.81e-6 / 0.2);  // digits of d against 0.3 m
  EXPECT_NEAR(above.stiffness[0], -below.stiffness[0], 1e-9 * below.stiffness[0]);
}

// The lever with a gram less on the side that is above the hinge hangs from the other.
TEST(StaticsNeutral, AnUnbalancedLeverHangs) {
  std::string text = lever;
  text.replace(text.find("mass: 2.1"), 9, "mass: 2.099");
  const Equilibrium e = equilibrium_of(text);
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_EQ(e.stability, Stability::stable);
  EXPECT_EQ(e.zero, 0);
}

// Some motions are neutral, others hang: rods on the ends of a balanced lever.
TEST(StaticsNeutral, NeutralBesideStable) {
  const Equilibrium e = equilibrium_of(
      plane.substr(0, plane.find("gravity")) +
      "gravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [0.37, 0.21], B: [-0.37, -0.21], C: [0.47, -0.5], D: "
      "[-0.47, "
      "-0.6]}\nbodies: {lever: {rod: [A, B], mass: 3, points: [O]}, l: {rod: [A, C], mass: 2}, r: {rod: [B, D], mass: "
      "2}}\n");
  ASSERT_TRUE(e.found) << e.reason;
  EXPECT_EQ(e.stability, Stability::neutral);
  EXPECT_EQ(e.zero, 1);
  EXPECT_EQ(e.stiffness[0], 0.0);
  EXPECT_GT(e.stiffness[1], 1.0);
}

// A rod of 3 kg and 1.2 m on two supports, a weight of 2 kg at a third of it: 3 g/2 + 2 g (2/3 and 1/3).
TEST(StaticsReactions, BeamOnTwoSupports) {
  const System system(read_model_text(
      "rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [0.4, 0], B: [1.2, 0]}\n"
      "bodies: {beam: {rod: [O, B], mass: 3, points: [A]}, load: {point: A, mass: 2}}\n"
      "joints: {support: {on_line: B, along: x}}\n",
      "beam.yaml", {}, {.balance = true, .reactions = true}));
  const Equilibrium e = find_equilibrium(system);
  ASSERT_TRUE(e.found) << e.reason;
  const auto output = [&](const std::string& name) {
    for (std::size_t k = 0; k < system.model().outputs.size(); ++k)
      if (system.model().outputs[k].name == name) return e.outputs[static_cast<Index>(k)];
    ADD_FAILURE() << name << " is no output";
    return std::nan("");
  };
  const double g = 9.81;
  EXPECT_NEAR(output("support.fy"), 1.5 * g + 2 * g / 3, 1e-13 * 5 * g);  // round-off of the weights
  EXPECT_NEAR(output("O.fy"), 1.5 * g + 4 * g / 3, 1e-13 * 5 * g);
  EXPECT_NEAR(output("support.beam.local.fy"), 1.5 * g + 2 * g / 3, 1e-13 * 5 * g);
  EXPECT_NEAR(output("balance.beam.force"), 0.0, 1e-13 * 5 * g);
  EXPECT_NEAR(output("balance.beam.torque"), 0.0, 1e-13 * 5 * g);
  const Results row = to_results(system, e);
  EXPECT_NEAR(channel(row, "support.fy")[0], 1.5 * g + 2 * g / 3, 1e-13 * 5 * g);
}

}  // namespace
}  // namespace rheon::test
