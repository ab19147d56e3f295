// Point on a circle of a body or of the ground.
//   ((P - C).(P - C) - r^2) / 2 = 0, and in space (P - C) . n = 0
#include "core/index.hpp"
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_on_circle[] = {
    {"on_circle", FieldType::point, true, "", "the point", "on_circle: B"},
    {"centre", FieldType::place, true, "m", "centre of the circle in the reference configuration", "centre: [0, 0]"},
    {"normal", FieldType::direction, false, "", "normal of the circle's plane; needed in space", "normal: z"},
    {"radius", FieldType::number, false, "m", "radius; the distance in the reference configuration if absent",
     "radius: 0.3 m"},
    of_field,
};

class OnCircle final : public PointJoint {
 public:
  OnCircle(Fields& fields, const Geometry& g)
      : PointJoint(fields, "on_circle", "centre"),
        normal_(fields.has("normal") ? fields.direction("normal") : Vec3(Vec3::UnitZ())) {
    radius_ = fields.number("radius", (g.features[at(point_)].reference - g.features[at(base_)].reference).norm());
    if (radius_ <= 0.0)
      fields.report(fields.has("radius") ? "radius" : "centre", "the radius must be greater than 0", "", "correct it");
    if (!g.planar() && !fields.has("normal"))
      fields.report("", "needs the normal of the circle", "", "add `normal: z`");
  }
  void write(Equations& e) const override {
    const Vector d = e.point(point_) - base(e);
    e.row(0.5 * (dot(d, d) - radius_ * radius_), "on the circle");
    if (!e.planar()) e.row(dot(d, e.vector_of(carrier_, normal_)), "in the plane of the circle");
  }
  Look look(const Equations& e) const override {
    const Vector axis = e.planar() ? e.normal() : e.vector_of(carrier_, normal_);
    return {.guide = Look::Guide{view::Guide::Kind::circle, base(e), axis, radius_}};
  }

 private:
  Vec3 normal_;
  double radius_ = 1.0;
};

}  // namespace

ComponentKind on_circle_kind() {
  return {"on_circle",
          "point on a circle",
          true,
          true,
          fields_of_on_circle,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<OnCircle>(fields, g);
          }};
}

}  // namespace rheon::joints
