// Angles beyond a turn: steps that move them by more than half a turn, and initial values of several turns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "rheon/analysis/kinematics.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/run.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;
using testing::Not;

System system_of(const std::string& text) { return System(read_model_text("rheon: 1\n" + text, "model.yaml")); }

const std::string crank =
    "plane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [0.2, 0]}\nbodies: {crank: {rod: [O, A], mass: "
    "1}}\n"
    "joints: {hinge: {revolute: [ground, crank], at: O}}\n";

RunRequest steps(double h, double duration) {
  RunRequest request;
  request.formulation = "ali3p";
  request.step = h;
  request.duration = duration;
  request.samples = static_cast<int>(std::lround(duration / h));
  return request;
}

// Below and above half a turn in a step, and beyond a whole one. The driver says what the angle is.
TEST(Turns, DrivenAngleInLongSteps) {
  for (const double rate : {3.0, 5.0, 9.0, -40.0}) {
    const Results r =
        run(system_of(crank + "drivers: {motor: {angle: hinge, equals: " + std::to_string(rate) + "*t}}\n"),
            steps(1.0, 8.0));
    ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
    for (const char* name : {"crank.angle", "hinge.angle"}) {
      const auto angle = channel(r, name);
      ASSERT_EQ(angle.size(), 9u);
      for (std::size_t k = 0; k < angle.size(); ++k)
        EXPECT_NEAR(angle[k], rate * static_cast<double>(k), 1e-7) << name << " " << rate;  // tolerance of the rows
    }
  }
}

// Steps of a hundredth of a turn: an anchor may stay for many of them, as long as the angle is near it.
TEST(Turns, AnchorsFollowAnglesOfShortSteps) {
  constexpr double rate = 6.283, h = 0.01;
  const System system = system_of(crank + "drivers: {motor: {angle: hinge, equals: 6.283*t}}\n");
  Simulation simulation(system, steps(h, 4.0));
  int moves = 0, count = 0;
  for (Vec before = simulation.state().anchors; simulation.step(); before = simulation.state().anchors, ++count) {
    const State& s = simulation.state();
    for (const double anchor : s.anchors) EXPECT_LT(std::abs(anchor - rate * s.t), std::numbers::pi / 4 + 1e-6);
    if (s.anchors != before) ++moves;
  }
  EXPECT_EQ(count, 400);
  EXPECT_LE(moves, 32);  // eight a turn
  const Results r = simulation.results();
  const auto t = channel(r, "t"), angle = channel(r, "crank.angle");
  for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(angle[k], rate * t[k], 1e-7);  // tolerance of the rows
}

// A spring that counts turns asks for its angle at every step: the anchor is the multiple of 1/8 next to it.
TEST(Turns, AnchorsOfWhatCountsTurnsFollowTheAngles) {
  const System system = system_of(crank +
                                  "drivers: {motor: {angle: hinge, equals: 2*t}}\n"
                                  "forces: {s: {torsion: hinge, stiffness: 10}}\n");
  Simulation simulation(system, steps(0.01, 4.0));
  while (simulation.step())
    for (const double anchor : simulation.state().anchors) {
      EXPECT_LE(std::abs(anchor - 2 * simulation.state().t), 0.0625 + 1e-7);
      EXPECT_EQ(8 * anchor, std::round(8 * anchor));
    }
  EXPECT_NEAR(simulation.state().t, 4.0, 1e-12);
}

// Rates of +150 and -148 rad/s at the ends of a step say nothing about the turns between.
TEST(Turns, DriversTooFastForTheStepAreDividedOrRefused) {
  const System system = system_of(crank + "drivers: {motor: {angle: hinge, equals: 50*sin(3*t)}}\n");
  for (const double h : {1.0, 0.5, 0.2, 0.1}) {
    const Results r = run(system, steps(h, 4.0));
    const auto t = channel(r, "t"), angle = channel(r, "crank.angle");
    for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(angle[k], 50 * std::sin(3 * t[k]), 1e-6) << h;
    if (r.summary.ending != Ending::completed) {
      EXPECT_THAT(r.summary.message, HasSubstr("try a smaller step"));
    }
  }
}

