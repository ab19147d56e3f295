// rheon statics: equilibrium of a model, or equilibria along a parameter.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/result_output.hpp"
#include "cli/statics_output.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"
#include "cli/support/progress_line.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::cli {

namespace {

struct StaticsArguments : ResultArguments {
  std::string sweep;
  std::vector<std::string> parameters;
  bool stable = false;
};

constexpr const char* statics_examples =
    "Examples:\n"
    "  rheon statics chain.yaml\n"
    "  rheon statics truss.yaml --stable -o truss.csv\n"
    "  rheon statics crane.yaml --reactions --balance      forces of every joint on every body, and their balance\n"
    "  rheon statics truss.yaml --sweep F=0:400:41 --plot y:F -o sweep.csv\n"
    "The equilibrium that the system comes to if what holds it in its initial configuration is taken away slowly.\n\n";

struct Sweep {
  std::string name;
  double from = 0.0, to = 0.0;
  int count = 0;
  double value(int i) const { return i == count - 1 ? to : from + (to - from) * i / (count - 1); }
};

Sweep parse_sweep(const std::string& text) {
  const auto settings = parse_settings("--sweep", {text});
  const auto parts = split(settings.front().value, ':');
  const std::string expected = "NAME=FROM:TO:COUNT, numbers in the unit that the model gives the parameter";
  if (parts.size() != 3) throw UsageError(fmt::format("--sweep \"{}\": expected {}", text, expected));
  Sweep sweep{settings.front().name, 0.0, 0.0, parse_count("--sweep", parts[2])};
  if (!parse_number(parts[0], sweep.from) || !parse_number(parts[1], sweep.to))
    throw UsageError(fmt::format("--sweep \"{}\": expected {}", text, expected));
  if (sweep.count < 2) throw UsageError(fmt::format("--sweep \"{}\": a sweep has at least two values", text));
  return sweep;
}

/// Those of a run, the parameter behind the time.
std::vector<Channel> sweep_channels(const System& system, const std::string& parameter) {
  std::vector<Channel> channels = result_channels(system, {.steps = false});
  channels.insert(channels.begin() + 1, Channel{parameter, ""});
  return channels;
}

/// Rows go one below the other.
void append(const Results& row, double value, Results& all) {
  all.model_text = row.model_text;
  all.scene = row.scene;
  all.summary = row.summary;
  for (std::size_t c = 0; c < row.channels.size(); ++c) {
    all.values.push_back(row.at(0, c));
    if (c == 0) all.values.push_back(value);
  }
}

int write_and_draw(const Results& results, const StaticsArguments& a, const std::vector<PlotRequest>& plots) {
  const auto written = write_outputs(results, a.outputs);
  for (const PlotRequest& plot : plots) print("\n{}", draw_plot(results, plot, terminal_width(STDOUT_FILENO)));
  return written.size() < a.outputs.size() ? exit_internal : exit_done;
}

int not_found(const std::string& reason) {
  print_error("rheon: {}\n", reason);
  return exit_stopped;
}

/// What is read besides the model, and held against the results.
struct Demands {
  std::vector<Budget> budgets;
  MechanismChannels channels;
};

Demands demands_of(const StaticsArguments& a) {
  Demands d;
  d.budgets = parse_budgets(a.budgets);
  d.channels.balance = a.balance || needs_balance(d.budgets);
  d.channels.reactions = a.reactions;
  return d;
}

int find_one(const StaticsArguments& a) {
  const auto plots = plots_of(a);
  const Demands demands = demands_of(a);
  if (!plots.empty())
    throw UsageError("--plot draws equilibria over a parameter: give --sweep NAME=FROM:TO:COUNT, too");
  const System system(read_model(a.model, parse_settings("--set", a.parameters), demands.channels));
  check_budgets(demands.budgets, demands.channels.balance, system);
  StaticsRequest request;
  request.stable = a.stable;
  const Equilibrium e = find_equilibrium(system, request);
  if (a.json)
    print("{}", to_json(system, e));
  else if (!a.quiet)
    print("{}", to_text(system, e));
  // a configuration that is none is not written as an equilibrium
  if (!e.found) return not_found(e.reason);
  Results results = to_results(system, e);
  judge(demands.budgets, results.summary);
  const int code = write_and_draw(results, a, {});
  return keep_to(demands.budgets, results.summary) || code != exit_done ? code : exit_budget;
}

int find_many(const StaticsArguments& a) {
  const Sweep sweep = parse_sweep(a.sweep);
  const auto plots = plots_of(a);
  const Demands demands = demands_of(a);
  bool kept = true;
  std::vector<Setting> settings = parse_settings("--set", a.parameters);
  settings.push_back(parse_settings("--sweep", {sweep.name + "=0"}).front());
  const Interrupt interrupt;
  StaticsRequest request;
  request.stable = a.stable;
  std::vector<SweepPoint> points;
  std::unique_ptr<System> system;
  Results all;
  for (int i = 0; i < sweep.count && !Interrupt::requested(); ++i) {
    settings.back().value = fmt::format("{}", sweep.value(i));
    system = std::make_unique<System>(read_model(a.model, settings, demands.channels));
    check_budgets(demands.budgets, demands.channels.balance, *system);
    if (i == 0) check_plots(plots, all.channels = sweep_channels(*system, sweep.name));
    Equilibrium e = find_equilibrium(*system, request);
    const bool found = e.found;
    if (found) append(to_results(*system, e), sweep.value(i), all);
    kept = (!found || keep_to(demands.budgets, all.summary)) && kept;
    request.start = e.state.q;
    points.push_back({sweep.value(i), std::move(e)});
    if (!found) break;
  }
  if (points.empty()) return exit_interrupted;
  if (a.json)
    print("{}", sweep_json(*system, sweep.name, points));
  else if (!a.quiet)
    print("{}", sweep_text(*system, sweep.name, points));
  const int code = all.values.empty() ? exit_done : write_and_draw(all, a, plots);
  const Equilibrium& last = points.back().equilibrium;
  if (code != exit_done) return code;
  if (!last.found) return not_found(fmt::format("{} = {}: {}", sweep.name, points.back().value, last.reason));
  if (Interrupt::requested()) return exit_interrupted;
  return kept ? exit_done : exit_budget;
}

int find(const StaticsArguments& a) {
  check_outputs(a);
  return a.sweep.empty() ? find_one(a) : find_many(a);
}

}  // namespace

void add_statics(Program& program) {
  auto a = std::make_shared<StaticsArguments>();
  Command command = program.add_command("statics", "Equilibrium of a model at rest, and its stability");
  command.add_option("MODEL", a->model, "model file (YAML)").required().type_name("");
  command.add_flag("--stable", a->stable, "go on from an unstable equilibrium to a stable one");
  command.add_option("--sweep", a->sweep, "equilibria along a parameter").type_name("NAME=FROM:TO:COUNT");
  repeatable(command, "--set", a->parameters, "NAME=VALUE", "replace a parameter of the model; may repeat");
  add_quality_options(command, *a);
  add_result_options(command, *a);
  command.footer(std::string(statics_examples) + exit_code_help);
  command.action([a] { return find(*a); });
}

}  // namespace rheon::cli
