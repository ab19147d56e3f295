// Public benchmark problems written as equations: Andrews' squeezer, the car axis and the elastic slider crank of the
// test set for initial value problems [Mazzia2008]. Definitions and the sources of all numbers: tests/data/reference.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/message_of.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

struct Benchmark {
  std::string model, reference;
  std::vector<std::string> coordinates;
  std::string rate_prefix;               ///< a rate's column in the reference is this and the coordinate's name
  std::vector<std::string> multipliers;  ///< channels; columns of the reference are lam1, lam2, ...
  std::vector<double> q, v, a, lambda;   ///< at the end time, as published
};

const Benchmark& andrews() {
  static const Benchmark b{
      .model = "andrews_angles",
      .reference = "ivp_andrews",
      .coordinates = {"beta", "Theta", "gamma", "phi", "delta", "Omega", "eps"},
      .rate_prefix = "d",
      .multipliers = {"lambda.K3.1", "lambda.K3.2", "lambda.K54.1", "lambda.K54.2", "lambda.K76.1", "lambda.K76.2"},
      .q = {15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304,
            0.5347301163226948, 1.048080741042263},
      .v = {1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385, 0.5735699284790808,
            -19.29337464421385, 0.3231791658026955},
      .a = {-24631.76316945196, 51850.37701610329, 324102.5686413781, 566749.3645176213, 16743.62929479361,
            -566749.3645176222, 9826.520791458422},
      .lambda = {199.1753333731910, -29.75531228015052, 23.06654119098399, 31.45271365475927, 22.64249232082739,
                 11.61740700019673}};
  return b;
}

const Benchmark& car_axis() {
  static const Benchmark b{
      .model = "car_axis",
      .reference = "ivp_car_axis",
      .coordinates = {"xl", "yl", "xr", "yr"},
      .rate_prefix = "v",
      .multipliers = {"l1", "l2"},
      .q = {0.493455784275402809122e-1, 0.496989460230171153861, 0.104174252488542151681e1, 0.373911027265361256927},
      .v = {-0.770583684040972357970e-1, 0.744686658723778553466e-2, 0.175568157537232222276e-1,
            0.770341043779251976443},
      .a = {},
      .lambda = {-0.473688659084893324729e-2, -0.110468033125734368808e-2}};
  return b;
}

const Benchmark& crank() {
  static const Benchmark b{.model = "elastic_crank",
                           .reference = "ivp_elastic_crank",
                           .coordinates = {"phi1", "phi2", "x3", "q1", "q2", "q3", "q4"},
                           .rate_prefix = "d",
                           .multipliers = {"lambda.closure.1", "lambda.closure.2", "lambda.drive"},
                           .q = {15.00000000000104, -0.3311734988256260, 0.1697373328427860, 0.1893192899613509e-3,
                                 0.2375751249879174e-4, -0.5323896770569702e-5, -0.8363313279112129e-5},
                           .v = {150, 60.25346755138369, -8.753116326670527, -0.3005541400289738e-1,
                                 -0.5500431812571696e-2, 0.4974111734266989e-3, 0.1105560003626645e-2},
                           .a = {},  // of the vibration only the first digits are published reliably: 4 in q2''
                           .lambda = {-62.32935833287916, -163.7920993367306, 25.29857947066878}};
  return b;
}

std::vector<std::string> with_suffix(std::vector<std::string> names, const std::string& suffix) {
  for (auto& name : names) name += suffix;
  return names;
}

/// -log10 of the largest relative error of the last rows: scd of the test set.
double digits(const Results& results, const std::vector<std::string>& channels, const std::vector<double>& published) {
  EXPECT_EQ(channels.size(), published.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < std::min(channels.size(), published.size()); ++i)
    worst = std::max(worst, std::abs(channel(results, channels[i]).back() / published[i] - 1.0));
  return -std::log10(worst);
}

/// Largest distance from a column of the reference, relative to the largest entry of the column.
double distance(const Results& results, const std::string& name, const std::vector<double>& column) {
  double size = 0.0;
  for (const double x : column) size = std::max(size, std::abs(x));
  return max_difference(channel(results, name), column) / size;
}

Results run_on_grid(const Benchmark& b, RunRequest r, const Table& reference) {
  const System system = load_system(b.model);
  r.samples = static_cast<int>(reference.rows()) - 1;
  Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  return results;
}

struct Bounds {
  double motion, rates, multipliers;
};

void expect_close(const Benchmark& b, const Results& results, const Table& reference, const Bounds& bounds) {
  for (const auto& name : b.coordinates) {
    EXPECT_LE(distance(results, name, reference[name]), bounds.motion) << name;
    EXPECT_LE(distance(results, name + "'", reference[b.rate_prefix + name]), bounds.rates) << name << "'";
  }
  for (std::size_t i = 0; i < b.multipliers.size(); ++i)
    EXPECT_LE(distance(results, b.multipliers[i], reference["lam" + std::to_string(i + 1)]), bounds.multipliers)
        << b.multipliers[i];
}

