// Rows at times of the caller's own, and options of the file that the request replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"
#include "sim/step_control.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

const std::vector<double> times{0.0, 0.013, 0.2, 0.2000001, 0.77};

RunRequest pendulum_at_times(const char* formulation, const char* integrator) {
  RunRequest r = request(formulation, integrator);
  r.duration = 1.0;
  r.times = times;
  return r;
}

TEST(RowTimes, AreMetByFixedStepsExactly) {
  const System system = load_system("pendulum");
  RunRequest r = pendulum_at_times("ali3p", "trapezoidal");
  r.step = 0.01;
  const Results results = run(system, r);
  EXPECT_EQ(results.column("t"), times);
  EXPECT_LE(results.summary.largest_step, 0.01 * (1 + 1e-12));  // a difference of two times
  EXPECT_EQ(results.summary.end_time, 1.0);
}

TEST(Rows, OfTheAccountAloneAreTheSameAndSoIsTheSummary) {
  const System system = load_system("pendulum");
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-8;
  r.duration = 2.0;
  const Results all = run(system, r);
  r.account_only = true;
  const Results account = run(system, r);
  EXPECT_LT(account.channels.size(), all.channels.size());
  for (const char* name :
       {"t", "energy.kinetic", "energy.total", "work.applied", "drift.acceleration", "run.iterations"})
    EXPECT_EQ(account.column(name), all.column(name)) << name;
  EXPECT_EQ(account.channels.size() * account.rows(), account.values.size());
  EXPECT_EQ(account.summary.steps, all.summary.steps);
  EXPECT_EQ(account.summary.position.value, all.summary.position.value);
  EXPECT_EQ(account.summary.energy_worst, all.summary.energy_worst);
}

TEST(RowTimes, AreMetUnderErrorControlByInterpolationOrByLanding) {
  const System system = load_system("pendulum");
  RunRequest r = pendulum_at_times("lagrange", "dopri5");
  r.tolerance = 1e-10;
  const Results interpolated = run(system, r);
  r.land_on_times = true;
  const Results landed = run(system, r);
  EXPECT_EQ(interpolated.column("t"), times);
  EXPECT_EQ(landed.column("t"), times);
  EXPECT_LT(landed.summary.smallest_step, 1e-6);  // between 0.2 and 0.2000001
  EXPECT_GT(interpolated.summary.smallest_step, 1e-6);
  // both within the error of the runs: tolerance times some hundred steps
  EXPECT_LT(max_difference(interpolated.column("x"), landed.column("x")), 1e-8);
}

// Kutta and Merson's method has no dense output: its steps end at the rows, and after the last one go on to the end.
TEST(RowTimes, AreMetUnderErrorControlWithoutInterpolation) {
  const System system = load_system("pendulum");
  for (const std::vector<double>& rows : {std::vector{0.25, 0.5}, {0.5}, {0.0}, {2.0}}) {
    RunRequest r = request("lagrange", "kutta-merson");
    r.duration = 2.0;
    r.tolerance = 1e-8;
    r.times = rows;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
    EXPECT_EQ(results.summary.end_time, 2.0);
    EXPECT_EQ(results.column("t"), rows);
  }
}

TEST(RowTimes, NothingRestartsAtARow) {
  const System system = load_system("pursuit");
  RunRequest r = request("lagrange", "rk4");
  r.duration = 2.0;
  r.step = 0.01;
  r.samples = 20;
  const Results plain = run(system, r);
  for (int k = 0; k <= 20; ++k) r.times.push_back(0.1 * k);
  r.times.back() = 2.0;
  const Results at_times = run(system, r);
  EXPECT_EQ(at_times.summary.steps, plain.summary.steps);
  EXPECT_EQ(at_times.summary.evaluations, plain.summary.evaluations);  // a start costs one
  // steps differ by the round-off of 0.1 k: 1e-16 of a step, grown along 200 of them
  EXPECT_LT(max_difference(at_times.column("lambda.steer"), plain.column("lambda.steer")), 1e-10);
}

TEST(RowTimes, EvenTimesGiveTheRowsOfSamples) {
  const System system = load_system("pendulum");
  RunRequest r = request("lagrange", "dopri5");
  r.duration = 1.0;
  r.tolerance = 1e-8;
  r.samples = 4;
  const Results samples = run(system, r);
  r.times = {0.0, 0.25, 0.5, 0.75, 1.0};
  EXPECT_EQ(run(system, r).values, samples.values);
}

