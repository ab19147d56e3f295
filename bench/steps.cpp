// What does a step cost, and its parts? Every example with every formulation and integrator that can run it.
//
//   expressions     the tapes that the step evaluates
//   assembly        the rest of System::evaluate: gathering inputs, scattering values, checks
//   linear algebra  weigh, factor and solve of the saddle solver (and linear solves outside it)
//   kernels         machine code that holds expressions and linear algebra together; (linear): the latter, done alone
//   rest            the method itself: whatever is left of the step
//
// A step is timed as it is. The parts are timed by repeating calls recorded in some of its steps (support/replay.hpp).
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string_view>

#include "rheon/sim/checkpoint.hpp"
#include "support/callgrind.hpp"
#include "support/cases.hpp"
#include "support/replay.hpp"

namespace bench {

namespace {

constexpr int traced_steps = 24;   // spread over the window
constexpr int counted_steps = 96;  // under callgrind
constexpr int replays = 10;        // of each traced step in a row: its data are warm, as in a step

struct Options {
  std::string filter, steps_only, start;
  int repetitions = 21;
  int count = counted_steps;
  bool instructions = false, baseline = false, record = false;
};

/// Ten steps whose instructions are kept under version control (tools/check_instructions).
constexpr const char* recorded_cases =
    "^(pendulum/ali3p/trapezoidal|pendulum/lagrange/rk4|rolling_wheel/ali3p/trapezoidal|rolling_wheel/lagrange/dopri5|"
    "four_bar_windows_1/lagrange/dop853|four_bar_windows_40/ali3p/trapezoidal|four_bar_windows_40/lagrange/dopri5|"
    "andrews/lagrange/dop853|bricard/ali3p/trapezoidal|governor/lagrange-index2/radau5)$";

/// Processor time of this thread in microseconds: other processes on the machine disturb it least.
double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

template <class F>
double time_of(F&& f) {
  const double begin = cpu_time();
  f();
  return cpu_time() - begin;
}

double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1) + 0.5)];
}

double median(const std::vector<double>& values) { return quantile(values, 0.5); }

/// One case with all that is needed to measure it again and again.
class Measurement {
 public:
  explicit Measurement(Case& c) : case_(c), stepper_(c.make_stepper()) {
    trace();
    case_.run_steps(*stepper_, case_.length());  // first touch
  }

  void repeat() {
    step_.push_back(time_of([&] { case_.run_steps(*stepper_, case_.length()); }) / case_.length());
    expressions_.push_back(replay(&Replay::tapes));
    evaluations_.push_back(replay(&Replay::evaluations));
    linear_.push_back(replay(&Replay::solves));
    kernels_.push_back(replay(&Replay::kernels));
    program_algebra_.push_back(replay(&Replay::program_algebra));
    rheon::Simulation run = case_.start_run();
    int steps = 0;
    const double time = time_of([&] {
      while (steps < case_.length() && run.step()) ++steps;
    });
    run_.push_back(time / std::max(steps, 1));
  }

  StepCost cost() const;

 private:
  void trace();
  double replay(void (Replay::*part)(const StepTrace&));

  Case& case_;
  std::unique_ptr<rheon::Stepper> stepper_, traced_;
  std::vector<StepTrace> trace_;
  std::unique_ptr<Replay> replay_;
  std::vector<double> step_, expressions_, evaluations_, linear_, kernels_, program_algebra_, run_;
};

void Measurement::trace() {
  Recorder recorder(case_.example().system);
  traced_ = case_.make_stepper();
  const int stride = std::max(1, case_.length() / traced_steps);
  case_.rewind();
  for (int k = 0; k < case_.length(); ++k) {
    const bool chosen = k % stride == stride / 2;
    if (chosen) recorder.begin_step();
    case_.take_step(*traced_);
    if (chosen) recorder.end_step();
  }
  trace_ = recorder.steps();
  replay_ = std::make_unique<Replay>(case_.example().system, case_.start(), trace_);
  for (const auto& step : trace_)
    if (!replay_->same_solutions(step)) throw rheon::Error(case_.name() + ": a repeated solve gives another answer");
}

double Measurement::replay(void (Replay::*part)(const StepTrace&)) {
  const double time = time_of([&] {
    for (const auto& step : trace_)
      for (int k = 0; k < replays; ++k) std::invoke(part, *replay_, step);
  });
  return time / (static_cast<double>(trace_.size()) * replays);
}

StepCost empty_cost(const Case& c) {
  StepCost cost;
  cost.example = c.example().name;
  cost.formulation = c.formulation();
  cost.integrator = c.integrator();
  cost.unknowns = c.example().system.layout().nv;
  cost.rows = c.example().system.layout().rows();
  return cost;
}

StepCost Measurement::cost() const {
  StepCost cost = empty_cost(case_);
  cost.step = median(step_);
  cost.spread = 0.5 * (quantile(step_, 0.75) - quantile(step_, 0.25)) / cost.step;
  cost.expressions = median(expressions_);
  cost.evaluations = median(evaluations_);
  cost.linear = median(linear_);
  const bool by_kernels =
      std::any_of(trace_.begin(), trace_.end(), [](const StepTrace& step) { return !step.kernels.empty(); });
  if (by_kernels) {
    cost.kernels = median(kernels_);
    cost.program_algebra = median(program_algebra_);
  }
  cost.run = median(run_);
  using Kind = SolverCall::Kind;
  for (const auto& step : trace_) {
    cost.evaluation_count += static_cast<double>(step.evaluations.size());
    for (const auto& call : step.solves) {
      cost.factor_count += call.kind == Kind::factor || call.kind == Kind::plain_factor ? 1.0 : 0.0;
      const bool factor = call.kind == Kind::weigh || call.kind == Kind::factor || call.kind == Kind::plain_factor;
      cost.solve_count += factor ? 0.0 : 1.0;
    }
  }
  for (double* count : {&cost.evaluation_count, &cost.factor_count, &cost.solve_count})
    *count /= static_cast<double>(trace_.size());
  return cost;
}

