#include "report/comparison_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rheon::report {

namespace {

using Json = nlohmann::ordered_json;

bool is_shown(const CompareRow& row) { return row.outcome == Outcome::completed; }

const char* outcome_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::completed: return "completed";
    case Outcome::stopped: return "stopped";
    case Outcome::interrupted: return "interrupted";
    case Outcome::refused: return "refused";
    case Outcome::not_run: break;
  }
  return "not run";
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json errors_json(const PerQuantity<LargestError>& errors) {
  Json list = Json::array();
  for (const LargestError& e : errors) list.push_back(e.channel.empty() ? Json(nullptr) : finite(e.value));
  return list;
}

Json levels_json(const PerQuantity<LargestError>& errors) {
  Json list = Json::array();
  for (const LargestError& e : errors) list.push_back(e.at_reference_level);
  return list;
}

Json numbers_json(const PerQuantity<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(finite(value));
  return list;
}

Json violation_json(const Violation& v) { return v.constraint.empty() ? Json(nullptr) : finite(v.value); }

Json sweep_json(const std::vector<SeriesPoint>& sweep) {
  Json list = Json::array();
  for (const SeriesPoint& p : sweep)
    list.push_back({{"step", p.step},
                    {"tolerance", p.tolerance},
                    {"completed", p.ending == Ending::completed},
                    {"errors", errors_json(p.errors)},
                    {"at_reference_level", levels_json(p.errors)},
                    {"steps", p.steps},
                    {"evaluations", p.evaluations},
                    {"cpu_seconds", p.cpu_seconds}});
  return list;
}

Json row_json(const CompareRow& row, const Json& result) {
  Json orders = Json::array();
  for (const ObservedOrder& o : row.orders) orders.push_back(o.observed() ? Json(o.slope) : Json(nullptr));
  const Summary& s = row.results.summary;
  return {{"label", row.label},
          {"method", name_of(row.method)},
          {"outcome", outcome_text(row.outcome)},
          {"reason", row.reason},
          {"result", result},
          {"ran", !row.results.channels.empty()},
          {"errors", errors_json(row.errors)},
          {"at_reference_level", levels_json(row.errors)},
          {"orders", orders},
          {"violations", {violation_json(s.position), violation_json(s.velocity), violation_json(s.acceleration)}},
          {"energy", finite(s.energy_unexplained)},
          {"steps", s.steps},
          {"iterations", s.iterations},
          {"evaluations", s.evaluations},
          {"cpu_seconds", s.cpu_seconds},
          {"sweep", sweep_json(row.sweep)}};
}

Json reference_json(const ReferenceInfo& r, const Json& result) {
  return {{"name", r.available ? r.name : ""}, {"result", result},
          {"confirmed_by", r.check},           {"accuracy", numbers_json(r.accuracy)},
          {"scale", numbers_json(r.scale)},    {"unknown_columns", r.unknown}};
}

Json difference_json(const ReactionDifference& d) {
  return {{"value", finite(d.largest.value)},
          {"channel", d.largest.channel},
          {"time", d.largest.time},
          {"between", {d.first, d.second}}};
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
  for (const ComparedQuantity q : all_quantities) quantities.push_back(to_text(q));
  int shown = 0;
  for (const CompareRow& row : comparison.rows)
    rows.push_back(row_json(row, is_shown(row) ? Json(shown++) : Json(nullptr)));
  const Json reference =
      reference_json(comparison.reference, comparison.reference.available ? Json(shown) : Json(nullptr));
  const Json json{
      {"duration", comparison.duration},
      {"times", comparison.times.size()},
      {"step", comparison.step},
      {"step_origin", comparison.step_origin},
      {"tolerance", comparison.tolerance},
      {"reference", reference},
      {"quantities", quantities},
      {"reaction_difference", comparison.reactions ? difference_json(*comparison.reactions) : Json(nullptr)},
      {"rows", rows}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rheon::report
