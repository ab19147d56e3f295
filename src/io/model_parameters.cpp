// Sections `parameters` and `tables`: constants of the model.
#include <fmt/format.h>

#include "core/unit_text.hpp"
#include "io/model_quantity.hpp"
#include "io/model_sections.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

struct ParameterItem {
  std::string name;
  const Yaml* key;
  std::optional<Unit> declared;  ///< unit of the value in the file
  std::string declared_text;
};

class ParameterReader {
 public:
  explicit ParameterReader(Context& context) : context_(context) {}

  void read(const Yaml& map, std::span<const Setting> overrides) {
    for (std::size_t k = 0; k < map.keys.size(); ++k) {
      const std::string& name = map.keys[k].text;
      if (!context_.declare(map.keys[k], name, Symbol::Kind::parameter, static_cast<int>(items_.size()))) continue;
      items_.push_back({name, &map.keys[k], std::nullopt, ""});
      names_.push_back(name);
      parsed_.push_back(context_.parse(map.items[k], use(name, "")));
      if (parsed_.back() && parsed_.back()->unit) {
        items_.back().declared = parsed_.back()->unit;
        items_.back().declared_text = parsed_.back()->unit_text;
      }
    }
    apply(overrides);
    evaluate();
  }

  const std::vector<std::string>& names() const { return names_; }

 private:
  static Use use(const std::string& name, const std::string& note) {
    Use result{fmt::format("parameter \"{}\"{}", name, note), on_nothing, "a parameter"};
    result.tables = false;
    return result;
  }

  /// An override without unit is meant in the unit that the file gives.
  void apply(std::span<const Setting> overrides) {
    for (const Setting& setting : overrides) {
      const Symbol* symbol = context_.find(setting.name);
      if (!symbol) continue;  // reported by the caller
      const auto k = static_cast<std::size_t>(symbol->index);
      auto parsed = context_.parse_override(*items_[k].key, setting.value,
                                            use(setting.name, fmt::format(" (set to \"{}\")", setting.value)));
      if (parsed && parsed->number && !parsed->unit) {
        parsed->unit = items_[k].declared;
        parsed->unit_text = items_[k].declared_text;
      }
      parsed_[k] = std::move(parsed);
    }
  }

  void evaluate() {
    const std::vector<int> order = order_items(context_, Symbol::Kind::parameter, names_, parsed_);
    context_.model().parameters.resize(items_.size());
    for (const int item : order) evaluate(static_cast<std::size_t>(item));
  }

  void evaluate(std::size_t k) {
    const ParameterItem& item = items_[k];
    Symbol& symbol = *context_.find(item.name);
    Parameter& parameter = context_.model().parameters[k];
    parameter.name = item.name;
    parameter.place = context_.place(*item.key);
    std::optional<Number> number;
    if (parsed_[k] && !symbol.failed) number = context_.evaluate(*parsed_[k]);
    if (number && item.declared &&
        !context_.expect(*item.key, parsed_[k]->use.element, number->dim, item.declared->dimension,
                         "the unit of the file")) {
      number.reset();
    }
    symbol.failed = !number || number->tainted;
    if (symbol.failed) return;
    parameter.value = number->value;
    if (parsed_[k]->unit) {
      parameter.unit = si_unit(parsed_[k]->unit_text);
    } else if (number->dim.known()) {
      parameter.unit = to_text(number->dim.dimension);
    }
    symbol.by_primes.push_back({context_.model().graph.constant(parameter.value), on_nothing, number->dim});
  }

  Context& context_;
  std::vector<ParameterItem> items_;
  std::vector<std::string> names_;
  std::vector<std::optional<Parsed>> parsed_;
};

/// One pair [x, y] of a table.
std::optional<std::pair<double, double>> read_point(Context& context, const Yaml& point, const std::string& element) {
  if (!point.is_sequence() || point.items.size() != 2) {
    context.report(point, element, "expected a pair [x, y], found " + describe(point), "",
                   "write points as [[0, 0], [1, 2]]");
    return std::nullopt;
  }
  const auto x = context.number(point.items[0], element);
  const auto y = context.number(point.items[1], element);
  if (!x || !y || x->tainted || y->tainted) return std::nullopt;
  return std::pair(x->value, y->value);
}

bool read_points(Context& context, const Yaml& points, const std::string& element, expr::TableData& data) {
  if (!points.is_sequence() || points.items.size() < 2) {
    context.report(points, element,
                   points.is_sequence() ? "a table needs at least two points"
                                        : "expected a list of points, found " + describe(points),
                   "", "write points as [[0, 0], [1, 2]]");
    return false;
  }
  bool good = true;
  for (const Yaml& item : points.items) {
    const auto point = read_point(context, item, element);
    if (!point) {
      good = false;
      continue;
    }
    if (good && !data.x.empty() && !(point->first > data.x.back())) {
      context.report(item, element, "the x of the points must increase",
                     fmt::format("{} follows {}", point->first, data.x.back()), "sort the points by x");
      return false;
    }
    data.x.push_back(point->first);
    data.y.push_back(point->second);
  }
  return good;
}

void read_table(Context& context, const Yaml& value, const std::string& name, Symbol& symbol) {
  const std::string element = fmt::format("table \"{}\"", name);
  symbol.failed = true;
  if (!value.is_map()) {
    context.report(value, element, "expected a map, found " + describe(value), "", "write {points: [[0, 0], [1, 2]]}");
    return;
  }
  const Keyed keys(context, value, table_keys(), element);
  expr::TableData data;
  data.name = name;
  bool good = true;
  if (const Yaml* kind = keys["interpolation"]) {
    good = kind->is_scalar() && (kind->text == "linear" || kind->text == "cubic");
    if (!good) {
      context.report(*kind, element, fmt::format("there is no interpolation {}", describe(*kind)), "",
                     "write linear or cubic");
    }
    data.kind = kind->text == "cubic" ? expr::TableData::Kind::cubic : expr::TableData::Kind::linear;
  }
  const Yaml* points = keys["points"];
  if (!points || !read_points(context, *points, element, data) || !good) return;
  symbol.index = context.model().graph.add_table(std::move(data));
  symbol.failed = false;
}

}  // namespace

void read_parameters(Context& context, const Keyed& sections, const Yaml& root, std::span<const Setting> overrides) {
  ParameterReader reader(context);
  const Yaml* map = map_section(context, sections, "parameters");
  Yaml none;
  none.kind = Yaml::Kind::map;
  // Known names are needed before overrides can be judged, but nothing else may be declared yet.
  reader.read(map ? *map : none, overrides);
  if (context.incomplete()) return;
  for (const Setting& setting : overrides) {
    if (context.find(setting.name)) continue;
    const Yaml* key = sections.key("parameters");
    context.report(key ? *key : root, fmt::format("parameter \"{}\"", setting.name),
                   "is set from outside, but the model has no such parameter", "",
                   reader.names().empty() ? "add it to `parameters:`" : did_you_mean(setting.name, reader.names()));
  }
}

void read_tables(Context& context, const Keyed& sections) {
  const Yaml* map = map_section(context, sections, "tables");
  if (!map) return;
  for (std::size_t k = 0; k < map->keys.size(); ++k) {
    const std::string& name = map->keys[k].text;
    if (!context.declare(map->keys[k], name, Symbol::Kind::table, -1)) continue;
    read_table(context, map->items[k], name, *context.find(name));
  }
}

}  // namespace rheon::reader
