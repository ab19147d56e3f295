// Drag of a point: against its velocity, linear and quadratic.
//   F = -(c + d |v|) v
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_drag[] = {
    {"drag", FieldType::point, true, "", "the point", "drag: C"},
    {"linear", FieldType::number, false, "N*s/m", "force per velocity", "linear: 0.1 N*s/m"},
    {"quadratic", FieldType::number, false, "kg/m", "force per velocity squared", "quadratic: 0.02 kg/m"},
};

class Drag final : public ForceComponent {
 public:
  explicit Drag(Fields& fields)
      : point_(fields.point("drag")),
        linear_(not_negative(fields, "linear")),
        quadratic_(not_negative(fields, "quadratic")) {
    if (linear_ == 0.0 && quadratic_ == 0.0)
      fields.report("", "has no coefficient", "", "add `linear:` or `quadratic:`");
  }
  void write(Equations& e) const override {
    const Vector v = e.rate(e.point(point_));
    e.friction(against(e, v), v);
  }
  std::vector<int> bodies(const Equations& e) const override { return {e.owner(point_)}; }
  Vector place(const Equations& e) const override { return e.point(point_); }
  Look look(const Equations& e) const override { return {.force = against(e, e.rate(e.point(point_)))}; }

 private:
  Vector against(const Equations& e, const Vector& v) const {
    Scalar factor = e.number(linear_);
    if (quadratic_ != 0.0) factor = factor + quadratic_ * norm(v);
    return -factor * v;
  }

  int point_;
  double linear_, quadratic_;
};

}  // namespace

ComponentKind drag_kind() {
  return {"drag",
          "drag against the velocity of a point",
          true,
          true,
          fields_of_drag,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Drag>(fields); }};
}

}  // namespace rheon::forces
