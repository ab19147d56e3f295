// tune(): roots and margins against closed forms, gains against the runs they were found by.
#include "rheon/analysis/tune.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "rheon/io/model_reader.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Complex = std::complex<double>;

Gains one_row(double alpha, double beta) {
  return {Eigen::MatrixXd::Constant(1, 1, alpha), Eigen::MatrixXd::Constant(1, 1, beta)};
}

Gains velocity_rows(const Eigen::MatrixXd& R) { return {R, Eigen::MatrixXd(0, 0)}; }

double reach(const char* integrator, Complex z) { return stability_reach(find_integrator(integrator), {{z}}); }

/// R of rk4 on the negative real axis.
double rk4_factor(double x) { return 1 - x + x * x / 2 - x * x * x / 6 + x * x * x * x / 24; }

// A double root moves by the root of the rounding: 1e-8 of its size.
constexpr double double_root = 1e-7;

TEST(GainMargins, CriticalGainsOfOneRow) {
  const double tau = 0.05, h = 0.01;
  const GainMargins m = gain_margins(one_row(2 / tau, 1 / (tau * tau)), find_integrator("rk4"), h);
  ASSERT_EQ(m.roots.size(), 2u);
  EXPECT_NEAR(m.slowest, -1 / tau, double_root / tau);
  EXPECT_NEAR(m.factor, rk4_factor(h / tau), double_root);
  // exp(-h/tau) but for the error of rk4, (h/tau)^5/120 = 2.7e-6, which changes 5 steps by 25 * 2.7e-6/exp(-0.2)
  EXPECT_NEAR(m.decay_steps, tau / h, 8.2e-5);
  EXPECT_TRUE(m.acceptable());
}

TEST(GainMargins, StabilityLimitOfRk4) {
  // the real root of R(-x) = 1: x^3/24 - x^2/6 + x/2 - 1 = 0
  const double x = reach("rk4", -1.0);
  EXPECT_NEAR(x, 2.785, 1e-3);
  EXPECT_NEAR(x * x * x / 24 - x * x / 6 + x / 2 - 1, 0.0, 1e-10);
  EXPECT_NEAR(reach("rk4", {0.0, 1.0}), 2 * std::numbers::sqrt2, 1e-6);  // on the imaginary axis
  EXPECT_NEAR(reach("kutta-merson", -1.0), 3.54, 0.01);                  // docs/theory/gains.md
  EXPECT_NEAR(reach("dopri5", -1.0), 3.30, 0.01);
  EXPECT_TRUE(std::isinf(reach("implicit-midpoint", -1.0)));
  // half the way there: the step may double
  const GainMargins m =
      gain_margins(velocity_rows(Eigen::MatrixXd::Constant(1, 1, 50 * x)), find_integrator("rk4"), 0.01);
  EXPECT_NEAR(m.reach, 2.0, 1e-9);
}

TEST(GainMargins, CoupledRowsAtVelocityLevel) {
  // eigenvalues of [[3, 1], [1, 3]]: 2 and 4
  const GainMargins m = gain_margins(velocity_rows(Eigen::Matrix2d{{3, 1}, {1, 3}}), find_integrator("rk4"), 0.1);
  ASSERT_EQ(m.roots.size(), 2u);
  EXPECT_NEAR(m.roots[0].real(), -4, 1e-14);
  EXPECT_NEAR(m.roots[1].real(), -2, 1e-14);
  EXPECT_NEAR(m.factor, rk4_factor(0.2), 1e-14);
}

