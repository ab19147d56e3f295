// Spring and damper on the angle of a body of the plane, or on the angle or distance of a joint.
//   V = k/2 (x - x0)^2,  damping -c x'
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_torsion[] = {
    {"torsion", FieldType::turning, true, "", "a body of the plane, or a joint", "torsion: hinge"},
    {"stiffness", FieldType::number, false, "", "torque per angle, or force per distance", "stiffness: 10 N*m"},
    {"damping", FieldType::number, false, "", "torque per angular velocity, or force per velocity",
     "damping: 0.1 N*m*s"},
    {"zero", FieldType::number, false, "", "angle or distance without force; 0 if absent", "zero: 0.5"},
    {"torque", FieldType::expression, false, "",
     "in addition to stiffness and damping: any expression, for example of a table", "torque: f(hinge.angle)"},
};

class Torsion final : public ForceComponent {
 public:
  explicit Torsion(Fields& fields) : fields_(fields), turning_(fields.turning("torsion", Freedom::any)) {
    expect_along(fields, turning_, "stiffness", "N*m", "N/m");
    expect_along(fields, turning_, "damping", "N*m*s", "N*s/m");
    expect_along(fields, turning_, "zero", "rad", "m");
    expect_along(fields, turning_, "torque", "N*m", "N");
    stiffness_ = fields.number("stiffness", 0.0);
    damping_ = not_negative(fields, "damping");
    zero_ = fields.number("zero", 0.0);
    if (stiffness_ == 0.0 && damping_ == 0.0 && !fields.has("torque"))
      fields.report("", "has neither stiffness nor damping nor torque", "", "add `stiffness: 10 N*m`");
  }

  void write(Equations& e) const override {
    const Scalar x = e.coordinate(turning_), turned = x - zero_;
    if (stiffness_ != 0.0) e.potential(0.5 * stiffness_ * turned * turned);
    if (damping_ != 0.0) e.friction(-damping_ * e.rate(x), e.rate(x));
    if (fields_.has("torque")) e.force(fields_.expression("torque", 0.0), e.rate(x));
  }
  std::vector<int> bodies(const Equations& e) const override { return e.bodies_of(turning_); }
  Vector place(const Equations& e) const override { return e.place_of(turning_); }
  Look look(const Equations& e) const override {
    const Scalar x = e.coordinate(turning_);
    return e.look_of(turning_, fields_.expression("torque", 0.0) - stiffness_ * (x - zero_) - damping_ * e.rate(x));
  }

 private:
  Fields& fields_;
  Turning turning_;
  double stiffness_ = 0.0, damping_ = 0.0, zero_ = 0.0;
};

}  // namespace

ComponentKind torsion_kind() {
  return {
      "torsion",
      "spring and damper on an angle or a joint",
      true,
      true,
      fields_of_torsion,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Torsion>(fields); }};
}

}  // namespace rheon::forces
