// What commands that make results share: their files, plots, summary, progress and exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/budget.hpp"
#include "cli/terminal_plot.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

struct ResultArguments {
  std::string model;
  std::vector<std::string> outputs, plots;
  bool json = false, quiet = false;
  bool balance = false, reactions = false;  ///< more channels of a mechanism
  std::vector<std::string> budgets;
};

/// An option of which each mention takes one value, so that a model's name may follow.
void repeatable(CLI::App& command, const std::string& flag, std::vector<std::string>& into, const char* value,
                const char* help);

/// -o, --plot, --json, --quiet.
void add_result_options(CLI::App& command, ResultArguments& a);

/// --balance, --reactions, --budget.
void add_quality_options(CLI::App& command, ResultArguments& a);

/// Throws UsageError for plots that cannot be drawn; their channels are not looked at.
std::vector<PlotRequest> plots_of(const ResultArguments& a);

/// Throws UsageError for files that cannot be written: nobody wants to learn that after an hour.
void check_outputs(const ResultArguments& a);

/// Returns the files that were written; one that fails does not keep the others from being tried.
std::vector<std::string> write_outputs(const Results& results, const std::vector<std::string>& paths);

/// Does the work with a progress line and an ear for Ctrl-C.
Results with_progress(const ResultArguments& a, const std::function<Results(const Monitor&)>& work);

/// Files, summary, plots; returns the exit code.
int finish(const Results& results, const ResultArguments& a, const std::vector<PlotRequest>& plots,
           const std::vector<Budget>& budgets);

}  // namespace rheon::cli
