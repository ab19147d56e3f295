// Every formulation of the table on every example, with its default integrator.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "reproduction/examples.hpp"
#include "reproduction/lab.hpp"
#include "reproduction/reproduce.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon {

namespace {

using namespace reproduction;
using Json = nlohmann::ordered_json;

/// Below this the error of the finer run is round-off (positions of order 1 .. 50, 1e3 steps) and has no order.
constexpr double round_off = 1e-11;

// Of a refusal or failure the reason alone: which formulations would do, the other rows of the table show.
std::string reason_of(const std::string& text) { return text.substr(0, text.find_first_of(";\n")); }

/// Between half the step and its quarter, where that is clear of round-off; large steps may be too large for the order to
/// show.
double order_of(Lab& lab, const Example& example, const RunSpec& spec) {
  const double finer = observed_order(lab, example.reference, spec, example.motion, 0.5 * spec.step, 10 * round_off);
  if (std::isfinite(finer)) return finer;
  return observed_order(lab, example.reference, spec, example.motion, spec.step, round_off);
}

ConformanceCell cell_of(Lab& lab, const FormulationKind& kind, const Example& example) {
  const RunSpec spec = spec_for(example, kind);
  ConformanceCell cell;
  cell.formulation = kind.name;
  cell.integrator = kind.default_integrator;
  cell.example = example.name;
  cell.step = spec.step;
  try {
    check_pairing(lab.system(example.model), kind, find_integrator(kind.default_integrator));
  } catch (const Error& error) {
    cell.refusal = reason_of(error.what());
    cell.refused = true;
    return cell;
  }
  try {
    const Summary& summary = lab.run_on(example.reference, spec).summary;
    if (summary.ending != Ending::completed) {
      cell.refusal = reason_of(summary.message);
      return cell;
    }
    cell.position = summary.position.value;
    cell.velocity = summary.velocity.value;
    cell.acceleration = summary.acceleration.value;
    cell.error = error_against(lab, example.reference, spec, example.motion);
    cell.order = order_of(lab, example, spec);
  } catch (const Error& error) {
    cell.refusal = reason_of(error.what());
  }
  return cell;
}

std::string order_text(double order) { return std::isfinite(order) ? fmt::format("{:.2f}", order) : "-"; }
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

}  // namespace

Conformance conformance(const ModelReader& reader, const ReproduceMonitor& monitor) {
  Lab lab(reader, monitor);
  Conformance out;
  for (const Example& example : examples()) out.examples.push_back(example.name);
  try {
    for (const FormulationKind& kind : formulations()) {
      for (const Example& example : examples()) {
        lab.report(fmt::format("{} on {}", kind.name, example.name));
        out.cells.push_back(cell_of(lab, kind, example));
      }
      lab.forget_runs();
    }
  } catch (const Ended&) {
  }
  return out;
}

std::string to_text(const Conformance& c) {
  std::string text, formulation;
  for (const ConformanceCell& cell : c.cells) {
    if (cell.formulation != formulation) {
      formulation = cell.formulation;
      text += fmt::format("{}{} + {}\n  {:<24}{:>8}{:>10}{:>7}  {}\n", text.empty() ? "" : "\n", formulation,
                          cell.integrator, "", "step", "error", "order", "violation: position, velocity, acceleration");
    }
    if (!cell.refusal.empty()) {
      text += fmt::format("  {:<24}{}: {}\n", cell.example, cell.refused ? "refused" : "failed", cell.refusal);
      continue;
    }
    text += fmt::format("  {:<24}{:>8g}{:>10.1e}{:>7}  {:.1e}  {:.1e}  {:.1e}\n", cell.example, cell.step, cell.error,
                        order_text(cell.order), cell.position, cell.velocity, cell.acceleration);
  }
  return text;
}

std::string to_json(const Conformance& c) {
  Json root{{"examples", c.examples}, {"cells", Json::array()}};
  for (const ConformanceCell& cell : c.cells) {
    Json entry{{"formulation", cell.formulation}, {"integrator", cell.integrator}, {"example", cell.example}};
    entry["outcome"] = cell.refusal.empty() ? "ran" : cell.refused ? "refused" : "failed";
    if (!cell.refusal.empty()) {
      entry["reason"] = cell.refusal;
    } else {
      entry["step"] = cell.step;
      entry["error"] = number(cell.error);
      entry["order"] = number(cell.order);
      entry["violation"] = {{"position", number(cell.position)},
                            {"velocity", number(cell.velocity)},
                            {"acceleration", number(cell.acceleration)}};
    }
    root["cells"].push_back(entry);
  }
  return root.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string to_markdown(const Conformance& c) {
  std::string text =
      "# Every formulation on every example\n\n"
      "Made by `rheon reproduce matrix --markdown`; do not edit. Each formulation runs with its default integrator and "
      "a\n"
      "fixed step. *Error* is the largest difference of the motion from the reference solution, *order* is observed\n"
      "between half that step and its quarter, or between that step and its half if the quarter's error is round-off\n"
      "(`-` if the half's is), the violations are the largest of any row over all steps. Definitions of the examples: "
      "[reference solutions](../tests/data/reference/README.md).\n";
  std::string formulation;
  for (const ConformanceCell& cell : c.cells) {
    if (cell.formulation != formulation) {
      formulation = cell.formulation;
      text += fmt::format("\n## {}\n\nwith `{}`\n\n", formulation, cell.integrator);
      text +=
          "| example | step | error | order | position | velocity | acceleration |\n"
          "| --- | --- | --- | --- | --- | --- | --- |\n";
    }
    if (!cell.refusal.empty()) {
      text +=
          fmt::format("| {} | | {}: {} | | | | |\n", cell.example, cell.refused ? "refused" : "failed", cell.refusal);
      continue;
    }
    text += fmt::format("| {} | {:g} | {:.1e} | {} | {:.0e} | {:.0e} | {:.0e} |\n", cell.example, cell.step, cell.error,
                        order_text(cell.order), cell.position, cell.velocity, cell.acceleration);
  }
  return text;
}

}  // namespace rheon
