// Prescribes the angle of a body of the plane or of a joint, to whole turns.
//   atan2(sin(x - f), cos(x - f)) = 0
#include "drivers/kinds.hpp"

namespace rheon::drivers {

namespace {

constexpr FieldSpec fields_of_angle[] = {
    {"angle", FieldType::turning, true, "", "a body of the plane, or a joint with an angle", "angle: crank"},
    equals_in("rad"),
};

class Angle final : public Component {
 public:
  explicit Angle(Fields& fields) : fields_(fields), turning_(fields.turning("angle", Freedom::angle)) {}

  void write(Equations& e) const override {
    const Scalar gap = e.coordinate(turning_) - fields_.expression("equals", 0.0);
    e.row(atan2(sin(gap), cos(gap)), "the angle is as prescribed");
  }
  std::vector<int> bodies(const Equations& e) const override { return e.bodies_of(turning_); }
  Vector place(const Equations& e) const override { return e.place_of(turning_); }
  std::string effort() const override { return "torque"; }
  Look look(const Equations& e) const override { return {.axis = e.axis_of(turning_)}; }

 private:
  Fields& fields_;
  Turning turning_;
};

}  // namespace

ComponentKind angle_kind() {
  return {
      "angle",
      "prescribed angle of a body or joint",
      true,
      true,
      fields_of_angle,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Angle>(fields); }};
}

}  // namespace rheon::drivers
