// Torque on a body of the plane, or a torque or force in a joint along its angle or distance.
#include "forces/controller.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec own_fields_of_torque[] = {
    {"torque", FieldType::turning, true, "", "a body of the plane, or a joint with an angle or distance",
     "torque: crank"},
    {"equals", FieldType::expression, false, "", "its value: an expression of coordinates, rates and time",
     "equals: 0.033 N*m"},
};
constexpr auto fields_of_torque = with_controller(own_fields_of_torque);

class Torque final : public ForceComponent {
 public:
  explicit Torque(Fields& fields)
      : turning_(fields.turning("torque", Freedom::any)), controller_(fields, turning_.is_known(), turning_.freedom) {}

  void attach(Geometry& g) override { controller_.attach(g); }
  void write(Equations& e) const override {
    const Scalar x = e.coordinate(turning_);
    e.force(controller_.effort(e, x), e.rate(x));
    controller_.write(e, x);
  }
  std::vector<int> bodies(const Equations& e) const override { return e.bodies_of(turning_); }

  Vector place(const Equations& e) const override { return e.place_of(turning_); }
  std::vector<Readout> quantities(const Equations& e) const override {
    return controller_.quantities(e, e.coordinate(turning_), "value", turning_.freedom == Freedom::angle ? "N*m" : "N");
  }
  Look look(const Equations& e) const override {
    return e.look_of(turning_, controller_.effort(e, e.coordinate(turning_)));
  }

 private:
  Turning turning_;
  Controller controller_;
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
