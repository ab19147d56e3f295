// What switches at a fixed time looks at `side` and announces the time.
#include <cmath>

#include "unit/expr/expr_support.hpp"

namespace rheon::expr::test {
namespace {

using Times = std::vector<double>;

Times times_of(Sheet& s, std::string_view text) {
  const Node outputs[] = {s.node(text)};
  return s.graph.switching_times(outputs);
}

TEST(Switching, TimesAreAnnounced) {
  const std::pair<const char*, Times> cases[] = {
      {"step(t, 1.5)", {1.5}},
      {"t < 2", {2}},
      {"2 <= t", {2}},
      {"if(t < 2, x, y)", {2}},
      {"x if t >= 0.25 else y", {0.25}},
      {"pulse(t, 1, 3)*x", {1, 3}},
      {"ramp(t, 0.5, 2)", {0.5, 2}},
      {"step(t, 3) + step(t, 1) + (t > 3)", {1, 3}},
      {"2*t - 1 < 0", {0.5}},
      {"1 - t <= 0.5", {0.5}},
      {"step(t, 2*3 + 1)", {7}},
      {"step(x, 1)", {}},
      {"step(t, x)", {}},
      {"t^2 < 2", {}},
      {"min(t, 2) + abs(t - 1) + sign(t - 3)", {1, 2, 3}},
      {"max(0, t - 0.5)*x", {0.5}},
      {"max(2*t, 3 - t)", {1}},
      {"min(x, t) + abs(x) + sign(y) + max(x, 1)", {}},
      {"abs(t^2 - 1) + floor(t)", {}},
      {"0*step(t, 1)", {}},
      {"sin(t)", {}},
  };
  for (const auto& [text, expected] : cases) {
    Sheet s;
    EXPECT_EQ(times_of(s, text), expected) << text;
  }
}

TEST(Switching, ValuesFollowSide) {
  Sheet s;
  const Node n = s.node("step(t, 2)");
  // At the switching time itself the value is the one inside the step that is being taken.
  EXPECT_EQ(s.at(n, {{"t", 2}, {"side", 1.9}}), 0.0);
  EXPECT_EQ(s.at(n, {{"t", 2}, {"side", 2.1}}), 1.0);
  EXPECT_EQ(s.at("t < 2", {{"t", 2}, {"side", 1.9}}), 1.0);
  EXPECT_EQ(s.at("1 - t < 0", {{"t", 1}, {"side", 0.9}}), 0.0);
  EXPECT_EQ(s.at("1 - t < 0", {{"t", 1}, {"side", 1.1}}), 1.0);
  EXPECT_FALSE(s.graph.depends_on(n, time_input));
  EXPECT_TRUE(s.graph.depends_on(n, side_input));
}

TEST(Switching, ArgumentsOtherThanTimeArePlain) {
  Sheet s;
  EXPECT_EQ(s.at("step(x, 1)", {{"x", 0.99}}), 0.0);
  EXPECT_EQ(s.at("step(x, 1)", {{"x", 1}}), 1.0);
  EXPECT_FALSE(s.graph.depends_on(s.node("step(x, 1)"), side_input));
  EXPECT_FALSE(s.graph.depends_on(s.node("step(t, x)"), side_input));
}

TEST(Switching, PulseIsOneFromStartToEnd) {
  Sheet s;
  for (const auto& [t, expected] : {std::pair(0.9, 0.0), {1.0, 1.0}, {1.5, 1.0}, {2.0, 0.0}, {3.0, 0.0}}) {
    EXPECT_EQ(s.at("pulse(t, 1, 2)", {{"t", t}}), expected) << t;
    EXPECT_EQ(s.at("pulse(x, 1, 2)", {{"x", t}}), expected) << t;
  }
}

TEST(Switching, RampIsTwiceContinuouslyDifferentiable) {
  Sheet s;
  const Node ramp = s.node("ramp(t, 1, 3)");
  const Node slope = s.d(ramp, "t");
  const Node bend = s.d(slope, "t");
  EXPECT_EQ(s.at(ramp, {{"t", 0.5}}), 0.0);
  EXPECT_EQ(s.at(ramp, {{"t", 4}}), 1.0);
  EXPECT_EQ(s.at(ramp, {{"t", 2}}), 0.5);
  for (const double knot : {1.0, 3.0}) {
    for (const double side : {knot - 0.1, knot + 0.1}) {
      EXPECT_EQ(s.at(ramp, {{"t", knot}, {"side", side}}), knot == 1.0 ? 0.0 : 1.0);
      // (1 - s)^2 and (1 - s) written as polynomials in s: the roundings of three terms of size 30 or 60 remain.
      EXPECT_NEAR(s.at(slope, {{"t", knot}, {"side", side}}), 0.0, 64 * 30 * 0x1p-53);
      EXPECT_NEAR(s.at(bend, {{"t", knot}, {"side", side}}), 0.0, 64 * 60 * 0x1p-53);
    }
  }
  // At the middle: slope 15/8 over a width of 2, no curvature.
  EXPECT_NEAR(s.at(slope, {{"t", 2}}), 15.0 / 16.0, 16 * 0x1p-52);
  EXPECT_NEAR(s.at(bend, {{"t", 2}}), 0.0, 64 * 60 * 0x1p-53);
}

TEST(Switching, DerivativeInTimeOfAStepIsZero) {
  Sheet s;
  EXPECT_TRUE(s.graph.is_zero(s.d("step(t, 1)", "t")));
  EXPECT_EQ(s.d("step(t, 1)*sin(t)", "t"), s.node("step(t, 1)*cos(t)"));
}

}  // namespace
}  // namespace rheon::expr::test
