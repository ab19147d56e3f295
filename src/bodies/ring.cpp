// A thin ring: all mass at one distance from the axis.
#include "bodies/kind.hpp"
#include "core/index.hpp"

namespace rheon::bodies {

namespace {

constexpr FieldSpec fields_of_ring[] = {
    {"ring", FieldType::number, true, "m", "radius", "ring: 0.3 m"},
    at_field,
    axis_field,
    mass_field,
    {"density", FieldType::number, false, "kg/m", "mass per length", "density: 0.5 kg/m"},
    points_field,
};

void make_ring(Fields& fields, Geometry& geometry, int body) {
  const double r = read_length(fields, "ring");
  const Vec3 centre = read_centre(fields, geometry, body);
  const double m = read_mass(fields, 2.0 * pi * r, "length");
  set_inertia(geometry.bodies[at(body)], m, centre, Vec3(0.5, 0.5, 1.0) * (m * r * r), axes_about(fields));
  geometry.bodies[at(body)].shape = Shape::ring(r);
  attach_points(fields, geometry, body);
}

}  // namespace

const BodyKind& ring_kind() {
  static constexpr BodyKind kind{"ring", "thin ring", true, true, fields_of_ring, make_ring};
  return kind;
}

}  // namespace rheon::bodies
