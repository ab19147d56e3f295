// A uniform solid sphere.
#include "bodies/kind.hpp"
#include "core/index.hpp"

namespace rheon::bodies {

namespace {

constexpr FieldSpec fields_of_sphere[] = {
    {"sphere", FieldType::number, true, "m", "radius", "sphere: 0.1 m"},
    at_field,
    mass_field,
    {"density", FieldType::number, false, "kg/m^3", "mass per volume", "density: 7800 kg/m^3"},
    points_field,
};

void make_sphere(Fields& fields, Geometry& geometry, int body) {
  const double r = read_length(fields, "sphere");
  const Vec3 centre = read_centre(fields, geometry, body);
  const double m = read_mass(fields, 4.0 / 3.0 * pi * r * r * r, "volume");
  set_inertia(geometry.bodies[at(body)], m, centre, Vec3::Constant(0.4 * m * r * r), Eigen::Matrix3d::Identity());
  geometry.bodies[at(body)].shape = Shape::sphere(r);
  attach_points(fields, geometry, body);
}

}  // namespace

const BodyKind& sphere_kind() {
  static constexpr BodyKind kind{"sphere", "uniform solid sphere", false, true, fields_of_sphere, make_sphere};
  return kind;
}

}  // namespace rheon::bodies
