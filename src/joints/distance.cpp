// Distance rod: two points keep their distance, as if a rod without mass joined them.
//   ((P - O).(P - O) - l^2) / 2 = 0
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_distance[] = {
    {"distance", FieldType::points, true, "", "the two points", "distance: [A, B]"},
    {"length", FieldType::number, false, "m", "their distance; as in the reference configuration if absent",
     "length: 1 m"},
};

class Distance final : public Component {
 public:
  Distance(Fields& fields, const Geometry& g) : points_(two_points(fields, "distance")) {
    if (points_[0] == points_[1]) return;
    const Vec3 d = g.features[at(points_[1])].reference - g.features[at(points_[0])].reference;
    length_ = fields.number("length", d.norm());
    if (length_ <= 0.0)
      fields.report(fields.has("length") ? "length" : "distance", "the distance must be greater than 0",
                    brief_text(length_) + " m", "points at one place are a hinge: let both bodies have one point");
  }

  void write(Equations& e) const override {
    const Vector d = e.point(points_[1]) - e.point(points_[0]);
    e.row(0.5 * (dot(d, d) - length_ * length_), "distance " + brief_text(length_) + " m");
  }
  std::vector<int> bodies(const Equations& e) const override { return {e.owner(points_[0]), e.owner(points_[1])}; }
  Vector place(const Equations& e) const override { return e.point(points_[1]); }
  Look look(const Equations& e) const override { return {.ends = {e.point(points_[0]), e.point(points_[1])}}; }

 private:
  std::vector<int> points_;
  double length_ = 1.0;
};

}  // namespace

ComponentKind distance_kind() {
  return {"distance",
          "rod without mass between two points",
          true,
          true,
          fields_of_distance,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Distance>(fields, g);
          }};
}

}  // namespace rheon::joints
