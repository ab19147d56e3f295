// rheon run: a model to results.
#include <memory>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/result_output.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

struct RunArguments : ResultArguments {
  std::string formulation, integrator, step, tolerance, duration, samples;
  std::vector<std::string> parameters, options;
};

constexpr const char* examples =
    "Examples:\n"
    "  rheon run pendulum.yaml -o pendulum.csv\n"
    "  rheon run pendulum.yaml --step 1ms --duration 10s -o pendulum.h5 -o pendulum.csv\n"
    "  rheon run pendulum.yaml --formulation lagrange --integrator rk4 --set m=2 --set 'l=50 cm'\n"
    "  rheon run pendulum.yaml --plot \"x,y,y:x\"          a look at once, y over t and y over x\n"
    "  rheon run pendulum.yaml --json | python3 -m json.tool\n"
    "  rheon run crank.yaml --balance --budget energy=1e-6     check the forces; exit code 5 if it is worse\n"
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

int run_model(const RunArguments& a) {
  const RunRequest request = request_of(a);
  const auto parameters = parse_settings("--set", a.parameters);
  const auto budgets = parse_budgets(a.budgets);
  const auto plots = plots_of(a);
  check_outputs(a);
  const Interrupt interrupt;
  const bool balance = a.balance || needs_balance(budgets);
  const System system(read_model(a.model, parameters, {.balance = balance, .reactions = a.reactions}));
  check_budgets(budgets, balance, system);
  // A run that was only begun knows its channels: a wrong name is refused before the time is spent.
  if (!plots.empty()) check_plots(plots, Simulation(system, request).results().channels);
  return finish(with_progress(a, [&](const Monitor& monitor) { return run(system, request, monitor); }), a, plots,
                budgets);
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
  add_quality_options(command, *a);
  add_result_options(command, *a);
  command.footer(std::string(examples) + exit_code_help);
  command.callback([a, &action] { action = [a] { return run_model(*a); }; });
}

}  // namespace rheon::cli
