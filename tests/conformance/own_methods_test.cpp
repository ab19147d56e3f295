// Formulations and integrators of the user's own go through `run` and Simulation as those of the tables do.
#include "conformance/own_methods.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/sim/checkpoint.hpp"
#include "support/message_of.hpp"

namespace rheon::test {
namespace {

using namespace own_methods;
using testing::HasSubstr;

struct Errors {
  double x, v, tension;
};

Errors errors_of(const System& system, RunRequest r) {
  r.duration = quarter;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const double speed = -std::sqrt(2 * gravity * length * (1 - std::cos(amplitude)));
  return {results.column("x").back(), results.column("x'").back() - speed,
          results.column("tension").back() - mass * gravity * (3 - 2 * std::cos(amplitude))};
}

TEST(OwnMethods, HaveTheirOrderAgainstTheClosedForm) {
  const System system = pendulum();
  for (const auto& [formulation, integrator] :
       {std::pair{"saddle", "heun3"}, std::pair{"lagrange", "heun3"}, std::pair{"udwadia-kalaba", "heun3"}}) {
    std::vector<Errors> found;
    for (const int steps : {40, 80, 160, 320}) {
      RunRequest r = own_request(formulation, integrator);
      r.step = quarter / steps;
      found.push_back(errors_of(system, r));
    }
    // least squares of log2 over four halvings
    const auto slope = [&](double Errors::*of) {
      double sum = 0.0;
      for (int k = 0; k < 4; ++k) sum -= (k - 1.5) * std::log2(std::abs(found[static_cast<std::size_t>(k)].*of)) / 5.0;
      return sum;
    };
    // the bounds of tests/order; v and tension gain from the turning point of the speed and may fall faster
    EXPECT_GT(slope(&Errors::x), 2.9) << formulation;
    EXPECT_LT(slope(&Errors::x), 3.3) << formulation;
    EXPECT_GT(slope(&Errors::v), 2.9) << formulation;
    EXPECT_GT(slope(&Errors::tension), 2.9) << formulation;
    EXPECT_LT(std::abs(found.back().x), 1e-6) << formulation;
  }
}

TEST(OwnMethods, AgreeWithTheTablesToRoundOff) {
  const System system = pendulum();
  for (const IntegratorKind& i : integrators()) {
    if (!pairs(saddle_kind, i)) continue;
    RunRequest r = own_request("saddle", std::string(i.name));
    r.step = quarter / 50;
    r.duration = quarter;
    const Results mine = run(system, r);
    EXPECT_EQ(mine.summary.formulation, "saddle");
    r.formulation = "lagrange";
    const Results theirs = run(system, r);
    // a few hundred operations a step, fifty steps, numbers of order 1; implicit rules iterate to 1e-10
    EXPECT_LT(max_difference(mine.column("x"), theirs.column("x")), 1e-9) << i.name;
    EXPECT_LT(max_difference(mine.column("tension"), theirs.column("tension")), 1e-6) << i.name;
  }
}

TEST(OwnMethods, HaveErrorControlIfTheirTableauHas) {
  RunRequest r = own_request("saddle", "heun3");
  r.tolerance = 1e-8;
  const Errors e = errors_of(pendulum(), r);
  EXPECT_LT(std::abs(e.x), 1e-6);
  EXPECT_LT(std::abs(e.tension), 1e-4);
}

TEST(OwnMethods, GoOnFromASavedStateBitForBit) {
  const System system = pendulum();
  RunRequest r = own_request("saddle", "heun3");
  r.duration = quarter;
  for (const bool controlled : {false, true}) {
    r.step.reset();
    r.tolerance.reset();
    if (controlled)
      r.tolerance = 1e-6;
    else
      r.step = quarter / 100;
    Simulation whole(system, r), first(system, r);
    while (first.state().t < quarter / 2 && first.step()) {
    }
    const std::string text = save_state(first.save());
    EXPECT_THAT(text, HasSubstr("method saddle heun3"));
    Simulation second(system, r, load_state(text, system));
    EXPECT_EQ(second.state().memory.as<Starts>().count, first.state().memory.as<Starts>().count);
    while (whole.step()) {
    }
    while (second.step()) {
    }
    EXPECT_EQ(whole.state().q, second.state().q);
    EXPECT_EQ(whole.state().v, second.state().v);
    EXPECT_EQ(whole.state().lambda, second.state().lambda);
    EXPECT_EQ(whole.state().memory.as<Starts>().count, second.state().memory.as<Starts>().count);
    // a run by another method does not take it
    RunRequest other = r;
    other.formulation = "lagrange";
    EXPECT_THAT(message_of([&] { Simulation(system, other, load_state(text, system)); }),
                HasSubstr("it was saved by saddle with heun3, and this run is by lagrange with heun3"));
  }
}

TEST(OwnMethods, AreNamedByModelsAndInMessages) {
  const System system = pendulum("simulate: {formulation: saddle, step: 1 ms, options: {alpha: 3}}\n");
  EXPECT_THAT(message_of([&] { run(system, {}); }), HasSubstr("unknown formulation \"saddle\""));
  EXPECT_FALSE(plan_problems(system).empty());
  EXPECT_TRUE(plan_problems(system, nullptr, own()).empty());
  EXPECT_EQ(default_integrator(system, "saddle", own()), "heun3");
  RunRequest r;
  r.methods = own();
  r.duration = 0.01;
  const Summary summary = run(system, r).summary;
  EXPECT_EQ(summary.formulation, "saddle");
  EXPECT_EQ(summary.integrator, "heun3");
  ASSERT_FALSE(summary.options.empty());
  EXPECT_EQ(summary.options.front().name, "alpha");
  EXPECT_EQ(summary.options.front().value, "3");

  const auto message = [&](auto&& change) {
    RunRequest changed = r;
    change(changed);
    return message_of([&] { run(system, changed); });
  };
  EXPECT_THAT(message([](RunRequest& x) { x.formulation = "sadle"; }), HasSubstr("did you mean \"saddle\"?"));
  EXPECT_THAT(message([](RunRequest& x) { x.integrator = "heun"; }), HasSubstr("did you mean \"heun3\"?"));
  EXPECT_THAT(message([](RunRequest& x) { x.options = {{"alpah", "1", {}}}; }), HasSubstr("did you mean \"alpha\"?"));
  EXPECT_THAT(message([](RunRequest& x) { x.options = {{"alpha", "-1", {}}}; }), HasSubstr("alpha"));
  EXPECT_THAT(message([](RunRequest& x) { x.integrator = "newmark"; }), HasSubstr("integrators that do: heun3, "));
}

TEST(OwnMethods, GoWithAuto) {
  RunRequest r = own_request("auto", "heun3");
  r.step = quarter / 100;
  r.duration = quarter;
  const Summary summary = run(pendulum(), r).summary;
  EXPECT_EQ(summary.integrator, "heun3");
}

// a load that is constant between switching times: each piece is a parabola, which the method follows to round-off
TEST(OwnMethods, StepsAreInThePieceOfTheLoadsWithoutTheirDoing) {
  const System system(read_model_text(
      "rheon: 1\nname: push\ncoordinates: {x: m}\nmass: [2]\nforces: {x: 3*step(t, 0.3337)}\ninitial: {x: 0, x': -1}\n",
      "push.yaml"));
  RunRequest r = request("verlet", "implicit-midpoint");
  r.methods = Methods().add(verlet_kind);
  r.step = 1e-2;
  r.duration = 1.0;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  const double pushed = 1.0 - 0.3337;
  EXPECT_NEAR(results.column("x").back(), -1.0 + 0.5 * 1.5 * pushed * pushed, 1e-13);  // some hundred roundings
  EXPECT_NEAR(results.column("x'").back(), -1.0 + 1.5 * pushed, 1e-13);
}

TEST(OwnMethods, OutliveTheRequestThatNamedThem) {
  const System system = pendulum();
  auto r = std::make_unique<RunRequest>(own_request("saddle", "heun3"));
  r->step = quarter / 10;
  r->duration = quarter;
  Simulation simulation(system, *r);
  r.reset();
  while (simulation.step()) {
  }
  EXPECT_EQ(simulation.save().formulation, "saddle");
}

}  // namespace
}  // namespace rheon::test
