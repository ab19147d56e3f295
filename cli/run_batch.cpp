#include "cli/run_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "cli/support/exit_code.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/output.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::cli {

namespace {

int worse(int a, int b) {
  constexpr std::array by_weight{exit_done,     exit_budget, exit_stopped, exit_interrupted,
                                 exit_internal, exit_usage,  exit_model};
  const auto weight = [&](int code) { return std::find(by_weight.begin(), by_weight.end(), code); };
  return weight(a) < weight(b) ? b : a;
}

/// What is wrong with several models, as one error; nothing if there is nothing.
class Refusals {
 public:
  void add(const std::string& model, const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const ModelError& error) {
      wrong_ = true;
      problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
    } catch (const UsageError& error) {
      problems_.push_back({.place = {.file = model}, .element = "", .what = error.what(), .numbers = "", .remedy = ""});
    }
  }
  void throw_if_any() const {
    if (wrong_) throw ModelError(problems_);
    std::string text;
    for (const Problem& problem : problems_)
      text += fmt::format("{}{}: {}", text.empty() ? "" : "\nrheon: ", problem.place.file, problem.what);
    if (!text.empty()) throw UsageError(text);
  }

 private:
  std::vector<Problem> problems_;
  bool wrong_ = false;  ///< with a model, not only with the command line
};

}  // namespace

Batch::Batch(const BatchRequest& request, std::vector<ResultArguments> each)
    : request_(request), cases_(each.size()), line_(!request.quiet) {
  std::map<std::string, int> pages;
  for (const ResultArguments& a : each)
    if (a.report.wanted) ++pages[a.report.file];
  for (std::size_t k = 0; k < each.size(); ++k) {
    cases_[k].shares_page = each[k].report.wanted && pages[each[k].report.file] > 1;
    cases_[k].arguments = std::move(each[k]);
  }
}

/// Outputs that the file names (channels of parts have a dot) are looked at even if nobody keeps them: one that is not a number
/// is worth a note.
static bool has_outputs(const Model& model) {
  return std::any_of(model.outputs.begin(), model.outputs.end(), [](const Output& output) {
    return !output.for_view && output.name.find('.') == std::string::npos;
  });
}

/// Is anything wanted besides the summary?
bool Batch::keeps_rows(const ResultArguments& wanted) const {
  return !wanted.outputs.empty() || wanted.report.wanted || wanted.balance || !request_.plots.empty() ||
         !request_.budgets.empty() || request_.live;
}

void Batch::load_one(Case& one) const {
  const bool balance = one.arguments.balance || needs_balance(request_.budgets);
  const MechanismChannels channels{
      .balance = balance, .reactions = one.arguments.reactions, .view = keeps_rows(one.arguments)};
  one.system = std::make_unique<System>(read_model(one.arguments.model, request_.parameters, channels));
  check_budgets(request_.budgets, balance, *one.system);
  // A run that was only begun knows its channels, its options and its initial state: what is wrong with them is reported
  // before the time is spent.
  if (!several() && request_.plots.empty()) return;
  check_plots(request_.plots, Simulation(*one.system, request_.run).results().channels);
}

void Batch::load() {
  if (!several()) return load_one(cases_.front());
  in_parallel(cases_.size(), request_.jobs, [&](std::size_t k) {
    try {
      load_one(cases_[k]);
    } catch (const Error&) {
      cases_[k].failure = std::current_exception();
    }
  });
  Refusals refusals;
  for (const Case& one : cases_)
    if (one.failure) refusals.add(one.arguments.model, one.failure);
  refusals.throw_if_any();
}

bool Batch::show(const RunsProgress& progress) {
  const std::lock_guard lock(screen_);
  const int under_way = progress.under_way;
  line_.show(several() ? fmt::format("{} ({} of {} done{})", cases_[progress.run].arguments.model, progress.done,
                                     cases_.size(), under_way > 1 ? fmt::format(", {} at a time", under_way) : "")
                       : "",
             progress.progress);
  return !Interrupt::requested();
}

