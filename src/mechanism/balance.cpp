#include "mechanism/balance.hpp"

#include <set>

#include "core/index.hpp"

namespace rheon::mechanism {

using expr::Node;

class Balance::Sum {
 public:
  Sum(expr::Graph& graph, Vector centre)
      : centre_(std::move(centre)),
        force_(Vector::constant(graph, Vec3::Zero())),
        torque_(force_),
        forces_(graph, 0.0),
        torques_(graph, 0.0) {}

  void add(const Vector& force, const Vector& place) { add({force, force * 0.0}, place); }
  /// A force at a place and a torque.
  void add(const Wrench& w, const Vector& place) {
    const Vector arm = cross(place - centre_, w.force);
    force_ = force_ + w.force;
    torque_ = torque_ + arm + w.torque;
    forces_ = forces_ + norm(w.force);
    torques_ = torques_ + norm(place - centre_) * norm(w.force) + norm(w.torque);
  }
  Residual minus(const Inertia& inertia) const {
    return {norm(force_ - inertia.force), forces_ + norm(inertia.force),
            norm(torque_ - inertia.turning - inertia.gyroscopic),
            torques_ + norm(inertia.turning) + norm(inertia.gyroscopic)};
  }

 private:
  Vector centre_, force_, torque_;
  Scalar forces_, torques_;
};

Balance::Balance(Assembly& mechanism, Reactions& reactions) : m_(mechanism), reactions_(reactions) {
  std::set<std::string> own;
  const auto add = [&](const ElementRows& rows) {
    for (const ElementRow& row : rows) own.insert(row.name);
  };
  for (std::size_t b = 1; b < m_.geometry.bodies.size(); ++b) add(m_.body_rows(static_cast<int>(b)));
  for (std::size_t k = 0; k < m_.layout().closures.size(); ++k) add(m_.closure_rows(k));
  for (const auto& item : m_.items) add(item.rows);
  const auto& rows = m_.model().constraints;
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (!own.contains(rows[k].name)) text_rows_.push_back(static_cast<int>(k));
}

/// m a of the centre, and I alpha + omega x I omega with the inertia tensor carried along by the body's own axes.
Balance::Inertia Balance::inertia(int number) const {
  const Body& body = m_.geometry.bodies[at(number)];
  const Equations e = m_.equations();
  const Vector zero = Vector::constant(m_.model().graph, Vec3::Zero());
  Inertia w{e.rate(e.rate(m_.centre(e, number))) * body.mass, zero, zero};
  const Frame& frame = m_.frame(number);
  if (frame.directions() == 0) return w;
  const auto turning = [&](const Vector& axis) { return cross(axis, e.rate(e.rate(axis))); };
  if (m_.geometry.planar()) {
    w.turning = turning(e.vector_of(number, Vec3::UnitX())) * body.inertia(2, 2);
    return w;
  }
  if (frame.directions() == 1) {  // a slender rod: no inertia about its line
    const Vec3 line = frame.direction(0).normalized();
    const auto [u, v] = across(line);
    w.turning = turning(e.vector_of(number, line)) * u.dot(body.inertia * u);
    return w;
  }
  const std::vector<Vec3> reference = m_.body_axes(number);
  const std::vector<Vector> axes = m_.turned_axes(e, number);
  const Vector omega = m_.angular_velocity(e, number);
  Vector alpha = zero;
  for (const Vector& axis : axes) alpha = alpha + turning(axis) * 0.5;
  const auto times_inertia = [&](const Vector& x) {
    Vector sum = zero;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        sum = sum + axes[i] * (dot(axes[j], x) * reference[i].dot(body.inertia * reference[j]));
    return sum;
  };
  w.turning = times_inertia(alpha);
  w.gyroscopic = cross(omega, times_inertia(omega));
  return w;
}

void Balance::add_joints_and_forces(int body, Sum& sum) {
  const Equations e = m_.equations();
  for (const int item : reactions_.items_on(body))
    sum.add(reactions_.of_item(item, body), m_.items[at(item)].component->place(e));
}

/// Pins without a joint: bodies that merely name the same point.
void Balance::add_shared_points(int body, Sum& sum) {
  for (const int f : m_.geometry.bodies[at(body)].features) {
    const Feature& feature = m_.geometry.features[at(f)];
    if (feature.is_vector || feature.attachments.size() < 2) continue;
    sum.add(reactions_.loose_share(f, body), *feature.value);
  }
}

Scalar Balance::text_load(int coordinate) const {
  Model& model = m_.model();
  auto& g = model.graph;
  const int q = model.inputs.q(coordinate), v = model.inputs.v(coordinate);
  Scalar load = -Scalar(g, g.derivative(m_.text_potential(), q));
  for (std::size_t k = 0; k < m_.text_forces(); ++k)
    if (const Force& f = model.forces[k]; f.index == coordinate && !f.on_speed) load = load + Scalar(g, f.value);
  for (const Force& f : model.nonideal)
    if (f.index == coordinate && !f.on_speed) load = load + Scalar(g, f.value);
  if (m_.text_kinetic()) {
    const Node momentum = g.derivative(*m_.text_kinetic(), v);
    load = load + Scalar(g, g.derivative(*m_.text_kinetic(), q)) - Scalar(g, time_derivative(model, momentum));
  }
  for (const int k : text_rows_) {
    const ConstraintRow& row = model.constraints[at(k)];
    const Scalar along(g, g.derivative(row.residual, is_position_level(row.kind) ? q : v));
    load = load - along * Scalar(g, g.input(model.inputs.lambda(k)));
  }
  return load;
}

/// What the text does to a point or vector, it does to the body that the point belongs to first.
void Balance::add_text(int body, Sum& sum) {
  const bool planar = m_.geometry.planar();
  for (const int f : m_.layout().coordinates) {
    const Feature& feature = m_.geometry.features[at(f)];
    if (feature.definer != body) continue;
    const Vector load{text_load(feature.coordinate), text_load(feature.coordinate + 1),
                      planar ? Scalar(m_.model().graph, 0.0) : text_load(feature.coordinate + 2)};
    const Vector nothing = load * 0.0;
    if (feature.is_vector)
      sum.add({nothing, cross(*feature.value, load)}, *feature.value);
    else
      sum.add(load, *feature.value);
  }
}

Residual Balance::of(int body) {
  const Equations e = m_.equations();
  const Vector centre = m_.centre(e, body);
  auto& g = m_.model().graph;
  Sum sum(g, centre);
  sum.add(Vector::constant(g, m_.gravity * m_.geometry.bodies[at(body)].mass), centre);
  add_joints_and_forces(body, sum);
  add_shared_points(body, sum);
  add_text(body, sum);
  return sum.minus(inertia(body));
}

}  // namespace rheon::mechanism
