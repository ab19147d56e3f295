#include "io/mechanism_reader.hpp"

#include <fmt/format.h>

#include "bodies/kind.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "drivers/kinds.hpp"
#include "forces/kinds.hpp"
#include "io/find_kind.hpp"
#include "joints/kinds.hpp"
#include "mechanism/reach.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {

using mechanism::Assembly;
using mechanism::ground;
using mechanism::Scalar;
using mechanism::Vec3;
using mechanism::Vector;

namespace {

Vec3 constant_place(const std::vector<Scalar>& c) {
  const auto value = [&](std::size_t k) { return c[k].graph().value(c[k].node()); };
  return {value(0), value(1), value(2)};
}

Vec3 at_the_start(const expr::Graph& graph, const std::vector<Scalar>& component) {
  std::vector<expr::Node> nodes;
  for (const Scalar& c : component) nodes.push_back(c.node());
  const expr::Tape tape(graph, nodes);
  std::vector<double> inputs(2, 0.0), work(tape.work_size());
  Vec3 place;
  tape.evaluate(inputs.data(), place.data(), work.data());
  return place;
}

}  // namespace

MechanismReader::~MechanismReader() = default;

MechanismReader::MechanismReader(Context& context, const Keyed& sections) : context_(context) {
  const bool any = sections["points"] || sections["bodies"] || sections["joints"] || sections["drivers"];
  if (!any) return;
  read_plane(sections);
  read_gravity(sections);
  read_points(sections, "ground", true);
  read_points(sections, "points", false);
  read_bodies(sections);
  read_components(sections, "joints", "joint", joints::kinds());
  read_components(sections, "drivers", "driver", drivers::kinds());
  read_components(sections, "forces", "force", forces::kinds());
  check_points();
  check_bodies();
  broken_ = context_.any_problem();
  if (broken_) {
    context_.names_are_incomplete();
    return;
  }
  check_axes();
  check_components();
  check_reach();
  if (broken_) return;
  mechanism_->plan();
}

/// Places of two numbers and none of three, in a model that names no plane: reported once instead of at each of them.
bool MechanismReader::plane_forgotten(const Keyed& sections) {
  if (sections["plane"] || sections.misspelt("plane")) return false;
  const Yaml* first = nullptr;
  std::size_t points = 0, others = 0;
  const auto look = [&](const Yaml& value) {
    if (!value.is_sequence()) return false;
    if (value.items.size() != 2) ++others;
    if (value.items.size() == 2 && !first) first = &value;
    return value.items.size() == 2;
  };
  const Yaml* gravity = sections["gravity"];
  const bool with_gravity = gravity && look(*gravity);
  for (const char* section : {"ground", "points"})
    if (const Yaml* map = sections[section]; map && map->is_map())
      for (const Yaml& value : map->items)
        if (look(value)) ++points;
  if (!first || others > 0) return false;
  const std::string what = points == 0 ? "gravity has" : points == 1 ? "a point has" : "points have";
  context_.report(*first, "", what + " two numbers, but no plane is named: without one, a mechanism is in space",
                  fmt::format("{} point{}{} with two numbers, none with three", points, points == 1 ? "" : "s",
                              with_gravity ? " and gravity" : ""),
                  "add `plane: xy` (or xz, or yz)");
  return true;
}

void MechanismReader::read_plane(const Keyed& sections) {
  bool planar = plane_forgotten(sections) || sections.misspelt("plane");
  std::string axes = planar ? "xy" : "xyz";
  if (const Yaml* plane = sections["plane"]) {
    planar = true;
    axes = "xy";
    if (plane->is_scalar() && (plane->text == "xy" || plane->text == "xz" || plane->text == "yz"))
      axes = plane->text;
    else
      context_.report(*plane, "key \"plane\"", "must be xy, xz or yz, found " + describe(*plane), "",
                      "write `plane: xy`");
  }
  mechanism_ = std::make_unique<Assembly>(context_.model(), planar, axes);
}

void MechanismReader::read_gravity(const Keyed& sections) {
  const Yaml* value = sections["gravity"];
  if (!value) return;
  if (const auto g = read_coordinates_list(context_, *value, "gravity", mechanism_->axes().size(), "m/s^2"))
    mechanism_->gravity = *g;
}

