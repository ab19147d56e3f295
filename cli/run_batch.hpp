// Runs of one or several models: all are read and checked first, then run, several at a time.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "cli/live_run.hpp"
#include "cli/result_output.hpp"
#include "cli/support/progress_line.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/runs.hpp"

namespace rheon::cli {

/// What all models of a command line have in common.
struct BatchRequest {
  RunRequest run;
  std::vector<Setting> parameters;
  std::vector<Budget> budgets;
  std::vector<PlotRequest> plots;
  int jobs = 1;
  bool json = false, quiet = false;
  LiveRun* live = nullptr;  ///< shows the run, of which there is one
};

class Batch {
 public:
  /// `each`: model and files of every run.
  Batch(const BatchRequest& request, std::vector<ResultArguments> each);

  /// Reads all models. Throws ModelError with the problems of all of them, or UsageError with what does not suit them:
  /// nothing runs then.
  void load();

  /// Runs, writes and reports, in the order of the models; returns the worst exit code.
  int run();

 private:
  struct Case {
    ResultArguments arguments;
    std::unique_ptr<System> system;
    std::exception_ptr failure;
    std::optional<Results> results;  ///< none: not run
    Written written;
    bool finished = false;
    bool shares_page = false;  ///< its report is on a page with those of others
  };
  void load_one(Case& one) const;
  bool keeps_rows(const ResultArguments& wanted) const;
  bool run_one(Case& one, const Monitor& monitor);
  bool show(const RunsProgress& progress);
  void finish(Case& one);
  int report_one(Case& one);
  void write_shared_pages();
  bool several() const { return cases_.size() > 1; }

  const BatchRequest& request_;
  std::vector<Case> cases_;
  std::mutex writing_, screen_;
  ProgressLine line_;
  std::size_t reported_ = 0;
  std::vector<std::string> summaries_;  ///< as JSON, if there are several
  int code_ = 0;
};

}  // namespace rheon::cli
