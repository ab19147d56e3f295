// compare(): what it reports is what the runs and independent references say.
#include "rheon/analysis/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A reference file as the command would hand it over: channel names for the file's own.
Results reference_of(const std::string& file, const std::vector<std::pair<std::string, std::string>>& columns) {
  const Table table = load_reference(file);
  Results r;
  r.channels.push_back({"t", "s"});
  for (const auto& [channel_name, column] : columns) r.channels.push_back({channel_name, ""});
  for (std::size_t k = 0; k < table.rows(); ++k) {
    r.values.push_back(table["t"][k]);
    for (const auto& [channel_name, column] : columns) r.values.push_back(table[column][k]);
  }
  return r;
}

CompareRequest pendulum_request(std::vector<Method> methods) {
  CompareRequest request;
  request.methods = std::move(methods);
  request.reference =
      reference_of("c_simple_pendulum",
                   {{"x", "x"}, {"y", "y"}, {"x'", "vx"}, {"y'", "vy"}, {"lambda.rod", "lam"}, {"tension", "tension"}});
  request.reference_name = "c_simple_pendulum";
  request.duration = 10.0;
  return request;
}

const CompareRow& row(const Comparison& c, const std::string& label) {
  for (const CompareRow& r : c.rows)
    if (r.label == label) return r;
  throw std::runtime_error("no row " + label);
}

double error(const CompareRow& r, ComparedQuantity q) { return r.errors[index_of(q)].value; }
double order(const CompareRow& r, ComparedQuantity q) {
  EXPECT_TRUE(r.orders[index_of(q)].observed()) << r.label << " " << to_text(q);
  return r.orders[index_of(q)].slope;
}

TEST(Compare, ErrorsAreThoseOfTheRunAgainstTheReference) {
  const System system = load_system("pendulum");
  CompareRequest request = pendulum_request({{"lagrange", "rk4"}, {"ali3p", ""}});
  request.step = 0.01;
  const Comparison c = compare(system, request);
  ASSERT_EQ(c.rows.size(), 2u);
  const Table table = load_reference("c_simple_pendulum");
  for (const auto& [formulation, integrator] : {std::pair{"lagrange", "rk4"}, {"ali3p", "trapezoidal"}}) {
    // the same run by hand: 200 intervals of five steps each
    RunRequest r = test::request(formulation, integrator);
    r.step = 0.01;
    r.duration = 10.0;
    r.samples = 200;
    const Results results = run(system, r);
    const CompareRow& compared = row(c, formulation);
    EXPECT_EQ(compared.outcome, Outcome::completed);
    EXPECT_EQ(compared.method.integrator, integrator);
    const auto by_hand = [&](const char* channel_name, const char* column) {
      return max_difference(results.column(channel_name), table[column]);
    };
    // times of steps differ in the last bit, since each interval is divided on its own: a few eps of the motion's
    // rates, grown along the run
    const auto expect_same = [](double a, double b) { EXPECT_NEAR(a, b, 1e-10 + 1e-6 * b); };
    expect_same(error(compared, ComparedQuantity::positions), std::max(by_hand("x", "x"), by_hand("y", "y")));
    expect_same(error(compared, ComparedQuantity::velocities), std::max(by_hand("x'", "vx"), by_hand("y'", "vy")));
    expect_same(error(compared, ComparedQuantity::reactions), by_hand("lambda.rod", "lam"));
    expect_same(error(compared, ComparedQuantity::outputs), by_hand("tension", "tension"));
    EXPECT_EQ(compared.results.summary.steps, 1000);
    EXPECT_EQ(compared.results.column("t"), table["t"]);
  }
  EXPECT_EQ(c.reference.name, "c_simple_pendulum");
  EXPECT_FALSE(c.reference.made);
  EXPECT_TRUE(std::isnan(c.reference.accuracy[0]));
  EXPECT_NEAR(c.reference.scale[index_of(ComparedQuantity::reactions)], 1.5 * 9.81,
              0.01);  // 3 m g / (2 L) at the bottom
}

TEST(Compare, ObservedOrdersAreThoseOfTheMethods) {
  const System system = load_system("pendulum");
  CompareRequest request = pendulum_request({{"lagrange", "rk4"}, {"ali3p", ""}});
  request.duration = 10.0;
  request.step = 0.0125;
  request.orders = true;
  const Comparison c = compare(system, request);
  for (const ComparedQuantity q :
       {ComparedQuantity::positions, ComparedQuantity::velocities, ComparedQuantity::reactions}) {
    // slopes over three or four steps, the band of the order tests
    EXPECT_NEAR(order(row(c, "lagrange"), q), 4.0, 0.15) << to_text(q);
    EXPECT_NEAR(order(row(c, "ali3p"), q), 2.0, 0.1) << to_text(q);
  }
}