TEST(GainMargins, CoupledRowsAtPositionLevel) {
  // R and S share the eigenvectors (1, 1), (1, -1): s^2 + 4 s + 5 = 0 gives -2 +- i, s^2 + 2 s + 1 = 0 gives -1 twice
  const Gains gains{Eigen::Matrix2d{{3, 1}, {1, 3}}, Eigen::Matrix2d{{3, 2}, {2, 3}}};
  const GainMargins m = gain_margins(gains, find_integrator("rk4"), 0.1);
  ASSERT_EQ(m.roots.size(), 4u);
  EXPECT_NEAR(std::abs(m.roots[0] - Complex(-2, -1)), 0, 1e-13);
  EXPECT_NEAR(std::abs(m.roots[1] - Complex(-2, 1)), 0, 1e-13);
  EXPECT_NEAR(std::abs(m.roots[2] + 1.0), 0, double_root);
  EXPECT_NEAR(std::abs(m.roots[3] + 1.0), 0, double_root);
  EXPECT_TRUE(m.acceptable());
}

TEST(GainMargins, UnstableGainsAreNotAcceptable) {
  const auto& rk4 = find_integrator("rk4");
  EXPECT_FALSE(gain_margins(one_row(0, 1), rk4, 0.01).acceptable());   // only oscillates
  EXPECT_FALSE(gain_margins(one_row(10, 0), rk4, 0.01).acceptable());  // phi stays
  EXPECT_FALSE(gain_margins(velocity_rows(Eigen::Matrix2d{{1, 2}, {2, 1}}), rk4, 0.01).acceptable());  // 3 and -1
  EXPECT_TRUE(gain_margins(one_row(540, 540 * 540 / 4), rk4, 0.01).acceptable());                      // h s = -2.70
  EXPECT_FALSE(gain_margins(one_row(570, 570 * 570 / 4), rk4, 0.01).acceptable());                     // h s = -2.85
  EXPECT_TRUE(gain_margins(one_row(570, 570 * 570 / 4), find_integrator("implicit-midpoint"), 0.01).acceptable());
}

TEST(GainSettings, NumbersListsAndMatricesInTheSignOfTheFormulation) {
  const System system = load_system("double_pendulum");
  const auto texts = [&](const char* formulation, const Gains& gains) {
    std::vector<std::string> out;
    for (const Setting& s : gain_settings(find_formulation(formulation), system, gains))
      out.push_back(s.name + "=" + s.value);
    return out;
  };
  const Gains gains{Eigen::Matrix2d{{4, 0}, {0, 5}}, Eigen::Matrix2d{{4, 1}, {1, 6}}};
  EXPECT_THAT(texts("lagrange", gains), ElementsAre("alpha=[4, 5]", "beta=[[4, 1], [1, 6]]"));
  EXPECT_THAT(texts("kane", gains), ElementsAre("gamma1=[-4, -5]", "gamma2=[[-4, -1], [-1, -6]]"));
  const Gains same{4 * Eigen::Matrix2d::Identity(), Eigen::Matrix2d{{4, 0}, {0, 6}}};
  EXPECT_THAT(texts("udwadia-kalaba", same), ElementsAre("alpha=4", "beta=[4, 6]"));
  EXPECT_THAT(texts("kane", same), ElementsAre("gamma1=-4", "gamma2=[-4, -6]"));
}

TEST(GainSettings, VelocityRowsOfKaneHaveTheirOwnOption) {
  const System system = load_system("pursuit");
  const auto settings =
      gain_settings(find_formulation("kane"), system, velocity_rows(Eigen::MatrixXd::Constant(1, 1, 7)));
  ASSERT_EQ(settings.size(), 1u);
  EXPECT_EQ(settings[0].name, "gamma");
  EXPECT_EQ(settings[0].value, "-7");
}

TuneRequest request_of(const char* formulation, const char* integrator, double step, double duration) {
  TuneRequest r;
  r.formulation = formulation;
  r.integrator = integrator;
  r.step = step;
  r.duration = duration;
  return r;
}

