// A uniform box; in the plane a rectangle.
#include "bodies/kind.hpp"
#include "core/index.hpp"

namespace rheon::bodies {

namespace {

constexpr FieldSpec fields_of_box[] = {
    {"box", FieldType::numbers, true, "m", "lengths of the edges: three, in the plane two", "box: [1, 0.1, 0.1]"},
    at_field,
    along_field,
    up_field,
    mass_field,
    {"density", FieldType::number, false, "", "mass per volume, in the plane per area", "density: 3000 kg/m^3"},
    points_field,
};

void make_box(Fields& fields, Geometry& geometry, int body) {
  const std::vector<double> edge = fields.numbers("box");
  const std::size_t n = geometry.planar() ? 2 : 3;
  const Vec3 centre = read_centre(fields, geometry, body);
  const Eigen::Matrix3d R = mechanism::axes_of(fields, geometry.planar());
  if (edge.size() != n) {
    fields.report("box", geometry.planar() ? "needs two lengths" : "needs three lengths", "",
                  "write the edges as a list");
    return;
  }
  double measure = 1.0;
  Vec3 square = Vec3::Zero();
  for (std::size_t k = 0; k < n; ++k) {
    if (edge[k] <= 0.0) fields.report("box", "every edge must be longer than 0", "", "correct the lengths");
    measure *= edge[k];
    square[static_cast<Eigen::Index>(k)] = edge[k] * edge[k];
  }
  fields.expect("density", {geometry.planar() ? "kg/m^2" : "kg/m^3"});
  const double m = read_mass(fields, measure, geometry.planar() ? "area" : "volume");
  const Vec3 I = m / 12.0 * Vec3(square[1] + square[2], square[0] + square[2], square[0] + square[1]);
  set_inertia(geometry.bodies[at(body)], m, centre, I, R);
  geometry.bodies[at(body)].shape = Shape::box(edge[0], edge[1], n == 3 ? edge[2] : 0.0);
  attach_points(fields, geometry, body);
}

}  // namespace

const BodyKind& box_kind() {
  static constexpr BodyKind kind{"box", "uniform box, or rectangle in the plane", true, true, fields_of_box, make_box};
  return kind;
}

}  // namespace rheon::bodies
