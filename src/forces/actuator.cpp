// Force along the line between two points, positive if it pushes them apart; a spring by table or expression, too.
//   F along |B - A|
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_actuator[] = {
    {"actuator", FieldType::points, true, "", "the two points", "actuator: [A, B]"},
    {"equals", FieldType::expression, true, "N", "force that pushes the points apart: any expression",
     "equals: 100*sin(t)"},
};

class Actuator final : public ForceComponent {
 public:
  Actuator(Fields& fields, const Geometry& g) : fields_(fields), points_(two_points(fields, "actuator")) {
    bodies_ = {g.owner(points_[0]), g.owner(points_[1])};
  }
  void write(Equations& e) const override { e.force(fields_.expression("equals", 0.0), e.rate(length(e))); }
  std::vector<int> bodies(const Equations&) const override { return bodies_; }
  Vector place(const Equations& e) const override { return e.point(points_[1]); }
  std::vector<Quantity> quantities(const Equations& e) const override {
    return {{"length", "m", length(e)}, {"force", "N", fields_.expression("equals", 0.0)}};
  }

 private:
  Scalar length(const Equations& e) const { return norm(e.point(points_[1]) - e.point(points_[0])); }

  Fields& fields_;
  std::vector<int> points_, bodies_;
};

}  // namespace

ComponentKind actuator_kind() {
  return {"actuator",
          "force between two points",
          true,
          true,
          fields_of_actuator,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Actuator>(fields, g);
          }};
}

}  // namespace rheon::forces
