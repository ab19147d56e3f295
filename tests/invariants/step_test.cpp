// What every pairing must keep: no allocation in the step, bit-equal repetition, bit-equal restart, drift.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/checkpoint.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/allocations.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

struct Pairing {
  std::string formulation, integrator, model;
};

std::vector<Pairing> pairings() {
  std::vector<Pairing> all;
  for (const char* model :
       {"pendulum", "moving_pivot", "compound_pendulum", "pursuit", "constant_speed", "rolling_wheel", "appell_hamel"})
    for (const auto& f : formulations())
      for (const auto& i : integrators())
        if (pairs(f, i)) all.push_back({std::string(f.name), std::string(i.name), model});
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Pairing>& info) {
  std::string name = info.param.formulation + "_" + info.param.integrator + "_" + info.param.model;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::unique_ptr<Stepper> stepper_for(const System& system, const Pairing& p, std::vector<Setting> settings = {}) {
  const auto& f = find_formulation(p.formulation);
  const auto& i = find_integrator(p.integrator);
  rheon::Problems problems;
  const auto values = OptionValues::resolve(stepper_options(f, i), settings, problems);
  problems.throw_if_any();
  return make_stepper(system, f, i, values);
}

bool has_control(const Pairing& p) {
  return has_error_control(find_formulation(p.formulation), find_integrator(p.integrator));
}

bool same_bits(const Vec& a, const Vec& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0);
}

/// To the last bit.
std::string memory_text(const State& s) {
  SavedState saved;
  saved.state.memory = s.memory;
  return save_state(saved);
}

void expect_same(const State& a, const State& b) {
  EXPECT_EQ(a.t, b.t);
  EXPECT_EQ(a.n, b.n);
  EXPECT_TRUE(same_bits(a.q, b.q));
  EXPECT_TRUE(same_bits(a.v, b.v));
  EXPECT_TRUE(same_bits(a.a, b.a));
  EXPECT_TRUE(same_bits(a.lambda, b.lambda));
  EXPECT_TRUE(same_bits(a.z, b.z));
  EXPECT_EQ(memory_text(a), memory_text(b));
  EXPECT_EQ(a.h, b.h);
  for (double Works::*part : {&Works::applied, &Works::friction, &Works::driving}) {
    EXPECT_EQ(a.work.*part, b.work.*part);
    EXPECT_EQ(a.power.*part, b.power.*part);
  }
  EXPECT_EQ(a.energy_projected, b.energy_projected);
  EXPECT_EQ(a.energy_constraint, b.energy_constraint);
}

class Step : public ::testing::TestWithParam<Pairing> {
 protected:
  void SetUp() override {
    const std::string why = objection(load_system(GetParam().model), find_formulation(GetParam().formulation));
    if (!why.empty()) GTEST_SKIP() << why;
  }
};

TEST_P(Step, DoesNotAllocateAfterWarmUp) {
  const System system = load_system(GetParam().model);
  for (const bool controlled : {false, true}) {
    if (controlled && !has_control(GetParam())) continue;
    const auto stepper = stepper_for(system, GetParam());
    if (controlled) stepper->set_tolerance(1e-2, 1e-2);
    State now = find_initial_state(system).state, next = now;
    ASSERT_TRUE(stepper->start(now));
    next = now;
    const auto advance = [&](int steps) {
      for (int k = 0; k < steps; ++k) {
        if (!stepper->step(now, 1e-3, next).status) return false;
        std::swap(now, next);
      }
      return true;
    };
    ASSERT_TRUE(advance(3));
    const long long before = allocations();
    ASSERT_GE(before, 0);
    const bool done = advance(200);
    const long long after = allocations();
    EXPECT_TRUE(done);
    EXPECT_EQ(after - before, 0);
  }
}

TEST_P(Step, LeavesItsStartUntouched) {
  const System system = load_system(GetParam().model);
  const auto stepper = stepper_for(system, GetParam());
  State now = find_initial_state(system).state;
  ASSERT_TRUE(stepper->start(now));
  const State copy = now;
  State next = now;
  ASSERT_TRUE(stepper->step(now, 1e-3, next).status);
  expect_same(now, copy);
}

TEST_P(Step, RepeatsBitForBit) {
  const System system = load_system(GetParam().model);
  RunRequest r = request(GetParam().formulation, GetParam().integrator);
  r.step = 5e-3;
  r.duration = 0.5;
  const Results one = run(system, r), two = run(system, r);
  ASSERT_EQ(one.values.size(), two.values.size());
  EXPECT_EQ(std::memcmp(one.values.data(), two.values.data(), one.values.size() * sizeof(double)), 0);
}

