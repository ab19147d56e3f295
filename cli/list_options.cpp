// Options by their name, or by a value that they may take, for `rheon list`.
#include <fmt/format.h>

#include <algorithm>

#include "cli/list_tables.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

bool same(const OptionSpec& a, const OptionSpec& b) {
  return a.name == b.name && a.type == b.type && a.fallback == b.fallback && a.choices == b.choices &&
         a.unit == b.unit && a.help == b.help && a.min == b.min && a.max == b.max;
}

/// One option for all that share it.
void add(std::vector<ListedOption>& list, const OptionSpec& spec, std::string_view owner) {
  auto it = std::find_if(list.begin(), list.end(), [&](const ListedOption& o) { return same(o.spec, spec); });
  if (it == list.end()) it = list.insert(list.end(), {spec, {}});
  if (!owner.empty()) it->owners.emplace_back(owner);
}

bool takes(const OptionSpec& spec, std::string_view value) {
  std::string_view rest = spec.choices;
  while (!value.empty() && !rest.empty()) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    if (rest.substr(0, end) == value) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

}  // namespace

std::vector<ListedOption> all_options() {
  std::vector<ListedOption> list;
  for (const OptionSpec& spec : run_options()) add(list, spec, "");
  for (const FormulationKind& kind : formulations())
    for (const OptionSpec& spec : kind.options) add(list, spec, kind.name);
  for (const IntegratorKind& kind : integrators())
    for (const OptionSpec& spec : kind.options) add(list, spec, kind.name);
  return list;
}

std::vector<ListedOption> options_named(const std::string& name) {
  std::vector<ListedOption> found, by_value;
  for (const ListedOption& option : all_options()) {
    if (option.spec.name == name) found.push_back(option);
    if (takes(option.spec, name)) by_value.push_back(option);
  }
  return found.empty() ? by_value : found;
}

std::string to_text(const std::vector<ListedOption>& options) {
  std::string out;
  for (const ListedOption& option : options) {
    const std::string of = option.owners.empty() ? "no single method (rheon list options)"
                                                 : fmt::format("{}", fmt::join(option.owners, ", "));
    out += fmt::format("option of {}:   --option {}=VALUE\n", of, option.spec.name);
    out += to_text(std::span<const OptionSpec>(&option.spec, 1));
  }
  return out;
}

Json to_json(const std::vector<ListedOption>& options) {
  Json list = Json::array();
  for (const ListedOption& option : options) {
    Json entry = to_json(std::span<const OptionSpec>(&option.spec, 1))[0];
    entry["owners"] = option.owners;
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace rheon::cli
