// Planar joint: the bodies share the normal of a plane, in which the second slides and turns.
//   (P_b - P_a) . n = 0
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_planar[] = {
    {"planar", FieldType::bodies, true, "", "the two bodies", "planar: [table, puck]"},
    at_field,
    {"normal", FieldType::direction, true, "", "normal of the plane in the reference configuration", "normal: z"},
};

class Planar final : public PairJoint {
 public:
  explicit Planar(Fields& fields) : PairJoint(fields, "planar"), normal_(fields.direction("normal")) {}
  void attach(Geometry& g) override { share_vector(g, normal_, "normal"); }
  void write(Equations& e) const override {
    e.row(dot(place_on(e, b_) - place_on(e, a_), e.vector_of(a_, normal_)), "no offset from the plane");
  }
  std::optional<Refusal> refusal(const Geometry& g) const override { return locked(g, false); }
  Look look(const Equations& e) const override { return {.axis = e.vector_of(a_, normal_)}; }

 private:
  Vec3 normal_;
};

}  // namespace

ComponentKind planar_kind() {
  return {
      "planar",
      "slide and turn in a plane",
      false,
      true,
      fields_of_planar,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Planar>(fields); }};
}

}  // namespace rheon::joints
