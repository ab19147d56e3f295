// Spring and damper along the line between two points.
//   V = k/2 (l - l0)^2,  damping force -c l' along l
#include "core/index.hpp"
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_spring[] = {
    {"spring", FieldType::points, true, "", "the two points", "spring: [C, D]"},
    {"stiffness", FieldType::number, false, "N/m", "force per extension", "stiffness: 1e4 N/m"},
    {"damping", FieldType::number, false, "N*s/m", "force per rate of extension", "damping: 20 N*s/m"},
    {"length", FieldType::number, false, "m", "free length; the distance in the reference configuration if absent",
     "length: 0.2 m"},
    {"force", FieldType::expression, false, "N",
     "its pull, in addition to stiffness and damping: any expression, for example of a table",
     "force: f(shock.length)"},
};

class Spring final : public ForceComponent {
 public:
  Spring(Fields& fields, const Geometry& g) : fields_(fields), points_(two_points(fields, "spring")) {
    const Vec3 d = g.features[at(points_[1])].reference - g.features[at(points_[0])].reference;
    length_ = fields.has("length") ? not_negative(fields, "length") : d.norm();
    stiffness_ = fields.number("stiffness", 0.0);
    damping_ = not_negative(fields, "damping");
    if (stiffness_ == 0.0 && damping_ == 0.0 && !fields.has("force"))
      fields.report("", "has neither stiffness nor damping nor force", "", "add `stiffness: 1e4 N/m`");
  }

  void write(Equations& e) const override {
    const Scalar l = length(e), stretch = l - length_;
    if (stiffness_ != 0.0) e.potential(0.5 * stiffness_ * stretch * stretch);
    if (damping_ != 0.0) e.friction(-damping_ * e.rate(l), e.rate(l));
    if (fields_.has("force")) e.force(-fields_.expression("force", 0.0), e.rate(l));
  }
  std::vector<int> bodies(const Equations& e) const override { return {e.owner(points_[0]), e.owner(points_[1])}; }
  Vector place(const Equations& e) const override { return e.point(points_[1]); }
  std::vector<Readout> quantities(const Equations& e) const override {
    std::vector<Readout> all{{"length", "m", length(e)}};
    if (!fields_.reading("force")) all.push_back({"force", "N", pull(e)});
    return all;
  }
  Look look(const Equations& e) const override {
    return {.ends = {e.point(points_[0]), e.point(points_[1])}, .pull = pull(e)};
  }

 private:
  Scalar pull(const Equations& e) const {
    const Scalar l = length(e);
    return stiffness_ * (l - length_) + damping_ * e.rate(l) + fields_.expression("force", 0.0);
  }
  Scalar length(const Equations& e) const { return norm(e.point(points_[1]) - e.point(points_[0])); }

  Fields& fields_;
  std::vector<int> points_;
  double length_ = 0.0, stiffness_ = 0.0, damping_ = 0.0;
};

}  // namespace

ComponentKind spring_kind() {
  return {"spring",
          "spring and damper between two points",
          true,
          true,
          fields_of_spring,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Spring>(fields, g);
          }};
}

}  // namespace rheon::forces
