#include "mechanism/element_equations.hpp"

#include <algorithm>

#include "core/index.hpp"

namespace rheon::mechanism {

Vector Equations::basis_of(int body, int i) const {
  const int f = geometry_.bodies[at(body)].basis[at(i)];
  Vector value = *geometry_.features[at(f)].value;
  if (body != displaced_) return value;
  auto& g = model_.graph;
  const auto input = [&](int axis) { return Scalar(g, g.input(displacement_input(i, axis))); };
  return {value.x + input(0), value.y + input(1), planar() ? value.z : value.z + input(2)};
}

std::vector<Vector> Equations::basis_values(int body) const {
  std::vector<Vector> values;
  for (std::size_t i = 0; i < geometry_.bodies[at(body)].basis.size(); ++i)
    values.push_back(basis_of(body, static_cast<int>(i)));
  return values;
}

Vector Equations::point(int feature) const {
  const Feature& f = geometry_.features[at(feature)];
  const int owner = geometry_.owner(feature);
  // Where rows tie the owner to the body that defines the point, what acts there must act on this side of the rows.
  return owner == displaced_ || is_tied(owner, f, feature) ? point_on(owner, feature) : *f.value;
}

bool Equations::is_tied(int body, const Feature& f, int feature) const {
  if (body == ground || f.definer == body) return false;
  const std::vector<int>& basis = geometry_.bodies[at(body)].basis;
  return std::find(basis.begin(), basis.end(), feature) == basis.end();
}

Vector Equations::point_on(int body, int feature) const {
  if (body == ground && geometry_.features[at(feature)].value && geometry_.features[at(feature)].definer == ground)
    return *geometry_.features[at(feature)].value;  // it may move as a function of time
  return point_of(body, geometry_.bodies[at(body)].where(feature, geometry_.features));
}

Vector Equations::point_of(int body, const Vec3& reference) const {
  if (body == ground) return Vector::constant(model_.graph, reference);
  check_span(body,
             reference - geometry_.bodies[at(body)].where(geometry_.bodies[at(body)].basis[0], geometry_.features));
  return combine(frames_[at(body)].point(reference), basis_values(body));
}

/// A body that was not oriented has no direction outside its basis: whoever asks for one forgot to orient it.
void Equations::check_span(int body, const Vec3& direction) const {
  // of its length: far above what solving for coefficients leaves, far below a direction that was meant
  constexpr double round_off = 1e-9;
  if (frames_[at(body)].misses(direction) > round_off * direction.norm())
    throw Error("mechanism: a direction outside the basis of body \"" + geometry_.bodies[at(body)].name + "\"");
}

Vector Equations::vector_of(int body, const Vec3& reference) const {
  if (body == ground) return Vector::constant(model_.graph, reference);
  check_span(body, reference);
  return combine(frames_[at(body)].vector(reference), basis_values(body));
}

Scalar Equations::angle(int k) const {
  const AngleSpec& spec = geometry_.angles[at(k)];
  const Vector b = vector_of(spec.b, spec.b_dir);
  const Scalar sine = dot(vector_of(spec.a, spec.a_side), b), cosine = dot(vector_of(spec.a, spec.a_dir), b);
  auto& g = model_.graph;
  const Scalar anchor(g, g.input(model_.inputs.anchor(k)));
  const Scalar s = sin(anchor), c = cos(anchor);
  return anchor + atan2(sine * c - cosine * s, cosine * c + sine * s);
}

Scalar Equations::coordinate(const Turning& turning) const {
  return turning.joint >= 0 ? joint_(turning.joint).coordinate(*this, turning.freedom)
                            : angle(body_angles_[at(turning.body)]);
}

std::vector<int> Equations::bodies_of(const Turning& turning) const {
  return turning.joint >= 0 ? joint_(turning.joint).bodies(*this) : std::vector{turning.body};
}

Vector Equations::place_of(const Turning& turning) const {
  return turning.joint >= 0 ? joint_(turning.joint).place(*this) : basis_of(turning.body, 0);
}

Vector Equations::axis_of(const Turning& turning) const {
  if (turning.joint >= 0)
    if (const auto axis = joint_(turning.joint).look(*this).axis) return *axis;
  return normal();
}

Look Equations::look_of(const Turning& turning, const Scalar& effort) const {
  Look look{.axis = axis_of(turning)};
  (turning.freedom == Freedom::distance ? look.force : look.torque) = *look.axis * effort;
  return look;
}

Scalar Component::coordinate(const Equations& e, Freedom) const { return e.number(0.0); }

bool Equations::depends_on_rates(const Scalar& s) const {
  const std::vector<int> slots = model_.graph.inputs_of(s.node());
  return std::any_of(slots.begin(), slots.end(), [&](int slot) {
    return slot >= model_.inputs.v(0) && slot < model_.inputs.v(0) + model_.inputs.nv;
  });
}

Scalar Equations::rate(const Scalar& s) const {
  auto& g = model_.graph;
  Scalar sum(g, time_derivative(model_, s.node()));
  if (displaced_ < 0) return sum;
  for (int i = 0; i < max_basis; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const int slot = displacement_input(i, axis);
      if (g.depends_on(s.node(), slot))
        sum = sum + Scalar(g, g.derivative(s.node(), slot)) * Scalar(g, g.input(velocity_input(i, axis)));
    }
  return sum;
}

}  // namespace rheon::mechanism
