#include "mechanism/assembly.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/index.hpp"
#include "core/number_text.hpp"
#include "mechanism/closures.hpp"
#include "mechanism/rods.hpp"
#include "mechanism/weights.hpp"

namespace rheon::mechanism {

using expr::Node;

namespace {

/// A row of the ground alone that is off by more than this never holds; lengths are of the order of 1. A choice: lengths are given
/// with fewer digits.
constexpr double never_holds = 1e-9;
/// Part of the largest second moment of a body below which another is round-off of what cancels.
constexpr double no_moment = 1e-15;

}  // namespace

int Assembly::axis_index(char axis) const {
  const auto k = axes_.find(axis);
  return k == std::string::npos ? -1 : static_cast<int>(k);
}

void Assembly::add(Item item) {
  geometry.component = static_cast<int>(items.size());
  geometry.claimant = item.name;
  item.component->attach(geometry);
  items.push_back(std::move(item));
}

/// Every body of the plane that can turn has an angle, that of its first axis: of a rod the line from its first end to its
/// second, of others `along`.
void Assembly::body_angles() {
  body_angle_.assign(geometry.bodies.size(), -1);
  if (!geometry.planar()) return;
  geometry.angles.reserve(geometry.angles.size() + geometry.bodies.size());
  for (std::size_t b = 1; b < geometry.bodies.size(); ++b) {
    const Body& body = geometry.bodies[b];
    const bool turns = body.features.size() > 1 || body.inertia(2, 2) > 0.0;
    if (!turns) continue;
    AngleSpec spec;
    spec.name = body.name + ".angle";
    spec.b = static_cast<int>(b);
    spec.b_dir = body.axes.col(0);
    if (body.line.size() == 2) {
      const Vec3 d = geometry.features[at(body.line[1])].reference - geometry.features[at(body.line[0])].reference;
      if (d.norm() > 0.0) spec.b_dir = d.normalized();
    }
    body_angle_[b] = geometry.add_angle(std::move(spec));
  }
}

void Assembly::plan() {
  body_angles();
  keep_shares_of_length(geometry);
  geometry.settle_owners();
  layout_ = lay_out(geometry.bodies, geometry.features, geometry.planar());
  std::vector<SharedByJoint> shared;
  for (const Item& item : items) {
    const std::vector<int> pair = item.component->bodies(equations());
    if (pair.size() == 2 && !item.component->shared().empty())
      shared.push_back({pair[0], pair[1], item.component->shared()});
  }
  reduce_closures(geometry, shared, layout_);
  frames_.resize(geometry.bodies.size());
  for (const int b : layout_.order) {
    std::vector<Frame::Element> basis;
    for (const int f : geometry.bodies[at(b)].basis)
      basis.push_back({geometry.bodies[at(b)].where(f, geometry.features), geometry.features[at(f)].is_vector});
    frames_[at(b)] = Frame(basis, geometry.planar());
  }
}

void Assembly::add_coordinates(int feature) {
  Feature& f = geometry.features[at(feature)];
  f.coordinate = static_cast<int>(model_.coordinates.size());
  const std::string unit = f.is_vector ? "1" : "m";
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const std::string name = f.name + "." + axes_[k];
    InitialValue position;
    position.guess = f.reference[static_cast<Eigen::Index>(k)];
    model_.coordinates.push_back({name, unit, f.place, position});
    model_.speeds.push_back({name + "'", f.is_vector ? "1/s" : "m/s", f.place, {}});
  }
}

