// A uniform slender rod between two points.
#include "bodies/kind.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"

namespace rheon::bodies {

namespace {

constexpr FieldSpec fields_of_rod[] = {
    {"rod", FieldType::points, true, "", "the two ends", "rod: [A, B]"},
    {"length", FieldType::number, false, "m",
     "its length; the distance of the points if absent. With a length the places of the ends are only roughly right, "
     "and further points keep their share of the length",
     "length: 0.5 m"},
    mass_field,
    {"density", FieldType::number, false, "kg/m", "mass per length", "density: 2 kg/m"},
    points_field,
};

void make_rod(Fields& fields, Geometry& geometry, int body) {
  const std::vector<int> ends = fields.points("rod");
  if (ends.size() != 2) {
    fields.report("rod", "needs two points", counted(static_cast<long long>(ends.size()), "point"),
                  "write rod: [A, B]");
    return;
  }
  for (const int p : ends) {
    geometry.attach(p, body);
    geometry.bodies[at(body)].line.push_back(p);
  }
  const Vec3 a = geometry.features[at(ends[0])].reference, b = geometry.features[at(ends[1])].reference;
  const double distance = (b - a).norm(), length = fields.number("length", distance);
  if (distance == 0.0) {
    fields.report("rod", "its two ends are at the same place", "", "correct one of the points");
    return;
  }
  if (length <= 0.0) {
    fields.report("length", "must be greater than 0", brief_text(length) + " m", "correct it");
    return;
  }
  const double mass = read_mass(fields, length, "length");
  const Vec3 u = (b - a) / distance;
  auto& it = geometry.bodies[at(body)];
  if (fields.has("length")) it.own[ends[1]] = a + length * u;
  it.shape = Shape::rod();
  it.mass = mass;
  it.centre = a + 0.5 * length * u;
  it.inertia = mass * length * length / 12.0 * (Eigen::Matrix3d::Identity() - u * u.transpose());
  attach_points(fields, geometry, body);
}

}  // namespace

const BodyKind& rod_kind() {
  static constexpr BodyKind kind{"rod", "uniform slender rod between two points", true, true, fields_of_rod, make_rod};
  return kind;
}

}  // namespace rheon::bodies