TEST(Compare, CoarserStepsAreTakenWhereErrorsDrownInTheReference) {
  const System system = load_system("pendulum");
  CompareRequest request;
  request.methods = {{"lagrange", "rk4"}};
  request.duration = 2.0;
  request.step = 0.0005;  // error 1e-12
  request.orders = true;
  const Comparison c = compare(system, request);
  EXPECT_GT(c.rows[0].order_runs.front().step, 0.001);
  EXPECT_NEAR(order(c.rows[0], ComparedQuantity::positions), 4.0, 0.15);
}

TEST(Compare, OwnReferenceIsAsGoodAsItSays) {
  const System system = load_system("pendulum");
  CompareRequest request;
  request.duration = 10.0;
  request.step = 0.0125;
  const Comparison c = compare(system, request);
  ASSERT_TRUE(c.reference.available);
  EXPECT_TRUE(c.reference.made);
  EXPECT_FALSE(c.reference.check.empty());
  // independent: the closed form, at the times that both have (every 50 ms; 12.5 ms steps meet them)
  const Table table = load_reference("c_simple_pendulum");
  const auto x = c.reference.results.column("x");
  int compared = 0;
  for (std::size_t k = 0; k < c.times.size(); ++k)
    for (std::size_t i = 0; i < table.rows(); ++i)
      if (std::abs(table["t"][i] - c.times[k]) < 1e-12) {
        ++compared;
        // what is stated is a difference of two runs: either may be a few times better than the other
        EXPECT_LE(std::abs(x[k] - table["x"][i]), 3 * c.reference.accuracy[index_of(ComparedQuantity::positions)]);
      }
  EXPECT_GT(compared, 10);
  EXPECT_LT(c.reference.accuracy[index_of(ComparedQuantity::positions)], 1e-9);
  for (const CompareRow& r : c.rows)
    EXPECT_EQ(r.errors[0].at_reference_level, r.errors[0].value <= c.reference.accuracy[0]) << r.label;
}

TEST(Compare, RefusalsNameTheReason) {
  // generalised speeds: formulations that do not claim them are listed with why, the others run
  const System system = load_system("free_body");
  CompareRequest request;
  request.duration = 0.1;
  request.step = 0.01;
  const Comparison c = compare(system, request);
  ASSERT_EQ(c.rows.size(), formulations().size());
  int refused = 0;
  for (std::size_t i = 0; i < c.rows.size(); ++i) {
    const std::string why = objection(system, formulations()[i]);
    if (why.empty()) continue;
    ++refused;
    EXPECT_EQ(c.rows[i].outcome, Outcome::refused) << c.rows[i].label;
    EXPECT_EQ(c.rows[i].reason, why);
    EXPECT_TRUE(c.rows[i].results.channels.empty());
  }
  EXPECT_GT(refused, 0);
  EXPECT_THAT(row(c, "ali3p").reason, HasSubstr("generalised speeds"));
  EXPECT_GT(c.completed(), 0);
}

TEST(Compare, PairsThatDoNotGoTogetherAreRefusedAndTheRestRuns) {
  CompareRequest request;
  request.methods = {{"lagrange", ""}, {"ali3p", ""}};
  request.integrator = "rk4";
  request.duration = 0.1;
  const Comparison c = compare(load_system("pendulum"), request);
  EXPECT_EQ(row(c, "lagrange").outcome, Outcome::completed);
  EXPECT_EQ(row(c, "ali3p").outcome, Outcome::refused);
  EXPECT_THAT(row(c, "ali3p").reason, HasSubstr("\"rk4\" does not go with formulation \"ali3p\""));
}

TEST(Compare, ToleranceAloneLeavesMethodsWithoutErrorControlAside) {
  const System system = load_system("pendulum");
  CompareRequest request;
  request.methods = {{"lagrange", "dopri5"}, {"lagrange-index3", ""}};
  request.duration = 0.5;
  request.tolerance = 1e-6;
  const Comparison alone = compare(system, request);
  EXPECT_EQ(row(alone, "lagrange").results.summary.tolerance, 1e-6);
  EXPECT_THAT(row(alone, "lagrange-index3").reason, HasSubstr("no error control"));
  request.step = 0.01;
  const Comparison both = compare(system, request);
  EXPECT_EQ(row(both, "lagrange").results.summary.tolerance, 1e-6);
  EXPECT_EQ(row(both, "lagrange-index3").results.summary.step, 0.01);
}

