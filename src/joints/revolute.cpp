// Revolute joint: the bodies share a point and, in space, the axis. No equations.
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_revolute[] = {
    {"revolute", FieldType::bodies, true, "", "the two bodies", "revolute: [ground, crank]"},
    at_field,
    {"axis", FieldType::direction, false, "", "axis in the reference configuration; needed in space", "axis: z"},
};

class Revolute final : public PairJoint {
 public:
  Revolute(Fields& fields, const Geometry& g) : PairJoint(fields, "revolute") {
    if (g.planar()) return;
    if (fields.has("axis"))
      axis_ = fields.direction("axis");
    else
      fields.report("", "needs an axis", "", "add `axis: z`, or make it spherical");
  }

  void attach(Geometry& g) override {
    share_point(g);
    if (!g.planar()) share_vector(g, axis_, "axis");
    const auto [v, w] = across(axis_);
    angle_ = g.add_angle({g.claimant + ".angle", a_, b_, v, w, v});
  }

  void write(Equations&) const override {}
  std::vector<Freedom> freedoms() const override { return {Freedom::angle}; }
  Scalar coordinate(const Equations& e, Freedom) const override { return e.angle(angle_); }
  std::vector<Readout> quantities(const Equations& e) const override { return {{"angle", "rad", e.angle(angle_)}}; }
  Look look(const Equations& e) const override { return {.axis = e.planar() ? e.normal() : e.vector_of(a_, axis_)}; }

 private:
  Vec3 axis_ = Vec3::UnitZ();
  int angle_ = 0;
};

}  // namespace

ComponentKind revolute_kind() {
  return {"revolute",
          "hinge: one axis in common",
          true,
          true,
          fields_of_revolute,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Revolute>(fields, g);
          }};
}

}  // namespace rheon::joints
