// Numbers of a mechanism by name: `A.x`, `crank.angle`, `hinge.fx`, `hinge.crank.fx`, `motor.torque`.
#include <fmt/format.h>

#include "core/index.hpp"
#include "io/mechanism_reader.hpp"

namespace rheon::reader {

using mechanism::ground;
using mechanism::Scalar;
using mechanism::Vec3;
using mechanism::Vector;

namespace {

constexpr std::string_view in_body = "local.";  ///< before a component: along the axes of the body

std::optional<int> component_of(const mechanism::Assembly& m, std::string_view what, std::string_view prefix) {
  if (what.size() != prefix.size() + 1 || !what.starts_with(prefix)) return std::nullopt;
  const int k = m.axis_index(what.back());
  if (k < 0) return std::nullopt;
  return k;
}

}  // namespace

Meaning MechanismReader::meaning(const Scalar& value, std::string_view unit) const {
  const Dim dim = unit.empty() ? unknown_dim() : declared_dim(dimension_of(unit));
  return {value.node(), context_.depends(value.node()), dim};
}

/// Forces of joints follow from the motion: what makes the motion cannot contain them.
Meaning MechanismReader::unknown_reaction() const {
  return {context_.model().graph.constant(0.0), on_multipliers, unknown_dim()};
}

mechanism::Reactions& MechanismReader::reactions() {
  if (!reactions_) reactions_ = std::make_unique<mechanism::Reactions>(*mechanism_);
  return *reactions_;
}

std::optional<Meaning> MechanismReader::quantity(const std::string& name) {
  const auto dot = name.find('.');
  const Symbol* symbol = context_.find(name.substr(0, dot));
  if (!symbol || symbol->failed) return std::nullopt;
  const std::string_view what = std::string_view(name).substr(dot + 1);
  switch (symbol->kind) {
    case Symbol::Kind::point: return point_quantity(symbol->index, what);
    case Symbol::Kind::body: return body_quantity(symbol->index, what);
    case Symbol::Kind::joint:
    case Symbol::Kind::driver:
    case Symbol::Kind::force: return item_quantity(symbol->index, what);
    default: return std::nullopt;
  }
}

/// `x` … of a point; `fx` … the force that acts through it on the body that has it last, `body.fx` on another.
std::optional<Meaning> MechanismReader::point_quantity(int f, std::string_view what) {
  const auto& feature = mechanism_->geometry.features[at(f)];
  if (const auto k = component_of(*mechanism_, what, "")) return meaning((*feature.value)[*k], "m");
  int body = feature.attachments.back().body;
  if (const auto dot = what.find('.'); dot != std::string_view::npos && !what.starts_with(in_body)) {
    const Symbol* symbol = context_.find(std::string(what.substr(0, dot)));
    if (!symbol || symbol->kind != Symbol::Kind::body || !feature.on(symbol->index)) return std::nullopt;
    body = symbol->index;
    what = what.substr(dot + 1);
  }
  const bool local = what.starts_with(in_body);
  const auto k = component_of(*mechanism_, local ? what.substr(in_body.size()) : what, "f");
  if (!k || feature.attachments.size() < 2 || (local && !has_axes(body))) return std::nullopt;
  if (!written_) return unknown_reaction();
  const Vector force = reactions().at_point(f, body);
  return meaning((local ? in_body_axes(force, body) : force)[*k], "N");
}

std::optional<Meaning> MechanismReader::body_quantity(int body, std::string_view what) {
  const mechanism::Equations e = mechanism_->equations();
  if (what == "angle" && mechanism_->angle_of(body) >= 0) return meaning(e.angle(mechanism_->angle_of(body)), "rad");
  if (const auto k = component_of(*mechanism_, what, "")) return meaning(mechanism_->centre(e, body)[*k], "m");
  const auto k = component_of(*mechanism_, what, "w");
  if (!k || mechanism_->geometry.planar() || mechanism_->frame(body).directions() < 2) return std::nullopt;
  return meaning(mechanism_->angular_velocity(e, body)[*k], "rad/s");
}

/// Points, and rods in space that nothing turns, have none.
bool MechanismReader::has_axes(int body) const {
  return body != ground && mechanism_->frame(body).directions() >= (mechanism_->geometry.planar() ? 1 : 3);
}

/// Components along the axes of the body: those of the ground in the reference configuration, carried along.
Vector MechanismReader::in_body_axes(const Vector& v, int body) {
  const mechanism::Equations e = mechanism_->equations();
  const auto part = [&](const Vec3& axis) { return dot(v, e.vector_of(body, axis)); };
  return {part(Vec3::UnitX()), part(Vec3::UnitY()), mechanism_->geometry.planar() ? v.z : part(Vec3::UnitZ())};
}

mechanism::Wrench MechanismReader::in_body_axes(const mechanism::Wrench& w, int body) {
  return {in_body_axes(w.force, body), in_body_axes(w.torque, body)};
}

bool MechanismReader::is_force_component(std::string_view what) const {
  if (component_of(*mechanism_, what, "f")) return true;
  return mechanism_->geometry.planar() ? what == "torque" : component_of(*mechanism_, what, "t").has_value();
}

std::optional<Meaning> MechanismReader::force_component(const mechanism::Wrench& w, std::string_view what) {
  if (!is_force_component(what)) return std::nullopt;
  if (what == "torque") return meaning(w.torque.z, "N*m");
  const int k = mechanism_->axis_index(what.back());
  return what.front() == 'f' ? meaning(w.force[k], "N") : meaning(w.torque[k], "N*m");
}

std::optional<Meaning> MechanismReader::item_quantity(int number, std::string_view what) {
  const auto& item = mechanism_->items[at(number)];
  const mechanism::Equations e = mechanism_->equations();
  for (const auto& q : item.component->quantities(e))
    if (q.name == what) return meaning(q.value, q.unit);
  if (!item.component->effort().empty() && what == item.component->effort() && !written_) return unknown_reaction();
  if (!item.component->effort().empty() && what == item.component->effort() && !item.rows.empty())
    return meaning(-reactions().multiplier(item.rows.front()), item.component->effort_unit());
  const std::vector<int> bodies = item.component->bodies(e);
  if (bodies.empty()) return std::nullopt;
  int body = bodies.back();
  if (const auto dot = what.find('.'); dot != std::string_view::npos && !what.starts_with(in_body)) {
    const std::string name(what.substr(0, dot));
    const Symbol* symbol = name == "ground" ? nullptr : context_.find(name);
    body = symbol && symbol->kind == Symbol::Kind::body ? symbol->index : name == "ground" ? ground : -1;
    if (std::find(bodies.begin(), bodies.end(), body) == bodies.end()) return std::nullopt;
    what = what.substr(dot + 1);
  }
  const bool local = what.starts_with(in_body);
  if (local) what.remove_prefix(in_body.size());
  if (!is_force_component(what) || (local && !has_axes(body))) return std::nullopt;
  if (!written_) return unknown_reaction();
  const mechanism::Wrench wrench = reactions().of_item(number, body);
  return force_component(local ? in_body_axes(wrench, body) : wrench, what);
}

Scalar MechanismReader::add_output(const std::string& name, const std::string& unit, const Scalar& value,
                                   const Place& place) {
  const Scalar reported = reactions().of_least_norm(value);
  if (!reported.is_zero())
    context_.model().outputs.push_back({name, unit, reported.node(), place, reactions().is_open(value)});
  return reported;
}

/// Points that are no coordinates, and angles.
void MechanismReader::add_places() {
  const mechanism::Equations e = mechanism_->equations();
  const std::string& axes = mechanism_->axes();
  const auto& geometry = mechanism_->geometry;
  for (std::size_t b = 1; b < geometry.bodies.size(); ++b)
    if (const int k = mechanism_->angle_of(static_cast<int>(b)); k >= 0)
      add_output(geometry.bodies[b].name + ".angle", "rad", e.angle(k), geometry.bodies[b].place);
  for (const auto& feature : geometry.features) {
    if (feature.is_vector || !feature.named || feature.coordinate >= 0 || feature.value->is_constant()) continue;
    for (std::size_t k = 0; k < axes.size(); ++k)
      add_output(feature.name + "." + axes[k], "m", (*feature.value)[static_cast<int>(k)], feature.place);
  }
}

Vector MechanismReader::add_vector(const std::string& name, const std::string& unit, const Vector& v,
                                   const Place& place) {
  std::vector<Scalar> outputs(3, Scalar(context_.model().graph, 0.0));
  for (std::size_t k = 0; k < mechanism_->axes().size(); ++k)
    outputs[k] = add_output(name + mechanism_->axes()[k], unit, v[static_cast<int>(k)], place);
  return {outputs[0], outputs[1], outputs[2]};
}

Vector MechanismReader::add_force(const std::string& name, const Vector& force, const Place& place) {
  return add_vector(name + ".f", "N", force, place);
}

mechanism::Wrench MechanismReader::add_wrench(const std::string& name, const mechanism::Wrench& w, const Place& place) {
  const Vector force = add_force(name, w.force, place);
  if (!mechanism_->geometry.planar()) return {force, add_vector(name + ".t", "N*m", w.torque, place)};
  const Scalar zero(context_.model().graph, 0.0);
  return {force, {zero, zero, add_output(name + ".torque", "N*m", w.torque.z, place)}};
}

/// Forces through points that bodies share without a joint of its own: on all bodies but the first; if asked for, on each
/// under its name, also in its own axes.
void MechanismReader::add_pins(bool of_all) {
  const auto& geometry = mechanism_->geometry;
  for (std::size_t f = 0; f < geometry.features.size(); ++f) {
    const auto& feature = geometry.features[f];
    if (feature.is_vector || !feature.named || feature.attachments.size() < 2) continue;
    const bool jointed = reactions().is_shared_by_joint(static_cast<int>(f));
    const bool simple = feature.attachments.size() == 2 && !jointed;
    for (std::size_t a = of_all ? 0 : 1; a < feature.attachments.size(); ++a) {
      const int body = feature.attachments[a].body;
      if (a == 0 && body == ground) continue;
      const std::string full_name = feature.name + "." + geometry.bodies[at(body)].name;
      const Vector loose = reactions().loose_share(static_cast<int>(f), body);
      const bool by_joints_alone = loose.x.is_zero() && loose.y.is_zero() && loose.z.is_zero();
      if (by_joints_alone) continue;
      const Vector force = reactions().at_point(static_cast<int>(f), body);
      if (a > 0) {
        const Vector output = add_force(simple ? feature.name : full_name, force, feature.place);
        if (drawn_) drawn_->pins.push_back({static_cast<int>(f), body, output});
      }
      if (!of_all || body == ground) continue;
      if (a == 0 || simple) add_force(full_name, force, feature.place);
      if (has_axes(body)) add_force(full_name + ".local", in_body_axes(force, body), feature.place);
    }
  }
}

/// What joints do to the last of their bodies; if asked for, to each of them, also in its own axes.
void MechanismReader::add_reactions(int number, bool of_all) {
  const auto& item = mechanism_->items[at(number)];
  const std::vector<int> bodies = item.component->bodies(mechanism_->equations());
  if (!item.component->is_joint() || bodies.empty()) return;
  const std::size_t before = context_.model().outputs.size();
  const mechanism::Wrench output = add_wrench(item.name, reactions().of_item(number, bodies.back()), item.place);
  if (drawn_) drawn_->wrenches.insert({number, output});
  for (const int body : bodies) {
    if (body == ground || !of_all) continue;
    const std::string name = item.name + "." + mechanism_->geometry.bodies[at(body)].name;
    const mechanism::Wrench w = reactions().of_item(number, body);
    add_wrench(name, w, item.place);
    if (has_axes(body)) add_wrench(name + ".local", in_body_axes(w, body), item.place);
  }
  if (!reactions().is_split(number)) return;
  for (std::size_t k = before; k < context_.model().outputs.size(); ++k) context_.model().outputs[k].split = true;
}

/// What a driver does along what it drives.
void MechanismReader::add_effort(int number) {
  const auto& item = mechanism_->items[at(number)];
  const Scalar output = add_output(item.name + "." + item.component->effort(), item.component->effort_unit(),
                                   -reactions().multiplier(item.rows.front()), item.place);
  if (drawn_) drawn_->efforts.insert({number, output});
}

void MechanismReader::add_balance() {
  mechanism::Balance balance(*mechanism_, reactions());
  const auto& bodies = mechanism_->geometry.bodies;
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    const mechanism::Residual r = balance.of(static_cast<int>(b));
    const std::string name = "balance." + bodies[b].name;
    auto& outputs = context_.model().outputs;
    const auto add = [&](const char* what, const char* unit, const Scalar& value) {
      outputs.push_back({name + what, unit, reactions().of_least_norm(value).node(), bodies[b].place});
    };
    add(".force", "N", r.force);
    add(".force_size", "N", r.force_size);
    add(".torque", "N*m", r.torque);
    add(".torque_size", "N*m", r.torque_size);
  }
}

