// A uniform disc about its axis, thin unless a thickness is given.
#include "bodies/kind.hpp"
#include "core/index.hpp"

namespace rheon::bodies {

namespace {

constexpr FieldSpec fields_of_disc[] = {
    {"disc", FieldType::number, true, "m", "radius", "disc: 0.3 m"},
    {"thickness", FieldType::number, false, "m", "length along the axis; 0 if absent", "thickness: 5 mm"},
    at_field,
    axis_field,
    mass_field,
    {"density", FieldType::number, false, "", "mass per volume with a thickness, else per area", "density: 15 kg/m^2"},
    points_field,
};

void make_disc(Fields& fields, Geometry& geometry, int body) {
  const double r = read_length(fields, "disc"), h = fields.number("thickness", 0.0);
  if (h < 0.0) fields.report("thickness", "is negative", "", "correct it");
  const Vec3 centre = read_centre(fields, geometry, body);
  const double measure = pi * r * r * (h > 0.0 ? h : 1.0);
  fields.expect("density", {h > 0.0 ? "kg/m^3" : "kg/m^2"});
  const double m = read_mass(fields, measure, h > 0.0 ? "volume" : "area");
  const double across = m * (3.0 * r * r + h * h) / 12.0;
  set_inertia(geometry.bodies[at(body)], m, centre, Vec3(across, across, m * r * r / 2.0), axes_about(fields));
  geometry.bodies[at(body)].shape = Shape::disc(r, h);
  attach_points(fields, geometry, body);
}

}  // namespace

const BodyKind& disc_kind() {
  static constexpr BodyKind kind{"disc", "uniform disc", true, true, fields_of_disc, make_disc};
  return kind;
}

}  // namespace rheon::bodies
