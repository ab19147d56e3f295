// rheon compare: one model, every formulation, side by side.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <set>

#include "cli/commands.hpp"
#include "cli/compare_output.hpp"
#include "cli/output_names.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"
#include "cli/support/progress_line.hpp"
#include "cli/support/report_output.hpp"
#include "rheon/core/names.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/io/series_reader.hpp"

namespace rheon::cli {

namespace {

struct CompareArguments {
  std::string methods = "all";
  std::string model, integrator, step, tolerance, duration, samples, reference, table, jobs;
  std::vector<std::string> parameters, options, outputs, matches;
  ReportWish report;
  bool orders = false, work_precision = false, json = false, quiet = false;
};

constexpr const char* compare_examples =
    "Examples:\n"
    "  rheon compare pendulum.yaml                                every formulation, the model's step\n"
    "  rheon compare pendulum.yaml --step 5ms --orders            with the observed orders\n"
    "  rheon compare pendulum.yaml --formulations lagrange+rk4,lagrange+dopri5,ali3p\n"
    "  rheon compare pendulum.yaml --formulations all+all         every pair there is\n"
    "  rheon compare pendulum.yaml --formulations all,auto --tolerance 1e-6   and what auto chooses\n"
    "  rheon compare pendulum.yaml --reference measured.csv --match \"x'=vx\"\n"
    "  rheon compare pendulum.yaml --work-precision --table sweep.csv\n"
    "  rheon compare pendulum.yaml --report                       pendulum-compare.html, for the browser\n"
    "Formulations that cannot run the model are listed with the reason. Without --reference a converged run is\n"
    "made, and confirmed by a second method. Ctrl-C keeps the rows that are finished.\n\n";

// Columns get the names of the channels they stand for.
void rename_columns(Results& reference, const std::vector<std::string>& matches) {
  std::vector<std::string> names;
  for (const Channel& channel : reference.channels) names.push_back(channel.name);
  for (const Setting& match : parse_settings("--match", matches)) {
    const auto at = std::find(names.begin(), names.end(), match.value);
    if (at == names.end())
      throw UsageError(fmt::format("--match {}={}: the reference has no column \"{}\"\n  {}", match.name, match.value,
                                   match.value, did_you_mean(match.value, names)));
    // a column of the channel's own name steps back
    for (Channel& channel : reference.channels)
      if (channel.name == match.name) channel.name += " (not matched)";
    reference.channels[static_cast<std::size_t>(at - names.begin())].name = match.name;
  }
}

CompareRequest request_of(const CompareArguments& a) {
  CompareRequest request;
  request.methods = parse_methods(split(a.methods, ','));
  if (!a.integrator.empty()) request.integrator = a.integrator;
  if (!a.step.empty()) request.step = parse_seconds("--step", a.step);
  if (!a.tolerance.empty()) request.tolerance = parse_positive("--tolerance", a.tolerance);
  if (!a.duration.empty()) request.duration = parse_seconds("--duration", a.duration);
  if (!a.samples.empty()) request.samples = parse_count("--samples", a.samples);
  request.jobs = parse_jobs(a.jobs);
  request.options = parse_settings("--option", a.options);
  request.orders = a.orders;
  request.work_precision = a.work_precision;
  if (!a.matches.empty() && a.reference.empty())
    throw UsageError("--match names columns of --reference, which is not given");
  if (!a.reference.empty()) {
    request.reference = read_series(a.reference);
    request.reference_name = a.reference;
    rename_columns(*request.reference, a.matches);
    for (const Setting& match : parse_settings("--match", a.matches)) request.matched.push_back(match.name);
  }
  return request;
}

void check_files(const CompareArguments& a) {
  if (a.report.wanted) {
    check_report();
    check_report_path("--report", a.report.file, {a.model});
  }
  std::set<std::string> seen;
  const auto check = [&](const std::string& option, const std::string& path) {
    check_result_path(path);
    if (!seen.insert(output_target(path)).second)
      throw UsageError(fmt::format("{} {}: the same file is named twice", option, path));
  };
  for (const std::string& path : a.outputs) check("-o", path);
  if (a.table.empty()) return;
  if (!a.table.ends_with(".csv")) throw UsageError(fmt::format("--table {}: the table is written as .csv", a.table));
  check("--table", a.table);
}

/// What was written, and whether all of it was.
struct CompareFiles {
  bool complete = true;
  std::string report;  ///< lines about the page
};

CompareFiles write_files(const CompareArguments& a, const System& system, const Comparison& comparison) {
  const HoldSignals hold;
  CompareFiles written;
  const auto attempt = [&](auto&& write) {
    try {
      write();
    } catch (const Error& error) {
      print_error("rheon: {}\n", error.what());
      written.complete = false;
    }
  };
  if (!a.outputs.empty()) {
    const Results joined = joined_results(system, comparison);
    for (const std::string& path : a.outputs) attempt([&] { write_results(joined, path); });
  }
  if (!a.table.empty())
    attempt([&] { write_text(a.work_precision ? sweep_csv(comparison) : table_csv(comparison), a.table); });
  if (a.report.wanted)
    attempt([&] {
      const Report report = make_report(comparison);
      written.report = report_lines(write_report(report, a.report.file), report.notes);
    });
  return written;
}

void show(const CompareArguments& a, const Comparison& comparison) {
  if (a.json) print("{}\n", to_json(comparison));
  if (a.json || a.quiet) return;
  print("{}", to_text(comparison));
  if (!a.work_precision) return;
  print("\n{}", sweep_text(comparison));
  if (const auto plot = sweep_plot(comparison, ComparedQuantity::positions, terminal_width(STDOUT_FILENO));
      !plot.empty())
    print("\n{}", plot);
}

int compare_model(CompareArguments a) {
  a.report.file = report_of(a.model, a.report.file.empty() ? "{}-compare.html" : a.report.file, false);
  check_files(a);
  CompareRequest request = request_of(a);
  const auto parameters = parse_settings("--set", a.parameters);
  const Interrupt interrupt;
  const System system(read_model(a.model, parameters));
  Comparison comparison;
  {
    ProgressLine line(!a.quiet);
    request.monitor = [&](const CompareProgress& progress) {
      line.show(fmt::format("{} ({})", progress.doing, run_label(progress.done, progress.under_way)), progress.run);
      return !Interrupt::requested();
    };
    comparison = compare(system, request);
  }
  for (CompareRow& row : comparison.rows) row.results.summary.parameters = parameters;
  const CompareFiles written = write_files(a, system, comparison);
  show(a, comparison);
  if (!a.json && !a.quiet && !written.report.empty()) print("\n{}", written.report);
  if (!written.complete) return exit_internal;
  if (comparison.interrupted) return exit_interrupted;
  if (comparison.completed() > 0) return exit_done;
  print_error("rheon: no method completed the run\n");
  return exit_stopped;
}

void repeatable(Command& command, const std::string& flag, std::vector<std::string>& into, const char* value,
                const char* help) {
  command.add_option(flag, into, help).type_name(value).one_at_a_time();
}

}  // namespace

void add_compare(Program& program) {
  auto a = std::make_shared<CompareArguments>();
  Command command = program.add_command("compare", "Run a model with many methods, side by side");
  const auto one = [&](const char* flag, std::string& into, const char* value, const char* help) {
    command.add_option(flag, into, help).type_name(value);
  };
  command.add_option("MODEL", a->model, "model file (YAML)").required().type_name("");
  one("--formulations", a->methods, "A,B+I,...",
      "all (default), auto, or names, each with +integrator or +all if you like");
  one("--integrator", a->integrator, "NAME", "for formulations named without one");
  one("--step", a->step, "TIME", "fixed step of all methods: seconds, or with unit (1ms)");
  one("--tolerance", a->tolerance, "TOL", "error control where a method has it");
  one("--duration", a->duration, "TIME", "simulated time: seconds, or with unit");
  one("--samples", a->samples, "N", "about how many times are compared (200)");
  one("--reference", a->reference, "FILE", "numbers to compare with: CSV with t and channel names, or .h5");
  repeatable(command, "--match", a->matches, "CHANNEL=COLUMN", "a column with another name; may repeat");
  command.add_flag("--orders", a->orders, "observed orders, from runs with halved steps");
  command.add_flag("--work-precision", a->work_precision, "error against cost over a sweep of steps or tolerances");
  repeatable(command, "--set", a->parameters, "NAME=VALUE", "replace a parameter of the model; may repeat");
  repeatable(command, "--option", a->options, "NAME=VALUE", "option, for the methods that know it; may repeat");
  repeatable(command, "-o,--output", a->outputs, "FILE", "all motions on common times to FILE.csv or FILE.h5");
  one("--table", a->table, "FILE.csv", "the table, or the sweep of --work-precision, as CSV");
  add_report_option(command, a->report, "a page for the browser (NAME-compare.html)");
  one("--jobs", a->jobs, "N", "runs at the same time (as many as cores); the results are the same");
  command.add_flag("--json", a->json, "print everything as JSON, and nothing else");
  command.add_flag("--quiet", a->quiet, "no progress, no tables");
  command.footer(std::string(compare_examples) + exit_code_help);
  command.action([a] { return compare_model(*a); });
}

}  // namespace rheon::cli
