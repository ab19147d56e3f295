// Force at a point, in the axes of the ground or of the body that the point belongs to.
#include "core/index.hpp"
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_force[] = {
    {"force", FieldType::point, true, "", "the point that it acts on", "force: B"},
    {"equals", FieldType::expressions, true, "N", "its components: expressions of coordinates, rates and time",
     "equals: [10 N, 0]"},
    {"axes", FieldType::word, false, "", "`ground` (the default), or `body`: turning with the body of the point",
     "axes: body"},
};

class PointForce final : public ForceComponent {
 public:
  PointForce(Fields& fields, const Geometry& g)
      : fields_(fields), point_(fields.point("force")), owner_(g.owner(point_)) {
    if (!fields.has("axes")) return;
    const std::string word = fields.word("axes");
    follows_ = word == "body";
    if (word != "body" && word != "ground")
      fields.report("axes", "must be `ground` or `body`, not `" + word + "`", "", "write `axes: body`");
  }

  void attach(Geometry& g) override {
    if (follows_) g.orient(owner_);
  }
  void write(Equations& e) const override { e.force(value(e), e.rate(e.point(point_))); }
  std::vector<int> bodies(const Equations&) const override { return {owner_}; }
  Vector place(const Equations& e) const override { return e.point(point_); }
  Look look(const Equations& e) const override { return {.force = value(e)}; }

 private:
  Vector value(const Equations& e) const {
    const std::vector<Scalar> f = fields_.expressions("equals");
    Vector sum = Vector::constant(e.number(0.0).graph(), Vec3::Zero());
    for (std::size_t k = 0; k < f.size(); ++k) {
      const Vec3 axis = Vec3::Unit(static_cast<Eigen::Index>(k));
      sum = sum + f[k] * (follows_ ? e.vector_of(owner_, axis) : Vector::constant(f[k].graph(), axis));
    }
    return sum;
  }

  Fields& fields_;
  int point_, owner_;
  bool follows_ = false;
};

}  // namespace

ComponentKind force_kind() {
  return {"force",
          "force at a point",
          true,
          true,
          fields_of_force,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<PointForce>(fields, g);
          }};
}

}  // namespace rheon::forces