// --- all digits, by methods of high order

struct Way {
  std::string formulation, integrator;
  double tolerance, step;  ///< one of them is 0
};

RunRequest request_of(const Way& way) {
  RunRequest r = request(way.formulation, way.integrator);
  if (way.tolerance > 0)
    r.tolerance = way.tolerance;
  else
    r.step = way.step;
  return r;
}

// The published table is good to about 10 digits in the angles, 7 in the rates, 6 in accelerations and multipliers
// (definition of ivp_andrews.csv): asked is what it has. The reference solution is good to 1e-13; the bounds are those
// of Radau at tolerance 1e-10 (2e-11 measured, 1.4e-10 in a multiplier), the others stay below 3e-12.
TEST(Andrews, NineDigits) {
  const Benchmark& b = andrews();
  const Table reference = load_reference(b.reference);
  for (const Way& way :
       {Way{"lagrange", "dop853", 1e-13, 0}, Way{"udwadia-kalaba", "dop853", 1e-13, 0}, Way{"kane", "dop853", 1e-13, 0},
        Way{"lagrange-index2", "radau5", 1e-10, 0}, Way{"ali3p", "gauss4", 0, 2.5e-6}}) {
    SCOPED_TRACE(way.formulation + " + " + way.integrator);
    const Results results = run_on_grid(b, request_of(way), reference);
    EXPECT_GE(digits(results, b.coordinates, b.q), 9.0);
    EXPECT_GE(digits(results, with_suffix(b.coordinates, "'"), b.v), 7.2);
    EXPECT_GE(digits(results, with_suffix(b.coordinates, "''"), b.a), 5.8);
    EXPECT_GE(digits(results, b.multipliers, b.lambda), 5.8);
    expect_close(b, results, reference, {1e-10, 2e-10, 5e-10});
  }
}

// Initial accelerations and multipliers are published with 30 digits; the solve of a 13 x 13 system loses three of 16.
TEST(Andrews, InitialAccelerationsAndMultipliers) {
  const System system = load_system("andrews_angles");
  RunRequest r = request("lagrange", "dop853");
  r.tolerance = 1e-10;
  r.duration = 1e-4;
  const Results results = run(system, r);
  EXPECT_NEAR(channel(results, "beta''").front(), 14222.4439199541138705911625887, 1e-13 * 14222);
  EXPECT_NEAR(channel(results, "Theta''").front(), -10666.8329399655854029433719415, 1e-13 * 14222);
  EXPECT_NEAR(channel(results, "lambda.K3.1").front(), 98.5668703962410896057654982170, 1e-13 * 99);
  EXPECT_NEAR(channel(results, "lambda.K3.2").front(), -6.12268834425566265503114393122, 1e-13 * 99);
  for (const char* name : {"lambda.K54.1", "lambda.K54.2", "lambda.K76.1", "lambda.K76.2"})
    EXPECT_NEAR(channel(results, name).front(), 0.0, 1e-12) << name;
}

// End values by an independent program in quadruple precision (definition of ivp_car_axis.csv); the published ones
// leave them in the 10th digit of yl'.
TEST(CarAxis, NineDigits) {
  const Benchmark& b = car_axis();
  const std::vector<double> q{4.934557842752409213152679e-02, 4.969894602300081067629340e-01,
                              1.041742524885426115194776e+00, 3.739110272653658193578977e-01};
  const std::vector<double> v{-7.705836840359208428394056e-02, 7.446866592068416491401753e-03,
                              1.755681575354173662974062e-02, 7.703410437796010631206428e-01};
  const std::vector<double> lambda{-4.736886590853326515313476e-03, -1.104680331259565839860601e-03};
  const Table reference = load_reference(b.reference);
  for (const Way& way :
       {Way{"lagrange", "dop853", 1e-13, 0}, Way{"udwadia-kalaba", "dop853", 1e-13, 0}, Way{"kane", "dop853", 1e-13, 0},
        Way{"lagrange-index2", "radau5", 1e-10, 0}, Way{"ali3p", "gauss4", 0, 5e-5}}) {
    SCOPED_TRACE(way.formulation + " + " + way.integrator);
    const Results results = run_on_grid(b, request_of(way), reference);
    EXPECT_GE(digits(results, b.coordinates, b.q), 9.0);
    EXPECT_GE(digits(results, with_suffix(b.coordinates, "'"), b.v), 9.0);
    EXPECT_GE(digits(results, b.multipliers, b.lambda), 9.0);
    EXPECT_GE(digits(results, b.coordinates, q), 11.5);
    EXPECT_GE(digits(results, with_suffix(b.coordinates, "'"), v), 9.5);
    EXPECT_GE(digits(results, b.multipliers, lambda), 11.0);
    expect_close(b, results, reference, {1e-10, 5e-10, 1e-9});  // Radau: 2.3e-11, 1.6e-10, 2.4e-10 measured
  }
}

