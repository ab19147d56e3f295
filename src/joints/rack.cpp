// Rack and pinion: the distance of one joint follows the angle of another.
//   distance = radius angle, both counted from the reference configuration
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_rack[] = {
    {"rack", FieldType::joints, true, "", "the joint that slides, and the one that turns", "rack: [slide, hinge]"},
    {"radius", FieldType::number, true, "m", "distance per angle; negative to turn the other way", "radius: 0.1 m"},
};

class Rack final : public Component {
 public:
  explicit Rack(Fields& fields)
      : joints_(two_joints(fields, "rack", {Freedom::distance, Freedom::angle})),
        radius_(fields.number("radius", 1.0)) {
    if (radius_ == 0.0) fields.report("radius", "must not be 0", "", "correct it");
  }
  void write(Equations& e) const override {
    e.row(e.coordinate(joints_[0]) - radius_ * e.coordinate(joints_[1]), "distance follows the angle");
  }
  std::vector<int> bodies(const Equations& e) const override { return bodies_of_joints(e, joints_); }
  Vector place(const Equations& e) const override { return e.place_of(joints_[1]); }

 private:
  std::vector<Turning> joints_;
  double radius_;
};

}  // namespace

ComponentKind rack_kind() {
  return {"rack",
          "rack and pinion",
          true,
          true,
          fields_of_rack,
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> { return std::make_unique<Rack>(fields); }};
}

}  // namespace rheon::joints
