// Force along the line between two points, positive if it pushes them apart; a spring by table or expression, too.
//   F along |B - A|
#include "forces/controller.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec own_fields_of_actuator[] = {
    {"actuator", FieldType::points, true, "", "the two points", "actuator: [A, B]"},
    {"equals", FieldType::expression, false, "N", "force that pushes the points apart: any expression",
     "equals: 100*sin(t)"},
};
constexpr auto fields_of_actuator = with_controller(own_fields_of_actuator);

class Actuator final : public ForceComponent {
 public:
  explicit Actuator(Fields& fields)
      : points_(two_points(fields, "actuator")), controller_(fields, true, Freedom::distance) {}
  void attach(Geometry& g) override { controller_.attach(g); }
  void write(Equations& e) const override {
    const Scalar l = length(e);
    e.force(controller_.effort(e, l), e.rate(l));
    controller_.write(e, l);
  }
  std::vector<int> bodies(const Equations& e) const override { return {e.owner(points_[0]), e.owner(points_[1])}; }
  Vector place(const Equations& e) const override { return e.point(points_[1]); }
  std::vector<Readout> quantities(const Equations& e) const override {
    std::vector<Readout> all = controller_.quantities(e, length(e), "force", "N");
    all.insert(all.begin(), {"length", "m", length(e)});
    return all;
  }
  Look look(const Equations& e) const override {
    return {.ends = {e.point(points_[0]), e.point(points_[1])}, .pull = -controller_.effort(e, length(e))};
  }

 private:
  Scalar length(const Equations& e) const { return norm(e.point(points_[1]) - e.point(points_[0])); }

  std::vector<int> points_;
  Controller controller_;
};

}  // namespace

ComponentKind actuator_kind() {
  return {
      "actuator",
      "force between two points",
      true,
      true,
      fields_of_actuator,
      [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Actuator>(fields); }};
}

}  // namespace rheon::forces
