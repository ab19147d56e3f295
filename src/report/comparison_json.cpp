#include "report/comparison_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rheon::report {

namespace {

using Json = nlohmann::ordered_json;

bool is_shown(const CompareRow& row) { return row.outcome == Outcome::completed; }

const char* text_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::completed: return "completed";
    case Outcome::stopped: return "stopped";
    case Outcome::interrupted: return "interrupted";
    case Outcome::refused: return "refused";
    case Outcome::not_run: break;
  }
  return "not run";
}

Json row_json(const CompareRow& row, const Json& result) {
  Json errors = Json::array(), orders = Json::array();
  for (const LargestError& e : row.errors) errors.push_back(e.channel.empty() ? Json(nullptr) : Json(e.value));
  for (const ObservedOrder& o : row.orders) orders.push_back(o.observed() ? Json(o.slope) : Json(nullptr));
  const Summary& s = row.results.summary;
  return {{"label", row.label},
          {"method", name_of(row.method)},
          {"outcome", text_of(row.outcome)},
          {"reason", row.reason},
          {"result", result},
          {"errors", errors},
          {"orders", orders},
          {"steps", s.steps},
          {"evaluations", s.evaluations},
          {"cpu_seconds", s.cpu_seconds}};
}

}  // namespace

ComparedRuns compared_runs(const Comparison& comparison) {
  ComparedRuns runs;
  for (const CompareRow& row : comparison.rows)
    if (is_shown(row)) runs.results.push_back(&row.results), runs.labels.push_back(row.label);
  if (comparison.reference.available) {
    runs.results.push_back(&comparison.reference.results);
    std::string label = "reference";
    while (std::find(runs.labels.begin(), runs.labels.end(), label) != runs.labels.end()) label += "'";
    runs.labels.push_back(label);
  }
  return runs;
}

std::string to_json(const Comparison& comparison) {
  Json quantities = Json::array(), rows = Json::array();
  for (const Quantity q : all_quantities) quantities.push_back(to_text(q));
  int shown = 0;
  for (const CompareRow& row : comparison.rows)
    rows.push_back(row_json(row, is_shown(row) ? Json(shown++) : Json(nullptr)));
  const bool available = comparison.reference.available;
  const Json reference{{"name", available ? comparison.reference.name : ""},
                       {"result", available ? Json(shown) : Json(nullptr)}};
  const Json json{{"reference", reference}, {"quantities", quantities}, {"rows", rows}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rheon::report
