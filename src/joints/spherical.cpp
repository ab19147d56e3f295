// Spherical joint: the bodies share a point. No equations.
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_spherical[] = {
    {"spherical", FieldType::bodies, true, "", "the two bodies", "spherical: [ground, top]"},
    at_field,
};

class Spherical final : public PairJoint {
 public:
  explicit Spherical(Fields& fields) : PairJoint(fields, "spherical") {}
  void attach(Geometry& g) override { share_point(g); }
  void write(Equations&) const override {}
};

}  // namespace

ComponentKind spherical_kind() {
  return {"spherical",
          "ball and socket: one point in common",
          false,
          true,
          fields_of_spherical,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> {
            return std::make_unique<Spherical>(fields);
          }};
}

}  // namespace rheon::joints
