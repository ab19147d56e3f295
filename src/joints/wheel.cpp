// Wheel of the plane that rolls without slipping on a line or on a circle of the ground.
//   line:    (C - P0).n = r,   (C - P0).t + r angle = const          t along the line, n from it to the wheel
//   circle:  |C - K| = R + r,  (R + r) direction of (C - K) = r angle + const   (R < 0: inside a circle)
// The last of these is written as its rate, at velocity level.
#include "core/index.hpp"
#include "joints/kinds.hpp"
#include "mechanism/point_contact.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_wheel[] = {
    {"wheel", FieldType::body, true, "", "the body that rolls", "wheel: disc"},
    {"at", FieldType::place, true, "m", "its centre in the reference configuration", "at: C"},
    {"radius", FieldType::number, true, "m", "its radius", "radius: 0.3 m"},
    {"along", FieldType::direction, false, "", "direction of the line, with the wheel on its left", "along: x"},
    {"circle", FieldType::place, false, "m", "centre of the circle that it rolls on", "circle: [0, 0]"},
    {"inside", FieldType::word, false, "", "`yes`: it rolls inside the circle", "inside: yes"},
};

class Wheel final : public Component, public mechanism::PointContact {
 public:
  Wheel(Fields& fields, const Geometry& g)
      : body_(fields.body("wheel")), centre_(fields.point("at")), radius_(fields.number("radius", 1.0)) {
    if (radius_ <= 0.0) fields.report("radius", "must be greater than 0", "", "correct it");
    if (body_ == mechanism::ground) fields.report("wheel", "the ground cannot roll", "", "name the wheel");
    if (fields.has("along") == fields.has("circle"))
      fields.report("", "needs a line or a circle to roll on", "", "add `along: x` or `circle: [0, 0]`");
    if (fields.has("along")) along_ = fields.direction("along");
    circle_ = fields.has("circle");
    if (circle_) middle_ = still_place(fields, g, "circle");
    inside_ = fields.has("inside") && fields.word("inside") == "yes";
    start_ = g.features[at(centre_)].reference;
  }
  void attach(Geometry& g) override {
    g.attach(centre_, body_);
    angle_ = g.add_angle({g.claimant + ".turn", mechanism::ground, body_, Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitX()});
  }
  void write(Equations& e) const override {
    const Vector c = e.point_on(body_, centre_);
    if (!circle_) {
      const Vec3 normal(-along_[1], along_[0], 0.0);
      const Vector moved = c - Vector::constant(c.x.graph(), start_);
      e.row(dot(moved, Vector::constant(c.x.graph(), normal)), "the wheel touches the line");
      e.row(dot(moved, Vector::constant(c.x.graph(), along_)) + radius_ * e.angle(angle_), "no slip");
      return;
    }
    const Vec3 from = start_ - middle_;
    const Vector d = c - Vector::constant(c.x.graph(), middle_);
    e.row(0.5 * (dot(d, d) - from.squaredNorm()), "the wheel touches the circle");
    // the rate of both sides: d x d' / |d| is the speed of the centre along its circle
    const Scalar speed = dot(perp(d), e.rate(d)) / from.norm();
    e.row(speed - (inside_ ? -radius_ : radius_) * e.rate(e.angle(angle_)), "no slip");
  }
  std::vector<int> bodies(const Equations&) const override { return {mechanism::ground, body_}; }
  Vector place(const Equations& e) const override {
    const Vector c = e.point_on(body_, centre_);
    if (!circle_) return c - Vector::constant(c.x.graph(), radius_ * Vec3(-along_[1], along_[0], 0.0));
    const Vector d = c - Vector::constant(c.x.graph(), middle_);
    const double r = (start_ - middle_).norm();
    return c + d * ((inside_ ? radius_ : -radius_) / r);
  }
  Look look(const Equations& e) const override {
    const auto still = [&](const Vec3& v) { return Vector::constant(e.number(0.0).graph(), v); };
    const Vec3 foot = start_ - radius_ * Vec3(-along_[1], along_[0], 0.0);
    if (!circle_)
      return {.axis = e.normal(), .guide = Look::Guide{view::Guide::Kind::line, still(foot), still(along_)}};
    const double radius = (start_ - middle_).norm() + (inside_ ? radius_ : -radius_);
    return {.axis = e.normal(), .guide = Look::Guide{view::Guide::Kind::circle, still(middle_), e.normal(), radius}};
  }

 private:
  int body_, centre_, angle_ = 0;
  double radius_;
  bool inside_ = false, circle_ = false;
  Vec3 along_ = Vec3::UnitX(), start_, middle_ = Vec3::Zero();
};

}  // namespace

ComponentKind wheel_kind() {
  return {"wheel",
          "wheel that rolls on a line or circle",
          true,
          false,
          fields_of_wheel,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<Wheel>(fields, g);
          }};
}

}  // namespace rheon::joints
