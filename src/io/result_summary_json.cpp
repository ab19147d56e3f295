#include <nlohmann/json.hpp>

#include "io/result_summary.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon {

using Json = nlohmann::ordered_json;

namespace {

// A path with dots becomes nested objects.
Json& member(Json& root, std::string_view path) {
  Json* at = &root;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    at = &(*at)[std::string(path.substr(0, dot))];
    path.remove_prefix(dot + 1);
  }
  return (*at)[std::string(path)];
}

struct ToJson {
  Json& root;
  void operator()(std::string_view path, Ending ending) const { member(root, path) = io::to_text(ending); }
  template <class T>
  void operator()(std::string_view path, const T& value) const {
    member(root, path) = value;  // a number that is not finite is printed as null: JSON has no other word for it
  }
};

}  // namespace

std::string to_json(const Summary& summary) {
  Json root = Json::object();
  io::visit_fields(summary, ToJson{root});
  // No constraint at a level: null, not a violation of nothing by zero.
  if (summary.position.constraint.empty()) root["violation"]["position"] = nullptr;
  if (summary.velocity.constraint.empty()) root["violation"]["velocity"] = nullptr;
  if (summary.acceleration.constraint.empty()) root["violation"]["acceleration"] = nullptr;
  if (summary.coordinates > 0)
    root["peak_memory_per_coordinate"] = summary.peak_memory / summary.coordinates;  // whole bytes are exact enough
  root["options"] = Json::object();
  for (const Setting& option : summary.options) root["options"][option.name] = option.value;
  for (const BodyBalance& b : summary.balance)
    root["balance"][b.body] = {
        {"force", b.force}, {"force_size", b.force_size}, {"torque", b.torque}, {"torque_size", b.torque_size}};
  for (const Setting& parameter : summary.parameters) root["parameters"][parameter.name] = parameter.value;
  for (const BudgetVerdict& b : summary.budgets)
    root["budgets"][b.name] = {{"limit", b.limit}, {"value", b.value}, {"kept", b.kept}, {"unit", b.unit}};
  root["doubts"] = summary.doubts;
  root["notes"] = summary.notes;
  // Names come from files: bytes that are no UTF-8 are replaced rather than thrown about.
  return root.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rheon
