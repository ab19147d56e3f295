#include "io/mechanism_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {

using mechanism::Scalar;
using mechanism::Vec3;
using mechanism::Vector;

std::optional<Vec3> read_coordinates_list(Context& context, const Yaml& value, const std::string& element,
                                          std::size_t dimensions, std::string_view unit) {
  if (!value.is_sequence() || value.items.size() != dimensions) {
    context.report(value, element,
                   fmt::format("expected {} numbers, found {}", dimensions,
                               value.is_sequence() ? fmt::format("{}", value.items.size()) : describe(value)),
                   "", dimensions == 2 ? "write [1, 0]" : "write [1, 0, 0]");
    return std::nullopt;
  }
  Vec3 result = Vec3::Zero();
  for (std::size_t k = 0; k < dimensions; ++k) {
    const auto number = context.number(value.items[k], element);
    if (!number || number->tainted) return std::nullopt;  // what a place that is not known is too near to is no matter
    if (!unit.empty())
      context.expect(value.items[k], element, number->dim, dimension_of(unit),
                     unit == "m" ? "a length" : "an acceleration");
    result[static_cast<Eigen::Index>(k)] = number->value;
  }
  return result;
}

Vec3 stand_in_place(std::size_t number) { return Vec3(1.0, stand_in, 0.0) * static_cast<double>(number + 1); }

YamlFields::YamlFields(Context& context, mechanism::Assembly& mechanism, const Yaml& key, const Yaml& map,
                       std::string element, std::span<const mechanism::FieldSpec> specs)
    : context_(context), mechanism_(mechanism), key_(key), element_(std::move(element)), specs_(specs), map_(map) {
  for (const auto& s : specs) keys_.push_back({s.name, KeyType::expression, s.required, s.help, s.example});
  values_ = std::make_unique<Keyed>(context, map, keys_, element_);
  place_ = context.place(key);
}

const mechanism::FieldSpec& YamlFields::spec(std::string_view field) const {
  return *std::find_if(specs_.begin(), specs_.end(), [&](const auto& s) { return s.name == field; });
}

void YamlFields::expect(std::string_view field, std::vector<std::string_view> units) {
  units_[std::string(field)] = std::move(units);
}

std::string_view YamlFields::unit_of(std::string_view field, std::size_t k) const {
  const auto found = units_.find(field);
  if (found == units_.end()) return spec(field).unit;
  return k < found->second.size() ? found->second[k] : std::string_view();
}

const Yaml* YamlFields::find(std::string_view field) const { return (*values_)[field]; }
// A misspelt key was reported already: what it stands for is not missing on top of that.
bool YamlFields::has(std::string_view field) const { return find(field) != nullptr || values_->misspelt(field); }

void YamlFields::report(std::string_view field, std::string what, std::string numbers, std::string remedy) {
  const Yaml* at = field.empty() ? nullptr : find(field);
  const std::string subject =
      field.empty() || field == specs_.front().name ? element_ : fmt::format("{}, {}", element_, field);
  context_.report(at ? *at : key_, subject, std::move(what), std::move(numbers), std::move(remedy));
}

int YamlFields::named(const Yaml& value, Symbol::Kind kind) {
  // what is wrong gets a stand-in of its own
  const auto nothing = [&] { return kind == Symbol::Kind::point ? stand_in_point() : 0; };
  if (!value.is_scalar()) {
    context_.report(value, element_,
                    fmt::format("expected the name of a {}, found {}", to_text(kind), describe(value)));
    return nothing();
  }
  const Symbol* symbol = context_.find(value.text);
  if (symbol && symbol->kind == kind) return symbol->index;
  if (symbol)
    context_.report(
        value, element_,
        fmt::format("\"{}\" is a {}, but a {} is needed", value.text, to_text(symbol->kind), to_text(kind)));
  else if (!context_.incomplete())
    context_.report(value, element_, fmt::format("there is no {} \"{}\"", to_text(kind), value.text), "",
                    did_you_mean(value.text, context_.names_of(kind)));
  return nothing();
}

int YamlFields::body_of(const Yaml& value) {
  if (value.is_scalar() && value.text == "ground") return mechanism::ground;
  return named(value, Symbol::Kind::body);
}

