// Values of drawings: places, vectors, lengths, colours; and the section as a whole.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expr/not_finite.hpp"
#include "io/model_sections.hpp"
#include "io/view_reader.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {

using mechanism::Scalar;
using mechanism::Vector;

Vector ViewReader::symbol(const view::Vector& v) const {
  auto& g = context_.model().graph;
  return {Scalar(g, v[0]), Scalar(g, v[1]), Scalar(g, v[2])};
}

std::optional<view::Vector> ViewReader::place(const Drawing& d, std::string_view field) {
  const Yaml* value = d[field];
  return value ? place(d, field, *value) : std::nullopt;
}

std::optional<view::Vector> ViewReader::place(const Drawing& d, std::string_view field, const Yaml& value) {
  if (value.is_sequence()) return components(d, field, value, "m", "a length");
  if (value.is_scalar()) return named(d, field, value);
  context_.report(value, d.element(field), "expected a point or its coordinates, found " + describe(value), "",
                  "write the name of a point, or [x, y]");
  return std::nullopt;
}

/// A point of this section, or of the mechanism.
std::optional<view::Vector> ViewReader::named(const Drawing& d, std::string_view field, const Yaml& name) {
  if (const auto found = points_.find(name.text); found != points_.end()) return found->second;
  const Symbol* symbol = context_.find(name.text);
  if (symbol && symbol->kind == Symbol::Kind::point)
    return context_.any_problem() ? std::nullopt : std::optional(mechanism_.place_of(symbol->index));
  if (context_.incomplete()) return std::nullopt;
  std::vector<std::string> known = context_.names_of(Symbol::Kind::point);
  for (const auto& [own, where] : points_) known.push_back(own);
  std::string remedy = known.empty() ? "write its coordinates, such as [x, y]" : did_you_mean(name.text, known);
  for (const Drawing& other : drawings_)
    if (other.name() == name.text)
      remedy = fmt::format("\"{}\" is a {}; only points stand for places", name.text, other.kind());
  context_.report(name, d.element(field), fmt::format("there is no point \"{}\"", name.text), "", remedy);
  return std::nullopt;
}

/// A list with one entry an axis.
bool ViewReader::fits(const Drawing& d, std::string_view field, const Yaml& value) {
  const std::size_t n = value.is_sequence() ? value.items.size() : 0;
  const auto count = [](std::size_t k) { return k == 2 ? "two (the plane)" : "three (space)"; };
  if (n != 2 && n != 3) {
    context_.report(value, d.element(field),
                    fmt::format("expected {} numbers or expressions, found {}",
                                axes_ == 0   ? "two or three"
                                : axes_ == 2 ? "two"
                                             : "three",
                                value.is_sequence() ? fmt::format("{}", n) : describe(value)),
                    "", axes_ == 3 ? "write [x, y, z]" : "write [x, y]");
    return false;
  }
  if (axes_ == n) return true;
  const std::string because = mechanism_.present()
                                  ? fmt::format("the mechanism has {}", count(axes_))
                                  : fmt::format("line {}, column {} has {}", first_.line, first_.column, count(axes_));
  context_.report(value, d.element(field), fmt::format("has {} components, but {}", n, because), "",
                  "draw everything in the plane, or everything in space");
  return false;
}

std::optional<view::Vector> ViewReader::components(const Drawing& d, std::string_view field, const Yaml& value,
                                                   std::string_view unit, std::string_view thing) {
  if (!fits(d, field, value)) return std::nullopt;
  view::Vector made;
  made.fill(context_.model().graph.constant(0.0));
  bool complete = true;
  for (std::size_t k = 0; k < value.items.size(); ++k) {
    const auto node = expression(d, field, value.items[k], unit, thing);
    complete = complete && node;
    if (node) made[k] = *node;
  }
  if (!complete) return std::nullopt;
  return made;
}