// A spring that counts turns sees those inside the step: 10 N m/rad against what the motor holds.
TEST(Turns, WhatCountsTurnsIsNotMisledSilently) {
  const Results r = run(system_of(crank + "drivers: {motor: {angle: hinge, equals: 5*t}}\n"
                                          "forces: {s: {torsion: hinge, stiffness: 10}}\n"),
                        steps(1.0, 4.0));
  if (r.summary.ending == Ending::completed) {
    EXPECT_NEAR(channel(r, "crank.angle").back(), 20.0, 1e-7);
    EXPECT_NEAR(channel(r, "energy.potential").back(), 0.5 * 10 * 400.0 + 9.81 * 0.1 * std::sin(20.0), 1e-5);
  } else {
    EXPECT_THAT(r.summary.message, HasSubstr("its turns cannot be counted; try a smaller step"));
  }
}

TEST(Turns, KinematicsOfAFastDriver) {
  KinematicsRequest request;
  request.duration = 2.0;
  request.samples = 4;
  const Results r = kinematics(system_of(crank + "drivers: {motor: {angle: crank, equals: 100*t^2}}\n"), request);
  ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
  const auto angle = channel(r, "crank.angle");
  for (std::size_t k = 0; k < angle.size(); ++k)
    EXPECT_NEAR(angle[k], 100.0 * std::pow(0.5 * static_cast<double>(k), 2),
                1e-10);  // round-off of 400 rad, squared rates
}

TEST(Turns, InitialAngleOfSeveralTurns) {
  constexpr double full = 2 * std::numbers::pi;
  for (const double turns : {400.0 / 360.0, 7.0 / full, -2.6, 0.3}) {
    const System system =
        system_of(crank + "initial: {crank.angle: " + std::to_string(turns * full) + ", crank.angle': 1}\n");
    const InitialResult initial = find_initial_state(system);
    ASSERT_TRUE(initial.problems.empty()) << initial.problems.front().what;
    EXPECT_NEAR(initial.state.q[0], 0.2 * std::cos(turns * full), 1e-6);  // digits of the text above
    const Results r = run(system, steps(0.001, 0.01));
    EXPECT_NEAR(channel(r, "crank.angle").front(), turns * full, 1e-6);
    EXPECT_NEAR(channel(r, "crank.angle").back(), turns * full + 0.01, 4e-3);  // and gravity: at most 3 g/(2 l) t^2/2
  }
}

// 400 degrees of one wheel are -200 of the other, which is beyond half a turn: it has to be given, too.
TEST(Turns, GearsBeyondATurn) {
  const std::string gears =
      "plane: xy\nground: {O: [0, 0], P: [1, 0]}\nbodies: {a: {disc: 0.2, at: O, mass: 1}, b: {disc: 0.1, at: P, mass: "
      "1}}\njoints: {h: {revolute: [ground, a], at: O}, k: {revolute: [ground, b], at: P}, g: {gear: [h, k], ratio: "
      "-2}}\n";
  const InitialResult refused = find_initial_state(system_of(gears + "initial: {h.angle: 400 deg}\n"));
  ASSERT_FALSE(refused.problems.empty());
  EXPECT_THAT(refused.problems.back().remedy, HasSubstr("must be given under `initial`, too"));
  const System system = system_of(gears + "initial: {h.angle: 400 deg, k.angle: -200 deg, h.angle': 2}\n");
  const Results r = run(system, steps(0.01, 0.1));
  ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
  const double degree = std::numbers::pi / 180;
  EXPECT_NEAR(channel(r, "h.angle").back(), 400 * degree + 0.2, 1e-5);  // (2 h)^2/12 of the way: 7e-6
  EXPECT_NEAR(channel(r, "k.angle").back(), -200 * degree - 0.1, 1e-5);
}

/// Two wheels, the first at this angle, turning at 2 rad/s.
std::string wheels(double angle, double ratio) {
  std::ostringstream text;
  text.precision(17);
  text << "plane: xy\nground: {O: [0, 0], P: [1, 0]}\n"
          "bodies: {a: {disc: 0.2, at: O, mass: 1}, b: {disc: 0.1, at: P, mass: 1}}\n"
          "joints: {h: {revolute: [ground, a], at: O}, k: {revolute: [ground, b], at: P}, g: {gear: [h, k], ratio: "
       << ratio << "}}\ninitial: {h.angle: " << angle << ", k.angle: " << angle / ratio << ", h.angle': 2}\n";
  return text.str();
}

