#include "support/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace bench {

namespace {

using Row = std::vector<std::string>;
constexpr std::size_t text_columns = 3;  // to the left; numbers to the right

std::string amount(const Report& report, double value) {
  return report.unit == "us" ? fmt::format("{:.2f}", value) : fmt::format("{:.0f}", value);
}

std::string part(const Report& report, double value, double whole) {
  return fmt::format("{} {:3.0f} %", amount(report, value), 100.0 * value / whole);
}

std::string count(double value) { return value > 0.0 ? fmt::format("{:.1f}", value) : ""; }

Row header(const Report& report, bool with_run) {
  Row row{"example",        "formulation", "integrator", "nv + rows", report.unit + "/step", "expressions", "assembly",
          "linear algebra", "kernels",     "(linear)",   "rest",      "step/linear"};
  if (with_run) row.insert(row.end(), {"in a run", "evaluate", "factor", "solve"});
  return row;
}

Row row_of(const Report& report, const StepCost& c, bool with_run) {
  Row row{c.example,
          c.formulation,
          c.integrator,
          fmt::format("{} + {}", c.unknowns, c.rows),
          amount(report, c.step),
          part(report, c.expressions, c.step),
          part(report, c.assembly(), c.step),
          part(report, c.linear, c.step),
          part(report, c.kernels, c.step),
          c.program_algebra > 0.0 ? amount(report, c.program_algebra) : "",
          part(report, c.rest(), c.step),
          c.knows_linear() ? fmt::format("{:.2f}", c.step / c.all_linear()) : "-"};
  if (with_run)
    row.insert(row.end(),
               {amount(report, c.run), count(c.evaluation_count), count(c.factor_count), count(c.solve_count)});
  return row;
}

std::string layout(const std::vector<Row>& rows) {
  std::vector<std::size_t> width(rows.front().size(), 3);
  for (const auto& row : rows)
    for (std::size_t j = 0; j < row.size(); ++j) width[j] = std::max(width[j], row[j].size());
  std::string text;
  const auto line = [&](const Row& row) {
    for (std::size_t j = 0; j < row.size(); ++j)
      text +=
          j < text_columns ? fmt::format("| {:<{}} ", row[j], width[j]) : fmt::format("| {:>{}} ", row[j], width[j]);
    text += "|\n";
  };
  line(rows.front());
  Row rule;
  for (std::size_t j = 0; j < width.size(); ++j)
    rule.push_back(j < text_columns ? std::string(width[j], '-') : std::string(width[j] - 1, '-') + ":");
  line(rule);
  std::for_each(rows.begin() + 1, rows.end(), line);
  return text;
}

}  // namespace

std::string to_markdown(const Report& report) {
  const bool with_run =
      std::any_of(report.costs.begin(), report.costs.end(), [](const auto& c) { return c.run > 0.0; });
  std::vector<Row> rows{header(report, with_run)};
  double spread = 0.0;
  for (const auto& c : report.costs) {
    rows.push_back(row_of(report, c, with_run));
    spread = std::max(spread, c.spread);
  }
  std::string text = fmt::format("{} ({})\n\n{}", report.title, report.machine, layout(rows));
  if (spread > 0.0)
    text += fmt::format("\nLargest spread of a step's cost (half the quartile range): {:.0f} %.\n", 100 * spread);
  return text;
}

std::string to_json(const Report& report) {
  nlohmann::ordered_json json{{"title", report.title}, {"unit", report.unit}, {"machine", report.machine}};
  auto& cases = json["cases"] = nlohmann::ordered_json::array();
  for (const auto& c : report.costs)
    cases.push_back({{"example", c.example},
                     {"formulation", c.formulation},
                     {"integrator", c.integrator},
                     {"velocities", c.unknowns},
                     {"rows", c.rows},
                     {"step", c.step},
                     {"spread", c.spread},
                     {"expressions", c.expressions},
                     {"assembly", c.assembly()},
                     {"linear_algebra", c.linear},
                     {"kernels", c.kernels},
                     {"program_algebra", c.program_algebra},
                     {"rest", c.rest()},
                     {"in_a_run", c.run},
                     {"evaluate_calls", c.evaluation_count},
                     {"factor_calls", c.factor_count},
                     {"solve_calls", c.solve_count}});
  return json.dump(2) + "\n";
}

std::string this_machine() {
#if defined(__clang__)
  const auto compiler = fmt::format("clang++ {}", __clang_major__);
#else
  const auto compiler = fmt::format("g++ {}", __GNUC__);
#endif
  constexpr std::string_view flags = RHEON_BENCH_FLAGS;
  const auto level = flags.find("-O");
  const auto optimisation = level == flags.npos ? "-O0" : flags.substr(level, flags.find(' ', level) - level);
  return fmt::format("{} cores, {}, {}", std::thread::hardware_concurrency(), compiler, optimisation);
}

void write_result(const std::string& name, const std::string& text) {
  const std::filesystem::path folder = RHEON_SOURCE_DIR "/bench/results";
  create_directories(folder);
  std::ofstream file(folder / name);
  if (!(file << text)) throw std::runtime_error("cannot write bench/results/" + name);
}

}  // namespace bench
