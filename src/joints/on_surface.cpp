// Point on a surface of a body or of the ground, given as text in the coordinates x, y, z of the carrier:
// one equation.
#include "joints/kinds.hpp"
#include "mechanism/point_contact.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_on_surface[] = {
    {"on_surface", FieldType::point, true, "", "the point", "on_surface: B"},
    {"equation", FieldType::equations, true, "", "in x, y, z: place of the point in axes fixed to the carrier",
     "equation: y = 0.1*sin(x)"},
    {"origin", FieldType::place, false, "m", "origin of x, y, z in the reference configuration; [0, 0, 0] if absent",
     "origin: [0, 0, 0]"},
    of_field,
};

class OnSurface final : public PointJoint, public mechanism::PointContact {
 public:
  explicit OnSurface(Fields& fields) : PointJoint(fields, "on_surface", "origin"), fields_(fields) {}
  void write(Equations& e) const override {
    const Vector d = e.point(point_) - base(e);
    const auto along = [&](int k) { return dot(d, e.vector_of(carrier_, Vec3::Unit(k))); };
    const Vector local{along(0), along(1), e.planar() ? e.number(0.0) : along(2)};
    for (const Scalar& residual : fields_.equations("equation", local)) e.row(residual, "on the surface");
  }

 private:
  Fields& fields_;
};

}  // namespace

ComponentKind on_surface_kind() {
  return {"on_surface",
          "point on a surface given by an equation",
          false,
          true,
          fields_of_on_surface,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> {
            return std::make_unique<OnSurface>(fields);
          }};
}

}  // namespace rheon::joints