/// 1.6 s covers the wheel's switching time at 1.5 s, so a restart before it must find the load's change as well.
TEST_P(Step, RestartsBitForBit) {
  const System system = load_system(GetParam().model);
  RunRequest r = request(GetParam().formulation, GetParam().integrator);
  r.duration = 1.6;
  for (const bool controlled : {false, true}) {
    if (controlled && !has_control(GetParam())) continue;
    r.step = controlled ? std::optional<double>() : 1e-2;
    r.tolerance = controlled ? std::optional<double>(1e-7) : std::nullopt;
    Simulation whole(system, r);
    SavedState saved;
    for (int k = 0; !whole.done(); ++k) {
      if (k == 3) saved = whole.save();
      ASSERT_TRUE(whole.step());
    }
    ASSERT_GT(saved.state.n, 0);
    Simulation rest(system, r, load_state(save_state(saved), system));
    while (!rest.done()) ASSERT_TRUE(rest.step());
    expect_same(whole.state(), rest.state());
    EXPECT_EQ(whole.results().summary.energy_unexplained, rest.results().summary.energy_unexplained);
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, Step, ::testing::ValuesIn(pairings()), name_of);

// --- drift of ali3p with one dimensionless penalty for all step sizes

class Ali3pDrift : public ::testing::TestWithParam<std::tuple<double, std::string>> {};

TEST_P(Ali3pDrift, StaysBelowOneNanoAtAllLevels) {
  const auto& [h, model] = GetParam();
  const System system = load_system(model);
  RunRequest r = request("ali3p");
  r.step = h;
  r.duration = std::min(2.0, 2000 * h);
  r.samples = 1;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_LT(results.summary.position.value, 1e-9);
  EXPECT_LT(results.summary.velocity.value, 1e-9);
  EXPECT_LT(results.summary.acceleration.value, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Ali3pDrift,
                         ::testing::Combine(::testing::Values(1e-2, 1e-3, 1e-4, 1e-5),
                                            ::testing::Values("pendulum", "moving_pivot", "compound_pendulum",
                                                              "pursuit", "constant_speed", "rolling_wheel",
                                                              "rolling_disc")));

// --- energy: what the ledger cannot explain is the method's own error and falls with its order

TEST(EnergyLedger, UnexplainedEnergyFallsWithTheOrder) {
  for (const auto& [formulation, integrator, order] : {std::tuple{"ali3p", "trapezoidal", 2}, {"lagrange", "rk4", 4}}) {
    const System system = load_system("moving_pivot");
    RunRequest r = request(formulation, integrator);
    r.duration = 3.0;
    r.step = 0.02;
    const double coarse = std::abs(run(system, r).summary.energy_unexplained);
    r.step = 0.01;
    const double fine = std::abs(run(system, r).summary.energy_unexplained);
    EXPECT_GT(std::log2(coarse / fine), order - 0.5) << formulation;
    EXPECT_LT(fine, 1e-2) << formulation;
  }
}

TEST(EnergyLedger, DrivingWorkOfAMovingPivotMatchesTheReference) {
  const Table reference = load_reference("c_pendulum_moving_pivot");
  const System system = load_system("moving_pivot");
  RunRequest r = request("lagrange", "dopri5");
  r.tolerance = 1e-11;
  r.duration = 10.0;
  // tolerance per step times about 1300 steps, times forces of some 10 N
  EXPECT_NEAR(run(system, r).summary.work.driving, reference["W"].back(), 1e-7);
}

// Kinetic energy with explicit time and a linear term: a bead on a rod that turns at a prescribed rate. In the turning
// frame T = m/2 (r'^2 + w^2 r^2); r = r0 cosh(w t); the drive does the work of the whole change of T.
TEST(EnergyLedger, DriveHiddenInTheKineticEnergy) {
  const System system(
      read_model_text("rheon: 1\nname: bead\ncoordinates: [r]\nparameters: {m: 2, w: 1.5}\n"
                      "kinetic: m/2*(r'^2 + (w*r)^2)\ninitial: {r: 1, r': 0}\n",
                      "bead.yaml"));
  RunRequest req = request("lagrange", "dopri5");
  req.tolerance = 1e-11;
  req.duration = 1.0;
  req.samples = 1;
  const Results results = run(system, req);
  const double exact = std::cosh(1.5);
  EXPECT_NEAR(channel(results, "r").back(), exact, 1e-9);
  const double r_dot = 1.5 * std::sinh(1.5);
  const double work = 0.5 * 2 * (r_dot * r_dot + 1.5 * 1.5 * exact * exact) - 0.5 * 2 * 1.5 * 1.5;
  EXPECT_NEAR(results.summary.work.driving, work, 1e-8);
  EXPECT_NEAR(results.summary.energy_unexplained, 0.0, 1e-8);
}

}  // namespace
}  // namespace rheon::test
