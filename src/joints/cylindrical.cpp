// Cylindrical joint: the bodies share the axis, along which the second slides and about which it turns.
//   (P_b - P_a) . v = 0,  (P_b - P_a) . w = 0   with v, w across the axis
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_cylindrical[] = {
    {"cylindrical", FieldType::bodies, true, "", "the two bodies", "cylindrical: [housing, piston]"},
    at_field,
    axis_field,
};

class Cylindrical final : public PairJoint {
 public:
  explicit Cylindrical(Fields& fields) : PairJoint(fields, "cylindrical"), axis_(fields.direction("axis")) {}

  void attach(Geometry& g) override {
    share_vector(g, axis_, "axis");
    const auto [v, w] = across(axis_);
    angle_ = g.add_angle({g.claimant + ".angle", a_, b_, v, w, v});
  }

  void write(Equations& e) const override { stay_on_axis(e, axis_); }
  std::optional<Refusal> refusal(const Geometry& g) const override { return locked(g, false); }
  std::vector<Freedom> freedoms() const override { return {Freedom::angle, Freedom::distance}; }
  Scalar coordinate(const Equations& e, Freedom freedom) const override {
    return freedom == Freedom::distance ? distance_along(e, axis_) : e.angle(angle_);
  }
  std::vector<Readout> quantities(const Equations& e) const override {
    return {{"angle", "rad", e.angle(angle_)}, {"distance", "m", distance_along(e, axis_)}};
  }
  Look look(const Equations& e) const override { return {.axis = e.vector_of(a_, axis_)}; }

 private:
  Vec3 axis_;
  int angle_ = 0;
};

}  // namespace

ComponentKind cylindrical_kind() {
  return {"cylindrical",
          "turn about an axis and slide along it",
          false,
          true,
          fields_of_cylindrical,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> {
            return std::make_unique<Cylindrical>(fields);
          }};
}

}  // namespace rheon::joints