std::optional<expr::Node> ViewReader::expression(const Drawing& d, std::string_view field, const Yaml& value,
                                                 std::string_view unit, std::string_view thing) {
  Use use{d.element(field), on_everything, "a drawing"};
  use.outputs = true;
  const auto lowered = context_.expression(value, use);
  if (!lowered) return std::nullopt;
  if (!unit.empty() && !context_.expect(value, use.element, lowered->dim, dimension_of(unit), thing))
    return std::nullopt;
  if (const auto wrong = expr::not_finite(context_.model().graph, lowered->node); wrong && !lowered->tainted) {
    context_.report(value, use.element, "is not a finite number",
                    std::isnan(*wrong) ? "found nan" : fmt::format("found {}", *wrong),
                    "look for a division by zero or a root or logarithm of a negative number");
    return std::nullopt;
  }
  if (lowered->tainted || context_.any_problem()) return lowered->node;
  return mechanism_.present() ? mechanism_.of_least_norm(lowered->node) : lowered->node;
}

std::optional<expr::Node> ViewReader::length(const Drawing& d, std::string_view field, const Yaml& value) {
  const auto node = expression(d, field, value, "m", "a length");
  const auto& g = context_.model().graph;
  if (!node || !g.is_constant(*node) || g.value(*node) > 0.0) return node;
  context_.report(value, d.element(field), "must be greater than 0", fmt::format("found {}", g.value(*node)),
                  "correct it");
  return std::nullopt;
}

std::optional<view::Vector> ViewReader::direction(const Drawing& d, std::string_view field) {
  const Yaml* value = d[field];
  const auto made = value ? components(d, field, *value, "", "") : std::nullopt;
  const auto& g = context_.model().graph;
  if (!made || !std::all_of(made->begin(), made->end(), [&](expr::Node n) { return g.is_zero(n); })) return made;
  context_.report(*value, d.element(field), "has length 0, so it names no direction",
                  value->items.size() == 2 ? "found [0, 0]" : "found [0, 0, 0]", "give one component that is not 0");
  return std::nullopt;
}

bool ViewReader::without(const Drawing& d, std::string_view field, std::string_view why) {
  const Yaml* value = d[field];
  if (!value) return true;
  context_.report(*value, d.element(field), std::string("makes no sense here: ") + std::string(why), "", "remove it");
  return false;
}

bool ViewReader::flag(const Drawing& d, std::string_view field) {
  const Yaml* value = d[field];
  if (!value) return false;
  const std::string text = value->is_scalar() ? value->text : "";
  if (text != "yes" && text != "no" && text != "true" && text != "false")
    context_.report(*value, d.element(field), "must be yes or no, found " + describe(*value), "",
                    fmt::format("write `{}: yes`, or remove it", field));
  return text == "yes" || text == "true";
}

std::string ViewReader::colour(const Drawing& d) {
  const Yaml* value = d["colour"];
  if (value && value->is_scalar() && is_colour(value->text)) return value->text;
  if (value) {
    const auto names = colour_names();
    context_.report(*value, d.element("colour"), "expected a colour, found " + describe(*value), "",
                    value->is_scalar() && !value->text.starts_with('#')
                        ? did_you_mean(value->text, {names.begin(), names.end()})
                        : "write a name such as tomato, or \"#ff6347\"");
  } else if (d.key("colour")) {
    context_.report(*d.key("colour"), d.element("colour"), "has no value", "",
                    "write a name such as tomato; # starts a comment unless it stands in quotes: \"#ff6347\"");
  }
  return {};
}

void read_view(Context& context, const Keyed& sections, MechanismReader& mechanism, bool wanted) {
  ViewReader reader(context, mechanism);
  const Yaml* map = map_section(context, sections, "view");
  if (map) reader.read(*map);
  if (!wanted || context.any_problem() || (!map && !mechanism.present())) return;
  const Yaml* plane = sections["plane"];
  const bool named = plane && (plane->text == "xy" || plane->text == "xz" || plane->text == "yz");
  const std::array<double, 3> up = reader.planar() ? std::array{0.0, 1.0, 0.0} : std::array{0.0, 0.0, 1.0};
  SceneWriter scene(context.model(),
                    !reader.planar() ? ""
                    : named          ? plane->text
                                     : "xy",
                    mechanism.present() ? mechanism.up() : up);
  if (mechanism.present()) mechanism.draw(scene);
  reader.draw(scene);
  context.model().scene = scene.finish();
}

}  // namespace rheon::reader
