// rheon tune: gains for a model, a formulation, an integrator and a step.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"
#include "cli/support/progress_line.hpp"
#include "cli/tune_output.hpp"
#include "rheon/core/names.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::cli {

namespace {

struct TuneArguments {
  std::string model, formulation, integrator, step, duration, output, jobs;
  std::vector<std::string> parameters, options;
  bool coupled = false, json = false, quiet = false;
};

constexpr const char* tune_examples =
    "Examples:\n"
    "  rheon tune pendulum.yaml                                   the model's step\n"
    "  rheon tune pendulum.yaml --integrator rk4 --step 5ms       what this integrator allows at 5 ms\n"
    "  rheon tune double_pendulum.yaml --step 10ms --coupled      full matrices as well\n"
    "  rheon tune pendulum.yaml --formulation kane -o map.csv\n"
    "Every run has a fixed step and no projection. The gains found hold for this model, integrator and step.\n"
    "Projection, the default of `rheon run`, needs no gains. Ctrl-C keeps what is finished.\n\n";

TuneRequest request_of(const TuneArguments& a) {
  TuneRequest request;
  if (!a.formulation.empty()) request.formulation = a.formulation;
  if (!a.integrator.empty()) request.integrator = a.integrator;
  if (!a.step.empty()) request.step = parse_seconds("--step", a.step);
  if (!a.duration.empty()) request.duration = parse_seconds("--duration", a.duration);
  request.jobs = parse_jobs(a.jobs);
  request.options = parse_settings("--option", a.options);
  request.coupled = a.coupled;
  return request;
}

void check_file(const std::string& path) {
  if (path.empty()) return;
  if (!path.ends_with(".csv")) throw UsageError(fmt::format("-o {}: the map is written as .csv", path));
  check_result_path(path);
}

bool write_map(const std::string& path, const Tuning& tuning) {
  if (path.empty()) return true;
  const HoldSignals hold;
  try {
    write_text(points_csv(tuning), path);
    return true;
  } catch (const Error& error) {
    print_error("rheon: {}\n", error.what());
    return false;
  }
}

int tune_model(const TuneArguments& a) {
  check_file(a.output);
  TuneRequest request = request_of(a);
  const auto parameters = parse_settings("--set", a.parameters);
  const Interrupt interrupt;
  const System system(read_model(a.model, parameters, {.view = false}));
  Tuning tuning;
  {
    ProgressLine line(!a.quiet);
    request.monitor = [&](const TuneProgress& progress) {
      line.show(fmt::format("{} ({})", progress.doing, run_label(progress.done, progress.under_way)), progress.run);
      return !Interrupt::requested();
    };
    tuning = tune(system, request);
  }
  const bool written = write_map(a.output, tuning);
  if (a.json)
    print("{}\n", to_json(tuning, parameters));
  else if (!a.quiet)
    print("{}", to_text(tuning, parameters));
  if (!written) return exit_internal;
  return tuning.interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_tune(Program& program) {
  auto a = std::make_shared<TuneArguments>();
  Command command = program.add_command("tune", "Find gains that hold the constraints of a model");
  const auto one = [&](const char* flag, std::string& into, const char* value, const std::string& help) {
    command.add_option(flag, into, help).type_name(value);
  };
  const auto many = [&](const char* flag, std::vector<std::string>& into, const char* help) {
    command.add_option(flag, into, help).type_name("NAME=VALUE").one_at_a_time();
  };
  command.add_option("MODEL", a->model, "model file (YAML)").required().type_name("");
  one("--formulation", a->formulation, "NAME", "one that has gains (" + listed(tunable_formulations()) + ")");
  one("--integrator", a->integrator, "NAME", "must go with the formulation; see rheon list");
  one("--step", a->step, "TIME", "fixed step: seconds, or with unit (1ms)");
  one("--duration", a->duration, "TIME", "simulated time: seconds, or with unit");
  command.add_flag("--coupled", a->coupled, "try full symmetric matrices, too (2 to 6 constraint rows)");
  many("--set", a->parameters, "replace a parameter of the model; may repeat");
  many("--option", a->options, "option other than gains and projection; may repeat");
  one("-o,--output", a->output, "FILE.csv", "all gains tried, with their violations");
  one("--jobs", a->jobs, "N", "runs at the same time (as many as cores); the results are the same");
  command.add_flag("--json", a->json, "print everything as JSON, and nothing else");
  command.add_flag("--quiet", a->quiet, "no progress, no tables");
  command.footer(std::string(tune_examples) + exit_code_help);
  command.action([a] { return tune_model(*a); });
}

}  // namespace rheon::cli
