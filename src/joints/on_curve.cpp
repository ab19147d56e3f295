// Point on a curve of a body or of the ground, given as text in the coordinates x, y, z of the carrier:
// one equation in the plane, two in space.
#include "joints/kinds.hpp"
#include "mechanism/point_contact.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_on_curve[] = {
    {"on_curve", FieldType::point, true, "", "the point", "on_curve: B"},
    {"equation", FieldType::equations, true, "", "in x, y, z: place of the point in axes fixed to the carrier",
     "equation: y = 0.1*sin(x)"},
    {"origin", FieldType::place, false, "m", "origin of x, y, z in the reference configuration; [0, 0, 0] if absent",
     "origin: [0, 0, 0]"},
    of_field,
};

class OnCurve final : public PointJoint, public mechanism::PointContact {
 public:
  explicit OnCurve(Fields& fields) : PointJoint(fields, "on_curve", "origin"), fields_(fields) {}
  void write(Equations& e) const override {
    const Vector d = e.point(point_) - base(e);
    const auto along = [&](int k) { return dot(d, e.vector_of(carrier_, Vec3::Unit(k))); };
    const Vector local{along(0), along(1), e.planar() ? e.number(0.0) : along(2)};
    for (const Scalar& residual : fields_.equations("equation", local)) e.row(residual, "on the curve");
  }

 private:
  Fields& fields_;
};

}  // namespace

ComponentKind on_curve_kind() {
  return {
      "on_curve",
      "point on a curve given by equations",
      true,
      true,
      fields_of_on_curve,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<OnCurve>(fields); }};
}

}  // namespace rheon::joints
