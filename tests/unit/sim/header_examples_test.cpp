// Examples at the heads of public headers, as they stand there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rheon/analysis/compare.hpp"
#include "rheon/analysis/kinematics.hpp"
#include "rheon/core/error.hpp"
#include "rheon/core/options.hpp"
#include "rheon/integrators/methods.hpp"
#include "rheon/io/mechanism.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/series_reader.hpp"
#include "rheon/sim/run.hpp"
#include "rheon/sim/runs.hpp"
#include "support/message_of.hpp"

namespace rheon::test {
namespace {

using testing::HasSubstr;

Model falling() {
  return read_model_text(
      "rheon: 1\ncoordinates: {x: m, y: m}\nmass: [2 kg, 2 kg]\npotential: 2*9.81*y\ninitial: {x': 3}\n",
      "falling.yaml");
}

System driven() {
  return System(
      read_model_text("rheon: 1\nplane: xy\nground: {O: [0, 0]}\npoints: {A: [0.2, 0]}\n"
                      "bodies: {crank: {rod: [O, A], mass: 1}}\ndrivers: {motor: {angle: crank, equals: 10*t}}\n",
                      "driven.yaml"));
}

TEST(HeaderExamples, Model) {
  Model model = falling();
  model.outputs.push_back({.name = "height", .unit = "m", .value = model.graph.input(model.inputs.q(1)), .place = {}});
  const System system(std::move(model));
  RunRequest request;
  request.duration = 0.5;
  const Results results = run(system, request);
  EXPECT_EQ(results.column("height"), results.column("y"));
}

TEST(HeaderExamples, Options) {
  constexpr OptionSpec options[] = {
      {.name = "alpha", .fallback = "5", .unit = "1/s", .min = 0.0, .help = "damping of violations"}};
  const Setting settings[] = {{"alpha", "20", {}}};
  Problems problems;
  const OptionValues values = OptionValues::resolve(options, settings, problems);
  problems.throw_if_any();
  EXPECT_EQ(values.number("alpha"), 20.0);
  const Setting wrong[] = {{"alpha", "-1", {}}};
  EXPECT_EQ(OptionValues::resolve(options, wrong, problems).number("alpha"), 5.0);
  EXPECT_THROW(problems.throw_if_any(), ModelError);
}

class Free final : public RateForm {
 public:
  explicit Free(const System& system) : system_(&system), terms_(system.make_terms()) {}
  Status rate(State& s, Rates& rates) override {
    if (auto ok = system_->evaluate(s, Want::mass | Want::force, terms_); !ok) return ok;
    for (Index i = 0; i < s.a.size(); ++i) s.a[i] = terms_.Q[i] / terms_.M[static_cast<std::size_t>(i)];
    return complete_rates(*system_, terms_, s, rates);
  }
  Counters counters() const override { return {.evaluations = terms_.evaluations}; }

 private:
  const System* system_;
  Terms terms_;
};

TEST(HeaderExamples, OwnFormulation) {
  constexpr FormulationKind mine{
      .name = "mine",
      .title = "what it does",
      .reference = "",
      .claims = {.nonholonomic = true},
      .default_integrator = "dopri5",
      .make_rate = [](const System& system, const OptionValues&) -> std::unique_ptr<RateForm> {
        return std::make_unique<Free>(system);
      }};
  RunRequest request;
  request.methods.add(mine);
  request.formulation = "mine";
  request.duration = 0.5;
  const Results results = run(System(falling()), request);
  EXPECT_NEAR(results.column("x").back(), 1.5, 1e-12);
  EXPECT_NEAR(results.column("y").back(), -0.5 * 9.81 * 0.25, 1e-12);
}

TEST(HeaderExamples, Kinematics) {
  const System system = driven();
  const Results results = kinematics(system, {.duration = 2.0, .samples = 100});
  const std::vector<double> torque = results.column("lambda.motor");
  EXPECT_EQ(torque.size(), 101u);
}

TEST(HeaderExamples, Runs) {
  const System system(falling());
  std::vector<RunRequest> requests(3);
  for (std::size_t k = 0; k < 3; ++k) requests[k].duration = 0.1 * static_cast<double>(k + 1);
  std::vector<Results> all(requests.size());
  make_runs(requests.size(), 4, {}, [&](std::size_t k, const Monitor& monitor) {
    all[k] = run(system, requests[k], monitor);
    return true;
  });
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(all[k].summary.end_time, *requests[k].duration);
}

TEST(HeaderExamples, Series) {
  CompareRequest request;
  request.reference = read_series_text("t,x,force\n0,0.1,9.8\n1,0.2,9.7\n", "measured.csv");
  EXPECT_EQ(request.reference->column("force"), (std::vector<double>{9.8, 9.7}));
}

TEST(HeaderExamples, Part) {
  Mechanism m("crank");
  m.plane("xy").ground("O", {0, 0}).point("A", {0.2, 0});
  build::Part crank = m.body("crank").kind("rod", {"O", "A"});
  EXPECT_THAT(message_of([&] { crank.set("mass", "1 kg").set("stretch", 2); }), HasSubstr("no field \"stretch\""));
  EXPECT_EQ(m.model().coordinates.size(), 2u);
}

}  // namespace
}  // namespace rheon::test
