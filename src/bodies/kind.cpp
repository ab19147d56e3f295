#include "bodies/kind.hpp"

#include <Eigen/Geometry>

#include "core/index.hpp"
#include "core/number_text.hpp"

namespace rheon::bodies {

double read_mass(Fields& fields, double measure, std::string_view measure_text) {
  const bool mass = fields.has("mass"), density = fields.has("density");
  if (mass && density) fields.report("density", "mass and density are both given", "", "keep one of them");
  if (!mass && !density) {
    fields.report("", "has no mass", "", "add `mass: 1 kg`" + std::string(measure > 0.0 ? ", or a density" : ""));
    return 1.0;
  }
  const double m = mass ? fields.number("mass", 1.0) : fields.number("density", 1.0) * measure;
  if (m > 0.0) return m;
  fields.report(
      mass ? "mass" : "density", "must be greater than 0",
      mass ? brief_text(m) + " kg" : "density times " + std::string(measure_text) + " = " + brief_text(m) + " kg",
      m == 0.0 ? "a link without mass is a joint: {distance: [A, B]}" : "correct the sign");
  return 1.0;
}

void attach_points(Fields& fields, Geometry& geometry, int body) {
  if (!fields.has("points")) return;
  for (const int p : fields.points("points")) geometry.attach(p, body);
}

void set_inertia(mechanism::Body& body, double mass, const Vec3& centre, const Vec3& principal,
                 const Eigen::Matrix3d& R) {
  body.mass = mass;
  body.centre = centre;
  body.axes = R;
  body.inertia = R * principal.asDiagonal() * R.transpose();
}

Eigen::Matrix3d axes_about(Fields& fields) {
  const Vec3 axis = fields.has("axis") ? fields.direction("axis") : Vec3(Vec3::UnitZ());
  Eigen::Matrix3d R;
  const auto [u, v] = mechanism::across(axis);
  R << u, v, axis;
  return R;
}

double read_length(Fields& fields, std::string_view field) {
  const double length = fields.number(field, 1.0);
  if (length > 0.0) return length;
  fields.report(field, "must be greater than 0", brief_text(length) + " m", "correct it");
  return 1.0;
}

Vec3 read_centre(Fields& fields, Geometry& geometry, int body) {
  const int p = fields.point("at");
  geometry.attach(p, body);
  return geometry.features[at(p)].reference;
}

}  // namespace rheon::bodies
