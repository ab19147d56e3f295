// Sections `coordinates`, `speeds`, `definitions`, `kinematics`: the names of the motion.
#include <fmt/format.h>

#include <algorithm>

#include "core/unit_text.hpp"
#include "io/model_quantity.hpp"
#include "io/model_sections.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

struct NamedUnit {
  std::string name;
  std::string unit;
  Dim dim;
  const Yaml* at;
};

/// The unit of a coordinate says what its numbers mean, so only SI units will do: no hidden factors.
std::optional<Unit> read_si_unit(Context& context, const Yaml& value, const std::string& element) {
  if (!value.is_scalar()) {
    context.report(value, element, "expected a unit, found " + describe(value), "", "write a unit such as m or rad");
    return std::nullopt;
  }
  const auto unit = parse_unit(value.text);
  if (!unit) {
    const expr::SyntaxError error = unknown_unit(value.text, 0);
    context.report(value, element, error.what, "", error.remedy.substr(0, error.remedy.find(';')));
    return std::nullopt;
  }
  if (unit->factor != 1.0) {
    const std::string si = unit->dimension.dimensionless() ? "rad" : to_text(unit->dimension);
    context.report(
        value, element, fmt::format("coordinates and speeds are in SI units, not in {}", value.text), "",
        fmt::format("write {}; single values may have other units, as in `initial: {{x: 5 {}}}`", si, value.text));
    return std::nullopt;
  }
  return unit;
}

/// `[a, b]` or `{a: m, b: rad}`.
std::vector<NamedUnit> read_names(Context& context, const Yaml& value, Symbol::Kind kind) {
  std::vector<NamedUnit> found;
  if (!value.is_sequence() && !value.is_map()) {
    context.report(value, fmt::format("key \"{}s\"", to_text(kind)),
                   "expected a list of names, found " + describe(value), "", "write [x, y] or {x: m, y: m}");
    context.names_are_incomplete();
    return found;
  }
  const std::vector<Yaml>& names = value.is_map() ? value.keys : value.items;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!names[k].is_scalar()) {
      context.report(names[k], fmt::format("key \"{}s\"", to_text(kind)),
                     "expected a name, found " + describe(names[k]));
      context.names_are_incomplete();
      continue;
    }
    const std::string& name = names[k].text;
    if (!context.declare(names[k], name, kind, static_cast<int>(found.size()))) {
      context.names_are_incomplete();
      continue;
    }
    NamedUnit item{name, "", unknown_dim(), &names[k]};
    if (value.is_map() && !value.items[k].is_null()) {
      const auto unit = read_si_unit(context, value.items[k], fmt::format("{} \"{}\"", to_text(kind), name));
      if (unit) {
        item.unit = canonical_unit(value.items[k].text);
        item.dim = declared_dim(unit->dimension);
      }
    }
    found.push_back(std::move(item));
  }
  return found;
}

void declare_coordinates(Context& context, const std::vector<NamedUnit>& names) {
  Model& model = context.model();
  for (const NamedUnit& item : names) {
    model.coordinates.push_back({item.name, item.unit, context.place(*item.at), {}});
    if (!model.general_speeds)
      model.speeds.push_back({item.name + "'", rate_unit(item.unit), context.place(*item.at), {}});
  }
}

}  // namespace

void read_coordinates(Context& context, const Keyed& sections, bool with_mechanism) {
  Model& model = context.model();
  std::vector<NamedUnit> names, speeds;
  const auto of_mechanism = static_cast<int>(model.coordinates.size());
  if (with_mechanism && sections["speeds"])
    context.report(*sections.key("speeds"), "key \"speeds\"", "bodies move with the rates of their coordinates", "",
                   "remove `speeds:`, or write the whole model as equations");
  if (const Yaml* value = sections["coordinates"]) {
    names = read_names(context, *value, Symbol::Kind::coordinate);
    if (names.empty() && !context.incomplete()) {
      context.report(*value, "key \"coordinates\"", "a model needs at least one coordinate", "", "write [x, y]");
      context.names_are_incomplete();
    }
  } else if (!with_mechanism) {
    if (!sections.misspelt("coordinates"))
      context.report(sections.map(), "", "the model has neither coordinates nor bodies", "",
                     "add a line such as `coordinates: [x, y]`, or describe `points:` and `bodies:`");
    context.names_are_incomplete();
  }
  if (const Yaml* value = sections["speeds"]) {
    model.general_speeds = true;
    speeds = read_names(context, *value, Symbol::Kind::speed);
  }
  declare_coordinates(context, names);
  for (const NamedUnit& item : speeds) model.speeds.push_back({item.name, item.unit, context.place(*item.at), {}});
  model.inputs.nq = static_cast<int>(model.coordinates.size());
  model.inputs.nv = static_cast<int>(model.speeds.size());
  for (int i = 0; i < model.inputs.nq; ++i) {
    if (!model.general_speeds) model.rate.push_back(model.graph.input(model.inputs.v(i)));
    if (i < of_mechanism) continue;
    const NamedUnit& item = names[static_cast<std::size_t>(i - of_mechanism)];
    Symbol& symbol = *context.find(item.name);
    symbol.index = i;
    symbol.by_primes.push_back({model.graph.input(model.inputs.q(i)), on_coordinates, item.dim});
  }
  for (int i = 0; i < static_cast<int>(speeds.size()); ++i) {
    const NamedUnit& item = speeds[static_cast<std::size_t>(i)];
    context.find(item.name)->by_primes.push_back({model.graph.input(model.inputs.v(i)), on_rates, item.dim});
  }
}

Definitions::Definitions(Context& context, const Keyed& sections) : context_(context) {
  const Yaml* map = map_section(context, sections, "definitions");
  if (!map) return;
  for (std::size_t k = 0; k < map->keys.size(); ++k) {
    const std::string& name = map->keys[k].text;
    if (!context.declare(map->keys[k], name, Symbol::Kind::definition, static_cast<int>(names_.size()))) continue;
    names_.push_back(name);
    items_.push_back(
        context.parse(map->items[k], Use{fmt::format("definition \"{}\"", name), on_motion, "a definition"}));
    if (!items_.back()) context.find(name)->failed = true;
  }
  order_ = order_items(context, Symbol::Kind::definition, names_, items_);
  has_rates_.assign(items_.size(), false);
  for (const int item : order_) {
    const auto k = static_cast<std::size_t>(item);
    if (!items_[k]) continue;
    for (const expr::SyntaxNode& node : items_[k]->tree.nodes) {
      const Symbol* symbol = node.kind == expr::SyntaxNode::Kind::name ? context.find(node.name) : nullptr;
      const bool inherited =
          symbol && symbol->kind == Symbol::Kind::definition && has_rates_[static_cast<std::size_t>(symbol->index)];
      if (node.primes > 0 || inherited) has_rates_[k] = true;
    }
  }
}

void Definitions::lower(std::size_t item) {
  Symbol& symbol = *context_.find(names_[item]);
  if (!items_[item] || symbol.failed) return;
  const auto lowered = context_.lower(*items_[item]);
  symbol.failed = !lowered || lowered->tainted;
  if (!symbol.failed) symbol.by_primes.push_back({lowered->node, lowered->depends, lowered->dim});
}

void Definitions::without_rates() {
  for (const int item : order_) {
    if (!has_rates_[static_cast<std::size_t>(item)]) lower(static_cast<std::size_t>(item));
  }
}

void Definitions::with_rates() {
  for (const int item : order_) {
    if (has_rates_[static_cast<std::size_t>(item)]) lower(static_cast<std::size_t>(item));
  }
}

}  // namespace rheon::reader