/// `A: [x, y]`, in the reference configuration. A point of the ground may be a function of time.
void MechanismReader::read_points(const Keyed& sections, std::string_view section, bool fixed) {
  const Yaml* map = map_section(context_, sections, section);
  if (!map) return;
  Model& model = context_.model();
  auto& features = mechanism_->geometry.features;
  features.reserve(features.size() + map->keys.size());
  for (std::size_t k = 0; k < map->keys.size(); ++k) {
    const Yaml& key = map->keys[k];
    const Yaml& value = map->items[k];
    const std::string element = fmt::format("point \"{}\"", key.text);
    if (!context_.declare(key, key.text, Symbol::Kind::point, static_cast<int>(mechanism_->geometry.features.size())))
      continue;
    mechanism::Feature f;
    f.name = key.text;
    f.named = true;
    f.place = context_.place(key);
    const std::size_t n = mechanism_->axes().size();
    bool moves = false;
    std::vector<Scalar> component;
    if (fixed && value.is_sequence() && value.items.size() == n) {
      for (const Yaml& item : value.items) {
        const auto lowered = context_.expression(item, Use{element, on_time, "a place on the ground"});
        component.emplace_back(model.graph, lowered ? lowered->node : model.graph.constant(0.0));
        if (lowered) context_.expect(item, element, lowered->dim, dimension_of("m"), "a length");
        moves = moves || !component.back().is_constant();
      }
      component.resize(3, Scalar(model.graph, 0.0));
      f.reference = moves ? at_the_start(model.graph, component) : constant_place(component);
      if (!f.reference.allFinite()) {
        context_.report(value, element, "has no place at t = 0: its expression has no value there", "",
                        "write expressions that have one from the start of the run on");
        f.reference.setZero();
      }
      if (moves) f.prescribed = Vector{component[0], component[1], component[2]};
    } else {
      const auto where = read_coordinates_list(context_, value, element, n, "m");
      f.reference = where ? *where : stand_in_place(features.size());
    }
    const int index = mechanism_->geometry.add_feature(std::move(f));
    mechanism_->geometry.claimant = key.text;
    if (fixed) mechanism_->geometry.attach(index, ground);
  }
}

void MechanismReader::read_bodies(const Keyed& sections) {
  const Yaml* map = map_section(context_, sections, "bodies");
  if (!map) return;
  auto& geometry = mechanism_->geometry;
  geometry.bodies.reserve(geometry.bodies.size() + map->keys.size());
  for (std::size_t k = 0; k < map->keys.size(); ++k) {
    const Yaml& key = map->keys[k];
    const int number = static_cast<int>(geometry.bodies.size());
    if (key.text == "ground") {
      context_.report(key, "body \"ground\"", "the ground is always there", "", "choose another name");
      continue;
    }
    if (!context_.declare(key, key.text, Symbol::Kind::body, number)) continue;
    mechanism::Body body;
    body.name = key.text;
    body.place = context_.place(key);
    geometry.bodies.push_back(std::move(body));
    geometry.claimant = key.text;
    geometry.component = -1;
    const auto* kind = find_kind(context_, key, map->items[k], bodies::kinds(), "body", geometry.planar());
    if (!kind) continue;
    geometry.bodies.back().kind = kind->name;
    YamlFields fields(context_, *mechanism_, key, map->items[k], fmt::format("body \"{}\" ({})", key.text, kind->name),
                      kind->fields);
    kind->make(fields, geometry, number);
  }
}

void MechanismReader::read_components(const Keyed& sections, std::string_view section, std::string_view thing,
                                      std::span<const mechanism::ComponentKind> kinds) {
  const Yaml* map = map_section(context_, sections, section);
  if (!map) return;
  const auto symbol = thing == "joint"    ? Symbol::Kind::joint
                      : thing == "driver" ? Symbol::Kind::driver
                                          : Symbol::Kind::force;
  for (std::size_t k = 0; k < map->keys.size(); ++k) {
    const Yaml& key = map->keys[k];
    const Yaml& value = map->items[k];
    if (thing == "force" && !value.is_map()) continue;  // a generalised force along a coordinate
    if (!context_.declare(key, key.text, symbol, static_cast<int>(mechanism_->items.size()))) continue;
    const auto* kind = find_kind(context_, key, value, kinds, thing, mechanism_->geometry.planar());
    if (!kind) {
      context_.find(key.text)->failed = true;
      continue;
    }
    const std::string element = fmt::format("{} \"{}\" ({})", thing, key.text, kind->name);
    fields_.push_back(std::make_unique<YamlFields>(context_, *mechanism_, key, value, element, kind->fields));
    if (thing == "driver") fields_.back()->allow_only_time();
    const bool before = context_.any_problem();
    mechanism_->geometry.claimant = key.text;
    mechanism_->geometry.component = static_cast<int>(mechanism_->items.size());
    auto component = kind->make(*fields_.back(), mechanism_->geometry);
    Assembly::Item item{key.text, kind->name, context_.place(key), std::move(component), thing};
    // what a broken one attaches makes no sense
    if (!before && !context_.any_problem())
      mechanism_->add(std::move(item));
    else
      mechanism_->items.push_back(std::move(item));
  }
}

