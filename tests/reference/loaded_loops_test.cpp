// Loads at points where bodies meet and a loop closes: forces in the joints by statics.
#include <gtest/gtest.h>

#include <array>

#include "rheon/analysis/check.hpp"
#include "rheon/analysis/statics.hpp"
#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

// A beam A-B with a third point C on three legs of 1 kg, and a load of 98.1 N at C.
const std::string beam = R"(rheon: 1
plane: xy
gravity: [0, -9.81]
ground: {O: [0, 0], D: [1.1, -0.2], E: [0.7, -0.5], U: [0.6, 1.4]}
points: {A: [0.1, 0.5], B: [1, 0.6], C: [0.6, 0.4], M: [0.6, 0]}
bodies:
  left: {rod: [O, A], mass: 1 kg}
  beam: {rod: [A, B], mass: 2 kg, points: [C]}
  right: {rod: [D, B], mass: 1 kg}
  middle: {rod: [E, C], mass: 1 kg}
  bob: {point: M, mass: BOB}
LOAD
simulate: {step: 1 ms, duration: 10 ms}
)";

std::string with(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

struct Vec2 {
  double x, y;
};
double cross(const Vec2& a, const Vec2& b) { return a.x * b.y - a.y * b.x; }

struct Answer {
  Vec2 A, B, C;  ///< forces of the legs on the beam
};

// Moments of a leg d of weight w about its foot: what it does to the beam is s d - w/2 e_y. The three s follow from
//   sum s_i d_i = (W + 3 w/2) e_y,   sum s_i r_i x d_i = M        of the beam, with everything else on the right.
Answer by_hand(double load) {
  const double w = 9.81;
  const Vec2 r[] = {{0.1, 0.5}, {1.0, 0.6}, {0.6, 0.4}};
  const Vec2 d[] = {{0.1, 0.5}, {-0.1, 0.8}, {-0.1, 0.9}};
  const double weight = 2 * w + load + 1.5 * w;
  const double moment = 0.55 * 2 * w + 0.6 * load + w / 2 * (r[0].x + r[1].x + r[2].x);
  double m[3];
  for (int i = 0; i < 3; ++i) m[i] = cross(r[i], d[i]);
  const auto det = [](const double(&a)[3], const double(&b)[3], const double(&c)[3]) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  };
  const double x[] = {d[0].x, d[1].x, d[2].x}, y[] = {d[0].y, d[1].y, d[2].y}, right[] = {0.0, weight, moment};
  Vec2 f[3];
  for (int i = 0; i < 3; ++i) {  // Cramer's rule
    double px[] = {x[0], x[1], x[2]}, py[] = {y[0], y[1], y[2]}, pm[] = {m[0], m[1], m[2]};
    px[i] = right[0], py[i] = right[1], pm[i] = right[2];
    const double s = det(px, py, pm) / det(x, y, m);
    f[i] = {s * d[i].x, s * d[i].y - w / 2};
  }
  return {f[0], f[1], f[2]};
}

// At rest: only round-off, times the condition of the equations.
void expect_forces(const Results& results, double load, double bound = 1e-10) {
  const Answer f = by_hand(load);
  for (std::size_t row = 0; row < results.rows(); ++row) {
    const auto value = [&](const char* name) { return channel(results, name)[row]; };
    EXPECT_NEAR(value("A.fx"), f.A.x, bound);
    EXPECT_NEAR(value("A.fy"), f.A.y, bound);
    EXPECT_NEAR(value("B.fx"), -f.B.x, bound);  // on the leg, which names B last
    EXPECT_NEAR(value("B.fy"), -f.B.y, bound);
    EXPECT_NEAR(value("C.middle.fx"), -f.C.x, bound);
    EXPECT_NEAR(value("C.middle.fy"), -f.C.y, bound);
    EXPECT_NEAR(value("E.middle.fx"), f.C.x, bound);
    EXPECT_NEAR(value("E.middle.fy"), f.C.y + 9.81, bound);
  }
}

class LoadedLoop : public ::testing::TestWithParam<const char*> {};

