// What a result file says besides its values.
#include "io/result_about.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/result_hdf5.hpp"
#include "io/result_summary.hpp"
#include "rheon/core/error.hpp"

namespace rheon::io {

namespace {

using h5::Handle;

struct ReadField {
  hid_t group;
  /// Files of earlier versions do not have every field.
  bool is_missing(const char* path, std::string_view later) const {
    return path == later && H5Aexists(group, path) == 0;
  }
  void operator()(const char* path, std::string& value) const {
    if (!is_missing(path, "error.coordinate") && !is_missing(path, "error.method"))
      h5::read_attribute(group, path, value);
  }
  void operator()(const char* path, double& value) const {
    for (const char* later : {"cpu_seconds", "error.estimate", "error.seconds"})
      if (is_missing(path, later)) return;
    h5::read_attribute(group, path, value);
  }
  void operator()(const char* path, long long& value) const {
    if (!is_missing(path, "peak_memory")) h5::read_attribute(group, path, value);
  }
  void operator()(const char* path, int& value) const {
    long long wide = 0;
    h5::read_attribute(group, path, wide);
    if (wide < 0 || wide > std::numeric_limits<int>::max()) throw Error(fmt::format("{} is {}", path, wide));
    value = static_cast<int>(wide);
  }
  void operator()(const char* path, Ending& value) const {
    std::string text;
    h5::read_attribute(group, path, text);
    const auto row =
        std::find_if(ending_names.begin(), ending_names.end(), [&](const auto& name) { return name.second == text; });
    if (row == ending_names.end()) throw Error(fmt::format("{} is \"{}\"", path, text));
    value = row->first;
  }
};

bool has_link(hid_t parent, const char* name) { return H5Lexists(parent, name, H5P_DEFAULT) > 0; }

void read_settings(hid_t file, const char* name, std::vector<Setting>& settings) {
  const Handle group = h5::open_group(file, name);
  for (const std::string& setting_name : h5::attribute_names(group)) {
    Setting setting{setting_name, "", {}};
    h5::read_attribute(group, setting_name, setting.value);
    settings.push_back(std::move(setting));
  }
}

void read_budgets(hid_t file, Summary& summary) {
  if (!has_link(file, "budgets")) return;
  const Handle group = h5::open_group(file, "budgets");
  for (const std::string& name : h5::link_names(group, H5_INDEX_CRT_ORDER)) {
    const Handle budget = h5::open_group(group, name);
    BudgetVerdict b{.name = name, .limit = 0.0, .value = 0.0, .kept = true, .unit = ""};
    long long kept = 0;
    h5::read_attribute(budget, "limit", b.limit);
    h5::read_attribute(budget, "value", b.value);
    h5::read_attribute(budget, "kept", kept);
    h5::read_attribute(budget, "unit", b.unit);
    b.kept = kept != 0;
    summary.budgets.push_back(std::move(b));
  }
}

/// Files of older versions have none, nor have runs in which nothing switches.
void read_switches(hid_t file, std::vector<double>& times) {
  if (!has_link(file, "switches")) return;
  const auto texts = h5::read_texts(file, "switches");
  const auto list = nlohmann::json::parse(texts.empty() ? "" : texts.front(), nullptr, false);
  const auto is_number = [](const auto& time) { return time.is_number(); };
  if (!list.is_array() || !std::all_of(list.begin(), list.end(), is_number))
    throw Error("/switches is not a list of times, as JSON");
  for (const auto& time : list) times.push_back(time.template get<double>());
  if (!std::is_sorted(times.begin(), times.end())) throw Error("the times of /switches are not sorted");
}

/// The balance of bodies is in the summary as JSON alone.
void read_balance(hid_t summary_group, Summary& summary) {
  using Json = nlohmann::ordered_json;
  if (!h5::has_attribute(summary_group, "json")) return;
  std::string text;
  h5::read_attribute(summary_group, "json", text);
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

void require_format(hid_t file) {
  std::string format;
  if (h5::has_attribute(file, "format")) h5::read_attribute(file, "format", format);
  if (format != h5::format_name) throw Error("an HDF5 file, but not one with results of rheon");
  long long version = 0;
  h5::read_attribute(file, "format_version", version);
  if (version < h5::oldest_version || version > h5::format_version) {
    throw Error(fmt::format("results of format version {}; this rheon reads versions {} to {}", version,
                            h5::oldest_version, h5::format_version));
  }
}

Results read_about(hid_t file) {
  Results about;
  const auto model = h5::read_texts(file, "model");
  if (!model.empty()) about.model_text = model.front();
  if (has_link(file, "scene")) {  // files of older versions have none
    const auto scene = h5::read_texts(file, "scene");
    if (!scene.empty()) about.scene = scene.front();
  }
  read_switches(file, about.switching_times);
  read_settings(file, "options", about.summary.options);
  if (has_link(file, "parameters")) read_settings(file, "parameters", about.summary.parameters);
  read_budgets(file, about.summary);
  const Handle summary = h5::open_group(file, "summary");
  visit_fields(about.summary, ReadField{summary});
  read_balance(summary, about.summary);
  about.summary.notes = h5::read_texts(summary, "notes");
  if (has_link(summary, "doubts")) about.summary.doubts = h5::read_texts(summary, "doubts");  // later than the others
  return about;
}

std::vector<Setting> read_versions_of(hid_t file) {
  std::vector<Setting> versions;
  if (has_link(file, "versions")) read_settings(file, "versions", versions);
  return versions;
}

}  // namespace rheon::io