void Assembly::declare() {
  const std::size_t more = layout_.coordinates.size() * axes_.size() + geometry.integrals.size();
  model_.coordinates.reserve(model_.coordinates.size() + more);
  model_.speeds.reserve(model_.speeds.size() + more);
  for (const int f : layout_.coordinates) add_coordinates(f);
  for (const int b : layout_.order) {
    std::vector<int> own{static_cast<int>(axes_.size())};
    for (const int f : geometry.bodies[at(b)].basis)
      if (geometry.features[at(f)].coordinate >= 0) own.push_back(geometry.features[at(f)].coordinate);
    if (own.size() > 1) model_.triads.push_back(std::move(own));
  }
  for (SignalIntegral& m : geometry.integrals) {
    m.coordinate = static_cast<int>(model_.coordinates.size());
    InitialValue zero;
    zero.given = 0.0;
    model_.coordinates.push_back({m.name, "", {}, zero});
    model_.speeds.push_back({m.name + "'", "", {}, zero});
  }
  for (const AngleSpec& spec : geometry.angles) model_.angles.push_back({spec.name, {}, {}});
  model_.inputs.na = static_cast<int>(geometry.angles.size());
}

void Assembly::express() {
  auto& g = model_.graph;
  for (Feature& f : geometry.features)
    if (f.definer == ground) f.value = f.prescribed ? *f.prescribed : Vector::constant(g, f.reference);
  for (const int k : layout_.coordinates) {
    Feature& f = geometry.features[at(k)];
    const auto coordinate = [&](int axis) { return Scalar(g, g.input(model_.inputs.q(f.coordinate + axis))); };
    f.value = Vector{coordinate(0), coordinate(1), geometry.planar() ? Scalar(g, 0.0) : coordinate(2)};
  }
  const Equations e = equations();
  for (const int b : layout_.order)
    for (const int k : geometry.bodies[at(b)].features) {
      Feature& f = geometry.features[at(k)];
      if (f.value) continue;
      f.value = f.is_vector ? e.vector_of(b, f.reference) : e.point_on(b, k);
    }
  for (std::size_t k = 0; k < geometry.angles.size(); ++k) {
    const AngleSpec& spec = geometry.angles[k];
    const Vector b = e.vector_of(spec.b, spec.b_dir);
    model_.angles[k].sine = dot(e.vector_of(spec.a, spec.a_side), b).node();
    model_.angles[k].cosine = dot(e.vector_of(spec.a, spec.a_dir), b).node();
  }
}

Vector Assembly::centre(const Equations& e, int body) const {
  return e.point_of(body, geometry.bodies[at(body)].centre);
}