// Steady rotation: the motion and its error do not depend on how many turns the wheels have made. What is left is the
// round-off of an angle of 1e6, 1e-10, with every formulation, with fixed steps and with error control.
TEST(Turns, GearsKeepTheirDigits) {
  constexpr double start = 1e6, round_off = 4 * 2.3e-16 * 3e6;
  for (const double ratio : {-2.0, 1.0 / 3, -0.7310585786300049}) {
    const System few = system_of(wheels(0.0, ratio)), many = system_of(wheels(start, ratio));
    for (const FormulationKind& kind : formulations()) {
      for (const bool controlled : {false, true}) {
        RunRequest request;
        request.formulation = kind.name;
        request.duration = 1.0;
        request.samples = 10;
        if (controlled)
          request.tolerance = 1e-9;
        else
          request.step = 0.005;
        Results expected, found;
        try {
          expected = run(few, request);
          found = run(many, request);
        } catch (const Error&) {
          continue;  // no error control with this one, or not made for such rows
        }
        const std::string what =
            std::string(kind.name) + " ratio " + std::to_string(ratio) + (controlled ? " with error control " : " ");
        ASSERT_EQ(expected.summary.ending, Ending::completed) << what << expected.summary.message;
        ASSERT_EQ(found.summary.ending, Ending::completed) << what << found.summary.message;
        // the wheels begin in other positions, which the first steps may notice
        EXPECT_LE(found.summary.refused_steps, expected.summary.refused_steps + 2) << what;
        for (const std::string& note : found.summary.notes) EXPECT_THAT(note, Not(HasSubstr("singular"))) << what;
        const auto t = channel(found, "t"), h = channel(found, "h.angle"), k = channel(found, "k.angle");
        const auto h0 = channel(expected, "h.angle"), k0 = channel(expected, "k.angle");
        for (std::size_t i = 0; i < t.size(); ++i) {
          const double error = std::abs(h0[i] - 2 * t[i]);  // of the method
          EXPECT_NEAR(h[i], start + 2 * t[i], 2 * error + round_off) << what;
          EXPECT_NEAR(k[i] * ratio, h[i], 2 * std::abs(k0[i] * ratio - h0[i]) + round_off) << what;
        }
      }
    }
  }
}

// A motor, a gear and a rack, a radian a step from 9.99e5 rad on. All of it is prescribed.
TEST(Turns, DrivenGearAndRackAfterAMillionRadians) {
  const System system = system_of(
      "plane: xy\nground: {O: [0, 0], P: [1, 0]}\npoints: {S: [0, 0.5]}\n"
      "bodies: {a: {disc: 0.2, at: O, mass: 1}, b: {disc: 0.1, at: P, mass: 1}, r: {box: [0.2, 0.1], at: S, mass: 1}}\n"
      "joints: {h: {revolute: [ground, a], at: O}, k: {revolute: [ground, b], at: P}, g: {gear: [h, k], ratio: 3},\n"
      "  s: {slider: [ground, r], at: S, along: x}, rr: {rack: [s, k], radius: 1 mm}}\n"
      "drivers: {motor: {angle: h, equals: 999000 + 1000*t}}\n"
      "initial: {h.angle: 999000, k.angle: 333000, s.distance: 333}\n");
  const Results r = run(system, steps(0.001, 1.0));
  ASSERT_EQ(r.summary.ending, Ending::completed) << r.summary.message;
  EXPECT_EQ(r.summary.refused_steps, 0);
  const auto t = channel(r, "t"), h = channel(r, "h.angle"), k = channel(r, "k.angle"), s = channel(r, "s.distance");
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double angle = 999000 + 1000 * t[i];
    EXPECT_NEAR(h[i], angle, 4 * 1.2e-10);  // units in the last place of 1e6
    EXPECT_NEAR(k[i], angle / 3, 4 * 1.2e-10);
    EXPECT_NEAR(s[i], 1e-3 * angle / 3, 1e-12);  // 333 m
  }
}

}  // namespace
}  // namespace rheon::test
