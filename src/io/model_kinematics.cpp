// Section `kinematics`: the rates of the coordinates in terms of generalised speeds.
#include <fmt/format.h>

#include "io/model_sections.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

/// Index of the coordinate whose rate `key` names, or -1 after a report.
int coordinate_of_rate(Context& context, const Yaml& key) {
  const std::string& text = key.text;
  const bool prime = text.ends_with('\'');
  const Symbol* symbol = context.find(prime ? text.substr(0, text.size() - 1) : text);
  const std::string element = fmt::format("kinematics of \"{}\"", text);
  if (symbol && symbol->kind == Symbol::Kind::coordinate) {
    if (prime) return symbol->index;
    context.report(key, element, "kinematics give rates", "", fmt::format("write {}': …", text));
    return -1;
  }
  if (context.incomplete()) return -1;
  std::vector<std::string> rates;
  for (const Coordinate& coordinate : context.model().coordinates) rates.push_back(coordinate.name + "'");
  context.report(key, element, "there is no such coordinate", "", did_you_mean(text, rates));
  return -1;
}

void read_rate(Context& context, const Yaml& value, int index) {
  Model& model = context.model();
  const Coordinate& coordinate = model.coordinates[static_cast<std::size_t>(index)];
  const std::string element = fmt::format("kinematics of \"{}'\"", coordinate.name);
  Symbol& symbol = *context.find(coordinate.name);
  // Rates on the right would be defined by themselves; the names of speeds stand for them.
  Use use{element, on_motion, "a kinematical equation"};
  use.primes = false;
  const auto lowered = context.expression(value, std::move(use));
  if (!lowered || lowered->tainted) {
    symbol.failed = true;
    return;
  }
  if (const Dim rate = per_second(symbol.by_primes[0].dim); rate.known()) {
    context.expect(value, element, lowered->dim, rate.dimension, "the rate of the coordinate");
  }
  if (lowered->depends & on_rates && classify(model, lowered->node) == ConstraintKind::nonlinear_velocity) {
    context.report(value, element, "is not linear in the speeds", value.text,
                   "choose speeds in which every rate is linear");
    symbol.failed = true;
    return;
  }
  model.rate[static_cast<std::size_t>(index)] = lowered->node;
}

}  // namespace

void read_kinematics(Context& context, const Keyed& sections) {
  Model& model = context.model();
  const Yaml* map = map_section(context, sections, "kinematics");
  if (!model.general_speeds) {
    if (map) {
      context.report(*sections.key("kinematics"), "key \"kinematics\"", "is only used with speeds", "",
                     "add `speeds: [u1, u2]`, or remove it");
    }
    return;
  }
  model.rate.assign(model.coordinates.size(), model.graph.constant(stand_in));
  std::vector<bool> given(model.coordinates.size(), false);
  for (std::size_t k = 0; map && k < map->keys.size(); ++k) {
    const int index = coordinate_of_rate(context, map->keys[k]);
    if (index < 0) continue;
    given[static_cast<std::size_t>(index)] = true;
    read_rate(context, map->items[k], index);
  }
  std::string missing;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i]) continue;
    missing += (missing.empty() ? "" : ", ") + model.coordinates[i].name + "'";
    context.find(model.coordinates[i].name)->failed = true;
  }
  if (missing.empty() || sections.misspelt("kinematics")) return;
  if (missing.size() > 80) missing = missing.substr(0, 80) + " …";
  const Yaml* key = sections.key("kinematics");
  context.report(key ? *key : *sections.key("speeds"), "key \"kinematics\"",
                 "with speeds, the rate of every coordinate must be given", "missing: " + missing,
                 fmt::format("write kinematics: {{{}': …}}", model.coordinates[0].name));
}

}  // namespace rheon::reader
