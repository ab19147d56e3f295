// Screw joint: a cylindrical joint whose distance follows its angle.
//   (P_b - P_a) . v = 0,  (P_b - P_a) . w = 0,  (P_b - P_a) . u = pitch / (2 pi) angle
#include <numbers>

#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_screw[] = {
    {"screw", FieldType::bodies, true, "", "the two bodies", "screw: [nut, spindle]"},
    at_field,
    axis_field,
    {"pitch", FieldType::number, true, "m", "distance per turn; negative for a left-hand thread", "pitch: 5 mm"},
};

class Screw final : public PairJoint {
 public:
  explicit Screw(Fields& fields)
      : PairJoint(fields, "screw"), axis_(fields.direction("axis")), pitch_(fields.number("pitch", 1.0)) {
    if (pitch_ == 0.0) fields.report("pitch", "must not be 0", "", "without pitch it is a revolute joint");
  }

  void attach(Geometry& g) override {
    share_vector(g, axis_, "axis");
    const auto [v, w] = across(axis_);
    angle_ = g.add_angle({g.claimant + ".angle", a_, b_, v, w, v});
  }

  void write(Equations& e) const override {
    stay_on_axis(e, axis_);
    constexpr double turn = 2 * std::numbers::pi;
    e.row(distance_along(e, axis_) - pitch_ / turn * e.angle(angle_), "the distance follows the angle");
  }
  std::optional<Refusal> refusal(const Geometry& g) const override { return locked(g, true); }
  std::vector<Freedom> freedoms() const override { return {Freedom::angle, Freedom::distance}; }
  Freedom usual_freedom() const override { return Freedom::angle; }
  Scalar coordinate(const Equations& e, Freedom freedom) const override {
    return freedom == Freedom::distance ? distance_along(e, axis_) : e.angle(angle_);
  }
  std::vector<Readout> quantities(const Equations& e) const override {
    return {{"angle", "rad", e.angle(angle_)}, {"distance", "m", distance_along(e, axis_)}};
  }
  Look look(const Equations& e) const override { return {.axis = e.vector_of(a_, axis_)}; }

 private:
  Vec3 axis_;
  double pitch_;
  int angle_ = 0;
};

}  // namespace

ComponentKind screw_kind() {
  return {
      "screw",
      "turn about an axis and advance with it",
      false,
      true,
      fields_of_screw,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Screw>(fields); }};
}

}  // namespace rheon::joints