/// The same integrals from the channels of a run with a row at every step.
std::pair<double, double> integrals_by_hand(const System& system, const Tuning& t,
                                            const std::vector<Setting>& options) {
  RunRequest r = test::request(t.formulation, t.integrator);
  r.step = t.step;
  r.duration = t.duration;
  r.samples = static_cast<int>(std::lround(t.duration / t.step));
  r.options = options;
  const Results results = run(system, r);
  const auto rms = [&](const char* channel_name) {
    const auto time = results.column("t"), drift = results.column(channel_name);
    double sum = 0.0;
    for (std::size_t i = 1; i < time.size(); ++i)
      sum += 0.5 * (time[i] - time[i - 1]) * (drift[i] * drift[i] + drift[i - 1] * drift[i - 1]);
    return std::sqrt(sum / t.duration);
  };
  return {rms("drift.position"), rms("drift.velocity")};
}

class TuneNonlinear : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(TuneNonlinear, GainsLowerTheViolationByOrdersOfMagnitude) {
  const auto [model, formulation] = GetParam();
  const System system = load_system(model);
  const Tuning t = tune(system, request_of(formulation, "rk4", 0.01, 10.0));
  ASSERT_TRUE(t.best);
  EXPECT_FALSE(t.only_round_off);
  const TunePoint& p = t.points[*t.best];
  EXPECT_LT(p.position, 1e-2 * t.none.position);
  EXPECT_LT(p.velocity, t.none.velocity);
  EXPECT_NEAR(p.objective, std::sqrt(p.position / t.none.position * p.velocity / t.none.velocity), 1e-12);
  EXPECT_TRUE(p.margins.acceptable());
  EXPECT_GT(p.margins.reach, 1.0);
  // what the user pastes gives what was promised: the same numbers go through the same steps
  const auto [position, velocity] = integrals_by_hand(system, t, t.best_options);
  EXPECT_NEAR(position, p.position, 1e-9 * p.position);
  EXPECT_NEAR(velocity, p.velocity, 1e-9 * p.velocity);
}

INSTANTIATE_TEST_SUITE_P(Models, TuneNonlinear,
                         testing::Combine(testing::Values("pendulum", "parabola"),
                                          testing::Values("lagrange", "udwadia-kalaba", "kane")));

TEST(Tune, TheMapIsCompleteAndTheBestIsTheBest) {
  const Tuning t = tune(load_system("pendulum"), request_of("lagrange", "rk4", 0.01, 3.0));
  ASSERT_GE(t.points.size(), t.alphas.size() * t.ks.size());
  EXPECT_TRUE(std::is_sorted(t.alphas.begin(), t.alphas.end()));
  bool unstable = false;
  for (std::size_t i = 0; i < t.alphas.size(); ++i)
    for (std::size_t j = 0; j < t.ks.size(); ++j) {
      const TunePoint& p = t.points[i * t.ks.size() + j];
      EXPECT_EQ(p.alpha, t.alphas[i]);
      EXPECT_EQ(p.k, t.ks[j]);
      EXPECT_EQ(p.outcome == TuneOutcome::unstable, !p.margins.acceptable());
      unstable |= p.outcome == TuneOutcome::unstable;
    }
  EXPECT_TRUE(unstable);
  ASSERT_TRUE(t.best);
  const TunePoint& best = t.points[*t.best];
  for (const TunePoint& p : t.points) {
    EXPECT_LE(best.objective, 1.05 * p.objective);  // the width of a tie
    EXPECT_TRUE(p.objective >= best.objective || p.alpha >= best.alpha);
  }
}

TEST(Tune, ResultsDoNotDependOnTheNumberOfJobs) {
  const System system = load_system("double_pendulum");
  TuneRequest r = request_of("udwadia-kalaba", "rk4", 0.02, 1.0);
  r.coupled = true;
  const Tuning one = tune(system, r);
  r.jobs = 3;
  const Tuning three = tune(system, r);
  ASSERT_EQ(one.points.size(), three.points.size());
  for (std::size_t i = 0; i < one.points.size(); ++i) {
    EXPECT_EQ(one.points[i].position, three.points[i].position);
    EXPECT_EQ(one.points[i].objective, three.points[i].objective);
    EXPECT_EQ(one.points[i].gains.R, three.points[i].gains.R);
  }
  EXPECT_EQ(one.best, three.best);
  EXPECT_EQ(one.coupled, three.coupled);
}

