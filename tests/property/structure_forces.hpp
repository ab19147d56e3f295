// Forces in the joints of random structures, by the equations of Newton and Euler.
#pragma once

#include "la/decompositions.hpp"
#include "property/structure_random.hpp"

namespace rheon::test {

/// Six equations a body: A x + b = 0, with x the unknown forces.
class Structure::Equations {
 public:
  Equations(std::size_t bodies, int unknowns)
      : A(Eigen::MatrixXd::Zero(6 * static_cast<int>(bodies), unknowns)),
        b(Eigen::VectorXd::Zero(A.rows())),
        centre(bodies) {}
  /// A force at a place of a body, by unknown k if that is not negative.
  void add(int body, const Vec3& where, const Vec3& force, int k = -1) {
    if (body == ground) return;
    Eigen::Matrix<double, 6, 1> both;
    both << force, (where - centre[at(body)]).cross(force);
    if (k < 0)
      b.segment(6 * body, 6) += both;
    else
      A.col(k).segment(6 * body, 6) += both;
  }
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
  std::vector<Vec3> centre, place;
};

inline void Structure::add_inertia(const Results& r, std::size_t row, Equations& e) const {
  const auto read = [&](const std::string& name) {
    Vec3 v = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
      if (const int c = r.find(name + "_" + "xyz"[k]); c >= 0) v[k] = r.at(row, at(c));
    return v;
  };
  for (const Point& p : points_) e.place.push_back(read("at_" + p.name));
  const auto acceleration = [&](int p) -> Vec3 {
    const Point& point = points_[at(p)];
    if (!point.fixed) return read("acc_" + point.name);
    Vec3 a = Vec3::Zero();
    for (int k = 0; k < axes() && moves_; ++k)
      a[k] = -amplitude(k) * frequency(k) * frequency(k) * std::sin(frequency(k) * r.at(row, 0));
    return a;
  };
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Body& body = bodies_[k];
    const int b = static_cast<int>(k);
    Vec3 a, turning = Vec3::Zero();
    if (body.kind == Kind::round) {
      e.centre[k] = read("at_" + body.name);
      a = read("acc_" + body.name);
      turning = (planar_ ? 0.5 : 0.4) * body.mass * radius * radius * read("turn_" + body.name);
    } else {
      const int p = body.points.front(), q = body.points[body.kind == Kind::rod ? 1 : 0];
      e.centre[k] = 0.5 * (e.place[at(p)] + e.place[at(q)]);
      a = 0.5 * (acceleration(p) + acceleration(q));
      turning = body.mass / 12.0 * (e.place[at(q)] - e.place[at(p)]).cross(acceleration(q) - acceleration(p));
    }
    e.add(b, e.centre[k], body.mass * (Vec3::Unit(axes() - 1) * -gravity - a));
    e.b.segment(6 * b + 3, 3) -= turning;
  }
}

inline void Structure::add_loads(Equations& e) const {
  for (const Load& l : loads_) {
    if (l.kind == Load::couple) {
      for (std::size_t b = 0; b < bodies_.size(); ++b)
        if (bodies_[b].name == l.body) e.b.segment(6 * static_cast<int>(b) + 3, 3) += l.value;
      continue;
    }
    const Vec3 d = e.place[at(l.b)] - e.place[at(l.a)];
    const Vec3 force = l.kind == Load::push ? l.value : Vec3(l.value[0] * (d.norm() - free_length) * d.normalized());
    e.add(owner(l.a), e.place[at(l.a)], force);
    if (l.kind == Load::spring) e.add(owner(l.b), e.place[at(l.b)], -force);
  }
}

inline std::vector<Structure::Force> Structure::forces(const Results& r, std::size_t row) const {
  struct Unknown {
    std::string channel;
    int point, body, against;  ///< a force at the point on the body; on the other one the opposite
    Vec3 along;
  };
  std::vector<Unknown> unknowns;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    const std::vector<int> all = bodies_at(static_cast<int>(p));
    for (std::size_t k = 1; k < all.size(); ++k)
      for (int axis = 0; axis < axes(); ++axis)
        unknowns.push_back(
            {points_[p].name + (all.size() > 2 ? "." + bodies_[at(all[k])].name : "") + ".f" + "xyz"[axis],
             static_cast<int>(p), all[k], all[0], Vec3::Unit(axis)});
  }
  Equations e(bodies_.size(),
              static_cast<int>(unknowns.size() + strings_.size()) + (axes() - 1) * static_cast<int>(guides_.size()));
  add_inertia(r, row, e);
  add_loads(e);
  int n = 0;
  for (const Unknown& u : unknowns) {
    e.add(u.body, e.place[at(u.point)], u.along, n);
    e.add(u.against, e.place[at(u.point)], -u.along, n++);
  }
  for (const String& s : strings_) {
    const Vec3 along = (e.place[at(s.b)] - e.place[at(s.a)]).normalized();
    e.add(owner(s.a), e.place[at(s.a)], -along, n);
    e.add(owner(s.b), e.place[at(s.b)], along, n++);
  }
  for (const Guide& g : guides_) {
    const Vec3 side = across(g.along);
    e.add(owner(g.point), e.place[at(g.point)], side, n++);
    if (!planar_) e.add(owner(g.point), e.place[at(g.point)], g.along.cross(side), n++);
  }
  const Eigen::VectorXd pivots = pivoted_qr(e.A).pivots;
  if (pivots.size() < n || pivots[n - 1] < 1e-3 * pivots[0]) return {};
  const Eigen::VectorXd x = least_squares(e.A, -e.b).x;
  std::vector<Force> found;
  for (std::size_t k = 0; k < unknowns.size(); ++k) found.push_back({unknowns[k].channel, x[static_cast<int>(k)]});
  for (std::size_t k = 0; k < strings_.size(); ++k) {  // on the second point, away from the first
    const String& s = strings_[k];
    const Vec3 f = x[static_cast<int>(unknowns.size() + k)] * (e.place[at(s.b)] - e.place[at(s.a)]).normalized();
    for (int axis = 0; axis < axes(); ++axis) found.push_back({fmt::format("string{}.f{}", k, "xyz"[axis]), f[axis]});
  }
  n = static_cast<int>(unknowns.size() + strings_.size());
  for (std::size_t k = 0; k < guides_.size(); ++k) {
    const Vec3 side = across(guides_[k].along);
    Vec3 f = x[n++] * side;
    if (!planar_) f += x[n++] * guides_[k].along.cross(side);
    for (int axis = 0; axis < axes(); ++axis) found.push_back({fmt::format("guide{}.f{}", k, "xyz"[axis]), f[axis]});
  }
  return found;
}

}  // namespace rheon::test
