// Dry friction in a joint, with a given torque (or force) of slipping, smoothed around rest.
//   -T tanh(x'/w)   along the angle or distance x of the joint
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_friction[] = {
    {"friction", FieldType::turning, true, "", "a body of the plane, or a joint", "friction: hinge"},
    {"level", FieldType::expression, true, "", "torque or force while slipping", "level: 0.2 N*m"},
    {"smoothing", FieldType::number, true, "", "velocity at which three quarters of it are reached", "smoothing: 0.01"},
};

class Friction final : public ForceComponent {
 public:
  explicit Friction(Fields& fields) : fields_(fields), turning_(fields.turning("friction", Freedom::any)) {
    expect_along(fields, turning_, "level", "N*m", "N");
    expect_along(fields, turning_, "smoothing", "rad/s", "m/s");
    smoothing_ = fields.number("smoothing", 1.0);
    if (smoothing_ <= 0.0)
      fields.report("smoothing", "must be greater than 0", "", "write for example `smoothing: 0.01`");
  }
  void write(Equations& e) const override {
    const Scalar rate = e.rate(e.coordinate(turning_)), level = fields_.expression("level", 0.0);
    if (level.is_constant() && level.graph().value(level.node()) < 0.0)
      fields_.report("level", "is negative: it would drive the joint", "", "correct the sign");
    e.friction(-level * tanh(rate / smoothing_), rate);
  }
  std::vector<int> bodies(const Equations& e) const override { return e.bodies_of(turning_); }
  Vector place(const Equations& e) const override { return e.place_of(turning_); }
  Look look(const Equations& e) const override {
    return e.look_of(turning_, -fields_.expression("level", 0.0) * tanh(e.rate(e.coordinate(turning_)) / smoothing_));
  }

 private:
  Fields& fields_;
  Turning turning_;
  double smoothing_ = 1.0;
};

}  // namespace

ComponentKind friction_kind() {
  return {
      "friction",
      "dry friction in a joint",
      true,
      true,
      fields_of_friction,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Friction>(fields); }};
}

}  // namespace rheon::forces
