// Skate: a point of a body does not move sideways.
//   P' . s = 0   with s fixed to the body, across the blade (and, in space, in the plane that it runs on)
#include <Eigen/Geometry>

#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_skate[] = {
    {"skate", FieldType::point, true, "", "the point of contact", "skate: P"},
    {"of", FieldType::body, true, "", "the body that carries the blade", "of: sleigh"},
    {"along", FieldType::direction, true, "", "direction of the blade in the reference configuration", "along: x"},
    {"normal", FieldType::direction, false, "", "normal of the plane, in space; z if absent", "normal: z"},
};

class Skate final : public Component {
 public:
  Skate(Fields& fields, const Geometry& g) : point_(fields.point("skate")), body_(fields.body("of")) {
    along_ = fields.direction("along");
    const Vec3 normal = fields.has("normal") && !g.planar() ? fields.direction("normal") : Vec3(Vec3::UnitZ());
    side_ = normal.cross(along_);
    if (side_.norm() < mechanism::parallel_below)
      fields.report("along", "is parallel to the normal", "", "correct one of them");
    side_.normalize();
  }
  void attach(Geometry& g) override {
    g.attach(point_, body_);
    g.orient(body_);
  }
  void write(Equations& e) const override {
    e.row(dot(e.rate(e.point_on(body_, point_)), e.vector_of(body_, side_)), "no sideways velocity");
  }
  std::vector<int> bodies(const Equations&) const override { return {mechanism::ground, body_}; }
  Vector place(const Equations& e) const override { return e.point_on(body_, point_); }
  Look look(const Equations& e) const override { return {.axis = e.vector_of(body_, along_)}; }

 private:
  int point_, body_;
  Vec3 along_, side_;
};

}  // namespace

ComponentKind skate_kind() {
  return {"skate",
          "no sideways velocity of a point",
          true,
          true,
          fields_of_skate,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Skate>(fields, g);
          }};
}

}  // namespace rheon::joints
