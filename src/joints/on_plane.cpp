// Point on a plane of a body or of the ground.
//   (P - P0) . n = 0
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_on_plane[] = {
    {"on_plane", FieldType::point, true, "", "the point", "on_plane: B"},
    {"normal", FieldType::direction, true, "", "normal of the plane in the reference configuration", "normal: z"},
    through_field,
    of_field,
};

class OnPlane final : public PointJoint {
 public:
  explicit OnPlane(Fields& fields) : PointJoint(fields, "on_plane"), normal_(fields.direction("normal")) {}
  void write(Equations& e) const override {
    e.row(dot(e.point(point_) - base(e), e.vector_of(carrier_, normal_)), "no offset from the plane");
  }
  Look look(const Equations& e) const override {
    return {.guide = Look::Guide{view::Guide::Kind::plane, base(e), e.vector_of(carrier_, normal_)}};
  }

 private:
  Vec3 normal_;
};

}  // namespace

ComponentKind on_plane_kind() {
  return {
      "on_plane",
      "point on a plane",
      false,
      true,
      fields_of_on_plane,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<OnPlane>(fields); }};
}

}  // namespace rheon::joints
