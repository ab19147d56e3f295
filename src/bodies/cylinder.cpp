// A uniform solid cylinder.
#include "bodies/kind.hpp"
#include "core/index.hpp"

namespace rheon::bodies {

namespace {

constexpr FieldSpec fields_of_cylinder[] = {
    {"cylinder", FieldType::numbers, true, "m", "radius and length", "cylinder: [0.05, 1]"},
    at_field,
    axis_field,
    mass_field,
    {"density", FieldType::number, false, "kg/m^3", "mass per volume", "density: 7800 kg/m^3"},
    points_field,
};

void make_cylinder(Fields& fields, Geometry& geometry, int body) {
  const std::vector<double> size = fields.numbers("cylinder");
  const Vec3 centre = read_centre(fields, geometry, body);
  if (size.size() != 2 || size[0] <= 0.0 || size[1] <= 0.0) {
    fields.report("cylinder", "needs a radius and a length greater than 0", "", "write cylinder: [radius, length]");
    return;
  }
  const double r = size[0], h = size[1];
  const double m = read_mass(fields, pi * r * r * h, "volume");
  const double across = m * (3.0 * r * r + h * h) / 12.0;
  set_inertia(geometry.bodies[at(body)], m, centre, Vec3(across, across, m * r * r / 2.0), axes_about(fields));
  geometry.bodies[at(body)].shape = Shape::cylinder(r, h);
  attach_points(fields, geometry, body);
}

}  // namespace

const BodyKind& cylinder_kind() {
  static constexpr BodyKind kind{"cylinder", "uniform solid cylinder", false, true, fields_of_cylinder, make_cylinder};
  return kind;
}

}  // namespace rheon::bodies
