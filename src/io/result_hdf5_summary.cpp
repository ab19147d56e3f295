// The summary in a result file: everything about a run but its channels.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/result_hdf5.hpp"
#include "io/result_summary.hpp"
#include "rheon/core/error.hpp"

namespace rheon::io::h5 {

namespace {

struct ReadField {
  hid_t group;
  /// Files of earlier versions do not have every field.
  bool is_missing(const char* path, std::string_view later) const {
    return path == later && H5Aexists(group, path) == 0;
  }
  void operator()(const char* path, std::string& value) const { read_attribute(group, path, value); }
  void operator()(const char* path, double& value) const {
    if (!is_missing(path, "cpu_seconds")) read_attribute(group, path, value);
  }
  void operator()(const char* path, long long& value) const {
    if (!is_missing(path, "peak_memory")) read_attribute(group, path, value);
  }
  void operator()(const char* path, int& value) const {
    long long wide = 0;
    read_attribute(group, path, wide);
    if (wide < 0 || wide > std::numeric_limits<int>::max()) throw Error(fmt::format("{} is {}", path, wide));
    value = static_cast<int>(wide);
  }
  void operator()(const char* path, Ending& value) const {
    std::string text;
    read_attribute(group, path, text);
    const auto row =
        std::find_if(ending_names.begin(), ending_names.end(), [&](const auto& name) { return name.second == text; });
    if (row == ending_names.end()) throw Error(fmt::format("{} is \"{}\"", path, text));
    value = row->first;
  }
};

void read_budgets(hid_t file, Summary& summary) {
  if (!has_link(file, "budgets")) return;
  const Handle group = open_group(file, "budgets");
  for (const std::string& name : link_names(group, true)) {
    const Handle budget = open_group(group, name);
    BudgetVerdict b{.name = name, .limit = 0.0, .value = 0.0, .kept = true, .unit = ""};
    long long kept = 0;
    read_attribute(budget, "limit", b.limit);
    read_attribute(budget, "value", b.value);
    read_attribute(budget, "kept", kept);
    read_attribute(budget, "unit", b.unit);
    b.kept = kept != 0;
    summary.budgets.push_back(std::move(b));
  }
}

/// The balance of bodies is in the summary as JSON alone.
void read_balance(hid_t stored, Summary& summary) {
  using Json = nlohmann::ordered_json;
  if (!has_attribute(stored, "json")) return;
  std::string text;
  read_attribute(stored, "json", text);
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("balance") || !json["balance"].is_object()) return;
  // a number that is not finite is null
  const auto number = [](const Json& body, const char* name) {
    const auto at = body.is_object() ? body.find(name) : body.end();
    return at != body.end() && at->is_number() ? at->get<double>() : std::numeric_limits<double>::quiet_NaN();
  };
  for (const auto& [name, body] : json["balance"].items())
    summary.balance.push_back(
        {name, number(body, "force"), number(body, "force_size"), number(body, "torque"), number(body, "torque_size")});
}

}  // namespace

Handle open_group(hid_t parent, const std::string& name) {
  return Handle(H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose, "opening group " + name);
}

bool has_link(hid_t parent, const std::string& name) { return H5Lexists(parent, name.c_str(), H5P_DEFAULT) > 0; }

std::vector<std::string> link_names(hid_t group, bool by_creation) {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  // files that were copied by a tool may have lost the order of creation
  if (by_creation && H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, nullptr, collect, &names) >= 0) return names;
  H5Eclear2(H5E_DEFAULT);
  names.clear();
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names), "listing links");
  return names;
}

void read_settings(hid_t file, const std::string& group, std::vector<Setting>& settings) {
  const Handle stored = open_group(file, group);
  for (const std::string& name : attribute_names(stored)) {
    Setting setting{name, "", {}};
    read_attribute(stored, name, setting.value);
    settings.push_back(std::move(setting));
  }
}

void read_summary(hid_t file, Summary& summary) {
  read_settings(file, "options", summary.options);
  if (has_link(file, "parameters")) read_settings(file, "parameters", summary.parameters);
  read_budgets(file, summary);
  const Handle stored = open_group(file, "summary");
  visit_fields(summary, ReadField{stored});
  read_balance(stored, summary);
  summary.notes = read_texts(stored, "notes");
}

}  // namespace rheon::io::h5
