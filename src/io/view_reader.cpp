#include "io/view_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/find_kind.hpp"
#include "io/model_sections.hpp"

namespace rheon::reader {

using mechanism::Scalar;
using mechanism::Vec3;
using mechanism::Vector;

namespace {

view::Vector vector_nodes(const Vector& v) { return {v.x.node(), v.y.node(), v.z.node()}; }

}  // namespace

Drawing::Drawing(Context& context, const Yaml& key, const Yaml& map, const ViewKind& kind) : key_(key), kind_(kind) {
  for (const ViewField& f : kind.fields) keys_.push_back({f.name, KeyType::expression, f.required, f.help, f.example});
  values_ = std::make_unique<Keyed>(context, map, keys_, element());
}

std::string Drawing::element(std::string_view field) const {
  const std::string whole = fmt::format("drawing \"{}\" ({})", key_.text, kind_.name);
  return field.empty() || field == kind_.name ? whole : fmt::format("{}, {}", whole, field);
}

ViewReader::ViewReader(Context& context, MechanismReader& mechanism) : context_(context), mechanism_(mechanism) {
  if (mechanism.present()) axes_ = mechanism.axes().size();
}

/// A name of its own set, but not that of a part: the two would be one in the picture and among the channels.
void ViewReader::declare(const Yaml& key, const Yaml& value) {
  const std::string element = fmt::format("drawing \"{}\"", key.text);
  if (!is_identifier(key.text)) {
    context_.report(key, element, "is not a name", "", std::string(name_rule));
    return;
  }
  if (const Symbol* symbol = context_.find(key.text); symbol && is_part(symbol->kind)) {
    context_.report(key, element,
                    fmt::format("\"{}\" is a {} of the mechanism already", key.text, to_text(symbol->kind)), "",
                    "choose another name");
    points_.insert({key.text, std::nullopt});
    return;
  }
  const ViewKind* kind = find_kind(context_, key, value, view_kinds(), "drawing", true);
  if (kind) drawings_.emplace_back(context_, key, value, *kind);
  if (!kind) points_.insert({key.text, std::nullopt});
}

void ViewReader::settle_axes() {
  std::vector<const Yaml*> lists;
  for (const Drawing& d : drawings_)
    for (const ViewField& field : d.fields()) {
      const Yaml* value = d[field.name];
      if (!value || !value->is_sequence()) continue;
      if (field.type != ViewFieldType::places) lists.push_back(value);
      for (const Yaml& one : value->items)
        if (field.type == ViewFieldType::places && one.is_sequence()) lists.push_back(&one);
    }
  const auto count = [&](std::size_t n) {
    return std::count_if(lists.begin(), lists.end(), [&](const Yaml* list) { return list->items.size() == n; });
  };
  if (count(2) + count(3) == 0) return;
  axes_ = count(3) > count(2) ? 3 : 2;
  for (const Yaml* list : lists)
    if (list->items.size() == axes_) {
      first_ = context_.place(*list);
      return;
    }
}

void ViewReader::read(const Yaml& section) {
  drawings_.reserve(section.keys.size());
  for (std::size_t k = 0; k < section.keys.size(); ++k) declare(section.keys[k], section.items[k]);
  if (axes_ == 0) settle_axes();
  // points first: the others may name them
  for (const Drawing& d : drawings_)
    if (const Yaml* value = d["point"]; d.kind() == "point")
      points_[std::string(d.name())] = value ? components(d, "point", *value, "m", "a length") : std::nullopt;
  for (const Drawing& d : drawings_)
    if (auto made = item(d)) items_.push_back(std::move(*made));
}

void ViewReader::draw(SceneWriter& scene) const {
  for (const Item& item : items_) std::visit([&](const auto& one) { scene.add(one); }, item);
}

std::optional<ViewReader::Item> ViewReader::item(const Drawing& d) {
  if (d.kind() == "line") return line(d);
  if (d.kind() == "circle") return circle(d);
  if (d.kind() == "box") return box(d);
  if (d.kind() == "arrow") return arrow(d);
  const std::string paint = colour(d);
  if (d.kind() == "point") {
    const auto at = points_.find(d.name())->second;
    if (!at) return std::nullopt;
    return view::Point{d.name(), *at, false, paint};
  }
  if (d.kind() == "trace") {
    const auto at = place(d, "trace");
    if (!at) return std::nullopt;
    return view::Trace{d.name(), *at, paint};
  }
  const auto at = place(d, "at");
  const auto radius = d["sphere"] ? length(d, "sphere", *d["sphere"]) : std::nullopt;
  if (!at || !radius) return std::nullopt;
  return view::Sphere{d.name(), *at, *radius, paint};
}

std::optional<ViewReader::Item> ViewReader::line(const Drawing& d) {
  view::Line made{d.name(), {}, colour(d)};
  const Yaml* value = d["line"];
  if (!value) return std::nullopt;
  if (!value->is_sequence() || value->items.size() < 2) {
    context_.report(*value, d.element(),
                    "needs two places or more, found " +
                        (value->is_sequence() ? fmt::format("{}", value->items.size()) : describe(*value)),
                    "", "write them as a list: line: [[0, 0], [x, y]], or with names of points: line: [O, bob]");
    return std::nullopt;
  }
  bool complete = true;
  for (const Yaml& one : value->items) {
    const auto at = place(d, "line", one);
    complete = complete && at;
    if (at) made.points.push_back(*at);
  }
  if (!complete) return std::nullopt;
  return made;
}

std::optional<ViewReader::Item> ViewReader::circle(const Drawing& d) {
  const std::string paint = colour(d);
  const bool filled = flag(d, "filled");
  const auto at = place(d, "at");
  const auto radius = d["circle"] ? length(d, "circle", *d["circle"]) : std::nullopt;
  const bool flat = axes_ == 2, wrong = flat && !without(d, "axis", "a circle of the plane has none");
  const auto axis = flat ? std::nullopt : direction(d, "axis");
  const auto spoke = direction(d, "spoke");
  if (axes_ == 3 && !d["axis"] && !d.misspelt("axis"))
    context_.report(d.key(), d.element(), "needs an axis in space", "", "add `axis: [0, 0, 1]`");
  if (wrong || !at || !radius || (axes_ == 3 && !axis) || (d["spoke"] && !spoke)) return std::nullopt;
  const view::Vector normal = vector_nodes(Vector::constant(context_.model().graph, Vec3::UnitZ()));
  return view::Circle{d.name(), *at, axis ? *axis : normal, *radius, filled, spoke, paint};
}

std::optional<ViewReader::Item> ViewReader::box(const Drawing& d) {
  const std::string paint = colour(d);
  const auto at = place(d, "at");
  const Yaml* value = d["box"];
  if (!value || !fits(d, "box", *value)) return std::nullopt;
  view::Box made{d.name(), {}, {}, paint};
  made.size.fill(context_.model().graph.constant(0.0));
  bool complete = true;
  for (std::size_t k = 0; k < value->items.size(); ++k) {
    const auto edge = length(d, "box", value->items[k]);
    complete = complete && edge;
    if (edge) made.size[k] = *edge;
  }
  const auto origin = at.value_or(made.size);
  const auto axes = axes_ == 2 ? flat_frame(d, origin) : frame(d, origin);
  if (!complete || !at || !axes) return std::nullopt;
  made.frame = *axes;
  return made;
}

std::optional<view::Frame> ViewReader::flat_frame(const Drawing& d, const view::Vector& origin) {
  const bool along = without(d, "along", "it belongs to boxes in space"),
             up = without(d, "up", "it belongs to boxes in space");
  auto& g = context_.model().graph;
  Scalar angle(g, 0.0);
  if (const Yaml* value = d["angle"]) {
    const auto node = expression(d, "angle", *value, "rad", "an angle");
    if (!node) return std::nullopt;
    angle = Scalar(g, *node);
  }
  if (!along || !up) return std::nullopt;
  const Vector first{cos(angle), sin(angle), Scalar(g, 0.0)};
  return view::Frame{
      origin, {vector_nodes(first), vector_nodes(perp(first)), vector_nodes(Vector::constant(g, Vec3::UnitZ()))}};
}

/// Unit vectors at right angles: along the first, in the direction of the second, and across both.
std::optional<view::Frame> ViewReader::frame(const Drawing& d, const view::Vector& origin) {
  auto& g = context_.model().graph;
  bool complete = without(d, "angle", "it belongs to boxes of the plane");
  const auto edge = [&](std::string_view field, const Vec3& absent) {
    if (!d[field]) return Vector::constant(g, absent);
    const auto given = direction(d, field);
    complete = complete && given;
    return given ? symbol(*given) : Vector::constant(g, absent);
  };
  const Vector along = edge("along", Vec3::UnitX());
  const bool near_y = along.is_constant() && std::abs(g.value(along.y.node())) > 0.9 * g.value(norm(along).node());
  const Vector up = edge("up", near_y ? Vec3::UnitZ() : Vec3::UnitY());
  if (!along.is_constant() && !d["up"] && !d.misspelt("up")) {
    context_.report(*d["along"], d.element("along"), "moves, so its second edge must be given, too", "",
                    "add `up: [vx, vy, vz]`");
    return std::nullopt;
  }
  if (!complete) return std::nullopt;
  const Vector across = cross(along, up);
  if (across.is_constant() && g.value(norm(across).node()) <= 1e-6 * g.value((norm(along) * norm(up)).node())) {
    context_.report(d["up"]      ? *d["up"]
                    : d["along"] ? *d["along"]
                                 : d.key(),
                    d.element(), "its first two edges are parallel", "", "choose another direction");
    return std::nullopt;
  }
  const Vector first = along / norm(along), third = across / norm(across);
  return view::Frame{origin, {vector_nodes(first), vector_nodes(cross(third, first)), vector_nodes(third)}};
}

std::optional<ViewReader::Item> ViewReader::arrow(const Drawing& d) {
  const std::string paint = colour(d);
  std::string_view quantity;
  if (const Yaml* value = d["quantity"]) {
    if (value->is_scalar() && value->text == "force")
      quantity = "force";
    else if (value->is_scalar() && value->text == "velocity")
      quantity = "velocity";
    else
      context_.report(
          *value, d.element("quantity"), "must be force or velocity, found " + describe(*value), "",
          value->is_scalar() ? did_you_mean(value->text, {"force", "velocity"}) : "write `quantity: force`");
  }
  const auto at = place(d, "at");
  const std::string_view unit = quantity == "force" ? "N" : quantity == "velocity" ? "m/s" : "";
  const std::string_view thing = quantity == "force" ? "a force" : "a velocity";
  const auto vector = d["arrow"] ? components(d, "arrow", *d["arrow"], unit, thing) : std::nullopt;
  if (!at || !vector) return std::nullopt;
  return view::Arrow{d.name(), *at, *vector, quantity, paint};
}

}  // namespace rheon::reader
