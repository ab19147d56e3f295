// Prismatic joint: the bodies share all their directions, and a point of the second stays on an axis of the first.
//   (P_b - P_a) . v = 0,  (P_b - P_a) . w = 0   with v, w across the axis
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_prismatic[] = {
    {"prismatic", FieldType::bodies, true, "", "the two bodies; the second slides on the first",
     "prismatic: [shaft, slider]"},
    at_field,
    axis_field,
};

class Prismatic final : public PairJoint {
 public:
  explicit Prismatic(Fields& fields) : PairJoint(fields, "prismatic"), axis_(fields.direction("axis")) {}

  void attach(Geometry& g) override {
    const auto [v, w] = across(axis_);
    share_vector(g, axis_, "axis");
    share_vector(g, v, "side");
    share_vector(g, w, "normal");
  }

  void write(Equations& e) const override { stay_on_axis(e, axis_); }
  std::optional<Refusal> refusal(const Geometry& g) const override { return locked(g, true); }
  std::vector<Freedom> freedoms() const override { return {Freedom::distance}; }
  Scalar coordinate(const Equations& e, Freedom) const override { return distance_along(e, axis_); }
  std::vector<Readout> quantities(const Equations& e) const override {
    return {{"distance", "m", distance_along(e, axis_)}};
  }
  Look look(const Equations& e) const override { return {.axis = e.vector_of(a_, axis_)}; }

 private:
  Vec3 axis_;
};

}  // namespace

ComponentKind prismatic_kind() {
  return {"prismatic",
          "slide along an axis without turning",
          false,
          true,
          fields_of_prismatic,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> {
            return std::make_unique<Prismatic>(fields);
          }};
}

}  // namespace rheon::joints
