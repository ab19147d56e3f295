// Compliant contact of a point with a plane (a line in the plane) of the ground, with smoothed Coulomb friction.
//   depth d = max(-(P - P0).n, 0);  N = k d^p + c s(d) d',  never pulling;  friction -mu N v_t / sqrt(v_t^2 + w^2)
#include "forces/kinds.hpp"

namespace rheon::forces {

namespace {

constexpr FieldSpec fields_of_contact[] = {
    {"contact", FieldType::point, true, "", "the point", "contact: P"},
    {"normal", FieldType::direction, true, "", "normal of the plane, away from the ground", "normal: y"},
    {"through", FieldType::place, false, "m", "a place on the plane; the origin if absent", "through: [0, 0]"},
    {"stiffness", FieldType::number, true, "", "force at a depth of 1 m", "stiffness: 1e6"},
    {"exponent", FieldType::number, false, "", "power of the depth; 1.5 if absent", "exponent: 1.5"},
    {"damping", FieldType::number, false, "", "force per depth and velocity", "damping: 1e4"},
    {"friction", FieldType::number, false, "", "coefficient of friction", "friction: 0.5"},
    {"smoothing", FieldType::number, false, "m/s", "velocity below which friction fades; 1 mm/s if absent",
     "smoothing: 1 mm/s"},
};

class Contact final : public ForceComponent {
 public:
  Contact(Fields& fields, const Geometry& g) : point_(fields.point("contact")), normal_(fields.direction("normal")) {
    if (fields.has("through")) base_ = still_place(fields, g, "through");
    fields.expect("exponent", {"1"});
    fields.expect("friction", {"1"});
    fields.expect("damping", {"N*s/m^2"});
    stiffness_ = fields.number("stiffness", 1.0);
    exponent_ = fields.number("exponent", 1.5);
    damping_ = fields.number("damping", 0.0);
    friction_ = fields.number("friction", 0.0);
    smoothing_ = fields.number("smoothing", 1e-3);
    if (stiffness_ <= 0.0) fields.report("stiffness", "must be greater than 0", "", "correct it");
    if (exponent_ < 1.0) fields.report("exponent", "must be 1 or more", "", "correct it");
    if (friction_ < 0.0 || damping_ < 0.0)
      fields.report(friction_ < 0.0 ? "friction" : "damping", "is negative", "", "correct it");
    if (smoothing_ <= 0.0) fields.report("smoothing", "must be greater than 0", "", "correct it");
  }
  void write(Equations& e) const override {
    const Vector v = e.rate(e.point(point_));
    const Scalar N = normal_force(e), d = depth(e);
    // what the depth stores, and what the damping adds to it
    e.potential(stiffness_ / (exponent_ + 1.0) * pow(d, exponent_ + 1.0));
    e.friction(with_friction(N - stiffness_ * pow(d, exponent_), N, v), v);
  }
  std::vector<int> bodies(const Equations& e) const override { return {e.owner(point_)}; }
  Vector place(const Equations& e) const override { return e.point(point_); }
  std::vector<Readout> quantities(const Equations& e) const override { return {{"normal", "N", normal_force(e)}}; }
  Look look(const Equations& e) const override {
    const auto still = [&](const Vec3& v) { return Vector::constant(e.number(0.0).graph(), v); };
    return {.guide = Look::Guide{view::Guide::Kind::plane, still(base_), still(normal_)},
            .force = with_friction(normal_force(e), normal_force(e), e.rate(e.point(point_)))};
  }

 private:
  /// A force along the normal, and the friction that goes with the pressure N.
  Vector with_friction(const Scalar& along_normal, const Scalar& N, const Vector& v) const {
    const Vector n = Vector::constant(v.x.graph(), normal_);
    Vector sum = along_normal * n;
    if (friction_ > 0.0) {
      const Vector slip = v - dot(v, n) * n;
      sum = sum - friction_ * N / sqrt(dot(slip, slip) + smoothing_ * smoothing_) * slip;
    }
    return sum;
  }
  Scalar height(const Equations& e) const {
    const Vector p = e.point(point_);
    return dot(p - Vector::constant(p.x.graph(), base_), Vector::constant(p.x.graph(), normal_));
  }
  Scalar depth(const Equations& e) const { return max(-height(e), 0.0); }
  Scalar normal_force(const Equations& e) const {
    const Scalar d = depth(e);
    return max(stiffness_ * pow(d, exponent_) - damping_ * d * e.rate(height(e)), 0.0);
  }

  int point_;
  Vec3 normal_, base_ = Vec3::Zero();
  double stiffness_, exponent_, damping_, friction_, smoothing_;
};

}  // namespace

ComponentKind contact_kind() {
  return {"contact",
          "compliant contact of a point with a plane",
          true,
          true,
          fields_of_contact,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Contact>(fields, g);
          }};
}

}  // namespace rheon::forces
