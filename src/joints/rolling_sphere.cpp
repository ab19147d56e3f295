// Sphere that rolls without slipping on a plane, which may move as a function of time or with a body.
//   (C - P0).n = r,   velocity of the material point at C - r n equals that of the plane, across n
//   a material vector d changes by sum_k (d.e_k) e_k'   with e_k unit vectors of the body
#include "joints/kinds.hpp"
#include "mechanism/point_contact.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_rolling_sphere[] = {
    {"rolling_sphere", FieldType::body, true, "", "the sphere", "rolling_sphere: ball"},
    {"at", FieldType::place, true, "m", "its centre in the reference configuration", "at: C"},
    {"radius", FieldType::number, true, "m", "its radius", "radius: 0.1 m"},
    {"normal", FieldType::direction, false, "", "normal of the plane, towards the sphere; z if absent", "normal: z"},
    {"through", FieldType::point, false, "",
     "a point of the plane, which moves with it, and turns with it if it is a point of a body; the origin if absent",
     "through: P"},
    {"spin", FieldType::expression, false, "1/s", "angular velocity of the plane about its normal, through that point",
     "spin: 2"},
};

class RollingSphere final : public Component, public mechanism::PointContact {
 public:
  RollingSphere(Fields& fields, const Geometry& g)
      : fields_(fields),
        ball_(fields.body("rolling_sphere")),
        centre_(fields.point("at")),
        through_(fields.has("through") ? fields.point("through") : -1),
        radius_(fields.number("radius", 1.0)),
        normal_(fields.has("normal") ? fields.direction("normal") : Vec3(Vec3::UnitZ())) {
    if (radius_ <= 0.0) fields.report("radius", "must be greater than 0", "", "correct it");
    if (ball_ == mechanism::ground) fields.report("rolling_sphere", "the ground cannot roll", "", "name the sphere");
    if (through_ >= 0) carrier_ = g.owner(through_);
    if (carrier_ != mechanism::ground && carrier_ == ball_)
      fields.report("through", "is a point of the sphere itself", "", "name a point of what it rolls on");
  }
  void attach(Geometry& g) override {
    g.attach(centre_, ball_);
    g.orient(carrier_);
    for (int k = 0; k < 3; ++k) g.share_vector(Vec3::Unit(k), std::string("e") + std::to_string(k + 1), {ball_});
  }
  void write(Equations& e) const override {
    auto& graph = e.number(0.0).graph();
    const Vector n = e.vector_of(carrier_, normal_), c = e.point_on(ball_, centre_);
    const Vector origin = through_ < 0 ? Vector::constant(graph, Vec3::Zero()) : e.point_on(carrier_, through_);
    e.row(dot(c - origin, n) - radius_, "the sphere touches the plane");
    const Vector spinning = fields_.expression("spin", 0.0) * cross(n, c - origin);
    const Vector plane = e.rate(origin) + rate_of_material(e, carrier_, c - radius_ * n - origin) + spinning;
    const Vector slip = e.rate(c) - radius_ * rate_of_material(e, ball_, n) - plane;
    const auto [t1, t2] = across(normal_);
    e.row(dot(slip, e.vector_of(carrier_, t1)), "no slip");
    e.row(dot(slip, e.vector_of(carrier_, t2)), "no slip, second direction");
  }
  std::vector<int> bodies(const Equations&) const override { return {carrier_, ball_}; }
  Vector place(const Equations& e) const override {
    return e.point_on(ball_, centre_) - radius_ * e.vector_of(carrier_, normal_);
  }
  std::vector<Readout> quantities(const Equations& e) const override {
    const Vector p = place(e);
    return {{"x", "m", p.x}, {"y", "m", p.y}, {"z", "m", p.z}};
  }
  Look look(const Equations& e) const override {
    const Vector through = through_ < 0 ? e.point_of(carrier_, Vec3::Zero()) : e.point_on(carrier_, through_);
    return {.guide = Look::Guide{view::Guide::Kind::plane, through, e.vector_of(carrier_, normal_)}};
  }

 private:
  /// Rate of the vector fixed to the body that now is `d`.
  static Vector rate_of_material(const Equations& e, int body, const Vector& d) {
    Vector sum = Vector::constant(d.x.graph(), Vec3::Zero());
    for (int k = 0; k < 3 && body != mechanism::ground; ++k) {
      const Vector axis = e.vector_of(body, Vec3::Unit(k));
      sum = sum + dot(d, axis) * e.rate(axis);
    }
    return sum;
  }

  Fields& fields_;
  int ball_, centre_, through_, carrier_ = mechanism::ground;
  double radius_;
  Vec3 normal_;
};

}  // namespace

ComponentKind rolling_sphere_kind() {
  return {"rolling_sphere",
          "sphere that rolls on a plane",
          false,
          true,
          fields_of_rolling_sphere,
          [](Fields& fields, const Geometry& g) -> std::unique_ptr<Component> {
            return std::make_unique<RollingSphere>(fields, g);
          }};
}

}  // namespace rheon::joints