// The vibrations of up to 24613 rad/s go through 390 periods. The published values were computed with a tolerance of
// 1e-14 and have 7.5 digits in q1 and q2, as two independent solutions show that agree to 9. x3 keeps the offset of the
// published start, 2.031e-10 m, which the reference solution has not: 4.5e-10 of the largest x3. Bounds against the
// reference are those of Radau at tolerance 1e-10 (2.5e-9, 2.4e-7, 5.6e-9 measured); the others stay ten times below.
void expect_seven_digits(const Way& way) {
  SCOPED_TRACE(way.formulation + " + " + way.integrator);
  const Benchmark& b = crank();
  const Table reference = load_reference(b.reference);
  const Results results = run_on_grid(b, request_of(way), reference);
  EXPECT_GE(digits(results, b.coordinates, b.q), 7.0);
  EXPECT_GE(digits(results, b.multipliers, b.lambda), 7.0);
  EXPECT_GE(digits(results, with_suffix(b.coordinates, "'"), b.v), 6.0);
  expect_close(b, results, reference, {5e-9, 5e-7, 1e-8});
}

TEST(ElasticCrank, SevenDigits) {
  for (const char* formulation : {"lagrange", "udwadia-kalaba", "kane"})
    expect_seven_digits({formulation, "dop853", 1e-13, 0});
}

TEST(ElasticCrankFull, SevenDigitsByImplicitMethods) {
  expect_seven_digits({"lagrange-index2", "radau5", 1e-10, 0});
  expect_seven_digits({"ali3p", "gauss4", 0, 1e-6});
}

// --- a prescribed accuracy, by the default integrator of each formulation at a fixed step

struct FixedStep {
  const Benchmark* benchmark;
  std::string formulation;
  double step;
  Bounds bounds;
};

class BenchmarkAccuracy : public ::testing::TestWithParam<FixedStep> {};

// Bounds are about twice what was measured. Second-order methods: the phase of the fastest motion is off by (h w)^2/12
// of its w t radians. The crank of Andrews' mechanism turns at 1140 rad/s; the car axis swings at 45 rad/s; the rod of
// the slider crank vibrates at 24613 rad/s with a part of the amplitude, and with most of the rates of q3 and q4.
// udwadia-kalaba goes with Dormand-Prince 5(4).
TEST_P(BenchmarkAccuracy, HasThePrescribedAccuracy) {
  const FixedStep& c = GetParam();
  const Table reference = load_reference(c.benchmark->reference);
  RunRequest r = request(c.formulation);
  r.step = c.step;
  expect_close(*c.benchmark, run_on_grid(*c.benchmark, r, reference), reference, c.bounds);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BenchmarkAccuracy,
    ::testing::Values(FixedStep{&andrews(), "ali3p", 1e-5, {5e-5, 2e-4, 4e-4}},            // 2.0e-5, 9.1e-5, 1.7e-4
                      FixedStep{&andrews(), "lagrange-index3", 1e-5, {5e-5, 2e-4, 4e-4}},  // 2.1e-5, 9.7e-5, 1.8e-4
                      FixedStep{&andrews(), "udwadia-kalaba", 1e-5, {1e-11, 1e-11, 1e-11}},
                      FixedStep{&car_axis(), "ali3p", 2e-4, {1e-4, 1e-3, 1e-3}},            // 3.3e-5, 4.4e-4, 4.8e-4
                      FixedStep{&car_axis(), "lagrange-index3", 2e-4, {1e-4, 1e-3, 1e-3}},  // 3.5e-5, 4.6e-4, 5.1e-4
                      FixedStep{&car_axis(), "energy-momentum", 2e-4, {1e-4, 1e-3, 1e-3}},  // 3.3e-5, 4.4e-4, 4.8e-4
                      FixedStep{&car_axis(), "udwadia-kalaba", 2e-4, {1e-11, 1e-10, 1e-11}},
                      FixedStep{&crank(), "ali3p", 1e-6, {1e-4, 1e-2, 2e-4}},            // 4.4e-5, 4.0e-3, 8.3e-5
                      FixedStep{&crank(), "lagrange-index3", 1e-6, {1e-4, 1e-2, 2e-4}},  // 4.6e-5, 4.2e-3, 8.7e-5
                      FixedStep{&crank(), "udwadia-kalaba", 2.5e-6, {1e-9, 5e-8, 1e-9}}),
    [](const auto& test) {
      std::string name = test.param.benchmark->model + "_" + test.param.formulation;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

// The discrete gradients of energy-momentum are made for constant masses; angles and a rod that turns make them vary.
TEST(BenchmarkRefusal, EnergyMomentumNeedsConstantMasses) {
  for (const Benchmark* b : {&andrews(), &crank()}) {
    const System system = load_system(b->model);
    RunRequest r = request("energy-momentum");
    r.step = 1e-5;
    EXPECT_THAT(message_of([&] { run(system, r); }), testing::HasSubstr("the mass matrix is not constant"));
  }
}

}  // namespace
}  // namespace rheon::test
