// What is drawn of a mechanism: bodies by their shapes, points, joints, springs, forces and weights.
#include <Eigen/Geometry>
#include <algorithm>

#include "core/index.hpp"
#include "io/mechanism_reader.hpp"

namespace rheon::reader {

using mechanism::ground;
using mechanism::Scalar;
using mechanism::Vec3;
using mechanism::Vector;

namespace {

view::Vector nodes_of(const Vector& v) { return {v.x.node(), v.y.node(), v.z.node()}; }

std::vector<view::Vector> nodes_of(const std::vector<Vector>& all) {
  std::vector<view::Vector> made;
  for (const Vector& v : all) made.push_back(nodes_of(v));
  return made;
}

std::optional<view::Guide> nodes_of(const std::optional<mechanism::Look::Guide>& guide) {
  if (!guide) return std::nullopt;
  return view::Guide{guide->kind, nodes_of(guide->through), nodes_of(guide->along), guide->radius};
}

void append_names(const mechanism::ElementRows& rows, std::vector<std::string>& names) {
  for (const mechanism::ElementRow& row : rows)
    if (!row.name.empty()) names.push_back(row.name);
}

}  // namespace

std::array<double, 3> MechanismReader::up() const {
  const Vec3& g = mechanism_->gravity;
  const Vec3 along = mechanism_->geometry.planar() ? Vec3(Vec3::UnitY()) : Vec3(Vec3::UnitZ());
  const Vec3 up = g.norm() > 0.0 ? Vec3(-g.normalized()) : along;
  return {up[0] + 0.0, up[1] + 0.0, up[2] + 0.0};  // no -0
}

view::Vector MechanismReader::place_of(int feature) const {
  return nodes_of(*mechanism_->geometry.features[at(feature)].value);
}

void MechanismReader::sort_closures() {
  const auto& closures = mechanism_->layout().closures;
  for (std::size_t k = 0; k < closures.size(); ++k) {
    const auto& feature = mechanism_->geometry.features[at(closures[k].feature)];
    int joint = -1;
    for (const auto& a : feature.attachments)
      if (a.body == closures[k].body) joint = a.joint;
    (joint >= 0 ? drawn_->closures_of_joint[joint] : drawn_->closures_of_point[closures[k].feature]).push_back(k);
  }
}

std::vector<std::string> MechanismReader::rows_of_joint(int item) const {
  std::vector<std::string> names;
  append_names(mechanism_->items[at(item)].rows, names);
  if (const auto found = drawn_->closures_of_joint.find(item); found != drawn_->closures_of_joint.end())
    for (const std::size_t k : found->second) append_names(mechanism_->closure_rows(k), names);
  return names;
}

std::vector<std::string> MechanismReader::rows_of_pin(int feature) const {
  std::vector<std::string> names;
  if (const auto found = drawn_->closures_of_point.find(feature); found != drawn_->closures_of_point.end())
    for (const std::size_t k : found->second) append_names(mechanism_->closure_rows(k), names);
  return names;
}

/// The axes of the shape; nothing if the body does not turn in all directions. A thin one in space has two, the third is
/// at right angles to them.
std::optional<std::array<view::Vector, 3>> MechanismReader::axes_of(int number) {
  const auto& body = mechanism_->geometry.bodies[at(number)];
  const mechanism::Equations e = mechanism_->equations();
  const bool planar = mechanism_->geometry.planar(), full = has_axes(number);
  const bool thin = !planar && mechanism_->frame(number).directions() == 2;
  if (!full && !thin && body.shape.kind != view::Shape::Kind::point) return std::nullopt;
  std::array<view::Vector, 3> axes;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = body.axes.col(k);
    if (!thin) {
      axes[at(k)] = nodes_of(e.vector_of(!full || (planar && k == 2) ? ground : number, axis));
      continue;
    }
    // of unit vectors that were turned a few times
    constexpr double round_off = 1e-13;
    const auto reference = mechanism_->body_axes(number);
    const auto turned = mechanism_->turned_axes(e, number);
    Vector sum = Vector::constant(context_.model().graph, Vec3::Zero());
    for (std::size_t i = 0; i < 3; ++i)
      if (const double part = axis.dot(reference[i]); std::abs(part) > round_off)
        sum = sum + turned[i] * (std::abs(part - 1.0) < round_off ? 1.0 : part);
    axes[at(k)] = nodes_of(sum);
  }
  return axes;
}

/// A rod by its ends; others by centre and axes, as far as they have axes.
void MechanismReader::draw_bodies(SceneWriter& scene) {
  const auto& geometry = mechanism_->geometry;
  const mechanism::Equations e = mechanism_->equations();
  for (std::size_t b = 1; b < geometry.bodies.size(); ++b) {
    const auto& body = geometry.bodies[b];
    const int number = static_cast<int>(b);
    const bool rod = body.shape.kind == view::Shape::Kind::rod;
    view::Body drawn{body.name, body.kind, body.mass, body.shape, {}, {}, {}, {}};
    append_names(mechanism_->body_rows(number), drawn.rows);
    for (const int f : body.features) {
      const auto& feature = geometry.features[at(f)];
      if (feature.is_vector) continue;
      const bool end = rod && (f == body.line[0] || f == body.line[1]);
      (end ? drawn.ends : drawn.points).push_back(nodes_of(e.point_on(number, f)));
    }
    if (!rod)
      if (const auto axes = axes_of(number)) drawn.frame = view::Frame{nodes_of(mechanism_->centre(e, number)), *axes};
    scene.add(drawn);
  }
}

