// Bushing: linear springs and dampers between two bodies along and about three axes of the first.
//   translation: d = P_b - P_a in the axes of a
//   rotation: half the sum of cross products of corresponding axes, sin(angle) for small turns about each axis
#include "core/number_text.hpp"
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_bushing[] = {
    {"bushing", FieldType::bodies, true, "", "the two bodies", "bushing: [frame, arm]"},
    {"at", FieldType::place, true, "m", "its place in the reference configuration", "at: A"},
    {"along", FieldType::direction, false, "", "its first axis in the reference configuration; x if absent",
     "along: x"},
    {"up", FieldType::direction, false, "", "towards its second axis; y if absent", "up: z"},
    {"stiffness", FieldType::numbers, false, "", "along the three axes, then about them (in the plane two, then one)",
     "stiffness: [1e5, 1e5, 1e4, 100, 100, 50]"},
    {"damping", FieldType::numbers, false, "", "in the same order", "damping: [100, 100, 100, 1, 1, 1]"},
};

class Bushing final : public ForceComponent {
 public:
  Bushing(Fields& fields, const Geometry& g) : at_(fields.point("at")), planar_(g.planar()) {
    const auto pair = fields.bodies("bushing");
    a_ = pair[0];
    b_ = pair[1];
    axes_ = mechanism::axes_of(fields, planar_);
    stiffness_ = read(fields, "stiffness");
    damping_ = read(fields, "damping");
    if (!fields.has("stiffness") && !fields.has("damping"))
      fields.report("", "has neither stiffness nor damping", "", "add `stiffness: [1e5, 1e5, 1e5, 10, 10, 10]`");
  }
  void attach(Geometry& g) override {
    g.orient(a_);
    g.orient(b_);
  }
  void write(Equations& e) const override {
    const std::vector<Scalar> x = components(e);
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (stiffness_[k] != 0.0) e.potential(0.5 * stiffness_[k] * x[k] * x[k]);
      if (damping_[k] != 0.0) e.friction(-damping_[k] * e.rate(x[k]), e.rate(x[k]));
    }
  }
  std::vector<int> bodies(const Equations&) const override { return {a_, b_}; }
  Vector place(const Equations& e) const override { return e.point_on(b_, at_); }

 private:
  std::vector<double> read(Fields& fields, std::string_view field) const {
    const std::size_t n = planar_ ? 3 : 6;
    const bool damping = field == "damping";
    std::vector<std::string_view> units(planar_ ? 2 : 3, damping ? "N*s/m" : "N/m");
    units.resize(n, damping ? "N*m*s" : "N*m");
    fields.expect(field, units);
    std::vector<double> values = fields.numbers(field);
    if (fields.has(field) && values.size() != n)
      fields.report(field, "needs " + std::to_string(n) + " numbers, not " + std::to_string(values.size()), "",
                    "first along the axes, then about them");
    for (const double value : values)
      if (damping && value < 0.0) fields.report(field, "is negative", brief_text(value), "correct the sign");
    values.resize(n, 0.0);
    return values;
  }
  /// Displacements along and turns about the axes of the first body.
  std::vector<Scalar> components(const Equations& e) const {
    const Vector d = e.point_on(b_, at_) - e.point_on(a_, at_);
    std::vector<Vector> of_a, of_b;
    for (int k = 0; k < 3; ++k) {
      if (planar_ && k == 2) break;
      of_a.push_back(e.vector_of(a_, axes_.col(k)));
      of_b.push_back(e.vector_of(b_, axes_.col(k)));
    }
    std::vector<Scalar> x;
    for (const Vector& axis : of_a) x.push_back(dot(d, axis));
    if (planar_) {
      x.push_back(dot(of_a[1], of_b[0]));
      return x;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
      x.push_back(0.5 * (dot(of_a[j], of_b[i]) - dot(of_a[i], of_b[j])));
    }
    return x;
  }

  int a_ = 0, b_ = 0, at_;
  bool planar_;
  Eigen::Matrix3d axes_;
  std::vector<double> stiffness_, damping_;
};

}  // namespace

ComponentKind bushing_kind() {
  return {"bushing",
          "elastic connection of two bodies",
          true,
          true,
          fields_of_bushing,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Bushing>(fields, g);
          }};
}

}  // namespace rheon::forces
