// Runs the benchmark problems and judges them.
#include "reproduction/benchmarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "reproduction/benchmark.hpp"
#include "rheon/core/names.hpp"
#include "rheon/integrators/kind.hpp"

namespace rheon {

namespace {

using namespace reproduction;

/// A refusal goes on with what to do instead; its reason ends before. Of a run that stopped all is reported.
std::string refusal_of(const std::string& text) { return text.substr(0, text.find_first_of(";\n")); }

bool applies(const Metric& metric, const BenchmarkMethod& method) {
  return metric.asked == Asked::of_all || (metric.asked == Asked::of_high_order) == method.high_order;
}

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// A fixed step that does not divide the interval of the rows would shift them, and look like an error of the method.
void check_times(const Results& results, const Table& reference) {
  const Numbers found = results.column("t"), &exact = reference["t"];
  for (std::size_t i = 0; i < std::min(found.size(), exact.size()); ++i)
    if (std::abs(found[i] - exact[i]) > 1e-9 * exact.back())
      throw Error(fmt::format("row {} is at t = {:g} s, the reference at {:g} s: the step does not divide the interval",
                              i, found[i], exact[i]));
}

class Bench {
 public:
  Bench(const ModelReader& reader, const BenchmarkRequest& request, const ReproduceMonitor& monitor)
      : request_(&request), lab_(reader, monitor) {}

  void add(const BenchmarkProblem& problem) {
    for (const EigenvalueMetric& metric : problem.eigenvalues) add(problem, metric);
    for (const BenchmarkMethod& method : problem.methods) add(problem, method);
    lab_.forget_runs();
  }
  Benchmarks take() { return std::move(out_); }

 private:
  void add(const BenchmarkProblem& problem, const EigenvalueMetric& metric) {
    BenchmarkRow row;
    row.problem = problem.name;
    row.metric = metric.text;
    row.formulation = "linearise";
    row.bound = metric.bound.text();
    try {
      if (ended_) throw Ended{};
      lab_.report(problem.name);
      const double began = cpu_now();
      row.error = metric.value(lab_);
      row.cpu_seconds = cpu_now() - began;
      judge(row, metric.bound, "");
    } catch (const Ended&) {
      leave_out(row, "interrupted");
    }
    out_.rows.push_back(row);
  }

  void add(const BenchmarkProblem& problem, const BenchmarkMethod& method) {
    BenchmarkRow common;
    common.problem = problem.name;
    common.formulation = method.formulation;
    common.integrator = method.integrator;
    common.step = method.step;
    common.tolerance = method.tolerance;
    for (const auto& [name, value] : method.options)
      common.options += (common.options.empty() ? "" : ", ") + name + "=" + value;
    common.error = std::nan("");
    try {
      if (ended_) throw Ended{};
      lab_.report(fmt::format("{}: {} {}", problem.name, method.formulation, method.integrator));
      if (method.takes_long && !request_->long_runs) {
        leave_out(common, "takes long: only with --long");
        return add_rows(problem, method, common, nullptr);
      }
      run(problem, method, common);
    } catch (const Ended&) {
      ended_ = true;
      leave_out(common, "interrupted");
      add_rows(problem, method, common, nullptr);
    }
  }

  void run(const BenchmarkProblem& problem, const BenchmarkMethod& method, BenchmarkRow& common) {
    try {
      const RunSpec spec{.model = problem.model,
                         .formulation = method.formulation,
                         .integrator = method.integrator,
                         .step = method.step,
                         .tolerance = method.tolerance,
                         .duration = problem.duration,
                         .samples = problem.samples,
                         .options = method.options,
                         .set = problem.set};
      prepare(problem);
      const double began = cpu_now();
      const Results& results = problem.reference.empty() ? lab_.run(spec) : lab_.run_on(problem.reference, spec);
      common.cpu_seconds = cpu_now() - began;
      common.integrator = results.summary.integrator;
      if (results.summary.ending == Ending::completed) return add_rows(problem, method, common, &results);
      common.verdict = BenchmarkVerdict::stopped;
      common.reason = results.summary.message;
      common.foreseen = !method.why.empty();
    } catch (const UsageError& error) {
      common.verdict = BenchmarkVerdict::refused;
      common.reason = refusal_of(error.what());
    }
    add_rows(problem, method, common, nullptr);
  }

  // Reads the model, so that the time of a run is its own.
  void prepare(const BenchmarkProblem& problem) {
    constexpr std::string_view windows = "windows ";
    if (problem.model.starts_with(windows) && !lab_.knows(problem.model))
      lab_.add_model(problem.model, windows_model(std::stoi(problem.model.substr(windows.size()))));
    lab_.system(problem.model, problem.set);
  }

  void add_rows(const BenchmarkProblem& problem, const BenchmarkMethod& method, const BenchmarkRow& common,
                const Results* results) {
    static const Table none;
    const Table& reference = problem.reference.empty() ? none : lab_.reference(problem.reference);
    if (results != nullptr && !problem.reference.empty()) check_times(*results, reference);
    for (const Metric& metric : problem.metrics) {
      if (!applies(metric, method)) continue;
      BenchmarkRow row = common;
      if (row.integrator.empty()) row.integrator = find_formulation(method.formulation).default_integrator;
      row.metric = metric.text;
      row.unit = metric.bound.unit;
      row.bound = metric.bound.text();
      if (results != nullptr) {
        row.error = metric.value(*results, reference);
        judge(row, metric.bound, method.why);
      }
      out_.rows.push_back(row);
    }
  }

  static void judge(BenchmarkRow& row, const Expectation& bound, const std::string& why) {
    row.unit = bound.unit;
    row.verdict = bound.holds(row.error) ? BenchmarkVerdict::met : BenchmarkVerdict::missed;
    if (row.verdict == BenchmarkVerdict::met) return;
    row.foreseen = !why.empty();
    row.reason = row.foreseen ? why : "no reason is known: please report it";
  }

  static void leave_out(BenchmarkRow& row, const char* reason) {
    row.verdict = BenchmarkVerdict::left_out;
    row.error = std::nan("");
    row.reason = reason;
  }

  const BenchmarkRequest* request_;
  Lab lab_;
  Benchmarks out_;
  bool ended_ = false;
};

}  // namespace

std::vector<std::string> benchmark_names() {
  std::vector<std::string> names;
  for (const BenchmarkProblem& problem : benchmark_problems()) names.push_back(problem.name);
  return names;
}

Benchmarks benchmarks(const ModelReader& reader, const BenchmarkRequest& request, const ReproduceMonitor& monitor) {
  const auto known = benchmark_names();
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : request.problems)
    if (!has(known, name))
      throw UsageError("there is no benchmark problem \"" + name + "\"; " + did_you_mean(name, known));
  Bench bench(reader, request, monitor);
  for (const BenchmarkProblem& problem : benchmark_problems())
    if (request.problems.empty() || has(request.problems, problem.name)) bench.add(problem);
  return bench.take();
}

}  // namespace rheon
