// rheon list channels MODEL: what the rows of its results hold.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "cli/list_tables.hpp"
#include "rheon/core/names.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

/// Names are padded up to this width; longer ones push their unit to the right.
constexpr std::size_t widest = 36;

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::vector<Channel> channels_with(const std::string& model, MechanismChannels more) {
  return result_channels(System(read_model(model, {}, more)), {.stores_energy = true});
}

std::string formulations_that_store() {
  std::vector<std::string> names;
  for (const FormulationKind& kind : formulations())
    if (kind.stores_energy) names.emplace_back(kind.name);
  return "--formulation " + fmt::format("{}", fmt::join(names, " or "));
}

/// What was typed may be a part of a name with an error in it.
std::string advice(const std::string& word, const std::vector<ListedChannel>& all) {
  std::vector<std::string> names;
  for (const ListedChannel& c : all) names.push_back(c.channel.name);
  if (const std::string near = nearest(word, names); !near.empty()) return fmt::format("did you mean \"{}\"?", near);
  for (std::string& name : names) name = name.substr(name.rfind('.') + 1);
  const std::string near = nearest(word, names);
  return near.empty() ? "leave the word out to see all of them" : fmt::format("did you mean \"{}\"?", near);
}

}  // namespace

std::vector<ListedChannel> channels_of(const std::string& model, const std::string& word) {
  std::vector<ListedChannel> all;
  std::unordered_set<std::string> plain, seen;
  for (const Channel& c : channels_with(model, {})) plain.insert(c.name);
  const auto add = [&](MechanismChannels more, const char* option) {
    for (Channel& c : channels_with(model, more)) {
      const std::string needs = c.name == "energy.constraint" ? formulations_that_store()
                                : plain.contains(c.name)      ? ""
                                                              : option;
      if (seen.insert(c.name).second) all.push_back({std::move(c), needs});
    }
  };
  add({.reactions = true}, "--reactions");
  add({.balance = true}, "--balance");
  std::vector<ListedChannel> found;
  for (const ListedChannel& c : all)
    if (lower_case(c.channel.name).find(lower_case(word)) != std::string::npos) found.push_back(c);
  if (found.empty())
    throw UsageError(
        fmt::format("list channels: no channel of {} has \"{}\" in its name\n  {}", model, word, advice(word, all)));
  return found;
}

std::string to_text(const std::vector<ListedChannel>& channels) {
  std::size_t name = 0, unit = 0;
  for (const ListedChannel& c : channels) {
    name = std::min(widest, std::max(name, c.channel.name.size()));
    unit = std::max(unit, c.channel.unit.size());
  }
  std::string out;
  for (const ListedChannel& c : channels) {
    std::string line = fmt::format("{:{}}  {:{}}  {}", c.channel.name, name, c.channel.unit, unit,
                                   c.needs.empty() ? "" : "with " + c.needs);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

Json to_json(const std::vector<ListedChannel>& channels) {
  Json list = Json::array();
  for (const ListedChannel& c : channels)
    list.push_back({{"name", c.channel.name}, {"unit", c.channel.unit}, {"needs", c.needs}});
  return list;
}

}  // namespace rheon::cli
