// Loads that are functions of time alone: kinks wherever they are, and pulses that long steps would pass over. Answers are
// integrals written out here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double pi = std::numbers::pi;

/// 1 kg pushed by a force.
System pushed(const std::string& force, const std::string& more = "") {
  return System(read_model_text("rheon: 1\nname: push\n" + more + "coordinates: [x]\nmass: [1]\nforces: {x: '" + force +
                                    "'}\ninitial: {x: 0, x': 0}\n",
                                "push.yaml"));
}

double speed_after(const System& system, double duration, double step) {
  RunRequest r = request("lagrange", "rk4");
  r.step = step;
  r.duration = duration;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  return channel(results, "x'").back();
}

struct Case {
  const char* force;
  double duration, speed;
};

// Classical Runge-Kutta at 0.05 s: its error on a smooth load of time is that of Simpson's rule, (0.05)^4/2880 times the fourth
// derivative and the duration, below 1e-7 here; a kink inside a step costs 1e-3.
TEST(KinksInTime, AreMetWhereverTheyAre) {
  const Case cases[] = {
      {"abs(sin(t))", 10.0, 6 + (1 - std::abs(std::cos(10.0)))},                // 3 arches of 2, and the rest
      {"sign(cos(t))", 5.0, pi / 2 - pi + (5 - 3 * pi / 2)},                    //
      {"step(t^2, 2)", 2.0, 2 - std::sqrt(2.0)},                                //
      {"max(t^2, 2)", 2.0, 2 * std::sqrt(2.0) + (8 - 2 * std::sqrt(2.0)) / 3},  //
      {"min(sin(t), cos(t))", pi, (1 - std::sqrt(0.5)) + (-std::sqrt(0.5))},    // sine up to pi/4, cosine after
      {"abs(abs(sin(t)) - 1/2)", pi, 2 * (2 * (std::cos(pi / 6) - 0.5 * (pi / 2 - pi / 6)) - (1 - pi / 4))},
      {"floor(t^2)", 2.0, (2 - 1) + (2 - std::sqrt(2.0)) + (2 - std::sqrt(3.0))},
      {"if(exp(-t) < 1/3, 1, 0)", 2.0, 2 - std::log(3.0)},
      {"if(sin(t) > 1/2 and t > 1, 1, 0)", 4.0, 5 * pi / 6 - 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.force);
    EXPECT_NEAR(speed_after(pushed(c.force), c.duration, 0.05), c.speed, 1e-7);
  }
}

// A linear table of a nonlinear argument: corners where t^2 is a knot. y = 0, 2, 1 at 0, 1, 4: 2 t^2 up to 1 s, then
// 2 - (t^2 - 1)/3.
TEST(KinksInTime, OfTablesWithArgumentsThatAreNotLinear) {
  const System system = pushed("load(t^2)", "tables: {load: {points: [[0, 0], [1, 2], [4, 1]]}}\n");
  EXPECT_NEAR(speed_after(system, 2.0, 0.05), 2.0 / 3 + 2 - (7.0 / 3 - 1) / 3, 1e-7);
}

// The reference of a comparison is made by methods that agree: all of them stepped over the same kinks.
TEST(KinksInTime, OfADriveDoTheWorkOfItsImpulses) {
  // x = |sin t| of 1 kg: at pi the speed turns from -1 to 1, which takes no energy. The driving work is the kinetic energy at
  // the end, cos(4)^2/2, less that at the start, 1/2
  const System system(
      read_model_text("rheon: 1\nname: drive\ncoordinates: [x]\nmass: [1]\n"
                      "constraints: {drive: x = abs(sin(t))}\ninitial: {x: 0}\n",
                      "drive.yaml"));
  RunRequest r = request("lagrange");
  r.duration = 4.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_THAT(results.summary.notes, Contains(HasSubstr("ask for another speed at 1 switching time")));
  EXPECT_NEAR(results.summary.work.driving, std::pow(std::cos(4.0), 2) / 2 - 0.5, 1e-8);
  EXPECT_NEAR(channel(results, "x").back(), std::abs(std::sin(4.0)), 1e-12);
}

TEST(KinksInTime, TooManyToBeFoundAreRefused) {
  const System system = pushed("abs(sin(1e7*t))");
  RunRequest r = request("lagrange");
  r.duration = 100.0;
  EXPECT_THAT(message_of([&] { run(system, r); }), AllOf(HasSubstr("the load on x: "), HasSubstr("too often")));
}

// --- pulses