/// A point for what is wrong.
int YamlFields::stand_in_point() {
  mechanism::Feature f;
  f.reference = stand_in_place(mechanism_.geometry.features.size());
  return mechanism_.geometry.add_feature(std::move(f));
}

/// A name, or coordinates: then a new point without name.
int YamlFields::point_of(const Yaml& value) {
  if (value.is_scalar()) return named(value, Symbol::Kind::point);
  const auto where = read_coordinates_list(context_, value, element_, mechanism_.axes().size(), "m");
  mechanism::Feature f;
  f.name = key_.text;
  f.place = context_.place(value);
  f.reference = where ? *where : stand_in_place(mechanism_.geometry.features.size());
  return mechanism_.geometry.add_feature(std::move(f));
}

int YamlFields::body(std::string_view field) {
  const Yaml* value = find(field);
  return value ? body_of(*value) : mechanism::ground;
}

std::vector<int> YamlFields::bodies(std::string_view field) {
  const Yaml* value = find(field);
  if (!value) return {0, 0};
  if (!value->is_sequence() || value->items.size() != 2) {
    report(field, "needs two bodies, found " + describe(*value), "", fmt::format("write {}", spec(field).example));
    return {0, 0};
  }
  const std::vector<int> pair{body_of(value->items[0]), body_of(value->items[1])};
  if (pair[0] == pair[1] && value->items[0].text == value->items[1].text)
    report(field, "joins a body with itself", value->items[0].text, "name two different bodies");
  return pair;
}

int YamlFields::point(std::string_view field) {
  const Yaml* value = find(field);
  if (!value) return stand_in_point();
  if (spec(field).type == mechanism::FieldType::point) return named(*value, Symbol::Kind::point);
  return point_of(*value);
}

std::vector<int> YamlFields::points(std::string_view field) {
  const Yaml* value = find(field);
  if (!value) return {};
  std::vector<int> found;
  if (!value->is_sequence()) {
    report(field, "expected a list of points, found " + describe(*value), "",
           fmt::format("write {}", spec(field).example));
    return {};
  }
  for (const Yaml& item : value->items) found.push_back(named(item, Symbol::Kind::point));
  return found;
}

/// A direction for what is wrong, another one each time: of two of them nobody says that they are parallel.
Vec3 YamlFields::stand_in_direction() {
  const double angle = stand_in * ++stand_in_directions_;
  return {std::cos(angle), std::sin(angle), 0.0};
}

Vec3 YamlFields::direction(std::string_view field) {
  const Yaml* value = find(field);
  return value ? direction_of(*value, field) : Vec3(Vec3::UnitX());
}

std::vector<Vec3> YamlFields::directions(std::string_view field) {
  const Yaml* value = find(field);
  std::vector<Vec3> found;
  if (value && value->is_sequence())
    for (const Yaml& item : value->items) found.push_back(direction_of(item, field));
  return found;
}

/// `x`, `-y`, [0, 0.6, 0.8], or [A, B]: from A to B.
Vec3 YamlFields::direction_of(const Yaml& item, std::string_view field) {
  const Yaml* value = &item;
  const std::string& axes = mechanism_.axes();
  if (value->is_scalar()) {
    std::string text = value->text;
    const double sign = text.starts_with('-') ? -1.0 : 1.0;
    if (text.starts_with('-') || text.starts_with('+')) text.erase(0, 1);
    if (text.size() == 1 && mechanism_.axis_index(text[0]) >= 0)
      return sign * Vec3::Unit(mechanism_.axis_index(text[0]));
    report(field, fmt::format("\"{}\" is not a direction", value->text), "",
           fmt::format("write {}, a list of {} numbers, or two points [A, B]", axes == "xyz" ? "x, y, z" : "an axis",
                       axes.size()));
    return stand_in_direction();
  }
  Vec3 d = Vec3::UnitX();
  const bool by_points = value->is_sequence() && value->items.size() == 2 && value->items[0].is_scalar() &&
                         context_.find(value->items[0].text) &&
                         context_.find(value->items[0].text)->kind == Symbol::Kind::point;
  if (by_points) {
    const int a = named(value->items[0], Symbol::Kind::point), b = named(value->items[1], Symbol::Kind::point);
    d = mechanism_.geometry.features[at(b)].reference - mechanism_.geometry.features[at(a)].reference;
  } else if (const auto given = read_coordinates_list(context_, *value, element_, axes.size(), "")) {
    d = *given;
  } else {
    return stand_in_direction();
  }
  if (d.norm() > 0.0) return d.normalized();
  report(field, "the direction has length 0", by_points ? "the two points are at the same place" : "", "correct it");
  return Vec3::UnitX();
}