TEST(Tune, CoupledMatricesAreSymmetricStableAndNoWorse) {
  TuneRequest r = request_of("lagrange", "rk4", 0.01, 2.0);
  r.coupled = true;
  const Tuning t = tune(load_system("double_pendulum"), r);
  ASSERT_TRUE(t.best && t.coupled_tried);
  int tried = 0;
  for (const TunePoint& p : t.points) {
    if (p.stage != TuneStage::coupled) continue;
    ++tried;
    EXPECT_EQ(p.gains.R, p.gains.R.transpose());
    EXPECT_EQ(p.gains.S, p.gains.S.transpose());
    EXPECT_EQ(p.outcome == TuneOutcome::unstable, !p.margins.acceptable());
  }
  EXPECT_GT(tried, 12);  // six entries, up and down
  const double uncoupled = t.points[*t.best].objective, coupled = t.points[*t.coupled_tried].objective;
  EXPECT_EQ(t.coupled.has_value(), 1.05 * coupled < uncoupled);  // the width of a tie
  EXPECT_EQ(t.recommended(), &t.points[t.coupled ? *t.coupled : *t.best]);
}

TEST(Tune, LinearConstraintsDriftByRoundOffOnly) {
  // Runge-Kutta methods keep linear invariants, so [Kang2003] tunes round-off
  const Tuning t = tune(load_system("three_masses"), request_of("udwadia-kalaba", "rk4", 0.01, 5.0));
  EXPECT_TRUE(t.constant_rows);
  EXPECT_TRUE(t.only_round_off);
  EXPECT_FALSE(t.best);
  EXPECT_EQ(t.recommended(), nullptr);
  EXPECT_TRUE(t.best_options.empty());
  EXPECT_LT(t.none.position, 1e-11);  // coordinates of some ten, accelerations of some hundred, 500 steps
}

TEST(Tune, FineStepsOfANonlinearConstraintAreRoundOffToo) {
  const Tuning t = tune(load_system("pendulum"), request_of("lagrange", "dopri5", 2e-4, 0.5));
  EXPECT_FALSE(t.constant_rows);
  EXPECT_TRUE(t.only_round_off);
  EXPECT_LE(t.none.position, t.round_off_position);
}

TEST(Tune, GainsThatHelpNothingAreNotRecommended) {
  // the violation of this constraint does not grow by itself, and every gain adds to it
  const Tuning t = tune(load_system("pursuit"), request_of("lagrange", "kutta-merson", 0.02, 5.0));
  EXPECT_FALSE(t.only_round_off);
  EXPECT_FALSE(t.best);
  for (const TunePoint& p : t.points) EXPECT_GE(p.objective, 1.0);
}

TEST(Tune, GainsThatHelpByLessThanATieAreNotRecommended) {
  struct Case {
    const char *model, *integrator;
    double duration;
  };
  for (const Case& c : {Case{"pursuit", "bogacki-shampine", 5.0}, Case{"pendulum", "kutta-merson", 1.0}}) {
    SCOPED_TRACE(c.model);
    const Tuning t = tune(load_system(c.model), request_of("lagrange", c.integrator, 0.01, c.duration));
    EXPECT_FALSE(t.only_round_off);
    double least = 1.0;
    for (const TunePoint& p : t.points)
      if (p.outcome == TuneOutcome::completed) least = std::min(least, p.objective);
    ASSERT_LT(least, 1.0);  // what this test is about: better than none, by less than the width of a tie
    ASSERT_GT(1.05 * least, 1.0);
    EXPECT_FALSE(t.best);
    EXPECT_EQ(t.recommended(), nullptr);
    EXPECT_TRUE(t.best_options.empty());
  }
}

