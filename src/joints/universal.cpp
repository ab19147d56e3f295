// Universal joint: the bodies share a point, and an axis of the one stays across an axis of the other.
//   u_a . w_b = u_a . w_b in the reference configuration
#include <Eigen/Geometry>

#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_universal[] = {
    {"universal", FieldType::bodies, true, "", "the two bodies", "universal: [shaft1, shaft2]"},
    at_field,
    {"axes", FieldType::directions, true, "", "axis of the first body, axis of the second: the arms of the cross",
     "axes: [y, z]"},
};

class Universal final : public PairJoint {
 public:
  explicit Universal(Fields& fields) : PairJoint(fields, "universal"), axes_(fields.directions("axes")) {
    if (axes_.size() == 2 && axes_[0].cross(axes_[1]).norm() > mechanism::parallel_below) return;
    fields.report("axes", axes_.size() == 2 ? "the two axes are parallel" : "needs two axes", "", "write axes: [y, z]");
    axes_ = {Vec3::UnitX(), Vec3::UnitY()};
  }

  void attach(Geometry& g) override {
    share_point(g);
    g.orient(a_);
    g.orient(b_);
  }

  void write(Equations& e) const override {
    const Scalar product = dot(e.vector_of(a_, axes_[0]), e.vector_of(b_, axes_[1]));
    e.row(product - axes_[0].dot(axes_[1]), "the arms of the cross keep their angle");
  }
  Look look(const Equations& e) const override { return {.axis = e.vector_of(b_, axes_[1])}; }

 private:
  std::vector<Vec3> axes_;
};

}  // namespace

ComponentKind universal_kind() {
  return {"universal",
          "cross of two hinges",
          false,
          true,
          fields_of_universal,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> {
            return std::make_unique<Universal>(fields);
          }};
}

}  // namespace rheon::joints