void MechanismReader::check_points() {
  if (context_.incomplete() || context_.any_problem()) return;  // of a body that cannot be read the points are unknown
  for (const auto& f : mechanism_->geometry.features) {
    if (!f.named || !f.attachments.empty()) continue;
    context_.report(Problem{f.place, fmt::format("point \"{}\"", f.name), "belongs to no body", "",
                            "list it under `points:` of a body, or fix it under `ground:`"});
  }
}

/// A body that nothing holds is free; one that has no mass cannot be.
void MechanismReader::check_bodies() {
  if (mechanism_->geometry.bodies.size() > 1 || context_.any_problem()) return;
  context_.report(Problem{context_.source().whole_file(), "", "the mechanism has no bodies", "",
                          "add `bodies: {rod: {rod: [A, B], mass: 1 kg}}`"});
}

/// A point mass has no axes: a joint that turns about one, or holds one, needs a body with an extent.
void MechanismReader::check_axes() {
  const auto& features = mechanism_->geometry.features;
  for (std::size_t b = 1; b < mechanism_->geometry.bodies.size(); ++b) {
    const auto& body = mechanism_->geometry.bodies[b];
    const auto extends = [&](int f) { return !features[at(f)].is_vector && features[at(f)].reference != body.centre; };
    if (!body.oriented || !body.inertia.isZero(0.0) || std::any_of(body.features.begin(), body.features.end(), extends))
      continue;
    context_.report(Problem{body.place, fmt::format("body \"{}\"", body.name),
                            "is a mass at a point and has no axes, but a joint or force asks for one", "",
                            "leave the joint out (bodies that name the same point are hinged there), use a spherical "
                            "one, or give the body an extent: sphere, disc, box"});
  }
  broken_ = context_.any_problem();
}

void MechanismReader::check_components() {
  for (const auto& item : mechanism_->items)
    if (const auto no = item.component->refusal(mechanism_->geometry))
      context_.report(Problem{item.place, fmt::format("joint \"{}\" ({})", item.name, item.kind), no->what, no->numbers,
                              no->remedy});
  broken_ = context_.any_problem();
}

void MechanismReader::check_reach() {
  const auto& geometry = mechanism_->geometry;
  for (const auto& far : mechanism::points_out_of_reach(geometry)) {
    const auto& feature = geometry.features[at(far.feature)];
    context_.report(Problem{
        feature.place, fmt::format("body \"{}\"", geometry.bodies[at(far.body)].name),
        fmt::format("its point \"{}\" is too far away for the numbers of a rigid body", feature.name),
        fmt::format(
            "{} m from the centre of mass, the body is {} m large (radius of gyration); at most {} times as far "
            "is possible",
            brief_text(far.distance), brief_text(far.size), brief_text(mechanism::farthest)),
        "correct the place, or its unit"});
  }
  broken_ = context_.any_problem();
}

/// Rods and joints between points of the ground.
void MechanismReader::check_constants() {
  for (const auto& row : mechanism_->impossible())
    context_.report(Problem{row.place, fmt::format("\"{}\"", row.group), "cannot hold: " + row.text,
                            fmt::format("off by {}; all that it connects stands still", brief_text(row.off)),
                            "correct the length or the places"});
}

void MechanismReader::declare() {
  if (!mechanism_ || broken_) return;
  mechanism_->declare();
}

void MechanismReader::express() {
  if (!mechanism_ || broken_) return;
  Model& model = context_.model();
  mechanism_->express();
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    const Coordinate& c = model.coordinates[i];
    if (c.name.find('.') == std::string::npos) continue;
    const Dim dim = c.unit.empty() ? unknown_dim() : declared_dim(dimension_of(c.unit));
    context_.introduce(c.name, {Symbol::Kind::coordinate,
                                static_cast<int>(i),
                                c.place,
                                false,
                                {{model.graph.input(model.inputs.q(static_cast<int>(i))), on_coordinates, dim}}});
  }
  context_.set_quantities([this](const std::string& name) { return quantity(name); });
  context_.set_guesses([this](const std::string& name, bool with_forces) { return meant_by(name, with_forces); });
}

void MechanismReader::write() {
  if (!mechanism_ || broken_ || context_.any_problem()) return;
  Model& model = context_.model();
  if (model.inertia_place.line == 0) model.inertia_place = mechanism_->geometry.bodies[1].place;
  const std::size_t before = model.constraints.size();
  mechanism_->write();
  check_constants();
  for (std::size_t k = before; k < model.constraints.size(); ++k)
    context_.constraint_rows()[model.constraints[k].group].push_back(static_cast<int>(k));
  written_ = true;
}

}  // namespace rheon::reader