bool Batch::run_one(Case& one, const Monitor& monitor) {
  if (several() && Interrupt::requested()) return false;
  std::optional<ResultStream> stream;
  try {
    RunRequest request = request_.run;
    request.account_only = !keeps_rows(one.arguments) && !has_outputs(one.system->model());
    request.watcher = request_.live;
    // rows that go into files alone go there as they come
    request.keep_rows = one.arguments.report.wanted || !request_.plots.empty() || request_.live != nullptr;
    if (!request.keep_rows && !one.arguments.outputs.empty()) request.watcher = &stream.emplace(one.arguments.outputs);
    one.results = rheon::run(*one.system, request, monitor);
  } catch (...) {
    if (!several()) throw;
    one.failure = std::current_exception();
    return true;
  }
  one.system.reset();
  one.results->summary.parameters = request_.parameters;
  judge(request_.budgets, one.results->summary);
  const std::lock_guard lock(writing_);
  one.written = stream ? complete_files(*stream, *one.results) : write_files(*one.results, one.arguments.outputs);
  if (stream && stream->ended_run() && one.results->summary.ending == Ending::interrupted) {
    Summary& summary = one.results->summary;
    summary.ending = Ending::stopped;
    summary.message = fmt::format("stopped at t = {:.6g} s: no file can take further rows", summary.end_time);
  }
  if (one.arguments.report.wanted && !one.shares_page)
    write_page({{.results = &*one.results, .file = file_of(one.written)}}, one.arguments.report.file, one.written);
  if (request_.live) request_.live->end(*one.results, file_of(one.written));
  return true;
}

int Batch::report_one(Case& one) {
  const std::string& model = one.arguments.model;
  if (several() && request_.json) summaries_.push_back(one.results ? to_json(one.results->summary) : "null");
  if (one.failure) {
    print_error("{}:\n", model);
    return report_failure(one.failure);
  }
  if (!one.results) {
    print_error("rheon: {}: not run, because of the interruption\n", model);
    return exit_interrupted;
  }
  if (reported_ > 0 && !request_.json && !request_.quiet) print("\n");
  return report(*one.results, one.written, one.arguments, request_.plots, request_.budgets);
}

/// Reports come in the order of the models: each as soon as those before it are out.
void Batch::finish(Case& one) {
  const std::lock_guard lock(screen_);
  one.finished = true;
  for (; reported_ < cases_.size() && cases_[reported_].finished; ++reported_) {
    Case& next = cases_[reported_];
    line_.clear();
    code_ = worse(code_, report_one(next));
    flush_out();
    if (!next.shares_page) next.results.reset();
  }
}

/// Pages that several runs share, once all of them are there.
void Batch::write_shared_pages() {
  std::set<std::string> pages;
  for (const Case& one : cases_)
    if (one.shares_page && one.results) pages.insert(one.arguments.report.file);
  for (const std::string& page : pages) {
    std::vector<ReportResult> results;
    for (const Case& one : cases_)
      if (one.results && one.arguments.report.file == page)
        results.push_back({.results = &*one.results, .file = file_of(one.written)});
    Written written;
    write_page(results, page, written);
    for (const std::string& failure : written.failures) print_error("rheon: {}\n", failure);
    if (!written.failures.empty()) code_ = worse(code_, exit_internal);
    if (!written.report.empty() && !request_.json && !request_.quiet)
      print("\n{}", report_lines(written.report, written.notes));
  }
}

int Batch::run() {
  if (several())
    for (Case& one : cases_) {
      one.arguments.label = one.arguments.model + ": ";
      one.arguments.quiet = request_.quiet || request_.json;
      one.arguments.json = false;
    }
  make_runs(
      cases_.size(), request_.jobs, [&](const RunsProgress& progress) { return show(progress); },
      [&](std::size_t k, const Monitor& monitor) {
        const bool done = run_one(cases_[k], monitor);
        finish(cases_[k]);
        return done;
      });
  write_shared_pages();
  if (several() && request_.json) put_out(fmt::format("[\n{}\n]\n", fmt::join(summaries_, ",\n")));
  return code_;
}

}  // namespace rheon::cli
