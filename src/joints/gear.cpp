// Gear pair: the angles of two joints are in proportion.
//   angle_1 = ratio angle_2, both counted from the reference configuration
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_gear[] = {
    {"gear", FieldType::joints, true, "", "the two joints", "gear: [hinge1, hinge2]"},
    {"ratio", FieldType::number, true, "", "angle of the first over angle of the second; negative for outer gears",
     "ratio: -2"},
};

class Gear final : public Component {
 public:
  explicit Gear(Fields& fields) : joints_(two_joints(fields, "gear", {Freedom::any, Freedom::any})) {
    if (joints_[0].is_known() && joints_[1].is_known()) fields.expect("ratio", {unit_of_ratio()});
    ratio_ = fields.number("ratio", 1.0);
    if (ratio_ == 0.0) fields.report("ratio", "must not be 0", "", "correct it");
  }
  void write(Equations& e) const override {
    e.row(e.coordinate(joints_[0]) - ratio_ * e.coordinate(joints_[1]), "angles in proportion");
  }
  std::vector<int> bodies(const Equations& e) const override { return bodies_of_joints(e, joints_); }
  Vector place(const Equations& e) const override { return e.place_of(joints_[1]); }

 private:
  std::string_view unit_of_ratio() const {
    if (joints_[0].freedom == joints_[1].freedom) return "1";
    return joints_[0].freedom == Freedom::distance ? "m" : "1/m";
  }

  std::vector<Turning> joints_;
  double ratio_ = 1.0;
};

}  // namespace

ComponentKind gear_kind() {
  return {"gear",
          "two joints turn in proportion",
          true,
          true,
          fields_of_gear,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Gear>(fields); }};
}

}  // namespace rheon::joints
