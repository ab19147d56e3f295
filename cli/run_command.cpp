// rheon run: a model to results.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <set>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress_line.hpp"
#include "cli/terminal_plot.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

struct RunArguments {
  std::string model, formulation, integrator, step, tolerance, duration, samples;
  std::vector<std::string> parameters, options, outputs, plots;
  bool json = false, quiet = false;
};

constexpr const char* examples =
    "Examples:\n"
    "  rheon run pendulum.yaml -o pendulum.csv\n"
    "  rheon run pendulum.yaml --step 1ms --duration 10s -o pendulum.h5 -o pendulum.csv\n"
    "  rheon run pendulum.yaml --formulation lagrange --integrator rk4 --set m=2 --set 'l=50 cm'\n"
    "  rheon run pendulum.yaml --plot \"x,y,y:x\"          a look at once, y over t and y over x\n"
    "  rheon run pendulum.yaml --json | python3 -m json.tool\n"
    "Ctrl-C ends the run, keeps what was computed and writes the files; a second one kills.\n"
    "Formulations, integrators and their options: rheon list\n\n";

RunRequest request_of(const RunArguments& a) {
  RunRequest request;
  if (!a.formulation.empty()) request.formulation = a.formulation;
  if (!a.integrator.empty()) request.integrator = a.integrator;
  if (!a.step.empty()) request.step = parse_seconds("--step", a.step);
  if (!a.tolerance.empty()) request.tolerance = parse_positive("--tolerance", a.tolerance);
  if (!a.duration.empty()) request.duration = parse_seconds("--duration", a.duration);
  if (!a.samples.empty()) request.samples = parse_count("--samples", a.samples);
  request.options = parse_settings("--option", a.options);
  return request;
}

// Before the run: nobody wants to learn after an hour that the folder does not exist.
void check_outputs(const RunArguments& a) {
  std::set<std::filesystem::path> seen;
  for (const std::string& path : a.outputs) {
    check_result_path(path);
    std::error_code ignored;
    if (!seen.insert(std::filesystem::weakly_canonical(std::filesystem::absolute(path), ignored)).second) {
      throw UsageError(fmt::format("-o {}: the same file is named twice", path));
    }
    if (std::filesystem::equivalent(path, a.model, ignored)) {
      throw UsageError(fmt::format("-o {}: this would overwrite the model\n  choose another name", path));
    }
  }
}

// Returns the files that were written; one that fails does not keep the others from being tried.
std::vector<std::string> write_outputs(const Results& results, const std::vector<std::string>& paths) {
  const HoldSignals until_written;
  std::signal(SIGXFSZ, SIG_IGN);  // a size limit is then an error like a full disk, and nothing half-written stays
  std::vector<std::string> written;
  for (const std::string& path : paths) {
    try {
      write_results(results, path);
      written.push_back(path);
    } catch (const Error& error) {
      fmt::print(stderr, "rheon: {}\n", error.what());
    }
  }
  return written;
}

void print_summary(const Results& results, const RunArguments& a, const std::vector<std::string>& written) {
  if (a.json) {
    fmt::print("{}\n", to_json(results.summary));
    return;
  }
  if (a.quiet) return;
  fmt::print("{}", to_text(results.summary));
  std::string data = a.outputs.empty() ? "not kept; add -o NAME.csv or -o NAME.h5 to keep it" : "lost, see above";
  if (!written.empty()) {
    data =
        fmt::format("{} rows of {} channels in {}", results.rows(), results.channels.size(), fmt::join(written, ", "));
  }
  fmt::print("  {:<15}{}\n", "data", data);
}

int finish(const Results& results, const RunArguments& a, const std::vector<PlotRequest>& plots) {
  const auto written = write_outputs(results, a.outputs);
  print_summary(results, a, written);
  for (const PlotRequest& plot : plots) {
    fmt::print("\n{}", draw_plot(results, plot, terminal_width(STDOUT_FILENO)));
  }
  const Summary& summary = results.summary;
  if (summary.ending == Ending::stopped) {
    std::fflush(stdout);
    fmt::print(stderr, "rheon: {}\n", summary.message);
  }
  if (written.size() < a.outputs.size()) return exit_internal;
  if (summary.ending == Ending::interrupted) return exit_interrupted;
  return summary.ending == Ending::stopped ? exit_stopped : exit_done;
}

int run_model(const RunArguments& a) {
  const RunRequest request = request_of(a);
  const auto parameters = parse_settings("--set", a.parameters);
  const auto plots = parse_plots(a.plots);
  if (!plots.empty() && (a.json || a.quiet)) throw UsageError("--plot draws on stdout: not with --json or --quiet");
  check_outputs(a);
  const Interrupt interrupt;
  const System system(read_model(a.model, parameters));
  // A run that was only begun knows its channels: a wrong name is refused before the time is spent.
  if (!plots.empty()) check_plots(plots, Simulation(system, request).results().channels);
  Results results;
  {
    ProgressLine line(!a.quiet);
    results = run(system, request, [&](const Progress& progress) {
      line.show(progress);
      return !Interrupt::requested();
    });
  }
  return finish(results, a, plots);
}

// Each mention takes one value, so that a model's name may follow.
void repeatable(CLI::App& command, const std::string& flag, std::vector<std::string>& into, const char* value,
                const char* help) {
  command.add_option(flag, into, help)->type_name(value)->allow_extra_args(false);
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto a = std::make_shared<RunArguments>();
  CLI::App& command = *app.add_subcommand("run", "Simulate a model and write the results");
  command.add_option("MODEL", a->model, "model file (YAML)")->required()->type_name("");
  command.add_option("--formulation", a->formulation, "how the constraints are met")->type_name("NAME");
  command.add_option("--integrator", a->integrator, "how time advances")->type_name("NAME");
  command.add_option("--step", a->step, "fixed step: seconds, or with unit (1ms)")->type_name("TIME");
  command.add_option("--tolerance", a->tolerance, "error control with this tolerance instead")->type_name("TOL");
  command.add_option("--duration", a->duration, "simulated time: seconds, or with unit")->type_name("TIME");
  command.add_option("--samples", a->samples, "intervals between the rows of the results")->type_name("N");
  repeatable(command, "--set", a->parameters, "NAME=VALUE", "replace a parameter of the model; may repeat");
  repeatable(command, "--option", a->options, "NAME=VALUE", "option of the method (rheon list options); may repeat");
  repeatable(command, "-o,--output", a->outputs, "FILE", "write results to FILE.csv or FILE.h5; may repeat");
  repeatable(command, "--plot", a->plots, "CHANNELS", "draw channels in the terminal: x,y over t; y:x for y over x");
  command.add_flag("--json", a->json, "print the summary as JSON, and nothing else");
  command.add_flag("--quiet", a->quiet, "no progress, no summary");
  command.footer(std::string(examples) + exit_code_help);
  command.callback([a, &action] { action = [a] { return run_model(*a); }; });
}

}  // namespace rheon::cli