void MechanismReader::add_outputs(MechanismChannels channels) {
  if (!mechanism_ || broken_ || context_.any_problem()) return;
  if (channels.view) drawn_ = std::make_unique<Drawn>();
  const mechanism::Equations e = mechanism_->equations();
  // as many as there may be: growing would need the list twice
  std::size_t most = mechanism_->geometry.bodies.size() + 6 * mechanism_->items.size();
  for (const auto& f : mechanism_->geometry.features) most += mechanism_->axes().size() * (1 + f.attachments.size());
  context_.model().outputs.reserve(context_.model().outputs.size() + most);
  for (Output& o : context_.model().outputs) {  // those of the text
    const Scalar value(context_.model().graph, o.value);
    o.split = reactions().is_open(value);
    o.value = reactions().of_least_norm(value).node();
  }
  add_places();
  add_pins(channels.reactions);
  for (std::size_t k = 0; k < mechanism_->items.size(); ++k) {
    const auto& item = mechanism_->items[k];
    for (const auto& q : item.component->quantities(e))
      add_output(item.name + "." + q.name, q.unit, q.value, item.place);
    if (!item.component->effort().empty() && !item.rows.empty())
      add_effort(static_cast<int>(k));
    else
      add_reactions(static_cast<int>(k), channels.reactions);
  }
  context_.model().overheld = reactions().overheld();
  if (channels.balance) add_balance();
}

}  // namespace rheon::reader