double controlled_speed(const std::string& force, double duration, const std::string& formulation = "lagrange",
                        const std::string& more = "") {
  RunRequest r = request(formulation);
  r.tolerance = 1e-8;  // of positions of up to 200 m: some 1e-6 of the speed
  r.duration = duration;
  const Results results = run(pushed(force, more), r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  return channel(results, "x'").back();
}

TEST(PulsesInTime, AreSeenByErrorControlHoweverNarrow) {
  const double root = std::sqrt(pi);
  for (const double width : {0.1, 1e-2, 1e-3, 1e-4}) {
    SCOPED_TRACE(width);
    const std::string w = std::to_string(width), at = "37.123";
    // Gauss: w sqrt(pi); Lorentz: w pi less the tails; 1/cosh^2: 2 w; each of height 1/w
    EXPECT_NEAR(controlled_speed("exp(-((t - " + at + ")/" + w + ")^2)/" + w, 100.0), root, 1e-4);
    EXPECT_NEAR(controlled_speed("1/cosh((t - " + at + ")/" + w + ")^2/" + w, 100.0), 2.0, 1e-4);
    EXPECT_NEAR(controlled_speed("1/(1 + ((t - " + at + ")/" + w + ")^2)/" + w, 100.0),
                std::atan((100 - 37.123) / width) + std::atan(37.123 / width), 1e-4);
    EXPECT_NEAR(
        controlled_speed("(tanh((t - " + at + ")/" + w + ") - tanh((t - 37.2 - 20*" + w + ")/" + w + "))/2", 100.0),
        37.2 + 20 * width - 37.123, 1e-5);
  }
}

TEST(PulsesInTime, AreSeenAlsoByMethodsThatTakeTheirOwnSteps) {
  for (const char* formulation : {"lagrange", "udwadia-kalaba", "kane", "augmented-lagrangian", "ali3p"}) {
    SCOPED_TRACE(formulation);
    EXPECT_NEAR(controlled_speed("100*exp(-((t - 5.4321)/0.01)^2)", 10.0, formulation), std::sqrt(pi), 2e-4);
  }
}

TEST(PulsesInTime, InATrainAreAllSeen) {
  // exp(-(sin(pi t)/0.01)^2): a pulse at every whole second, each 0.01/pi wide; 20 of them, the first and last half
  const double expected = 20 * 0.01 / std::sqrt(pi) * 1.0000250;  // 1 + w^2/4, from the curvature of the sine
  EXPECT_NEAR(controlled_speed("exp(-(sin(pi*t)/0.01)^2)", 20.0), expected, 1e-5);
}

TEST(PulsesInTime, OfASplineAreSeenBetweenItsKnots) {
  // 0 at all knots but one, where it is 1. The area of a natural spline at even knots is h sum(y) - h^3/12 sum(y''), and from
  // y''_{k-1} + 4 y''_k + y''_{k+1} = 6/h^2 (y_{k-1} - 2 y_k + y_{k+1}), summed over all k far from the ends, sum(y'') = 0
  const double h = 0.05;
  std::string points;
  for (int k = 0; k <= 2000; ++k)
    points += (k > 0 ? ", [" : "[") + std::to_string(k * h) + (k == 1234 ? ", 1]" : ", 0]");
  const std::string table = "tables: {load: {points: [" + points + "], interpolation: cubic}}\n";
  EXPECT_NEAR(controlled_speed("load(t)", 100.0, "lagrange", table), h, 1e-5);
}

TEST(PulsesInTime, LongStepsOutsideStayLong) {
  const System system = pushed("exp(-((t - 50)/0.01)^2)");
  RunRequest r = request("lagrange");
  r.tolerance = 1e-6;
  r.duration = 100.0;
  const Results results = run(system, r);
  EXPECT_LT(results.summary.steps, 200);
  EXPECT_GT(results.summary.largest_step, 5.0);
  // a load that varies all the time is left to error control
  const System ripple = pushed("1e-9*sin(1e4*t)");
  EXPECT_LT(run(ripple, r).summary.steps, 200);
}

TEST(PulsesInTime, ThatFixedStepsPassAreNamed) {
  const System system = pushed("exp(-((t - 5)/0.001)^2)");
  RunRequest r = request("lagrange", "rk4");
  r.step = 0.1;
  r.duration = 10.0;
  EXPECT_THAT(run(system, r).summary.doubts, Contains(HasSubstr("less than two steps")));
  r.step = 1e-4;
  EXPECT_THAT(run(system, r).summary.doubts, Not(Contains(HasSubstr("less than two steps"))));
}

// --- round-off of drives that come to rest

TEST(SwitchingDrive, ThatComesToRestAsksForNoOtherSpeed) {
  for (const char* angle :
       {"1.2*(ramp(t, 0.2, 1.2) - ramp(t, 1.8, 2.8))", "ramp(t, 0.1, 0.7)", "1e3*ramp(t, 0.3, 2.9)"})
    for (const char* formulation : {"lagrange", "ali3p", "kane"}) {
      SCOPED_TRACE(angle);
      const System system(read_model_text(
          std::string("rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [1, 0]}\nbodies: {arm: {rod: [O, A], "
                      "mass: 1 kg}}\n"
                      "joints: {h: {revolute: [ground, arm], at: O}}\ndrivers: {m: {angle: h, equals: ") +
              angle + "}}\n",
          "arm.yaml"));
      RunRequest r = request(formulation);
      r.duration = 3.0;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
      EXPECT_THAT(results.summary.notes, Not(Contains(HasSubstr("another speed"))));
    }
}

// Kinetic energy of a frame that comes to rest: 1/2 (x' + ramp')^2 is 1e-30 J before and 0 after, which is no jump.
TEST(SwitchingDrive, AFrameThatComesToRestIsNoJumpOfTheKineticEnergy) {
  const System system(
      read_model_text("rheon: 1\nname: frame\ncoordinates: [x]\n"
                      "kinetic: (x' + 30*(((t - 0.3)/0.9)^2 - 2*((t - 0.3)/0.9)^3 + ((t - 0.3)/0.9)^4)/0.9*"
                      "pulse(t, 0.3, 1.2))^2/2\ninitial: {x: 0, x': 0}\n",
                      "frame.yaml"));
  RunRequest r = request("lagrange");
  r.duration = 2.0;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
}

}  // namespace
}  // namespace rheon::test
