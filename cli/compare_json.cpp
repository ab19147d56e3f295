#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/compare_output.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::cli {

namespace {

using Json = nlohmann::ordered_json;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json error_json(const LargestError& e) {
  if (e.channel.empty()) return nullptr;
  return {{"value", finite(e.value)},
          {"channel", e.channel},
          {"time", e.time},
          {"at_reference_level", e.at_reference_level}};
}

template <class T, class ToJson>
Json by_quantity(const PerQuantity<T>& values, ToJson&& to) {
  Json object = Json::object();
  for (const ComparedQuantity q : all_quantities) object[to_text(q)] = to(values[index_of(q)]);
  return object;
}

Json points_json(const std::vector<SeriesPoint>& points) {
  Json list = Json::array();
  for (const SeriesPoint& p : points)
    list.push_back({{"step", p.step},
                    {"tolerance", p.tolerance},
                    {"completed", p.ending == Ending::completed},
                    {"message", p.message},
                    {"errors", by_quantity(p.errors, error_json)},
                    {"steps", p.steps},
                    {"evaluations", p.evaluations},
                    {"factorisations", p.factorisations},
                    {"iterations", p.iterations},
                    {"cpu_seconds", p.cpu_seconds}});
  return list;
}

Json row_json(const CompareRow& row) {
  Json j{{"formulation", row.method.formulation}, {"integrator", row.method.integrator},
         {"automatic", row.method.automatic},     {"label", row.label},
         {"outcome", to_text(row.outcome)},       {"reason", row.reason}};
  if (row.results.channels.empty()) return j;
  j["errors"] = by_quantity(row.errors, error_json);
  j["channels"] = Json::array();
  for (const LargestError& e : row.channels)
    j["channels"].push_back({{"channel", e.channel}, {"value", finite(e.value)}, {"time", e.time}});
  j["summary"] = Json::parse(rheon::to_json(row.results.summary));
  if (!row.order_runs.empty()) {
    j["orders"] = by_quantity(row.orders, [](const ObservedOrder& o) { return o.observed() ? Json(o.slope) : Json(); });
    j["order_runs"] = points_json(row.order_runs);
  }
  if (!row.sweep.empty()) j["sweep"] = points_json(row.sweep);
  return j;
}

Json reference_json(const ReferenceInfo& r) {
  if (!r.available) return nullptr;
  return {{"name", r.name},
          {"made", r.made},
          {"confirmed_by", r.check},
          {"accuracy", by_quantity(r.accuracy, finite)},
          {"scale", by_quantity(r.scale, finite)},
          {"unknown_columns", r.unknown}};
}

}  // namespace

std::string to_json(const Comparison& c) {
  Json j{{"model", c.model},
         {"file", c.file},
         {"version", version()},
         {"duration", c.duration},
         {"step", c.step},
         {"step_origin", c.step_origin},
         {"tolerance", c.tolerance},
         {"times", c.times.size()},
         {"interrupted", c.interrupted},
         {"reference", reference_json(c.reference)},
         {"reaction_difference", nullptr},
         {"rows", Json::array()}};
  if (c.reactions) {
    j["reaction_difference"] = error_json(c.reactions->largest);
    j["reaction_difference"].erase("at_reference_level");
    j["reaction_difference"]["between"] = {c.reactions->first, c.reactions->second};
  }
  for (const CompareRow& row : c.rows) j["rows"].push_back(row_json(row));
  return j.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rheon::cli