double YamlFields::value_of(const Yaml& value, std::string_view unit, std::string_view thing) {
  const auto number = context_.number(value, element_);
  if (!number || number->tainted) return 1.0;
  if (!unit.empty())
    context_.expect(value, fmt::format("{}, {}", element_, thing), number->dim, dimension_of(unit), thing);
  return number->value;
}

double YamlFields::number(std::string_view field, double absent) {
  const Yaml* value = find(field);
  return value ? value_of(*value, unit_of(field), field) : absent;
}

std::vector<double> YamlFields::numbers(std::string_view field) {
  const Yaml* value = find(field);
  if (!value) return {};
  if (!value->is_sequence()) return {value_of(*value, unit_of(field), field)};
  std::vector<double> found;
  for (std::size_t k = 0; k < value->items.size(); ++k)
    found.push_back(value_of(value->items[k], unit_of(field, k), field));
  return found;
}

std::string YamlFields::word(std::string_view field) {
  const Yaml* value = find(field);
  if (value && value->is_scalar()) return value->text;
  if (value) report(field, "expected a word, found " + describe(*value), "", "");
  return {};
}

Scalar YamlFields::node_of(const Yaml& value, std::string_view unit) {
  auto& g = context_.model().graph;
  const auto lowered = context_.expression(value, Use{element_, allowed_, "this value"});
  if (!lowered) return {g, stand_in};
  if (!unit.empty() && lowered->dim.measured)
    context_.expect(value, element_, lowered->dim, dimension_of(unit), "this value");
  return {g, lowered->node};
}

// Components ask again and again; what is wrong is reported once.
Scalar YamlFields::expression(std::string_view field, double absent) {
  const Yaml* value = find(field);
  if (!value) return {context_.model().graph, absent};
  auto& known = expressions_[std::string(field)];
  if (known.empty()) {
    reading_.emplace(field);
    const Scalar read = node_of(*value, unit_of(field));
    reading_.erase(std::string(field));
    known = {read};
  }
  return known.front();
}

std::vector<Scalar> YamlFields::expressions(std::string_view field) {
  const Yaml* value = find(field);
  if (!value) return {};
  if (!value->is_sequence() || value->items.size() != mechanism_.axes().size()) {
    report(field, fmt::format("needs {} components", mechanism_.axes().size()), "",
           fmt::format("write {}", spec(field).example));
    return {};
  }
  auto& known = expressions_[std::string(field)];
  if (known.empty())
    for (const Yaml& item : value->items) known.push_back(node_of(item, unit_of(field)));
  return known;
}

std::vector<Scalar> YamlFields::equations(std::string_view field, const Vector& local) {
  const Yaml* value = find(field);
  if (!value) return {};
  std::vector<Scalar> found;
  const std::vector<Yaml> one{*value};
  for (const Yaml& item : value->is_sequence() ? value->items : one) {
    // its forces act on the point and the carrier: what else it contained would have no reaction
    Use use{element_, on_time, "the equation of a curve or surface"};
    use.elsewhere = "x, y, z of the point, the time t, parameters only; others belong under `constraints:`";
    const std::vector<std::pair<std::string, expr::Node>> own{
        {"x", local.x.node()}, {"y", local.y.node()}, {"z", local.z.node()}};
    use.local = &own;
    const auto parsed = context_.parse_equation(item, use);
    const auto lowered = parsed ? context_.lower(*parsed) : std::nullopt;
    if (lowered) found.push_back({context_.model().graph, lowered->node});
  }
  return found;
}

}  // namespace rheon::reader