void MechanismReader::draw_points(SceneWriter& scene) {
  for (const auto& f : mechanism_->geometry.features)
    if (f.named && !f.is_vector) scene.add(view::Point{f.name, nodes_of(*f.value), f.on(ground)});
}

/// Points that bodies share without a joint: one joint each, with the force on the last body.
void MechanismReader::draw_pins(SceneWriter& scene) {
  const auto& geometry = mechanism_->geometry;
  const auto& pins = drawn_->pins;
  for (std::size_t k = 0; k < pins.size(); ++k) {
    if (k + 1 < pins.size() && pins[k + 1].feature == pins[k].feature) continue;
    const auto& feature = geometry.features[at(pins[k].feature)];
    view::Joint joint;
    joint.name = feature.name;
    joint.kind = "shared";
    joint.at = nodes_of(*feature.value);
    for (const auto& a : feature.attachments)
      if (a.body != pins[k].body) joint.bodies.push_back(geometry.bodies[at(a.body)].name);
    joint.bodies.push_back(geometry.bodies[at(pins[k].body)].name);
    joint.rows = rows_of_pin(pins[k].feature);
    joint.force = nodes_of(pins[k].force);
    scene.add(joint);
  }
}

void MechanismReader::draw_joint(int number, SceneWriter& scene) {
  const auto& item = mechanism_->items[at(number)];
  const mechanism::Equations e = mechanism_->equations();
  const mechanism::Look look = item.component->look(e);
  view::Joint joint;
  joint.type = item.thing;
  joint.name = item.name;
  joint.kind = item.kind;
  joint.at = nodes_of(item.component->place(e));
  for (const int body : item.component->bodies(e)) joint.bodies.push_back(mechanism_->geometry.bodies[at(body)].name);
  joint.rows = rows_of_joint(number);
  joint.ends = nodes_of(look.ends);
  joint.guide = nodes_of(look.guide);
  if (look.axis) joint.axis = nodes_of(*look.axis);
  if (const auto wrench = drawn_->wrenches.find(number); wrench != drawn_->wrenches.end()) {
    joint.force = nodes_of(wrench->second.force);
    joint.torque = nodes_of(wrench->second.torque);
  }
  if (const auto effort = drawn_->efforts.find(number); effort != drawn_->efforts.end() && look.axis)
    (item.component->effort_unit() == "N*m" ? joint.torque : joint.force) = nodes_of(*look.axis * effort->second);
  scene.add(joint);
}

void MechanismReader::draw_force(int number, SceneWriter& scene) {
  const auto& item = mechanism_->items[at(number)];
  const mechanism::Equations e = mechanism_->equations();
  const mechanism::Look look = item.component->look(e);
  if (look.ends.size() == 2) {
    view::Spring spring{item.name, item.kind, {nodes_of(look.ends[0]), nodes_of(look.ends[1])}, {}};
    if (look.pull) spring.pull = look.pull->node();
    scene.add(spring);
    return;
  }
  view::Force force{item.name, item.kind, nodes_of(item.component->place(e)), nodes_of(look.guide), {}, {}};
  if (look.force) force.force = nodes_of(*look.force);
  if (look.torque) force.torque = nodes_of(*look.torque);
  if (!look.force && !look.torque) {
    const mechanism::Wrench w = reactions().of_item(number, item.component->bodies(e).back());
    force.force = nodes_of(w.force);
    force.torque = nodes_of(w.torque);
  }
  scene.add(force);
}

void MechanismReader::draw_weights(SceneWriter& scene) {
  if (mechanism_->gravity.isZero(0.0)) return;
  const mechanism::Equations e = mechanism_->equations();
  auto& g = context_.model().graph;
  for (std::size_t b = 1; b < mechanism_->geometry.bodies.size(); ++b) {
    const auto& body = mechanism_->geometry.bodies[b];
    const Vector weight = Vector::constant(g, body.mass * mechanism_->gravity);
    scene.add(view::Force{
        body.name, "gravity", nodes_of(mechanism_->centre(e, static_cast<int>(b))), {}, nodes_of(weight), {}});
  }
}

void MechanismReader::draw(SceneWriter& scene) {
  if (!drawn_) return;
  sort_closures();
  draw_bodies(scene);
  draw_points(scene);
  draw_pins(scene);
  for (std::size_t k = 0; k < mechanism_->items.size(); ++k)
    if (mechanism_->items[k].thing == "force")
      draw_force(static_cast<int>(k), scene);
    else
      draw_joint(static_cast<int>(k), scene);
  draw_weights(scene);
}

}  // namespace rheon::reader
