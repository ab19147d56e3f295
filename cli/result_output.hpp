// What commands that make results share: their files, plots, summary, progress and exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/budget.hpp"
#include "cli/support/program.hpp"
#include "cli/support/report_output.hpp"
#include "cli/terminal_plot.hpp"
#include "rheon/io/result_stream.hpp"

namespace rheon::cli {

struct ResultArguments {
  std::string model;
  std::string label;  ///< before messages that do not name the model: empty if there is only one
  std::vector<std::string> outputs, plots;
  ReportWish report;
  bool json = false, quiet = false;
  bool balance = false, reactions = false;  ///< more channels of a mechanism
  std::vector<std::string> budgets;
};

/// An option of which each mention takes one value, so that a model's name may follow.
void repeatable(Command& command, const std::string& flag, std::vector<std::string>& into, const char* value,
                const char* help);

/// -o, --plot, --json, --quiet.
void add_result_options(Command& command, ResultArguments& a);

/// --balance, --reactions, --budget.
void add_quality_options(Command& command, ResultArguments& a);

/// Throws UsageError for plots that cannot be drawn; their channels are not looked at.
std::vector<PlotRequest> plots_of(const ResultArguments& a);

/// Throws UsageError for files that cannot be written: nobody wants to learn that after an hour.
void check_outputs(const ResultArguments& a);
void check_outputs(const std::vector<ResultArguments>& each);  ///< of several models

/// What became of the files of one run: names, and why others could not be written.
struct Written {
  std::vector<std::string> files, failures;
  std::size_t rows = 0;            ///< in each of the files
  std::string report;              ///< the page and its size; "" if none was asked for, or it could not be written
  std::vector<std::string> notes;  ///< about what the page leaves out
};
/// One file that fails does not keep the others from being tried. One thread at a time: HDF5 is not made for more.
Written write_files(const Results& results, const std::vector<std::string>& paths);

/// The same for files that were written while the run went on.
Written complete_files(ResultStream& stream, const Results& results);

/// The same, with failures reported on stderr; returns the files that were written.
std::vector<std::string> write_outputs(const Results& results, const std::vector<std::string>& paths);

/// The page of one or several runs.
void write_page(const std::vector<ReportResult>& results, const std::string& path, Written& written);

/// The file that a page names as the one with a run's results: HDF5 if there is one, "" if none was written.
std::string file_of(const Written& written);

/// Does the work with a progress line and an ear for Ctrl-C.
Results with_progress(const ResultArguments& a, const std::function<Results(const Monitor&)>& work);

/// Summary, plots and whatever went wrong, of a run whose files are written; returns the exit code.
int report(const Results& results, const Written& written, const ResultArguments& a,
           const std::vector<PlotRequest>& plots, const std::vector<Budget>& budgets);

/// Verdicts, files, then the report.
int finish(Results results, const ResultArguments& a, const std::vector<PlotRequest>& plots,
           const std::vector<Budget>& budgets);

}  // namespace rheon::cli