TEST(Tune, AtTheStepOfThePursuitExampleOnlyRoundOffIsLeft) {
  const Tuning t = tune(load_system("pursuit"), TuneRequest{});
  EXPECT_EQ(t.step, 1e-3);
  EXPECT_TRUE(t.only_round_off);
  EXPECT_LE(t.none.velocity, t.round_off_velocity);
  EXPECT_FALSE(t.best);
  EXPECT_EQ(t.recommended(), nullptr);
  EXPECT_TRUE(t.best_options.empty());
}

TEST(Tune, MotionIsWatched) {
  const Tuning t = tune(load_system("pendulum"), request_of("lagrange", "rk4", 0.01, 3.0));
  const TunePoint* stiffest = nullptr;
  for (const TunePoint& p : t.points)
    if (p.outcome == TuneOutcome::completed && (stiffest == nullptr || p.alpha > stiffest->alpha)) stiffest = &p;
  ASSERT_NE(stiffest, nullptr);
  EXPECT_TRUE(t.worsens_motion(*stiffest));  // gains of a step or two change the motion more than drift does
  EXPECT_FALSE(t.worsens_motion(*t.recommended()));
  EXPECT_LT(t.projected_error, t.none.motion_error);
}

TEST(Tune, StepAndFormulationAreTheModelsOrStated) {
  const System system = load_system("pendulum");  // ali3p, 1 ms
  TuneRequest r;
  r.duration = 0.05;
  const Tuning t = tune(system, r);
  EXPECT_EQ(t.formulation, tunable_formulations().front());
  EXPECT_THAT(t.formulation_origin, HasSubstr("ali3p, has no gains"));
  EXPECT_EQ(t.step, 1e-3);
  EXPECT_EQ(t.step_origin, "the model's");
  const Tuning own = tune(load_system("parabola"), r);  // a tolerance only
  EXPECT_GT(own.step, 0.0);
  EXPECT_THAT(own.step_origin, HasSubstr("rounded"));
}

std::string refusal(const char* model, const TuneRequest& request) {
  try {
    tune(load_system(model), request);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Tune, RefusesWhatHasNoGains) {
  TuneRequest r;
  EXPECT_THAT(refusal("free_body", r), HasSubstr("no constraints"));
  r.formulation = "ali3p";
  EXPECT_THAT(refusal("pendulum", r),
              HasSubstr("\"ali3p\" has no gains that can be tuned; those that have are lagrange"));
  for (const std::string& name : tunable_formulations()) EXPECT_THAT(refusal("pendulum", r), HasSubstr(name));
  r.formulation = "lagrange";
  r.options = {{"alpha", "5", {}}};
  EXPECT_THAT(refusal("pendulum", r), HasSubstr("\"alpha\" is what tune chooses"));
  r.options = {{"projection", "none", {}}};
  EXPECT_THAT(refusal("pendulum", r), HasSubstr("\"projection\" is what tune chooses"));
}

TEST(Tune, RefusesToCoupleWhatCannotBe) {
  TuneRequest r;
  r.coupled = true;
  EXPECT_THAT(refusal("pendulum", r), HasSubstr("nothing to be coupled with"));
  EXPECT_THAT(refusal("rolling_wheel", r), HasSubstr("this model has 10"));
}

TEST(Tune, EndsWhenAsked) {
  TuneRequest r = request_of("lagrange", "rk4", 0.01, 1.0);
  int calls = 0;
  r.monitor = [&](const TuneProgress& p) { return ++calls < 20 && p.done < 20; };
  const Tuning t = tune(load_system("pendulum"), r);
  EXPECT_TRUE(t.interrupted);
  EXPECT_LT(t.runs, 30);
  EXPECT_EQ(t.none.outcome, TuneOutcome::completed);
}

}  // namespace
}  // namespace rheon::test
