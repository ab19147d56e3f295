// Point on a line of a body or of the ground.
//   (P - L) . n = 0   with n across the line: one direction in the plane, two in space
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_on_line[] = {
    {"on_line", FieldType::point, true, "", "the point", "on_line: B"},
    {"along", FieldType::direction, true, "", "direction of the line in the reference configuration", "along: x"},
    through_field,
    of_field,
};

class OnLine final : public PointJoint {
 public:
  explicit OnLine(Fields& fields) : PointJoint(fields, "on_line"), along_(fields.direction("along")) {}

  void write(Equations& e) const override {
    const Vector gap = e.point(point_) - base(e);
    if (e.planar()) {
      e.row(dot(gap, perp(e.vector_of(carrier_, along_))), "no offset across the line");
      return;
    }
    const auto [v, w] = across(along_);
    e.row(dot(gap, e.vector_of(carrier_, v)), "no offset across the line");
    e.row(dot(gap, e.vector_of(carrier_, w)), "no offset across the line, second direction");
  }

  std::vector<Freedom> freedoms() const override { return {Freedom::distance}; }
  Scalar coordinate(const Equations& e, Freedom) const override {
    return dot(e.point(point_) - base(e), e.vector_of(carrier_, along_));
  }
  std::vector<Readout> quantities(const Equations& e) const override {
    return {{"distance", "m", coordinate(e, Freedom::distance)}};
  }
  Look look(const Equations& e) const override {
    const Vector along = e.vector_of(carrier_, along_);
    return {.axis = along, .guide = Look::Guide{view::Guide::Kind::line, base(e), along}};
  }

 private:
  Vec3 along_;
};

}  // namespace

ComponentKind on_line_kind() {
  return {
      "on_line",
      "point on a straight line",
      true,
      true,
      fields_of_on_line,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<OnLine>(fields); }};
}

}  // namespace rheon::joints
