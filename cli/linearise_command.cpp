// rheon linearise: eigenvalues and mode shapes of small motions.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/linearise_output.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"
#include "cli/support/progress_line.hpp"
#include "rheon/analysis/statics.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

struct LineariseArguments {
  std::string model, at, output;
  std::vector<std::string> parameters;
  bool shapes = false, json = false, quiet = false;
};

constexpr const char* at_equilibrium = "equilibrium";
/// Violations below it, in units of the rows, are not reported: noticeable_violation of the analysis.
constexpr double balanced_rows = 1e-9;

constexpr const char* linearise_examples =
    "Examples:\n"
    "  rheon linearise four_bar.yaml                    about the initial state\n"
    "  rheon linearise bicycle.yaml --set v=5           another speed\n"
    "  rheon linearise crane.yaml --at 20s --shapes     about the state after a run, with all mode shapes\n"
    "  rheon linearise crane.yaml --at equilibrium      about the equilibrium that rheon statics finds\n"
    "  rheon linearise four_bar.yaml --json\n"
    "The table says whether the state is an equilibrium, a steady motion, or neither: then eigenvalues are those\n"
    "of an instant. Constraints at velocity level may be nonlinear, and there may be more constraints than needed.\n\n";

void check_file(const LineariseArguments& a) {
  if (a.output.empty()) return;
  if (!a.output.ends_with(".csv")) throw UsageError(fmt::format("-o {}: modes are written as .csv", a.output));
  check_result_path(a.output);
}

/// How the run to the state ended, and where.
struct Arrival {
  State state;
  Summary summary;
};

/// A run as `rheon run` makes it, up to that time.
Arrival arrive(const System& system, double time, bool quiet) {
  RunRequest request;
  request.duration = time;
  request.samples = 1;
  Simulation simulation(system, request);
  ProgressLine line(!quiet);
  simulation.go_on([&](const Progress& progress) {
    line.show(progress);
    return !Interrupt::requested();
  });
  State state = simulation.state();
  return {std::move(state), simulation.results().summary};
}

bool write_modes(const std::string& path, const Linearisation& linearisation) {
  if (path.empty()) return true;
  const HoldSignals hold;
  try {
    write_text(modes_csv(linearisation), path);
    return true;
  } catch (const Error& error) {
    print_error("rheon: {}\n", error.what());
    return false;
  }
}

/// About the end of a run; another exit code than `exit_done` if it did not get there.
int about_run(const System& system, const LineariseArguments& a, double time, Linearisation& out) {
  const Arrival arrival = arrive(system, time, a.quiet);
  if (arrival.summary.ending != Ending::completed) {
    print_error("rheon: --at {}: the run did not get there: {}\n", a.at,
                arrival.summary.message.empty() ? "interrupted" : arrival.summary.message);
    return arrival.summary.ending == Ending::interrupted ? exit_interrupted : exit_stopped;
  }
  out = linearise(system, arrival.state);
  out.notes.insert(out.notes.begin(), fmt::format("the state is the end of a run with {} + {}",
                                                  arrival.summary.formulation, arrival.summary.integrator));
  return exit_done;
}

/// About the equilibrium that `rheon statics` finds.
int about_equilibrium(const System& system, Linearisation& out) {
  const Equilibrium e = find_equilibrium(system);
  if (!e.found) {
    print_error("rheon: --at {}: {}\n", at_equilibrium, e.reason);
    return exit_stopped;
  }
  out = linearise(system, e.state);
  std::vector<std::string> notes = e.notes;
  notes.push_back(fmt::format(
      "the state is the equilibrium found from the initial one; coordinates moved by up to {:.4g}", e.moved));
  if (out.position_violation <= balanced_rows && out.velocity_violation > balanced_rows) {
    // not a state that misses its constraints: what a held drive would ask for
    std::erase_if(out.notes, [](const std::string& note) { return note.starts_with("the state misses"); });
    notes.push_back(fmt::format("rates that the drives ask for, up to {:.4g}, are left out", out.velocity_violation));
  }
  out.notes.insert(out.notes.begin(), notes.begin(), notes.end());
  return exit_done;
}

int linearise_model(const LineariseArguments& a) {
  check_file(a);
  const auto parameters = parse_settings("--set", a.parameters);
  std::optional<double> time;
  if (!a.at.empty() && a.at != at_equilibrium) time = parse_seconds("--at", a.at);
  const Interrupt interrupt;
  const System system(read_model(a.model, parameters, {.view = false}));
  Linearisation linearisation;
  int code = exit_done;
  if (time)
    code = about_run(system, a, *time, linearisation);
  else if (a.at == at_equilibrium)
    code = about_equilibrium(system, linearisation);
  else
    linearisation = linearise(system);
  if (code != exit_done) return code;
  const bool written = write_modes(a.output, linearisation);
  if (a.json)
    print("{}\n", to_json(linearisation));
  else if (!a.quiet)
    print("{}", to_text(linearisation, a.shapes));
  return written ? exit_done : exit_internal;
}

}  // namespace

void add_linearise(Program& program) {
  auto a = std::make_shared<LineariseArguments>();
  Command command = program.add_command("linearise", "Eigenvalues and mode shapes of small motions");
  command.add_option("MODEL", a->model, "model file (YAML)").required().type_name("");
  command.add_option("--at", a->at, "about the state at this time, or the equilibrium, instead of the initial one")
      .type_name("TIME|equilibrium");
  command.add_option("--set", a->parameters, "replace a parameter of the model; may repeat")
      .type_name("NAME=VALUE")
      .one_at_a_time();
  command.add_flag("--shapes", a->shapes, "print every component of every mode shape");
  command.add_option("-o,--output", a->output, "modes and shapes, numbers in full").type_name("FILE.csv");
  command.add_flag("--json", a->json, "print everything as JSON, and nothing else");
  command.add_flag("--quiet", a->quiet, "no progress, no tables");
  command.footer(std::string(linearise_examples) + exit_code_help);
  command.action([a] { return linearise_model(*a); });
}

}  // namespace rheon::cli
