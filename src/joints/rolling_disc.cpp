// Knife-edge wheel of any camber that rolls on a plane without slipping.
//
//   u axis of the wheel, C its centre, n normal of the plane through P0
//   s = sqrt(1 - (n.u)^2),  e = (n - (n.u) u) / s    from the contact to the centre, in the plane of the wheel
//   contact at C - r e:  (C - P0).n - r s = 0                             position level
//   velocity of the material point there, across n, is zero:              velocity level
//     C' - r ((e.v) v' + (e.w) w')   with v, w unit vectors of the wheel across u
#include "joints/kinds.hpp"
#include "mechanism/point_contact.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_rolling_disc[] = {
    {"rolling_disc", FieldType::body, true, "", "the wheel", "rolling_disc: wheel"},
    {"at", FieldType::place, true, "m", "centre of the wheel in the reference configuration", "at: C"},
    {"axis", FieldType::direction, true, "", "axis of the wheel in the reference configuration", "axis: y"},
    {"radius", FieldType::number, true, "m", "radius of the edge", "radius: 0.3 m"},
    {"normal", FieldType::direction, false, "", "normal of the plane, towards the wheel; z if absent", "normal: z"},
    {"through", FieldType::place, false, "m", "a place on the plane; the origin if absent", "through: [0, 0, 0]"},
};

class RollingDisc final : public Component, public mechanism::PointContact {
 public:
  RollingDisc(Fields& fields, const Geometry& g)
      : wheel_(fields.body("rolling_disc")),
        centre_(fields.point("at")),
        axis_(fields.direction("axis")),
        radius_(fields.number("radius", 1.0)),
        normal_(fields.has("normal") ? fields.direction("normal") : Vec3(Vec3::UnitZ())),
        through_(fields.has("through") ? still_place(fields, g, "through") : Vec3(Vec3::Zero())) {
    if (radius_ <= 0.0) fields.report("radius", "must be greater than 0", "", "correct it");
    if (wheel_ == mechanism::ground) fields.report("rolling_disc", "the ground cannot roll", "", "name the wheel");
  }

  void attach(Geometry& g) override {
    g.attach(centre_, wheel_);
    g.share_vector(axis_, "axis", {wheel_});
  }

  void write(Equations& e) const override {
    const Contact c = contact(e);
    const Vector n = normal(e);
    e.row(dot(c.centre - plane(e), n) - radius_ * c.s, "the edge touches the plane");
    const auto [v0, w0] = across(axis_);
    const Vector v = e.vector_of(wheel_, v0), w = e.vector_of(wheel_, w0);
    const Vector slip = e.rate(c.centre) - radius_ * (dot(c.e, v) * e.rate(v) + dot(c.e, w) * e.rate(w));
    const auto [t1, t2] = across(normal_);
    e.row(dot(slip, Vector::constant(n.x.graph(), t1)), "no slip");
    e.row(dot(slip, Vector::constant(n.x.graph(), t2)), "no slip, second direction");
  }

  std::vector<int> bodies(const Equations&) const override { return {mechanism::ground, wheel_}; }
  Vector place(const Equations& e) const override {
    const Contact c = contact(e);
    return c.centre - c.e * radius_;
  }
  std::vector<Readout> quantities(const Equations& e) const override {
    const Vector p = place(e);
    return {{"x", "m", p.x}, {"y", "m", p.y}, {"z", "m", p.z}};
  }
  Look look(const Equations& e) const override {
    return {.axis = e.vector_of(wheel_, axis_), .guide = Look::Guide{view::Guide::Kind::plane, plane(e), normal(e)}};
  }

 private:
  struct Contact {
    Vector centre, e;
    Scalar s;
  };
  Vector normal(const Equations& e) const { return Vector::constant(e.number(0.0).graph(), normal_); }
  Vector plane(const Equations& e) const { return Vector::constant(e.number(0.0).graph(), through_); }
  Contact contact(const Equations& e) const {
    const Vector u = e.vector_of(wheel_, axis_), n = normal(e);
    const Scalar tilt = dot(n, u);
    const Scalar s = sqrt(e.number(1.0) - tilt * tilt);
    return {e.point_on(wheel_, centre_), (n - tilt * u) / s, s};
  }

  int wheel_, centre_;
  Vec3 axis_;
  double radius_;
  Vec3 normal_, through_;
};

}  // namespace

ComponentKind rolling_disc_kind() {
  return {"rolling_disc",
          "knife-edge wheel that rolls on a plane",
          false,
          true,
          fields_of_rolling_disc,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<RollingDisc>(fields, g);
          }};
}

}  // namespace rheon::joints
