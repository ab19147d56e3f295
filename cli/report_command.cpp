// rheon report: results to a page.
#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <memory>

#include "cli/budget.hpp"
#include "cli/commands.hpp"
#include "cli/result_output.hpp"
#include "cli/support/arguments.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/output.hpp"
#include "cli/support/report_output.hpp"
#include "rheon/core/error.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/io/series_reader.hpp"

namespace rheon::cli {

namespace {

struct ReportArguments {
  std::vector<std::string> inputs, budgets;
  std::string output, title, most_data;
  bool quiet = false;
};

constexpr const char* report_examples =
    "Examples:\n"
    "  rheon report crank.h5                              crank.html: motion, forces, plots, summary\n"
    "  rheon report ali3p.h5 lagrange.h5 -o methods.html  several results on one page, one over the other\n"
    "  rheon report crank.h5 measured.csv --title \"Crank against measurement\"\n"
    "  rheon report crank.h5 --budget energy=1e-6         with the verdict; exit code 5 if it is worse\n"
    "The page is one file, opens in any browser and needs no network. Long runs are thinned to 20 MB of data, with\n"
    "their peaks, as the page says. Results come from rheon run MODEL -o NAME.h5; run --report does both.\n\n";

bool is_hdf5(const std::string& path) { return path.ends_with(".h5") || path.ends_with(".hdf5"); }

Results read(const std::string& path) {
  if (!is_hdf5(path) && !path.ends_with(".csv")) {
    const bool model = path.ends_with(".yaml") || path.ends_with(".yml");
    throw UsageError(
        fmt::format("{}: a report is made from results, .h5 or .csv\n  {}", path,
                    model ? fmt::format("rheon run {} --report", path) : "rheon run MODEL -o NAME.h5 writes them"));
  }
  Results results = read_series(path);
  if (results.channels.empty() || results.channels.front().name != "t")
    throw UsageError(fmt::format("{}: the first channel must be t, the time", path));
  return results;
}

std::string output_of(const ReportArguments& a) {
  if (!a.output.empty()) return a.output;
  if (a.inputs.size() > 1) return "report.html";
  return std::filesystem::path(a.inputs.front()).replace_extension(".html").string();
}

int make(const ReportArguments& a) {
  check_report();
  const auto budgets = parse_budgets(a.budgets);
  const std::string output = output_of(a);
  check_report_path("-o", output, a.inputs);
  ReportOptions options{.title = a.title};
  if (!a.most_data.empty()) options.most_data = parse_bytes("--most-data", a.most_data);
  std::deque<Results> loaded;  // stay where they are
  std::vector<ReportResult> results;
  for (const std::string& path : a.inputs) {
    Results& one = loaded.emplace_back(read(path));
    results.push_back({.results = &one, .file = path, .has_summary = is_hdf5(path)});
    if (is_hdf5(path)) results.back().versions = read_versions(path);
    check_budgets(budgets, path, results.back().has_summary ? &one.summary : nullptr);
    judge(budgets, one.summary);
  }
  const Report report = make_report(results, options);
  std::string written;
  try {
    written = write_report(report, output);
  } catch (const Error& error) {
    print_error("rheon: {}\n", error.what());
    return exit_internal;
  }
  if (!a.quiet) print("{}", report_lines(written, report.notes));
  bool kept = true;
  for (const ReportResult& r : results)
    kept = keep_to(budgets, r.results->summary, results.size() > 1 ? r.file + ": " : "") && kept;
  return kept ? exit_done : exit_budget;
}

}  // namespace

void add_report(Program& program) {
  auto a = std::make_shared<ReportArguments>();
  Command command = program.add_command("report", "Show results on a page for the browser");
  command.add_option("RESULT", a->inputs, "results, .h5 or .csv; several are shown one over the other")
      .required()
      .type_name("");
  command.add_option("-o,--output", a->output, "the page (RESULT.html; of several results report.html)")
      .type_name("FILE.html");
  command.add_option("--title", a->title, "title of the page (the model's name)").type_name("TEXT");
  repeatable(command, "--budget", a->budgets, "NAME=VALUE",
             "compare the results with a limit, as run does; may repeat");
  command.add_option("--most-data", a->most_data, "thin longer results to this size (20MB)").type_name("SIZE");
  command.add_flag("--quiet", a->quiet, "say nothing");
  command.footer(std::string(report_examples) + exit_code_help);
  command.action([a] { return make(*a); });
}

}  // namespace rheon::cli
