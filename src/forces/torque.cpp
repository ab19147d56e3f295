// Torque on a body of the plane, or a torque or force in a joint along its angle or distance.
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_torque[] = {
    {"torque", FieldType::turning, true, "", "a body of the plane, or a joint with an angle or distance",
     "torque: crank"},
    {"equals", FieldType::expression, true, "", "its value: an expression of coordinates, rates and time",
     "equals: 0.033 N*m"},
};

class Torque final : public ForceComponent {
 public:
  explicit Torque(Fields& fields) : fields_(fields), turning_(fields.turning("torque")) {}

  void write(Equations& e) const override {
    e.force(fields_.expression("equals", 0.0), e.rate(e.coordinate(turning_)));
  }
  std::vector<int> bodies(const Equations& e) const override { return e.bodies_of(turning_); }

  Vector place(const Equations& e) const override { return e.place_of(turning_); }
  std::vector<Quantity> quantities(const Equations&) const override {
    return {{"value", "", fields_.expression("equals", 0.0)}};
  }

 private:
  Fields& fields_;
  Turning turning_;
};

}  // namespace

ComponentKind torque_kind() {
  return {
      "torque",
      "torque on a body of the plane or in a joint",
      true,
      true,
      fields_of_torque,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Torque>(fields); }};
}

}  // namespace rheon::forces