TEST(Compare, AStoppedRunIsARow) {
  // the force has no value from t = 0.5 s on: log of a negative number
  const System system(read_model_text(
      "rheon: 1\nname: m\ncoordinates: [x]\nkinetic: x'^2/2\nforces: {x: log(0.5 - t)}\ninitial: {x: 0, x': 0}\n",
      "m.yaml"));
  CompareRequest request;
  request.methods = {{"lagrange", "rk4"}};
  request.duration = 1.0;
  request.step = 0.01;
  const Comparison c = compare(system, request);
  ASSERT_EQ(c.rows.size(), 1u);
  EXPECT_EQ(c.rows[0].outcome, Outcome::stopped);
  EXPECT_THAT(c.rows[0].reason, HasSubstr("stopped at t = 0.4"));
  EXPECT_EQ(c.completed(), 0);
  EXPECT_FALSE(c.reference.available);  // no method can
  const Results joined = joined_results(system, c);
  EXPECT_EQ(joined.rows(), c.times.size());
  EXPECT_TRUE(std::isnan(joined.column("lagrange/x").back()));
}

TEST(Compare, AMethodThatStopsAtOnceHasNoErrors) {
  // the force has no value half a step after the start, where rk4 asks for it and the trapezoidal rule does not
  const System system(
      read_model_text("rheon: 1\nname: m\ncoordinates: [x]\nmass: [1]\nforces: {x: 1e-300/(t - 0.005)}\n"
                      "initial: {x: 0, x': 1}\n",
                      "m.yaml"));
  CompareRequest request;
  request.methods = {{"lagrange", "rk4"}, {"ali3p", ""}};
  request.duration = 1.0;
  request.step = 0.01;
  Results reference;
  reference.channels = {{"t", "s"}, {"x", "m"}};
  reference.values = {0, 0, 1, 1};
  request.reference = reference;
  const Comparison c = compare(system, request);
  const CompareRow &stopped = row(c, "lagrange"), &completed = row(c, "ali3p");
  EXPECT_EQ(stopped.outcome, Outcome::stopped);
  EXPECT_THAT(stopped.reason, HasSubstr("stopped at t = 0 s"));
  for (const LargestError& e : stopped.errors) EXPECT_EQ(e.channel, "");
  EXPECT_THAT(stopped.channels, testing::IsEmpty());
  EXPECT_EQ(completed.outcome, Outcome::completed);
  EXPECT_EQ(completed.errors[index_of(ComparedQuantity::positions)].channel, "x");
  EXPECT_LT(error(completed, ComparedQuantity::positions), 1e-13);  // uniform motion: a hundred roundings
}

TEST(Compare, ParallelRunsGiveTheSameBits) {
  const System system = load_system("double_pendulum");
  CompareRequest request;
  request.methods = parse_methods({"all+all"});
  request.duration = 1.0;
  request.step = 0.01;
  request.orders = true;
  const Comparison one = compare(system, request);
  request.jobs = 4;
  const Comparison four = compare(system, request);
  ASSERT_EQ(one.rows.size(), four.rows.size());
  for (std::size_t i = 0; i < one.rows.size(); ++i) {
    EXPECT_EQ(one.rows[i].results.values, four.rows[i].results.values) << one.rows[i].label;
    EXPECT_EQ(one.rows[i].orders[0].slope, four.rows[i].orders[0].slope);
  }
}

TEST(Compare, MonitorEndsItAndFinishedRowsStay) {
  CompareRequest request = pendulum_request({{"lagrange", "rk4"}, {"ali3p", ""}});
  request.step = 0.01;
  request.monitor = [](const CompareProgress& p) { return p.done < 1; };
  const Comparison c = compare(load_system("pendulum"), request);
  EXPECT_TRUE(c.interrupted);
  EXPECT_EQ(c.rows[0].outcome, Outcome::completed);
  EXPECT_EQ(c.rows[1].outcome, Outcome::not_run);
}

TEST(Compare, SweepTradesWorkForPrecision) {
  CompareRequest request;
  request.methods = {{"lagrange", "dopri5"}, {"ali3p", "newmark"}};
  request.duration = 1.0;
  request.work_precision = true;
  const Comparison c = compare(load_system("pendulum"), request);
  const auto& by_tolerance = row(c, "lagrange").sweep;
  ASSERT_EQ(by_tolerance.size(), 9u);
  EXPECT_DOUBLE_EQ(by_tolerance.front().tolerance, 1e-3);
  EXPECT_DOUBLE_EQ(by_tolerance.back().tolerance, 1e-11);
  EXPECT_LT(by_tolerance.back().errors[0].value, 1e-5 * by_tolerance.front().errors[0].value);
  EXPECT_GT(by_tolerance.back().evaluations, by_tolerance.front().evaluations);
  const auto& by_step = row(c, "ali3p").sweep;
  ASSERT_GE(by_step.size(), 6u);
  for (std::size_t i = 1; i < by_step.size(); ++i)  // second order: a quarter, within a tenth
    EXPECT_NEAR(by_step[i].errors[0].value / by_step[i - 1].errors[0].value, 0.25, 0.025);
}

