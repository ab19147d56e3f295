// rheon run: models to results.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/output_names.hpp"
#include "cli/run_batch.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"

namespace rheon::cli {

namespace {

struct RunArguments : ResultArguments {
  std::string formulation, integrator, step, tolerance, duration, samples;
  std::string jobs, port, pace;
  bool live = false, no_estimate = false;
  std::vector<std::string> models, parameters, options;
};

constexpr const char* run_examples =
    "Examples:\n"
    "  rheon run pendulum.yaml -o pendulum.csv\n"
    "  rheon run pendulum.yaml --step 1ms --duration 10s -o pendulum.h5 -o pendulum.csv\n"
    "  rheon run pendulum.yaml --formulation lagrange --integrator rk4 --set m=2 --set 'l=50 cm'\n"
    "  rheon run pendulum.yaml --plot \"x,y,y:x\"          a quick look: x and y over t, y over x\n"
    "  rheon run pendulum.yaml --json | python3 -m json.tool\n"
    "  rheon run crank.yaml --report                      crank.html: motion, forces and plots, for the browser\n"
    "  rheon run crank.yaml --balance --budget energy=1e-6     check the forces; exit code 5 if it is worse\n"
    "  rheon run pendulum.yaml --live --pace 1             watch it in a browser, in real time\n"
    "  rheon run *.yaml -o results/ -o 'results/{}.h5'     several models: results/NAME.csv and results/NAME.h5\n"
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
  request.estimate_error = !a.no_estimate;
  return request;
}

std::vector<ResultArguments> each_of(const RunArguments& a) {
  std::vector<ResultArguments> each;
  for (const std::string& model : a.models) {
    each.push_back(a);
    each.back().model = model;
    each.back().outputs = files_of(model, a.outputs, a.models.size() > 1);
    each.back().report.file = report_of(model, a.report.file, a.models.size() > 1);
  }
  check_outputs(each);
  return each;
}

/// None without --live.
std::unique_ptr<LiveRun> live_run_of(const RunArguments& a) {
  if (!a.live && !(a.port.empty() && a.pace.empty()))
    throw UsageError(fmt::format("{} is for runs that are watched\n  add --live, or leave it out",
                                 a.port.empty() ? "--pace" : "--port"));
  if (!a.live) return nullptr;
  if (a.models.size() > 1)
    throw UsageError(
        fmt::format("--live shows one run, and there are {} models\n  name one of them; for several results: "
                    "rheon view",
                    a.models.size()));
  return std::make_unique<LiveRun>(a.port.empty() ? std::nullopt : std::optional(parse_port(a.port)),
                                   a.pace.empty() ? std::nullopt : std::optional(parse_positive("--pace", a.pace)));
}

int run_models(const RunArguments& a) {
  BatchRequest request{.run = request_of(a),
                       .parameters = parse_settings("--set", a.parameters),
                       .budgets = parse_budgets(a.budgets),
                       .plots = plots_of(a),
                       .jobs = parse_jobs(a.jobs),
                       .json = a.json,
                       .quiet = a.quiet};
  std::vector<ResultArguments> each = each_of(a);
  const Interrupt interrupt;
  const std::unique_ptr<LiveRun> live = live_run_of(a);
  request.live = live.get();
  Batch batch(request, std::move(each));
  batch.load();
  const int code = batch.run();
  if (live) live->stay();
  return code;
}

}  // namespace

void add_run(Program& program) {
  auto a = std::make_shared<RunArguments>();
  Command command = program.add_command("run", "Simulate models and write the results");
  command.add_option("MODEL", a->models, "model files (YAML); several run at the same time").required().type_name("");
  command
      .add_option("--formulation", a->formulation,
                  "how the constraints are met; auto: the method with least work, found by trial")
      .type_name("NAME");
  command.add_option("--integrator", a->integrator, "how time advances").type_name("NAME");
  command.add_option("--step", a->step, "fixed step: seconds, or with unit (1ms)").type_name("TIME");
  command.add_option("--tolerance", a->tolerance, "error control with this tolerance instead").type_name("TOL");
  command.add_option("--duration", a->duration, "simulated time: seconds, or with unit").type_name("TIME");
  command.add_option("--samples", a->samples, "intervals between the rows of the results").type_name("N");
  repeatable(command, "--set", a->parameters, "NAME=VALUE", "replace a parameter of the model; may repeat");
  repeatable(command, "--option", a->options, "NAME=VALUE", "option of the method (rheon list options); may repeat");
  command.add_flag("--no-estimate", a->no_estimate, "no estimate of the error of the motion (it takes a second run)");
  add_quality_options(command, *a);
  add_result_options(command, *a);
  add_report_option(command, a->report, "a page for the browser (NAME.html; of several models report.html)");
  command.add_option("--jobs", a->jobs, "models at the same time (as many as cores)").type_name("N");
  command.add_flag("--live", a->live, "show the run in a browser while it goes on, and until Ctrl-C");
  command.add_option("--port", a->port, "port of --live; 0 for any that is free (8137, or the next free one)")
      .type_name("N");
  command.add_option("--pace", a->pace, "with --live: at most X times as fast as real time").type_name("X");
  command.footer(std::string(run_examples) + exit_code_help);
  command.action([a] { return run_models(*a); });
}

}  // namespace rheon::cli