TEST_P(LoadedLoop, AtRest) {
  const std::string text = with(with(beam, "LOAD", GetParam()), "BOB", "10 kg");
  const System system(read_model_text(text, "beam.yaml", {}, {.balance = true, .reactions = true}));
  const Results results = to_results(system, find_equilibrium(system));
  expect_forces(results, 98.1);
}

TEST_P(LoadedLoop, ByEveryMethod) {
  const std::string text = with(with(beam, "LOAD", GetParam()), "BOB", "10 kg");
  const System system(read_model_text(text, "beam.yaml", {}, {.balance = true, .reactions = true}));
  for (const char* formulation :
       {"lagrange", "udwadia-kalaba", "kane", "augmented-lagrangian", "ali3p", "lagrange-index2", "lagrange-index3",
        "energy-momentum", "np-ode", "np-three-field"}) {
    SCOPED_TRACE(formulation);
    const Results results = run(system, request(formulation));
    ASSERT_EQ(results.summary.ending, Ending::completed);
    expect_forces(results, 98.1, 1e-7);  // of iterative methods; 1e-9 of the load
    expect_balanced(results);
  }
}

// The bob hangs on the beam, or on the ground above it, and what pulls at C then is a spring, a force or a driver.
INSTANTIATE_TEST_SUITE_P(
    Loads, LoadedLoop,
    ::testing::Values(
        "joints:\n  hang: {distance: [C, M]}", "joints:\n  hang: {distance: [M, C]}",
        "joints:\n  hang: {distance: [U, M]}\nforces:\n  pull: {force: C, equals: [0, -98.1]}",
        "joints:\n  hang: {distance: [U, M]}\nforces:\n  pull: {spring: [U, C], stiffness: 98.1, length: 2}",
        "joints:\n  hang: {distance: [U, M]}\nforces:\n  pull: {actuator: [C, U], equals: 98.1}",
        "drivers:\n  hang: {distance: [C, M], equals: 0.4}"));

// What a wheel on the pin is pushed with goes through the pin, though the wheel has a coordinate besides.
TEST(LoadedPin, OfAWheelWithoutOtherPoints) {
  const System system(read_model_text(R"(rheon: 1
plane: xy
gravity: [0, -9.81]
ground: {O: [0, 0], D: [1, 0]}
points: {A: [0.5, 0.5]}
bodies:
  left: {rod: [O, A], mass: 1 kg}
  right: {rod: [D, A], mass: 1 kg}
  wheel: {disc: 0.2, at: A, mass: 2 kg}
forces: {push: {force: A, equals: [10, -20]}}
)",
                                      "wheel.yaml", {}, {.balance = true}));
  const Results results = to_results(system, find_equilibrium(system));
  const auto value = [&](const char* name) { return channel(results, name)[0]; };
  EXPECT_NEAR(value("A.wheel.fx"), -10.0, 1e-12);
  EXPECT_NEAR(value("A.wheel.fy"), 20.0 + 2 * 9.81, 1e-12);
  // the legs at 45 degrees: s (1, 1) + t (-1, 1) = (-10, 39.62 + 9.81) on the pin, of which each takes half its weight
  const double s = 0.5 * (20.0 + 3 * 9.81 - 10.0), t = 0.5 * (20.0 + 3 * 9.81 + 10.0);
  EXPECT_NEAR(value("A.right.fx"), t, 1e-12);
  EXPECT_NEAR(value("A.right.fy"), -(t - 9.81 / 2), 1e-12);
  EXPECT_NEAR(value("O.fx"), s, 1e-12);
  EXPECT_NEAR(value("O.fy"), s + 9.81 / 2, 1e-12);
  for (const char* body : {"left", "right", "wheel"})
    EXPECT_LT(value(("balance." + std::string(body) + ".force").c_str()), 1e-12) << body;
}

