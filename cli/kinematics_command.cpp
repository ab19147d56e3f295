// rheon kinematics: motion and driving forces of a fully driven mechanism.
#include <memory>

#include "cli/commands.hpp"
#include "cli/output_names.hpp"
#include "cli/result_output.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"
#include "rheon/analysis/kinematics.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::cli {

namespace {

struct KinematicsArguments : ResultArguments {
  std::string duration, samples;
  std::vector<std::string> parameters;
};

constexpr const char* kinematics_examples =
    "Examples:\n"
    "  rheon kinematics slider_crank.yaml -o slider_crank.csv\n"
    "  rheon kinematics slider_crank.yaml --duration 2s --samples 1000 -o slider_crank.h5\n"
    "  rheon kinematics slider_crank.yaml --set 'omega=100 rpm' --plot \"xs,lambda.drive\"\n"
    "  rheon kinematics slider_crank.yaml --report         slider_crank-kinematics.html, for the browser\n"
    "Constraints that contain t must leave no degree of freedom. The multipliers are the driving forces and\n"
    "reactions.\n"
    "Ctrl-C ends the analysis, keeps what was computed and writes the files.\n\n";

int analyse(KinematicsArguments a) {
  KinematicsRequest request;
  if (!a.duration.empty()) request.duration = parse_seconds("--duration", a.duration);
  if (!a.samples.empty()) request.samples = parse_count("--samples", a.samples);
  const auto parameters = parse_settings("--set", a.parameters);
  const auto budgets = parse_budgets(a.budgets);
  const auto plots = plots_of(a);
  // not the name of the page of a run: one would replace the other
  a.report.file = report_of(a.model, a.report.file.empty() ? "{}-kinematics.html" : a.report.file, false);
  check_outputs(a);
  const Interrupt interrupt;
  const bool balance = a.balance || needs_balance(budgets);
  const System system(read_model(a.model, parameters, {.balance = balance, .reactions = a.reactions}));
  check_budgets(budgets, balance, system);
  check_plots(plots, result_channels(system));
  Results results = with_progress(a, [&](const Monitor& monitor) { return kinematics(system, request, monitor); });
  results.summary.parameters = parameters;
  return finish(std::move(results), a, plots, budgets);
}

}  // namespace

void add_kinematics(Program& program) {
  auto a = std::make_shared<KinematicsArguments>();
  Command command = program.add_command("kinematics", "Motion and driving forces of a fully driven mechanism");
  command.add_option("MODEL", a->model, "model file (YAML)").required().type_name("");
  command.add_option("--duration", a->duration, "time: seconds, or with unit").type_name("TIME");
  command.add_option("--samples", a->samples, "intervals between the rows of the results").type_name("N");
  repeatable(command, "--set", a->parameters, "NAME=VALUE", "replace a parameter of the model; may repeat");
  add_quality_options(command, *a);
  add_result_options(command, *a);
  add_report_option(command, a->report, "a page for the browser (NAME-kinematics.html)");
  command.footer(std::string(kinematics_examples) + exit_code_help);
  command.action([a] { return analyse(*a); });
}

}  // namespace rheon::cli
