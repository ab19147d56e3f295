// Section `simulate`: how to run; names of methods and options are checked where they are known.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "io/model_sections.hpp"

namespace rheon::reader {
namespace {

std::string setting(std::string_view name) { return fmt::format("setting \"{}\"", name); }

std::optional<Setting> read_word(Context& context, const Keyed& keys, std::string_view name) {
  const Yaml* value = keys[name];
  if (!value) return std::nullopt;
  if (!value->is_scalar() || value->text.empty()) {
    context.report(*value, setting(name), "expected a name, found " + describe(*value));
    return std::nullopt;
  }
  return Setting{std::string(name), value->text, context.place(*value)};
}

std::optional<double> read_positive(Context& context, const Keyed& keys, std::string_view name,
                                    const Dimension& dimension, std::string_view thing) {
  const Yaml* value = keys[name];
  if (!value) return std::nullopt;
  const auto number = context.number(*value, setting(name));
  if (!number || number->tainted || !context.expect(*value, setting(name), number->dim, dimension, thing)) {
    return std::nullopt;
  }
  if (number->value > 0.0) return number->value;
  context.report(*value, setting(name), "must be greater than 0", fmt::format("it is {}", number->value),
                 "give a positive value");
  return std::nullopt;
}

std::optional<int> read_count(Context& context, const Keyed& keys, std::string_view name) {
  const auto value = read_positive(context, keys, name, Dimension{}, "a plain number");
  if (!value) return std::nullopt;
  if (*value == std::floor(*value) && *value <= std::numeric_limits<int>::max()) return static_cast<int>(*value);
  context.report(*keys[name], setting(name), "must be a whole number", fmt::format("it is {}", *value),
                 "write a number such as 500");
  return std::nullopt;
}

/// A list, or a list of lists, on one line: `[a, b]`, `[[a, b], [c, d]]`.
std::optional<std::string> list_text(const Yaml& value) {
  if (value.is_scalar()) return value.text;
  if (!value.is_sequence()) return std::nullopt;
  std::string out = "[";
  for (const Yaml& item : value.items) {
    const auto text = list_text(item);
    if (!text) return std::nullopt;
    out += (&item == &value.items.front() ? "" : ", ") + *text;
  }
  return out + "]";
}

void read_options(Context& context, const Yaml& map, std::vector<Setting>& options) {
  if (!map.is_map()) {
    context.report(map, setting("options"), "expected a map, found " + describe(map), "", "write {penalty: 1e3}");
    return;
  }
  for (std::size_t k = 0; k < map.keys.size(); ++k) {
    const std::string& name = map.keys[k].text;
    const auto text = list_text(map.items[k]);
    if (!text) {
      context.report(map.items[k], fmt::format("option \"{}\"", name),
                     "expected a number, a word or a list, found " + describe(map.items[k]));
      continue;
    }
    options.push_back({name, *text, context.place(map.items[k])});
  }
}

}  // namespace

void read_simulate(Context& context, const Keyed& sections) {
  const Yaml* map = map_section(context, sections, "simulate");
  if (!map) return;
  SimulateSection& simulate = context.model().simulate;
  simulate.place = context.place(*sections.key("simulate"));
  const Keyed keys(context, *map, simulate_keys(), "simulate");
  simulate.formulation = read_word(context, keys, "formulation");
  simulate.integrator = read_word(context, keys, "integrator");
  simulate.step = read_positive(context, keys, "step", dimension_of("s"), "a time");
  simulate.tolerance = read_positive(context, keys, "tolerance", Dimension{}, "a plain number");
  simulate.duration = read_positive(context, keys, "duration", dimension_of("s"), "a time");
  simulate.samples = read_count(context, keys, "samples");
  if (const Yaml* options = keys["options"]) read_options(context, *options, simulate.options);
}

}  // namespace rheon::reader