using Cases = std::vector<std::unique_ptr<Case>>;

/// Repetitions of all cases in turn, so that a slow minute of the machine spoils one repetition of each, not a case.
Report measure_time(const Cases& cases, const Options& options) {
  std::vector<Measurement> measurements;
  for (const auto& c : cases) measurements.emplace_back(*c);
  for (int k = 0; k < options.repetitions; ++k)
    for (auto& m : measurements) m.repeat();
  Report report{
      fmt::format("Processor time of one step in microseconds: medians of {} repetitions", options.repetitions),
      "us",
      this_machine(),
      {}};
  for (const auto& m : measurements) report.costs.push_back(m.cost());
  return report;
}

Report measure_instructions(const Cases& cases, const Options& options) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe");
  Report report{fmt::format("Instructions of one step: means of {} steps, by callgrind", options.count),
                "instructions",
                this_machine(),
                {}};
  for (const auto& c : cases) {
    std::fprintf(stderr, "counting the instructions of %s\n", c->name().c_str());
    report.costs.push_back(empty_cost(*c));
    count_instructions(program, c->name(), save_state(c->saved_start()), options.count, report.costs.back());
  }
  return report;
}

std::string show(const Report& report, const std::string& name) {
  const std::string text = to_markdown(report);
  std::fputs((text + "\n").c_str(), stdout);
  std::fflush(stdout);
  write_result(name + ".md", text);
  write_result(name + ".json", to_json(report));
  return text;
}

/// What runs under callgrind or another profiler: the steps of one case and nothing else.
void run_steps_only(const Options& options) {
  std::istringstream parts(options.steps_only);
  std::string example, formulation, integrator;
  std::getline(parts, example, '/');
  std::getline(parts, formulation, '/');
  std::getline(parts, integrator);
  const auto examples = read_examples(example);
  if (examples.empty()) throw rheon::UsageError("there is no example \"" + example + "\"");
  std::ostringstream start;
  if (!options.start.empty()) start << std::ifstream(options.start).rdbuf();
  Case c = options.start.empty()
               ? Case(*examples[0], formulation, integrator)
               : Case(*examples[0], formulation, integrator, rheon::load_state(start.str(), examples[0]->system).state);
  const auto stepper = c.make_stepper();
  c.rewind();
  c.take_step(*stepper);
  c.run_steps(*stepper, options.count);
}

void run(const Options& options) {
  const auto examples = read_examples();
  const Cases cases = make_cases(examples, options.filter);
  if (cases.empty()) throw rheon::UsageError("no case matches \"" + options.filter + "\"");
  std::string baseline;
  if (!options.instructions || options.baseline) baseline += show(measure_time(cases, options), "steps");
  if (options.instructions || options.baseline) {
    if (!has_valgrind()) throw rheon::UsageError("instructions are counted by valgrind, which is not installed");
    baseline +=
        "\n" + show(measure_instructions(cases, options), options.record ? "instructions" : "steps_instructions");
  }
  if (options.baseline) write_result("baseline.md", "# Base line of the cost of a step\n\n" + baseline);
}

constexpr const char* usage =
    "usage: bench_steps [--filter=REGEX] [--repetitions=N] [--instructions] [--count=N] [--baseline] [--record]\n"
    "       bench_steps --steps-only=EXAMPLE/FORMULATION/INTEGRATOR [--start=FILE] [--count=N]\n"
    "  --filter        only cases EXAMPLE/FORMULATION/INTEGRATOR that match\n"
    "  --instructions  count the instructions of N steps with callgrind instead of measuring time\n"
    "  --baseline      do both and write bench/results/baseline.md\n"
    "  --record        count the instructions of ten chosen cases and write bench/results/instructions.md and .json\n"
    "  --steps-only    take N steps of one case, for a profiler; from a state saved in a file if there is one\n";

Options read_options(int argc, char** argv) {
  Options o;
  for (int k = 1; k < argc; ++k) {
    const std::string_view text = argv[k];
    const auto value = [&](std::string_view name) { return text.starts_with(name); };
    const std::string after(text.substr(std::min(text.size(), text.find('=') + 1)));
    if (text == "--instructions")
      o.instructions = true;
    else if (text == "--baseline")
      o.baseline = true;
    else if (text == "--record") {
      o.record = o.instructions = true;
      o.filter = recorded_cases;
    } else if (value("--filter=") || value("--benchmark_filter="))
      o.filter = after;
    else if (value("--steps-only="))
      o.steps_only = after;
    else if (value("--start="))
      o.start = after;
    else if (value("--repetitions=") || value("--benchmark_repetitions="))
      o.repetitions = std::max(1, std::stoi(after));
    else if (value("--count="))
      o.count = std::max(1, std::stoi(after));
    else if (!value("--benchmark_"))
      throw rheon::UsageError("unknown argument " + std::string(text) + "\n" + usage);
  }
  return o;
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
  try {
    const bench::Options options = bench::read_options(argc, argv);
    options.steps_only.empty() ? bench::run(options) : bench::run_steps_only(options);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench_steps: %s\n", e.what());
    return dynamic_cast<const rheon::UsageError*>(&e) != nullptr ? 2 : 1;
  }
}
