// The parts of a step one by one, on matrices and expressions of the examples: tapes, System::evaluate by what is wanted,
// the saddle solver, and one step of every formulation.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "rheon/sim/initial.hpp"
#include "support/cases.hpp"
#include "support/replay.hpp"

namespace bench {

namespace {

using rheon::State;
using rheon::System;
using rheon::Terms;
using rheon::Want;
using Timer = benchmark::State;

const char* const evaluated_examples[] = {"pendulum", "rolling_wheel", "andrews", "bricard", "four_bar_windows_40"};
const char* const stepped_examples[] = {"pendulum", "rolling_wheel", "bricard"};

struct Part {
  const char* name;
  Want want;
};
constexpr Part parts[] = {{"position", Want::position}, {"jacobian", Want::jacobian},
                          {"mass", Want::mass},         {"force", Want::force},
                          {"bias", Want::bias},         {"tangent", Want::tangent | Want::curvature},
                          {"energy", Want::energy},     {"outputs", Want::outputs}};
constexpr Want matrices = Want::mass | Want::jacobian | Want::force | Want::bias;
constexpr double penalty = 1e6;  // default of ali3p

/// An example with a complete state at its start. Read once, when a benchmark that uses it runs.
struct Ready {
  std::vector<std::unique_ptr<Example>> examples;
  State state;
  Terms terms;

  explicit Ready(const std::string& name) : examples(read_examples(name)), terms(system().make_terms()) {
    rheon::InitialResult initial = find_initial_state(system());
    if (!initial.problems.empty()) throw rheon::ModelError(std::move(initial.problems));
    state = std::move(initial.state);
    state.a.setZero(system().layout().nv);
    state.lambda.setZero(system().layout().rows());
    if (!system().evaluate(state, matrices, terms)) throw rheon::Error(name + " cannot be evaluated at its start");
  }
  const System& system() const { return examples.at(0)->system; }
};

Ready& ready(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Ready>> known;
  auto& found = known[name];
  if (!found) found = std::make_unique<Ready>(name);
  return *found;
}

void time_evaluate(Timer& timer, const std::string& example, Want want) {
  Ready& r = ready(example);
  for (auto _ : timer) {
    if (!r.system().evaluate(r.state, want, r.terms)) timer.SkipWithError("evaluate failed");
    benchmark::ClobberMemory();
  }
}

/// The tapes behind mass, Jacobian, force and bias, without gathering and scattering.
void time_tapes(Timer& timer, const std::string& example) {
  Ready& r = ready(example);
  Recorder recorder(r.system());
  recorder.begin_step();
  if (!r.system().evaluate(r.state, matrices, r.terms)) timer.SkipWithError("evaluate failed");
  recorder.end_step();
  Replay replay(r.system(), r.state, recorder.steps());
  for (auto _ : timer) replay.tapes(recorder.steps().front());
  timer.counters["tapes"] = static_cast<double>(recorder.steps().front().tapes.size());
}

using SaddleCall = std::function<bool(rheon::SaddleSolver&, Ready&, rheon::Vec& x, rheon::Vec& mu)>;

void time_saddle(Timer& timer, const std::string& example, const SaddleCall& call) {
  Ready& r = ready(example);
  const System& system = r.system();
  rheon::SaddleSolver solver(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, penalty);
  solver.weigh(r.terms.M, r.terms.A);
  if (!solver.factor(r.terms.M, r.terms.A)) timer.SkipWithError("the matrix is singular");
  rheon::Vec x(system.layout().nv), mu(system.layout().rows());
  for (auto _ : timer)
    if (!call(solver, r, x, mu)) timer.SkipWithError("the solver failed");
}

const std::pair<const char*, SaddleCall> saddle_calls[] = {
    {"weigh",
     [](auto& solver, Ready& r, auto&, auto&) {
       solver.weigh(r.terms.M, r.terms.A);
       return true;
     }},
    {"factor",
     [](auto& solver, Ready& r, auto&, auto&) { return static_cast<bool>(solver.factor(r.terms.M, r.terms.A)); }},
    {"solve", [](auto& solver, Ready& r, rheon::Vec& x, rheon::Vec& mu) {
       x.setZero();
       mu.setZero();
       return static_cast<bool>(
           solver.solve(r.terms.M, r.terms.A, r.terms.Q.data(), r.terms.b.data(), x.data(), mu.data()));
     }}};

void time_step(Timer& timer, const std::string& example, const rheon::FormulationKind& formulation) {
  try {
    Case c(*ready(example).examples.at(0), formulation.name, formulation.default_integrator);
    const auto stepper = c.make_stepper();
    for (auto _ : timer) c.run_steps(*stepper, c.length());
    timer.SetItemsProcessed(timer.iterations() * c.length());
    timer.counters["s/step"] = benchmark::Counter(static_cast<double>(timer.iterations()) * c.length(),
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  } catch (const rheon::Error& refused) {
    timer.SkipWithError(refused.what());
  }
}

void register_all() {
  for (const std::string example : evaluated_examples) {
    benchmark::RegisterBenchmark(("tapes/" + example).c_str(), time_tapes, example);
    for (const Part& part : parts)
      benchmark::RegisterBenchmark(("evaluate/" + example + "/" + part.name).c_str(), time_evaluate, example,
                                   part.want);
    for (const auto& [name, call] : saddle_calls)
      benchmark::RegisterBenchmark(("saddle/" + example + "/" + name).c_str(), time_saddle, example, call);
  }
  for (const std::string example : stepped_examples)
    for (const auto& f : rheon::formulations())
      benchmark::RegisterBenchmark(("step/" + example + "/" + std::string(f.name)).c_str(),
                                   [example, &f](Timer& timer) { time_step(timer, example, f); });
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
  bench::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
