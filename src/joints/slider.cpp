// Slider of the plane: the bodies share their directions, and a point of the second stays on a line of the first.
//   (P_b - P_a) . n = 0   with n across the line
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_slider[] = {
    {"slider", FieldType::bodies, true, "", "the two bodies; the second slides on the first",
     "slider: [ground, piston]"},
    at_field,
    {"along", FieldType::direction, true, "", "direction of the line in the reference configuration", "along: x"},
};

class Slider final : public PairJoint {
 public:
  explicit Slider(Fields& fields) : PairJoint(fields, "slider"), along_(fields.direction("along")) {}

  void attach(Geometry& g) override { share_vector(g, along_, "along"); }

  void write(Equations& e) const override {
    const Vector gap = place_on(e, b_) - place_on(e, a_);
    e.row(dot(gap, perp(e.vector_of(a_, along_))), "no offset across the line");
  }

  std::optional<Refusal> refusal(const Geometry& g) const override { return locked(g, true); }
  std::vector<Freedom> freedoms() const override { return {Freedom::distance}; }
  Scalar coordinate(const Equations& e, Freedom) const override { return distance_along(e, along_); }
  std::vector<Readout> quantities(const Equations& e) const override {
    return {{"distance", "m", distance_along(e, along_)}};
  }
  Look look(const Equations& e) const override { return {.axis = e.vector_of(a_, along_)}; }

 private:
  Vec3 along_;
};

}  // namespace

ComponentKind slider_kind() {
  return {
      "slider",
      "slide along a line of the plane without turning",
      true,
      false,
      fields_of_slider,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Slider>(fields); }};
}

}  // namespace rheon::joints
