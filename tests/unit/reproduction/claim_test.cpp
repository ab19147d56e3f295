// How verdicts come about, on claims made up for the purpose.
#include "reproduction/claim.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "reproduction/measures.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::reproduction {
namespace {

using testing::HasSubstr;

Model read(std::string_view text, const std::string& name, std::span<const Setting> overrides) {
  return read_model_text(text, name, overrides);
}

Claim claim(Expectation expected, std::function<Measured(Lab&)> measure, std::string why = {}) {
  return {"(1)", "a number", std::move(expected), std::move(measure), std::move(why)};
}
ClaimResult judged(const Claim& c) {
  Lab lab(read, {});
  return judge(c, "nobody", lab);
}
std::function<Measured(Lab&)> gives(double x) {
  return [x](Lab&) { return x; };
}

TEST(Claims, AgreeInsideTheirBoundsOnly) {
  EXPECT_EQ(judged(claim(near(0.833, 5e-4), gives(5.0 / 6))).verdict, Verdict::agrees);
  EXPECT_EQ(judged(claim(near(0.833, 5e-4), gives(0.8336))).verdict, Verdict::differs);
  EXPECT_EQ(judged(claim(below(3e-6), gives(2.9e-6))).verdict, Verdict::agrees);
  EXPECT_EQ(judged(claim(below(3e-6), gives(3.74e-6))).verdict, Verdict::differs);
  EXPECT_EQ(judged(claim(above(1e3), gives(1e5))).verdict, Verdict::agrees);
  EXPECT_EQ(judged(claim(above(1e3), gives(1.0))).verdict, Verdict::differs);
  EXPECT_EQ(judged(claim(between(1.9, 2.3), gives(1.0))).verdict, Verdict::differs);
}

TEST(Claims, WhatIsNotANumberDiffers) {
  for (const Expectation& e : {near(0, 1), below(1), above(0), between(0, 1)})
    EXPECT_EQ(judged(claim(e, gives(std::nan("")))).verdict, Verdict::differs);
  EXPECT_EQ(judged(claim(below(1e300), gives(INFINITY))).verdict, Verdict::differs);
}

TEST(Claims, ADifferenceHasItsReasonOrAsksForAReport) {
  const ClaimResult known = judged(claim(below(1), gives(2), "the paper leaves its step open"));
  EXPECT_TRUE(known.foreseen);
  EXPECT_EQ(known.reason, "the paper leaves its step open");
  const ClaimResult unknown = judged(claim(below(1), gives(2)));
  EXPECT_FALSE(unknown.foreseen);
  EXPECT_THAT(unknown.reason, HasSubstr("report"));
  EXPECT_EQ(judged(claim(below(1), gives(0), "unused")).reason, "");
}

TEST(Claims, WhatIsRefusedIsNotRunAndSaysWhy) {
  const ClaimResult r = judged(claim(below(1), [](Lab& lab) {
    return lab.run({.model = "pendulum", .formulation = "lagrang"}).summary.position.value;
  }));
  EXPECT_EQ(r.verdict, Verdict::not_run);
  EXPECT_THAT(r.reason, HasSubstr("lagrange"));
  EXPECT_EQ(r.got, "");
}

TEST(Claims, ExpectationsReadWell) {
  EXPECT_EQ(near(0.833, 5e-4, "N").text(), "0.833 +- 0.0005 N");
  EXPECT_EQ(below(3e-6, "N").text(), "< 3e-06 N");
  EXPECT_EQ(above(8, "s").text(), "> 8 s");
  EXPECT_EQ(between(1.9, 2.3).text(), "1.9 .. 2.3");
}

TEST(Lab, ARunServesManyClaims) {
  Lab lab(read, {});
  const RunSpec spec{.model = "pendulum", .formulation = "ali3p", .step = 1e-2, .duration = 0.1};
  const Results* first = &lab.run(spec);
  EXPECT_EQ(&lab.run(spec), first);
  EXPECT_NE(&lab.run(spec.with_step(5e-3)), first);
  EXPECT_NE(&lab.run(spec.with("reactions", "velocity")), first);
}

TEST(Lab, TheMonitorEndsARun) {
  Lab lab(read, [](const std::string&) { return false; });
  EXPECT_THROW(lab.report("anything"), Ended);
}

TEST(Measures, ARunThatStopsHasNoFiniteError) {
  Lab lab(read, {});
  const RunSpec hopeless{
      .model = "rolling_disc", .formulation = "ali3p", .step = 0.2, .options = {{"max-iterations", "1"}}};
  EXPECT_EQ(error_against(lab, "x_rolling_disc", hopeless, {{"x", "xG"}}), INFINITY);
}

// (1/T) sqrt(integral of sin^2 over 10 periods): T = 20 pi, integral 10 pi; trapezoidal rule is exact for whole periods
TEST(Measures, ViolationIntegral) {
  Numbers t, x;
  const double T = 20 * M_PI;
  for (int i = 0; i <= 1000; ++i) {
    t.push_back(T * i / 1000);
    x.push_back(std::sin(t.back()));
  }
  EXPECT_NEAR(violation_integral(t, x), std::sqrt(10 * M_PI) / T, 1e-14);
}

// Closed form of the parabola against the quarter and half period 2.37969537085575560533 s (40-digit elliptic integral,
// tests/data/reference/README.md): passes the bottom y = 1 at a quarter, turns at a half, after many periods as well.
TEST(Measures, ParabolaClosedForm) {
  const double T = 2.37969537085575560532994425153;
  for (const double periods : {0.0, 1.0, 1512.0}) {
    // the library's elliptic integrals are good to some 1e-14; at the bottom the speed is 4.43 m/s, at the turning
    // points it is zero and an error of the time shows squared
    const double slack = 4.43 * 2e-14 * (1 + periods * T);
    EXPECT_NEAR(parabola_at((periods + 0.25) * T).x, 0.0, slack);
    EXPECT_NEAR(parabola_at((periods + 0.5) * T).x, -1.0, 1e-14);
    EXPECT_NEAR(parabola_at((periods + 0.25) * T).y, 1.0, 1e-14);
  }
}

TEST(Measures, PerturbedStartsAreViolatedAsAsked) {
  Lab lab(read, {});
  const PerturbedRun run = run_perturbed(lab,
                                         {.model = "two_masses",
                                          .formulation = "lagrange",
                                          .integrator = "rk4",
                                          .step = 0.01,
                                          .duration = 0.1,
                                          .options = {{"projection", "none"}, {"alpha", "5"}}},
                                         {{"x1'", 0.0, 1e-3}});
  ASSERT_EQ(run.failure, "");
  EXPECT_DOUBLE_EQ(run.psi[0].front(), 1e-3);
  EXPECT_NEAR(run.psi[0].back(), 1e-3 * std::exp(-5 * 0.1), 1e-3 * 1e-6);  // RK4: (5 h)^5/120 a step, ten steps
}

}  // namespace
}  // namespace rheon::reproduction
