#include "support/cases.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <regex>

#include "model/exchange_states.hpp"
#include "rheon/io/model_reader.hpp"
#include "sim/plan.hpp"

namespace bench {

namespace {

constexpr double window_start = 0.4;  // part of the run's duration
constexpr int window_length = 480;
constexpr double default_step = 1e-3;  // of models without one; a thousandth of a run that is shorter than a second

double step_of(const rheon::System& system) {
  return system.model().simulate.step.value_or(default_step * std::min(1.0, default_duration(system)));
}

rheon::Plan plan_of(const rheon::System& system, const rheon::RunRequest& request) {
  return make_plan(system, request);
}

std::string combine(const std::string& example, std::string_view formulation, std::string_view integrator) {
  return example + "/" + std::string(formulation) + "/" + std::string(integrator);
}

rheon::RunRequest request_of(const Example& example, std::string_view formulation, std::string_view integrator) {
  rheon::RunRequest request;
  request.formulation = formulation;
  request.integrator = integrator;
  request.step = step_of(example.system);
  return request;
}

}  // namespace

std::vector<std::unique_ptr<Example>> read_examples(const std::string& only) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(RHEON_SOURCE_DIR "/examples"))
    if (exists(entry.path() / "model.yaml") && (only.empty() || entry.path().filename() == only))
      files.push_back(entry.path() / "model.yaml");
  std::sort(files.begin(), files.end());
  std::vector<std::unique_ptr<Example>> examples;
  for (const auto& file : files)
    examples.push_back(std::make_unique<Example>(
        Example{file.parent_path().filename().string(), rheon::System(rheon::read_model(file.string()))}));
  return examples;
}

Case::Case(const Example& example, std::string_view formulation, std::string_view integrator)
    : example_(example), request_(request_of(example, formulation, integrator)), h_(*request_.step) {
  begin_at(find_start());
}

Case::Case(const Example& example, std::string_view formulation, std::string_view integrator, const rheon::State& start)
    : example_(example), request_(request_of(example, formulation, integrator)), h_(*request_.step) {
  rheon::State own = start;
  if (const std::string why = make_stepper()->take_over(own); !why.empty()) throw rheon::Error(name() + ": " + why);
  begin_at(own);
}

std::string Case::name() const { return combine(example_.name, formulation(), integrator()); }

rheon::State Case::find_start() const {
  rheon::Simulation run(example_.system, request_);
  const rheon::Plan plan = plan_of(example_.system, request_);
  const double begin = plan.start + window_start * (plan.end - plan.start);
  while (!run.done() && run.state().t < begin - 0.5 * h_)
    if (!run.step()) throw rheon::Error(name() + ": " + run.results().summary.message);
  return run.state();
}

/// The window ends where a load switches.
void Case::begin_at(const rheon::State& start) {
  start_ = now_ = next_ = start;
  length_ = window_length;
  for (const double t : example_.system.switching_times())
    if (t > start_.t + 0.5 * h_) length_ = std::min(length_, static_cast<int>(std::floor((t - start_.t) / h_ + 0.5)));
}

std::unique_ptr<rheon::Stepper> Case::make_stepper() const {
  const rheon::Plan plan = plan_of(example_.system, request_);
  return rheon::make_stepper(example_.system, *plan.formulation, *plan.integrator, plan.options);
}

void Case::take_step(rheon::Stepper& stepper) {
  const rheon::StepReport report = stepper.step(now_, h_, next_);
  if (!report.status) throw rheon::Error(name() + ": " + example_.system.describe(report.status));
  next_.n = now_.n + 1;
  rheon::exchange_states(now_, next_);
}

// Not inlined: the instruction counter is switched on by this name.
[[gnu::noinline]] void Case::run_steps(rheon::Stepper& stepper, int count) {
  for (int k = 0; k < count; ++k) {
    if (k % length_ == 0) rewind();
    take_step(stepper);
  }
}

std::vector<std::unique_ptr<Case>> make_cases(const std::vector<std::unique_ptr<Example>>& examples,
                                              const std::string& filter) {
  const std::regex wanted(filter);
  std::vector<std::unique_ptr<Case>> cases;
  for (const auto& example : examples)
    for (const auto& f : rheon::formulations())
      for (const auto& i : rheon::integrators()) {
        if (!rheon::pairs(f, i) || (f.is_step_form() && i.name != f.default_integrator)) continue;
        if (!std::regex_search(combine(example->name, f.name, i.name), wanted)) continue;
        try {
          cases.push_back(std::make_unique<Case>(*example, f.name, i.name));
        } catch (const rheon::UsageError& refused) {
          std::fprintf(stderr, "left out: %s\n", refused.what());
        }
      }
  return cases;
}

}  // namespace bench
