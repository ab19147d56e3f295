#include "cli/result_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <set>

#include "cli/support/exit_code.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"
#include "cli/support/progress_line.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::cli {

namespace {

void print_summary(const Results& results, const ResultArguments& a, const Written& written) {
  if (a.json) {
    print("{}\n", to_json(results.summary));
    return;
  }
  if (a.quiet) return;
  print("{}", to_text(results.summary));
  std::string data = !a.outputs.empty() ? "lost, see above"
                     : a.report.wanted  ? "in the report alone; add -o NAME.csv or -o NAME.h5 to keep it elsewhere"
                                        : "not kept; add -o NAME.csv or -o NAME.h5 to keep it";
  if (!written.files.empty()) {
    data = fmt::format("{} rows of {} channels in {}", written.rows, results.channels.size(),
                       fmt::join(written.files, ", "));
  }
  print("  {:<15}{}\n", "data", data);
  if (!written.report.empty()) print("{}", report_lines(written.report, written.notes));
}

void print_failures(const Written& written) {
  for (const std::string& failure : written.failures) print_error("rheon: {}\n", failure);
}

void check_pages(const std::vector<ResultArguments>& each) {
  std::vector<std::string> models;
  for (const ResultArguments& a : each) models.push_back(a.model);
  std::set<std::string> pages;
  for (const ResultArguments& a : each)
    if (a.report.wanted) pages.insert(a.report.file);
  if (!pages.empty()) check_report();
  for (const std::string& page : pages) check_report_path("--report", page, models);
}

}  // namespace

void repeatable(Command& command, const std::string& flag, std::vector<std::string>& into, const char* value,
                const char* help) {
  command.add_option(flag, into, help).type_name(value).one_at_a_time();
}

void add_result_options(Command& command, ResultArguments& a) {
  repeatable(command, "-o,--output", a.outputs, "FILE", "write results to FILE.csv or FILE.h5; may repeat");
  repeatable(command, "--plot", a.plots, "CHANNELS", "draw channels in the terminal: x,y over t; y:x for y over x");
  command.add_flag("--json", a.json, "print the summary as JSON, and nothing else");
  command.add_flag("--quiet", a.quiet, "no progress, no summary");
}

void add_quality_options(Command& command, ResultArguments& a) {
  command.add_flag("--balance", a.balance, "check Newton and Euler for each body from the forces");
  command.add_flag("--reactions", a.reactions, "channels of joint forces on every body, in its own axes too");
  repeatable(command, "--budget", a.budgets, "NAME=VALUE",
             "limit for energy (J), position, velocity, acceleration or balance; may repeat");
}

std::vector<PlotRequest> plots_of(const ResultArguments& a) {
  auto plots = parse_plots(a.plots);
  if (!plots.empty() && (a.json || a.quiet)) throw UsageError("--plot draws on stdout: not with --json or --quiet");
  return plots;
}

void check_outputs(const ResultArguments& a) { check_outputs(std::vector{a}); }

void check_outputs(const std::vector<ResultArguments>& each) {
  check_pages(each);
  std::map<std::string, const ResultArguments*> seen;
  std::error_code ignored;
  for (const ResultArguments& a : each)
    for (const std::string& path : a.outputs) {
      check_result_path(path);
      const auto [other, is_new] = seen.emplace(output_target(path), &a);
      if (!is_new && other->second == &a) throw UsageError(fmt::format("-o {}: the same file is named twice", path));
      if (!is_new)
        throw UsageError(fmt::format(
            "-o {}: {} and {} would both write this file\n  {{folder}} in a name stands for the folder that "
            "the model is in",
            path, other->second->model, a.model));
      for (const ResultArguments& any : each)
        if (std::filesystem::equivalent(path, any.model, ignored))
          throw UsageError(fmt::format("-o {}: this would overwrite the model\n  choose another name", path));
    }
}

Written write_files(const Results& results, const std::vector<std::string>& paths) {
  const HoldSignals until_written;
  Written written;
  written.rows = results.rows();
  for (const std::string& path : paths) {
    try {
      write_results(results, path);
      written.files.push_back(path);
    } catch (const Error& error) {
      written.failures.emplace_back(error.what());
    }
  }
  return written;
}

Written complete_files(ResultStream& stream, const Results& results) {
  const HoldSignals until_written;
  ResultStream::Outcome outcome = stream.end(results);
  Written written;
  written.files = std::move(outcome.files);
  written.failures = std::move(outcome.failures);
  written.rows = outcome.rows;
  return written;
}

std::vector<std::string> write_outputs(const Results& results, const std::vector<std::string>& paths) {
  Written written = write_files(results, paths);
  print_failures(written);
  return std::move(written.files);
}

void write_page(const std::vector<ReportResult>& results, const std::string& path, Written& written) {
  try {
    const Report page = make_report(results);
    written.report = write_report(page, path);
    written.notes = page.notes;
  } catch (const Error& error) {
    written.failures.emplace_back(error.what());
  }
}

std::string file_of(const Written& written) {
  for (const std::string& file : written.files)
    if (!file.ends_with(".csv")) return file;
  return written.files.empty() ? "" : written.files.front();
}

int report(const Results& results, const Written& written, const ResultArguments& a,
           const std::vector<PlotRequest>& plots, const std::vector<Budget>& budgets) {
  print_failures(written);
  print_summary(results, a, written);
  for (const PlotRequest& plot : plots) {
    print("\n{}", draw_plot(results, plot, terminal_width(STDOUT_FILENO)));
  }
  const Summary& summary = results.summary;
  if (summary.ending == Ending::stopped) {
    print_error("rheon: {}{}\n", a.label, summary.message);
  }
  const bool kept = keep_to(budgets, summary, a.label);
  if (!written.failures.empty()) return exit_internal;
  if (summary.ending == Ending::interrupted) return exit_interrupted;
  if (summary.ending == Ending::stopped) return exit_stopped;
  return kept ? exit_done : exit_budget;
}

int finish(Results results, const ResultArguments& a, const std::vector<PlotRequest>& plots,
           const std::vector<Budget>& budgets) {
  judge(budgets, results.summary);
  Written written = write_files(results, a.outputs);
  if (a.report.wanted) write_page({{.results = &results, .file = file_of(written)}}, a.report.file, written);
  return report(results, written, a, plots, budgets);
}

Results with_progress(const ResultArguments& a, const std::function<Results(const Monitor&)>& work) {
  ProgressLine line(!a.quiet);
  return work([&](const Progress& progress) {
    line.show(progress);
    return !Interrupt::requested();
  });
}

}  // namespace rheon::cli
