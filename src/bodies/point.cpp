// A mass at a point: it has no orientation.
#include "bodies/kind.hpp"
#include "core/index.hpp"

namespace rheon::bodies {

namespace {

constexpr FieldSpec fields_of_point[] = {
    {"point", FieldType::point, true, "", "the point that carries the mass", "point: B"},
    {"mass", FieldType::number, true, "kg", "mass", "mass: 1 kg"},
};

void make_point(Fields& fields, Geometry& geometry, int body) {
  const int p = fields.point("point");
  geometry.attach(p, body);
  set_inertia(geometry.bodies[at(body)], read_mass(fields, 0.0, ""), geometry.features[at(p)].reference, Vec3::Zero(),
              Eigen::Matrix3d::Identity());
  geometry.bodies[at(body)].shape = Shape::point();
}

}  // namespace

const BodyKind& point_kind() {
  static constexpr BodyKind kind{"point", "mass at a point", true, true, fields_of_point, make_point};
  return kind;
}

}  // namespace rheon::bodies