// A point that belongs to no body before a later joint says so: the string to it pulls at that body, not at the ground.
TEST(LoadedPin, OfAJointThatComesLater) {
  const System system(read_model_text(R"(rheon: 1
plane: xy
gravity: [0, -9.81]
ground: {O: [0, 0], U: [1, 3]}
points: {Q: [1, 1], R: [1, 0.5]}
bodies:
  arm: {box: [1, 0.1], at: [0.5, 0], mass: 1 kg}
  block: {box: [0.1, 0.1], at: R, mass: 2 kg}
joints:
  foot: {revolute: [ground, arm], at: O}
  string: {distance: [U, Q]}
  pin: {revolute: [arm, block], at: Q}
)",
                                      "later.yaml", {}, {.balance = true}));
  const Results results = to_results(system, find_equilibrium(system));
  const auto value = [&](const char* name) { return channel(results, name)[0]; };
  EXPECT_NEAR(value("string.fy"), 9.81 * (0.5 + 2.0), 1e-11);  // moments of the arm about its foot
  EXPECT_NEAR(value("foot.fy"), 9.81 * 0.5, 1e-11);
  EXPECT_NEAR(value("pin.fy"), 9.81 * 2.0, 1e-11);
  EXPECT_LT(value("balance.arm.force"), 1e-11);
  EXPECT_LT(value("balance.arm.torque"), 1e-11);
}

// A mechanism in which nothing can move has no coordinates at all; its joints carry the load all the same.
TEST(LoadedPin, OfWhatStandsStill) {
  const System system(read_model_text(R"(rheon: 1
plane: xy
gravity: [0, -9.81]
ground: {O: [0, 0], P: [1, 0]}
bodies: {beam: {rod: [O, P], mass: 2 kg}}
joints: {hinge: {revolute: [ground, beam], at: O}}
drivers: {motor: {angle: hinge, equals: 0}}
)",
                                      "beam.yaml", {}, {.balance = true}));
  for (const char* formulation :
       {"lagrange", "udwadia-kalaba", "kane", "augmented-lagrangian", "ali3p", "penalty", "lagrange-index2",
        "lagrange-index3", "energy-momentum", "np-ode", "np-three-field"}) {
    SCOPED_TRACE(formulation);
    RunRequest r = request(formulation);
    r.step = 1e-3;
    r.duration = 1e-2;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_NEAR(channel(results, "hinge.fy").back(), 9.81, 1e-13);  // half the weight at each end
    EXPECT_NEAR(channel(results, "P.fy").back(), 9.81, 1e-13);
    expect_balanced(results);
  }
  EXPECT_TRUE(check(system).problems.empty());
}

// Channels of points that are hinges by being shared, as for joints: on every body, and in its axes.
TEST(SharedPoints, HaveChannelsOnEveryBody) {
  const std::string text =
      with(with(beam, "LOAD", "joints:\n  hang: {distance: [C, M]}\noutputs: {o: A.local.fx}"), "BOB", "10 kg");
  const System plain(read_model_text(text, "beam.yaml")),
      all(read_model_text(text, "beam.yaml", {}, {.reactions = true}));
  const Results few = to_results(plain, find_equilibrium(plain)), many = to_results(all, find_equilibrium(all));
  EXPECT_EQ(few.find("A.left.fx"), -1);
  const auto value = [&](const std::string& name) { return channel(many, name)[0]; };
  for (const auto& [point, first, last] : {std::array{"A", "left", "beam"}, std::array{"B", "beam", "right"}})
    for (const char* axis : {".fx", ".fy"}) {
      const std::string p = point;
      EXPECT_EQ(value(p + axis), value(p + "." + last + axis));
      EXPECT_NEAR(value(p + "." + first + axis), -value(p + "." + last + axis), 1e-12);
      // the equilibrium is the reference configuration, where the axes of bodies are those of the ground
      EXPECT_NEAR(value(p + "." + first + ".local" + axis), value(p + "." + first + axis), 1e-11);
    }
  EXPECT_EQ(value("O.fx"), value("O.left.fx"));
  EXPECT_EQ(many.find("O.ground.fx"), -1);
  EXPECT_EQ(value("o"), value("A.beam.local.fx"));
}

}  // namespace
}  // namespace rheon::test
