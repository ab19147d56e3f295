// Prescribes the rate of the angle of a body of the plane, or of the angle or distance of a joint.
//   x' - f = 0
#include "drivers/kinds.hpp"

namespace rheon::drivers {

namespace {

constexpr FieldSpec fields_of_speed[] = {
    {"speed", FieldType::turning, true, "", "a body of the plane, or a joint with an angle or distance",
     "speed: crank"},
    equals_in(""),
};

class Speed final : public Component {
 public:
  explicit Speed(Fields& fields) : fields_(fields), turning_(fields.turning("speed", Freedom::any)) {
    expect_along(fields, turning_, "equals", "rad/s", "m/s");
  }

  void write(Equations& e) const override {
    e.row(e.rate(e.coordinate(turning_)) - fields_.expression("equals", 0.0), "the rate is as prescribed");
  }
  std::vector<int> bodies(const Equations& e) const override { return e.bodies_of(turning_); }
  Vector place(const Equations& e) const override { return e.place_of(turning_); }
  std::string effort() const override { return "effort"; }
  std::string effort_unit() const override { return turning_.freedom == Freedom::angle ? "N*m" : "N"; }
  Look look(const Equations& e) const override { return {.axis = e.axis_of(turning_)}; }

 private:
  Fields& fields_;
  Turning turning_;
};

}  // namespace

ComponentKind speed_kind() {
  return {
      "speed",
      "prescribed rate of an angle or distance",
      true,
      true,
      fields_of_speed,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Speed>(fields); }};
}

}  // namespace rheon::drivers
