// Prescribes the distance of a joint that slides.
//   x - f = 0
#include "drivers/kinds.hpp"

namespace rheon::drivers {

namespace {

constexpr FieldSpec fields_of_displacement[] = {
    {"displacement", FieldType::turning, true, "", "a joint with a distance", "displacement: slide"},
    equals_in("m"),
};

class Displacement final : public Component {
 public:
  explicit Displacement(Fields& fields)
      : fields_(fields), turning_(fields.turning("displacement", Freedom::distance)) {}

  void write(Equations& e) const override {
    e.row(e.coordinate(turning_) - fields_.expression("equals", 0.0), "the distance is as prescribed");
  }
  std::vector<int> bodies(const Equations& e) const override { return e.bodies_of(turning_); }
  Vector place(const Equations& e) const override { return e.place_of(turning_); }
  std::string effort() const override { return "force"; }
  Look look(const Equations& e) const override { return {.axis = e.axis_of(turning_)}; }

 private:
  Fields& fields_;
  Turning turning_;
};

}  // namespace

ComponentKind displacement_kind() {
  return {"displacement",
          "prescribed distance of a joint",
          true,
          true,
          fields_of_displacement,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> {
            return std::make_unique<Displacement>(fields);
          }};
}

}  // namespace rheon::drivers