TEST(RowTimes, ASavedRunGoesOnBitForBit) {
  const System system = load_system("rolling_wheel");
  RunRequest r = request("ali3p", "trapezoidal");
  r.duration = 2.0;
  r.step = 0.01;
  r.times = {0.5, 1.111, 1.9};
  Simulation whole(system, r);
  State saved;
  while (!whole.done()) {
    whole.step();
    if (whole.state().t < 1.05) saved = whole.state();
  }
  Simulation rest(system, r, saved);
  while (!rest.done()) rest.step();
  const Results a = whole.results(), b = rest.results();
  ASSERT_EQ(a.rows(), 3u);
  ASSERT_EQ(b.rows(), 2u);
  for (std::size_t c = 0; c < a.channels.size(); ++c) {
    const std::string& name = a.channels[c].name;
    if (is_step_channel(name) && name != "run.step") continue;  // counts begin anew
    EXPECT_EQ(a.at(2, c), b.at(1, c)) << name;
  }
}

TEST(RowTimes, OutsideOrBackwardsAreRefused) {
  const System system = load_system("pendulum");
  for (const std::vector<double>& wrong : {std::vector{0.0, 2.0}, {-0.1, 0.5}, {0.5, 0.5}, {0.5, 0.2}}) {
    RunRequest r = pendulum_at_times("lagrange", "rk4");
    r.step = 0.01;
    r.times = wrong;
    EXPECT_THROW(run(system, r), UsageError);
  }
}

TEST(OptionsOfTheFile, AreLeftAsideWhereTheRequestReplacesWhatTheyBelongTo) {
  const auto model = [](const std::string& simulate) {
    return System(
        read_model_text("rheon: 1\nname: m\ncoordinates: [x]\nkinetic: x'^2/2\npotential: x^2/2\n"
                        "initial: {x: 1, x': 0}\nsimulate: " +
                            simulate + "\n",
                        "m.yaml"));
  };
  RunRequest r;
  r.duration = 0.1;
  r.step = 0.01;
  const System controlled = model("{formulation: lagrange, tolerance: 1e-6, options: {absolute-tolerance: 1e-9}}");
  EXPECT_EQ(run(controlled, r).summary.step, 0.01);
  const System newmark =
      model("{formulation: ali3p, integrator: newmark, step: 1 ms, options: {newmark-gamma: 0.6, penalty: 1e7}}");
  r.formulation = "ali3p";
  r.integrator = "trapezoidal";
  const Summary s = run(newmark, r).summary;
  EXPECT_THAT(s.options, testing::Contains(testing::Field(&Setting::value, "1e+07")));  // the formulation's own stays
  // what the file asks for in its own setting is still checked
  const System wrong = model("{formulation: lagrange, step: 1 ms, options: {absolute-tolerance: 1e-9}}");
  EXPECT_THROW(run(wrong, {}), ModelError);
}

// Times are those that people write: k parts of a thousand of a decimal number, to the last bit.
TEST(Times, AreTheDecimalNumbersThatArePlanned) {
  struct Planned {
    double end;
    std::int64_t count;
    int digits;  // of the decimal numbers k * end / count
  };
  for (const Planned p : {Planned{1000.0, 1000, 0},
                          {900.0, 9000, 1},
                          {0.7, 7, 1},
                          {0.3, 300, 3},
                          {12.3, 1230, 2},
                          {3600.0, 36000, 1},
                          {1.1, 1100, 3},
                          {100000.0, 1000000, 1}})
    for (std::int64_t k = 0; k <= p.count; ++k) {
      char text[40];
      const long long scale = std::llround(std::pow(10.0, p.digits));
      const long long whole = std::llround(p.end * static_cast<double>(scale)) * k / p.count;
      std::snprintf(text, sizeof text, "%lld.%0*lld", whole / scale, p.digits, p.digits == 0 ? 0 : whole % scale);
      ASSERT_EQ(whole_time(0.0, p.end, k, p.count), std::strtod(text, nullptr)) << text;
    }
}

}  // namespace
}  // namespace rheon::test
