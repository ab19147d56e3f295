// Prescribes where a point is: all its coordinates, or its place along one direction.
//   P - f = 0,  or  P . d - f = 0
#include "drivers/kinds.hpp"

namespace rheon::drivers {

namespace {

constexpr FieldSpec fields_of_position[] = {
    {"position", FieldType::point, true, "", "the point", "position: A"},
    {"along", FieldType::direction, false, "", "the direction, if only one component is prescribed", "along: x"},
    {"equals", FieldType::expressions, true, "m", "its coordinates, or its component: expressions of t",
     "equals: [0.1*sin(3*t), 0]"},
};

class Position final : public Component {
 public:
  explicit Position(Fields& fields) : fields_(fields), point_(fields.point("position")) {
    one_ = fields.has("along");
    if (one_) along_ = fields.direction("along");
  }

  void write(Equations& e) const override {
    const Vector p = e.point(point_);
    if (one_) {
      e.row(dot(p, Vector::constant(p.x.graph(), along_)) - fields_.expression("equals", 0.0), "as prescribed");
      return;
    }
    const std::vector<Scalar> f = fields_.expressions("equals");
    for (std::size_t k = 0; k < f.size(); ++k) e.row(p[static_cast<int>(k)] - f[k], "as prescribed");
  }
  std::vector<int> bodies(const Equations& e) const override { return {e.owner(point_)}; }
  Vector place(const Equations& e) const override { return e.point(point_); }
  std::string effort() const override { return one_ ? "force" : ""; }
  Look look(const Equations& e) const override {
    if (!one_) return {};
    return {.axis = Vector::constant(e.number(0.0).graph(), along_)};
  }

 private:
  Fields& fields_;
  int point_;
  bool one_ = false;
  Vec3 along_ = Vec3::UnitX();
};

}  // namespace

ComponentKind position_kind() {
  return {
      "position",
      "prescribed place of a point",
      true,
      true,
      fields_of_position,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Position>(fields); }};
}

}  // namespace rheon::drivers