std::vector<Vec3> Assembly::body_axes(int number) const {
  const Frame& frame = frames_[at(number)];
  if (frame.directions() == 3) return {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  const Vec3 first = frame.direction(0).normalized();
  const Vec3 second = (frame.direction(1) - first * first.dot(frame.direction(1))).normalized();
  return {first, second, first.cross(second)};
}

std::vector<Vector> Assembly::turned_axes(const Equations& e, int number) const {
  const std::vector<Vec3> reference = body_axes(number);
  const Vector a = e.vector_of(number, reference[0]), b = e.vector_of(number, reference[1]);
  return {a, b, frames_[at(number)].directions() == 3 ? e.vector_of(number, reference[2]) : cross(a, b)};
}

/// omega = 1/2 sum_k e_k x e_k' for any three orthonormal vectors of the body.
Vector Assembly::angular_velocity(const Equations& e, int number) const {
  Vector sum = Vector::constant(model_.graph, Vec3::Zero());
  for (const Vector& axis : turned_axes(e, number)) sum = sum + cross(axis, e.rate(axis));
  return sum * 0.5;
}

/// Lengths of the directions and the angles between them stay what they are: d_i . d_j = const.
void Assembly::write_rigidity(int number, Equations& e) const {
  const Body& body = geometry.bodies[at(number)];
  const Frame& frame = frames_[at(number)];
  const Vector origin = e.basis_of(number, 0);
  const auto name = [&](int i) {
    const Feature& f = geometry.features[at(body.basis[at(i) + 1])];
    return f.is_vector ? f.name : "(" + f.name + " - " + geometry.features[at(body.basis[0])].name + ")";
  };
  const auto direction = [&](int i) {
    const Vector value = e.basis_of(number, i + 1);
    return geometry.features[at(body.basis[at(i) + 1])].is_vector ? value : value - origin;
  };
  for (int i = 0; i < frame.directions(); ++i)
    for (int j = 0; j <= i; ++j) {
      const double constant = frame.direction(i).dot(frame.direction(j));
      const Scalar product = dot(direction(i), direction(j)) - constant;
      const std::string text = name(j) + " . " + name(i) + " = " + brief_text(constant);
      if (i == j && geometry.features[at(body.basis[at(i) + 1])].is_vector)
        e.idle_row(0.5 * product, text);
      else
        e.row(i == j ? 0.5 * product : product, text);
    }
}

/// A point of two bodies is one point; a unit vector of two bodies is at right angles to what it should be at right
/// angles to (its length is right already).
void Assembly::write_closure(const Closure& closure, Equations& e) const {
  const Feature& f = geometry.features[at(closure.feature)];
  const std::string& body = geometry.bodies[at(closure.body)].name;
  const std::string& other = geometry.bodies[at(f.definer)].name;
  if (!f.is_vector) {
    const Vector gap = e.point_on(closure.body, closure.feature) - e.point_on(f.definer, closure.feature);
    if (closure.only) {
      for (const Vec3& d : *closure.only)
        e.row(dot(gap, e.vector_of(f.definer, d)), f.name + " of " + body + " and of " + other + " are one");
      return;
    }
    for (std::size_t k = 0; k < axes_.size(); ++k)
      e.row(gap[static_cast<int>(k)], f.name + "." + axes_[k] + " of " + body + " and of " + other + " are one");
    return;
  }
  const Vector u = e.vector_of(f.definer, f.reference);
  if (geometry.planar() && !closure.only) {
    const Vec3 side(-f.reference[1], f.reference[0], 0.0);
    e.row(dot(u, e.vector_of(closure.body, side)), f.name + " of " + body + " and of " + other + " are parallel");
    return;
  }
  const auto [v, w] = across(f.reference);
  for (const Vec3& side : closure.only ? *closure.only : std::vector<Vec3>{v, w})
    e.row(dot(u, e.vector_of(closure.body, side)), f.name + " of " + body + " and of " + other + " are parallel");
}

/// With `if_new`, what follows from rows before is not written. Else only what repeats one of them to the letter: what
/// users add is for `rheon check` to judge.
ElementRows Assembly::take_rows(const Written& written, const std::string& group, const Place& place, bool if_new) {
  ElementRows rows;
  for (const Written::RowEquation& row : written.rows) {
    ElementRow& taken = rows.emplace_back();
    taken.follows_from = known_rows_.same(row.residual);
    if (taken.follows_from.empty() && if_new)
      taken.follows_from = known_rows_.combination(row.residual, model_.inputs.q(0), model_.inputs.nq);
    if (row.residual.is_constant()) {  // involves the ground alone: it holds, or never will
      const double off = std::abs(model_.graph.value(row.residual.node()));
      if (off > never_holds) impossible_.push_back({group, place, row.text, off});
    }
    const bool says_nothing =
        row.residual.is_constant() || known_rows_.vanishes(row.residual, model_.inputs.q(0), model_.inputs.nq);
    if (says_nothing || !taken.follows_from.empty()) {
      if (!row.idle) taken.share = open_shares_++;
      continue;
    }
    const int before = rows_of_group_[group]++;
    const bool alone = written.rows.size() == 1 && before == 0;
    taken.name = alone ? group : group + "." + std::to_string(before + 1);
    known_rows_.add(row.residual, taken.name);
    const ConstraintKind kind = classify(model_, row.residual.node());
    const Node residual = is_position_level(kind) ? at_rest(model_, row.residual.node()) : row.residual.node();
    model_.constraints.push_back({taken.name, group, residual, kind, row.text, place});
  }
  return rows;
}

void Assembly::take_loads(const Written& written, const Place& place, std::vector<Node>& potential) {
  auto& g = model_.graph;
  for (const Scalar& v : written.potentials) potential.push_back(v.node());
  const int first = model_.inputs.v(0);
  for (const Written::Load& load : written.loads)
    for (const int slot : g.inputs_of(load.rate.node())) {
      if (slot < first || slot >= first + model_.inputs.nv) continue;
      const Node along = g.derivative(load.rate.node(), slot);
      if (!g.is_zero(along))
        model_.forces.push_back({slot - first, false, g.make(expr::Op::mul, load.force.node(), along), place,
                                 load.dissipates ? ForceKind::friction : ForceKind::applied});
    }
}

void Assembly::take_integrands(const Written& written, const Place& place, std::vector<Node>& kinetic) {
  auto& g = model_.graph;
  for (const Written::Integrand& i : written.integrands) {
    const int coordinate = geometry.integrals[at(i.memory)].coordinate;
    const Scalar rate(g, g.input(model_.inputs.v(coordinate)));
    const Node energy = (0.5 * rate * rate).node();
    kinetic.push_back(energy);
    model_.signal_energy = model_.signal_energy ? g.make(expr::Op::add, *model_.signal_energy, energy) : energy;
    model_.forces.push_back({coordinate, false, i.rate.node(), place, ForceKind::signal});
  }
}

void Assembly::write_body(int number, std::vector<Node>& kinetic, std::vector<Node>& potential) {
  const Body& body = geometry.bodies[at(number)];
  const Frame& frame = frames_[at(number)];
  Equations e = equations();
  const Vector centre = this->centre(e, number);
  if (body.mass > 0.0) {
    const Vector v = e.rate(centre);
    kinetic.push_back((0.5 * body.mass * dot(v, v)).node());
    potential.push_back((-body.mass * dot(Vector::constant(model_.graph, gravity), centre)).node());
  }
  const Eigen::MatrixXd S = frame.moments(body.inertia);
  std::vector<Vector> rates;
  const Vector origin = e.basis_of(number, 0);
  for (int i = 0; i < frame.directions(); ++i) {
    const Vector value = e.basis_of(number, i + 1);
    const bool is_vector = geometry.features[at(body.basis[at(i) + 1])].is_vector;
    rates.push_back(e.rate(is_vector ? value : value - origin));
  }
  const double negligible = S.size() == 0 ? 0.0 : no_moment * S.cwiseAbs().maxCoeff();
  for (int i = 0; i < frame.directions(); ++i)
    for (int j = 0; j < frame.directions(); ++j)
      if (std::abs(S(i, j)) > negligible) kinetic.push_back((0.5 * S(i, j) * dot(rates[at(i)], rates[at(j)])).node());
  write_rigidity(number, e);
  body_rows_[at(number)] = take_rows(e.written, body.name, body.place, true);
}

void Assembly::write() {
  std::vector<Node> kinetic, potential;
  if (model_.kinetic) kinetic.push_back(*model_.kinetic);
  text_kinetic_ = model_.kinetic;
  text_potential_ = model_.potential;
  text_forces_ = model_.forces.size();
  potential.push_back(model_.potential);
  body_rows_.resize(geometry.bodies.size());
  std::vector<BodyWeight> weights;
  for (const int b : layout_.order) {
    const std::size_t before = potential.size();
    write_body(b, kinetic, potential);
    for (std::size_t k = before; k < potential.size(); ++k) weights.push_back({b, potential[k]});
  }
  std::vector<int> thin;
  for (const int b : layout_.order)
    if (is_thin(b)) thin.push_back(b);
  if (!thin.empty() && lacks_mass(model_.graph.sum(kinetic), thin))
    for (const int b : thin) add_inertia_of_thin_body(b, kinetic);
  for (const Closure& closure : layout_.closures) {
    Equations e = equations();
    write_closure(closure, e);
    closure_rows_.push_back(take_rows(e.written, closure.claimant, geometry.features[at(closure.feature)].place, true));
  }
  for (Item& item : items) {
    Equations e = equations();
    item.component->write(e);
    item.rows = take_rows(e.written, item.name, item.place);
    take_loads(e.written, item.place, potential);
    take_integrands(e.written, item.place, kinetic);
  }
  known_rows_.clear();
  rows_of_group_.clear();
  model_.kinetic = model_.graph.sum(kinetic);
  model_.potential = model_.graph.sum(potential);
  drop_balanced(model_, weights, geometry, gravity.norm());
}

}  // namespace rheon::mechanism