TEST(Compare, RowsLieOnStepsAcrossSwitchingLoads) {
  // the load of this model switches; rows are compared at the same times for all, none interpolated
  const System system = load_system("rolling_wheel");
  CompareRequest request;
  request.duration = 3.0;
  request.step = 0.007;  // divides nothing
  const Comparison c = compare(system, request);
  for (const CompareRow& r : c.rows) {
    if (r.outcome != Outcome::completed) continue;
    EXPECT_EQ(r.results.column("t"), c.times) << r.label;
    RunRequest plain = test::request(r.method.formulation, r.method.integrator);
    plain.step = 0.007;
    plain.duration = 3.0;
    EXPECT_EQ(run(system, plain).summary.steps, r.results.summary.steps) << r.label;
  }
  for (const double t : system.switching_times())
    EXPECT_TRUE(t >= 3.0 || std::count(c.times.begin(), c.times.end(), t) == 1) << t;
}

TEST(Compare, ReferencesThatDoNotFitAreRefused) {
  const System system = load_system("pendulum");
  const auto refused = [&](const CompareRequest& request, const std::string& what) {
    try {
      compare(system, request);
      ADD_FAILURE() << "accepted: " << what;
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr(what));
    }
  };
  CompareRequest request = pendulum_request({});
  request.duration = 5.0;
  refused(request, "outside the run, which goes from 0 to 5 s");
  request = pendulum_request({});
  request.reference = reference_of("c_simple_pendulum", {{"X", "x"}});
  refused(request, "did you mean \"x\"");
  request.reference = reference_of("c_simple_pendulum", {{"x", "x"}});
  request.reference->values[4] = request.reference->values[2];
  refused(request, "times must increase");
  request = pendulum_request({});
  request.options.push_back({"penalti", "1", {}});
  refused(request, "did you mean \"penalty\"");
}

TEST(Compare, UnknownColumnsAreReported) {
  CompareRequest request = pendulum_request({{"lagrange", "rk4"}});
  request.reference = reference_of("c_simple_pendulum", {{"x", "x"}, {"theta", "theta"}, {"theta_d", "theta_d"}});
  request.step = 0.05;
  const Comparison c = compare(load_system("pendulum"), request);
  EXPECT_THAT(c.reference.unknown, ElementsAre("theta", "theta_d"));
  EXPECT_TRUE(c.rows[0].errors[index_of(ComparedQuantity::velocities)].channel.empty());
}

TEST(Compare, UnevenReferenceTimesAreMet) {
  const System system = load_system("pendulum");
  const Table table = load_reference("c_simple_pendulum");
  CompareRequest request;
  request.methods = {{"lagrange", "rk4"}, {"lagrange", "dopri5"}};
  request.step = 0.01;
  request.tolerance = 1e-10;
  Results reference;
  reference.channels = {{"t", "s"}, {"x", "m"}};
  for (const std::size_t k : {1u, 2u, 7u, 8u, 31u, 40u}) {
    reference.values.push_back(table["t"][k]);
    reference.values.push_back(table["x"][k]);
  }
  request.reference = reference;
  request.duration = 2.5;
  const Comparison c = compare(system, request);
  for (const CompareRow& r : c.rows) {
    EXPECT_EQ(r.results.rows(), 6u);
    EXPECT_LT(error(r, ComparedQuantity::positions), 1e-6) << r.label;  // rk4 at 10 ms: 3e-7 over this span
  }
}

TEST(Methods, AreRead) {
  const auto names = [](const std::vector<std::string>& texts) {
    std::vector<std::string> all;
    for (const Method& m : parse_methods(texts)) all.push_back(m.formulation + "|" + m.integrator);
    return all;
  };
  EXPECT_THAT(names({"ali3p", "lagrange+rk4"}), ElementsAre("ali3p|", "lagrange|rk4"));
  EXPECT_EQ(names({"all"}).size(), formulations().size());
  std::size_t pairings = 0;
  for (const auto& f : formulations())
    for (const auto& i : integrators()) pairings += pairs(f, i) ? 1u : 0u;
  EXPECT_EQ(names({"all+all"}).size(), pairings);
  for (const char* wrong : {"", "+rk4", "lagrange+", "lagrnge", "lagrange+rk5"})
    EXPECT_THROW(parse_methods({wrong}), UsageError) << wrong;
}

}  // namespace
}  // namespace rheon::test
