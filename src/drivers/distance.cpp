// Prescribes the distance of two points.
//   |B - A| - f = 0
#include "core/index.hpp"
#include "drivers/kinds.hpp"

namespace rheon::drivers {

namespace {

constexpr FieldSpec fields_of_distance[] = {
    {"distance", FieldType::points, true, "", "the two points", "distance: [A, B]"},
    equals_in("m"),
};

class Distance final : public Component {
 public:
  Distance(Fields& fields, const Geometry& g) : fields_(fields), points_(two_points(fields, "distance")) {
    if (points_[0] != points_[1] &&
        (g.features[at(points_[0])].reference - g.features[at(points_[1])].reference).norm() == 0.0)
      fields.report("distance", "the two points are at the same place", "", "move one of them");
  }

  void write(Equations& e) const override {
    const Scalar length = norm(e.point(points_[1]) - e.point(points_[0]));
    e.row(length - fields_.expression("equals", 0.0), "the distance is as prescribed");
  }
  std::vector<int> bodies(const Equations& e) const override { return {e.owner(points_[0]), e.owner(points_[1])}; }
  Vector place(const Equations& e) const override { return e.point(points_[1]); }
  std::string effort() const override { return "force"; }
  Look look(const Equations& e) const override {
    const Vector a = e.point(points_[0]), b = e.point(points_[1]);
    return {.axis = (b - a) / norm(b - a), .ends = {a, b}};
  }

 private:
  Fields& fields_;
  std::vector<int> points_;
};

}  // namespace

ComponentKind distance_kind() {
  return {"distance",
          "prescribed distance of two points",
          true,
          true,
          fields_of_distance,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Distance>(fields, g);
          }};
}

}  // namespace rheon::drivers
