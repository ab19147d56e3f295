// Sphere that rolls without slipping on a plane, which may move as a function of time.
//   (C - P0).n = r,   velocity of the material point at C - r n equals that of the plane, across n
//   a material vector that now points along n changes by sum_k (n.e_k) e_k'   with e_k unit vectors of the sphere
#include "joints/kinds.hpp"

namespace rheon::joints {

namespace {

constexpr FieldSpec fields_of_rolling_sphere[] = {
    {"rolling_sphere", FieldType::body, true, "", "the sphere", "rolling_sphere: ball"},
    {"at", FieldType::place, true, "m", "its centre in the reference configuration", "at: C"},
    {"radius", FieldType::number, true, "m", "its radius", "radius: 0.1 m"},
    {"normal", FieldType::direction, false, "", "normal of the plane, towards the sphere; z if absent", "normal: z"},
    {"through", FieldType::point, false, "", "a point of the plane, which moves with it; the origin if absent",
     "through: P"},
    {"spin", FieldType::expression, false, "1/s", "angular velocity of the plane about its normal, through that point",
     "spin: 2"},
};

class RollingSphere final : public Component {
 public:
  explicit RollingSphere(Fields& fields)
      : fields_(fields),
        ball_(fields.body("rolling_sphere")),
        centre_(fields.point("at")),
        through_(fields.has("through") ? fields.point("through") : -1),
        radius_(fields.number("radius", 1.0)),
        normal_(fields.has("normal") ? fields.direction("normal") : Vec3(Vec3::UnitZ())) {
    if (radius_ <= 0.0) fields.report("radius", "must be greater than 0", "", "correct it");
    if (ball_ == mechanism::ground) fields.report("rolling_sphere", "the ground cannot roll", "", "name the sphere");
  }
  void attach(Geometry& g) override {
    g.attach(centre_, ball_);
    for (int k = 0; k < 3; ++k) g.share_vector(Vec3::Unit(k), std::string("e") + std::to_string(k + 1), {ball_});
  }
  void write(Equations& e) const override {
    auto& graph = e.number(0.0).graph();
    const Vector n = Vector::constant(graph, normal_), c = e.point_on(ball_, centre_);
    const Vector origin = through_ < 0 ? Vector::constant(graph, Vec3::Zero()) : e.point(through_);
    e.row(dot(c - origin, n) - radius_, "the sphere touches the plane");
    Vector turning = Vector::constant(graph, Vec3::Zero());
    for (int k = 0; k < 3; ++k) {
      const Vector axis = e.vector_of(ball_, Vec3::Unit(k));
      turning = turning + dot(n, axis) * e.rate(axis);
    }
    const Vector plane = e.rate(origin) + fields_.expression("spin", 0.0) * cross(n, c - origin);
    const Vector slip = e.rate(c) - radius_ * turning - plane;
    const auto [t1, t2] = across(normal_);
    e.row(dot(slip, Vector::constant(graph, t1)), "no slip");
    e.row(dot(slip, Vector::constant(graph, t2)), "no slip, second direction");
  }
  std::vector<int> bodies(const Equations&) const override { return {mechanism::ground, ball_}; }
  Vector place(const Equations& e) const override {
    return e.point_on(ball_, centre_) - Vector::constant(e.number(0.0).graph(), radius_ * normal_);
  }
  std::vector<Quantity> quantities(const Equations& e) const override {
    const Vector p = place(e);
    return {{"x", "m", p.x}, {"y", "m", p.y}, {"z", "m", p.z}};
  }

 private:
  Fields& fields_;
  int ball_, centre_, through_;
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
          [](Fields& fields, const Geometry&) -> std::unique_ptr<Component> {
            return std::make_unique<RollingSphere>(fields);
          }};
}

}  // namespace rheon::joints
