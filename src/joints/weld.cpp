// Weld: the bodies share a point and all their directions. No equations.
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_weld[] = {
    {"weld", FieldType::bodies, true, "", "the two bodies", "weld: [frame, rider]"},
    at_field,
};

class Weld final : public PairJoint {
 public:
  explicit Weld(Fields& fields) : PairJoint(fields, "weld") {}
  void attach(Geometry& g) override {
    share_point(g);
    share_vector(g, Vec3::UnitX(), "x");
    if (g.planar()) return;
    share_vector(g, Vec3::UnitY(), "y");
    share_vector(g, Vec3::UnitZ(), "z");
  }
  void write(Equations&) const override {}
};

}  // namespace

ComponentKind weld_kind() {
  return {"weld",
          "rigid connection",
          true,
          true,
          fields_of_weld,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Weld>(fields); }};
}

}  // namespace rheon::joints
