// The figures of `rheon compare` for spreadsheets: numbers in full, empty where there is none.
#include <fmt/format.h>

#include <cmath>

#include "cli/compare_output.hpp"

namespace rheon::cli {

namespace {

std::string csv_number(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }
std::string error(const LargestError& e) { return e.channel.empty() ? "" : csv_number(e.value); }
std::string violation(const Violation& v) { return v.constraint.empty() ? "" : csv_number(v.value); }

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c == '\n' ? ' ' : c);
  return out + "\"";
}

std::string quantity_names(const char* before) {
  std::string out;
  for (const ComparedQuantity q : all_quantities) out += fmt::format(",{}{}", before, to_text(q));
  return out;
}

std::string errors(const PerQuantity<LargestError>& values) {
  std::string out;
  for (const LargestError& e : values) out += "," + error(e);
  return out;
}

std::string formulation(const CompareRow& row) {
  const bool chosen = row.method.automatic && row.method.formulation != "auto";
  return (chosen ? "auto: " : "") + row.method.formulation;
}

}  // namespace

std::string table_csv(const Comparison& c) {
  std::string out = "formulation,integrator,outcome" + quantity_names("error.") + quantity_names("order.") +
                    ",violation.position,violation.velocity,violation.acceleration,energy.unexplained,steps,iterations,"
                    "evaluations,factorisations,cpu_seconds,reason\n";
  for (const CompareRow& row : c.rows) {
    const Summary& s = row.results.summary;
    out += fmt::format("{},{},{}{}", formulation(row), row.method.integrator, to_text(row.outcome), errors(row.errors));
    for (const ObservedOrder& order : row.orders) out += "," + (order.observed() ? csv_number(order.slope) : "");
    if (row.results.channels.empty())
      out += ",,,,,,,,,";
    else
      out += fmt::format(",{},{},{},{},{},{},{},{},{}", violation(s.position), violation(s.velocity),
                         violation(s.acceleration), csv_number(s.energy_unexplained), s.steps, s.iterations,
                         s.evaluations, s.factorisations, csv_number(s.cpu_seconds));
    out += "," + quoted(row.reason) + "\n";
  }
  return out;
}

std::string sweep_csv(const Comparison& c) {
  std::string out = "formulation,integrator,step,tolerance,completed" + quantity_names("error.") +
                    ",steps,iterations,evaluations,factorisations,cpu_seconds\n";
  for (const CompareRow& row : c.rows)
    for (const SeriesPoint& p : row.sweep)
      out +=
          fmt::format("{},{},{},{},{}{},{},{},{},{},{}\n", formulation(row), row.method.integrator, csv_number(p.step),
                      csv_number(p.tolerance), p.ending == Ending::completed ? 1 : 0, errors(p.errors), p.steps,
                      p.iterations, p.evaluations, p.factorisations, csv_number(p.cpu_seconds));
  return out;
}

}  // namespace rheon::cli
