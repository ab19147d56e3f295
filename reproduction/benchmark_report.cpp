// The table of benchmarks for people, for programs and as a page.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/number_text.hpp"
#include "reproduction/benchmarks.hpp"

namespace rheon {

namespace {

using Json = nlohmann::ordered_json;

constexpr BenchmarkVerdict all_verdicts[] = {BenchmarkVerdict::met, BenchmarkVerdict::missed, BenchmarkVerdict::stopped,
                                             BenchmarkVerdict::refused, BenchmarkVerdict::left_out};

std::string way_text(const BenchmarkRow& row) {
  std::string text = row.integrator.empty() ? row.formulation : row.formulation + " + " + row.integrator;
  return row.options.empty() ? text : text + ", " + row.options;
}

std::string step_text(const BenchmarkRow& row) {
  if (row.tolerance > 0.0) return "tol " + brief_text(row.tolerance);
  if (row.step <= 0.0) return "";
  return row.step >= 1e-3 ? brief_text(1e3 * row.step) + " ms" : brief_text(1e6 * row.step) + " us";
}

std::string error_text(const BenchmarkRow& row) {
  if (std::isnan(row.error)) return "";
  return fmt::format("{:.1e}", row.error) + (row.unit.empty() ? "" : " " + row.unit);
}

std::string cpu_text(const BenchmarkRow& row) {
  return row.verdict == BenchmarkVerdict::refused || row.verdict == BenchmarkVerdict::left_out
             ? ""
             : fmt::format("{:.2g} s", row.cpu_seconds);
}

int count(const Benchmarks& b, BenchmarkVerdict verdict) {
  int n = 0;
  for (const BenchmarkRow& row : b.rows) n += row.verdict == verdict;
  return n;
}

std::string totals(const Benchmarks& b) {
  std::string text = counted(static_cast<long long>(b.rows.size()), "row") + ":";
  const char* separator = " ";
  for (const BenchmarkVerdict verdict : all_verdicts)
    if (const int n = count(b, verdict); n > 0) {
      text += separator + std::to_string(n) + " " + std::string(to_text(verdict));
      separator = ", ";
    }
  return text;
}

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

}  // namespace

std::string_view to_text(BenchmarkVerdict verdict) {
  switch (verdict) {
    case BenchmarkVerdict::met: return "met";
    case BenchmarkVerdict::missed: return "missed";
    case BenchmarkVerdict::stopped: return "stopped";
    case BenchmarkVerdict::refused: return "refused";
    case BenchmarkVerdict::left_out: return "left out";
  }
  return "";
}

std::string to_text(const Benchmarks& b) {
  std::string text, problem, metric;
  for (const BenchmarkRow& row : b.rows) {
    if (row.problem != problem) {
      problem = row.problem;
      text += fmt::format("{}{}\n  {:<56}{:<11}{:<10}{:<12}{:<10}{:>9}  {}\n", text.empty() ? "" : "\n", problem,
                          "formulation + integrator", "step", "error", "bound", "verdict", "CPU time", "measured");
    }
    text += fmt::format("  {:<56}{:<11}{:<10}{:<12}{:<10}{:>9}  {}\n", way_text(row), step_text(row), error_text(row),
                        row.bound, to_text(row.verdict), cpu_text(row), row.metric);
    if (!row.reason.empty()) text += fmt::format("      {}\n", row.reason);
  }
  return text + "\n" + totals(b) + "\n";
}

std::string to_json(const Benchmarks& b) {
  Json root{{"rows", Json::array()}, {"totals", Json::object()}};
  for (const BenchmarkRow& row : b.rows)
    root["rows"].push_back({{"problem", row.problem},
                            {"metric", row.metric},
                            {"formulation", row.formulation},
                            {"integrator", row.integrator},
                            {"options", row.options},
                            {"step", row.step > 0.0 ? Json(row.step) : Json(nullptr)},
                            {"tolerance", row.tolerance > 0.0 ? Json(row.tolerance) : Json(nullptr)},
                            {"error", number(row.error)},
                            {"unit", row.unit},
                            {"bound", row.bound},
                            {"verdict", std::string(to_text(row.verdict))},
                            {"reason", row.reason},
                            {"foreseen", row.foreseen},
                            {"cpu_seconds", row.cpu_seconds}});
  for (const BenchmarkVerdict verdict : all_verdicts) root["totals"][std::string(to_text(verdict))] = count(b, verdict);
  return root.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string to_markdown(const Benchmarks& b) {
  std::string text =
      "# Benchmark problems\n\n"
      "Made by `rheon reproduce benchmarks --markdown`; do not edit. Every problem runs under the formulations that\n"
      "apply. What is measured, where the bounds come from and what the verdicts mean is described in\n"
      "[reproducing](guide/reproducing.md#benchmark-problems). *CPU time* is that of the run on the machine that made\n"
      "this page, without reading the model.\n\n" +
      totals(b) +
      ".\n\n| problem | measured | formulation + integrator | step | error | bound | verdict | CPU time |\n" +
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const BenchmarkRow& row : b.rows) {
    std::string verdict(to_text(row.verdict));
    if (!row.reason.empty()) verdict += ": " + row.reason;
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", row.problem, row.metric, way_text(row),
                        step_text(row), error_text(row), row.bound, verdict, cpu_text(row));
  }
  return text;
}

}  // namespace rheon
