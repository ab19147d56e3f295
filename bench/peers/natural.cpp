#include "peers/natural.hpp"

#include <algorithm>
#include <map>

namespace peers {

namespace {

constexpr double same_place = 1e-9;  // metres

Vec2 turned(const Vec2& d) { return {-d.y(), d.x()}; }

}  // namespace

/// One point for all joints that share a place and a body; a body with one joint gets a point opposite its centre.
void NaturalModel::find_points() {
  std::vector<std::vector<int>> of_body(m_.bodies.size());
  for (const Joint& joint : m_.joints) {
    int found = -1;
    const int bodies[] = {joint.a, joint.b};
    for (const int b : bodies)
      if (b != ground)
        for (const int p : of_body[static_cast<std::size_t>(b)])
          if ((point(p).at - joint.at.head<2>()).norm() < same_place) found = p;
    if (found < 0) {
      found = static_cast<int>(points.size());
      points.push_back({joint.at.head<2>(), 0});
    }
    if (joint.a == ground) points[static_cast<std::size_t>(found)].q = -1;
    for (const int b : bodies)
      if (b != ground) {
        auto& known = of_body[static_cast<std::size_t>(b)];
        if (std::find(known.begin(), known.end(), found) == known.end()) known.push_back(found);
      }
  }
  for (std::size_t b = 0; b < of_body.size(); ++b) {
    const Vec2 centre = m_.bodies[b].centre.head<2>();
    if (of_body[b].size() == 1) {
      points.push_back({2.0 * centre - point(of_body[b][0]).at, 0});
      of_body[b].push_back(static_cast<int>(points.size()) - 1);
    }
    const int i = of_body[b][0], j = of_body[b][1];
    const Vec2 d = point(j).at - point(i).at, g = centre - point(i).at;
    links.push_back({i, j, d.norm(), Vec2(g.dot(d), g.dot(turned(d))) / d.norm()});
  }
}

NaturalModel::NaturalModel(const Mechanism& m) : m_(m) {
  find_points();
  for (Point& p : points)
    if (p.q == 0) {
      p.q = nq_;
      nq_ += 2;
    }
  const auto size = static_cast<std::size_t>(nq_);
  q0.assign(size, 0.0);
  v0.assign(size, 0.0);
  constant_force.assign(size, 0.0);
  for (std::size_t b = 0; b < links.size(); ++b) {
    const Body& body = m.bodies[b];
    add_mass(body, links[b]);
    const Vec2 weight = body.mass * m.gravity.head<2>();
    add_force(static_cast<int>(b), share(static_cast<int>(b), body.centre), weight, constant_force.data());
    for (const int p : {links[b].i, links[b].j}) {
      if (point(p).q < 0) continue;
      const Vec2 at = point(p).at, arm = at - body.centre.head<2>();
      const Vec2 speed = body.velocity.head<2>() + body.spin.z() * turned(arm);
      std::copy_n(at.data(), 2, q0.begin() + point(p).q);
      std::copy_n(speed.data(), 2, v0.begin() + point(p).q);
    }
  }
  std::map<std::pair<int, int>, double> sum;
  for (const Entry& e : mass) sum[{e.row, e.column}] += e.value;
  mass.clear();
  for (const auto& [place, value] : sum)
    if (value != 0.0) mass.push_back({place.first, place.second, value});
}

/// Constant mass matrix of a rigid body between two points.
void NaturalModel::add_mass(const Body& body, const Link& link) {
  const double L = link.length, m = body.mass, x = link.centre.x(), y = link.centre.y();
  const double far = (body.inertia(2, 2) + m * link.centre.squaredNorm()) / (L * L);
  const double near = m + far - 2.0 * m * x / L, both = m * x / L - far, skew = m * y / L;
  const int qi = point(link.i).q, qj = point(link.j).q;
  for (int k = 0; k < 2; ++k) {
    if (qi >= 0) mass.push_back({qi + k, qi + k, near});
    if (qj >= 0) mass.push_back({qj + k, qj + k, far});
    if (qi < 0 || qj < 0) continue;
    const double sign = k == 0 ? -skew : skew;
    for (const auto& [c, value] : {std::pair{qj + k, both}, std::pair{qj + 1 - k, sign}}) {
      mass.push_back({qi + k, c, value});
      mass.push_back({c, qi + k, value});
    }
  }
}

Vec2 NaturalModel::position(int p, const double* q) const {
  return point(p).q < 0 ? point(p).at : Vec2(q[point(p).q], q[point(p).q + 1]);
}

Vec2 NaturalModel::velocity(int p, const double* v) const {
  return point(p).q < 0 ? Vec2::Zero() : Vec2(v[point(p).q], v[point(p).q + 1]);
}

/// A point of a body is p_i + s_x d + s_y turned(d), d = p_j - p_i.
Vec2 NaturalModel::share(int body, const Vec3& at) const {
  const Link& link = links[static_cast<std::size_t>(body)];
  const Vec2 d = point(link.j).at - point(link.i).at, g = at.head<2>() - point(link.i).at;
  return Vec2(g.dot(d), g.dot(turned(d))) / d.squaredNorm();
}

void NaturalModel::add_force(int body, const Vec2& share, const Vec2& f, double* Q) const {
  const Link& link = links[static_cast<std::size_t>(body)];
  const Vec2 far(share.x() * f.x() + share.y() * f.y(), share.x() * f.y() - share.y() * f.x()), near = f - far;
  if (const int q = point(link.j).q; q >= 0) Eigen::Map<Vec2>(Q + q) += far;
  if (const int q = point(link.i).q; q >= 0) Eigen::Map<Vec2>(Q + q) += near;
}

void NaturalModel::force(const double* q, double* Q) const {
  std::copy(constant_force.begin(), constant_force.end(), Q);
  for (const Spring& k : m_.springs) {
    const Link& link = links[static_cast<std::size_t>(k.b)];
    const Vec2 part = share(k.b, k.at_b), from = position(link.i, q), d = position(link.j, q) - from;
    const Vec2 pull = k.at_a.head<2>() - (from + part.x() * d + part.y() * turned(d));
    add_force(k.b, part, k.stiffness * (pull.norm() - k.length) * pull.normalized(), Q);
  }
  for (const Torque& t : m_.torques) {
    const Link& link = links[static_cast<std::size_t>(t.body)];
    const Vec2 couple = t.value / (link.length * link.length) * turned(position(link.j, q) - position(link.i, q));
    if (const int j = point(link.j).q; j >= 0) Eigen::Map<Vec2>(Q + j) += couple;
    if (const int i = point(link.i).q; i >= 0) Eigen::Map<Vec2>(Q + i) -= couple;
  }
}

void NaturalModel::state(const double* q, const double* v, State& s) const {
  for (std::size_t b = 0; b < links.size(); ++b) {
    const Link& link = links[b];
    const Vec2 pi = position(link.i, q), d = position(link.j, q) - pi;
    const Vec2 vi = velocity(link.i, v), dv = velocity(link.j, v) - vi;
    const Vec2 d0 = point(link.j).at - point(link.i).at, part = link.centre / link.length;
    const double square = link.length * link.length;
    const double c = d.dot(d0) / square, sine = (d.y() * d0.x() - d.x() * d0.y()) / square;
    const Vec2 x = pi + part.x() * d + part.y() * turned(d), speed = vi + part.x() * dv + part.y() * turned(dv);
    s[b].x << x, 0.0;
    s[b].R << c, -sine, 0.0, sine, c, 0.0, 0.0, 0.0, 1.0;
    s[b].v << speed, 0.0;
    s[b].w << 0.0, 0.0, turned(d).dot(dv) / square;
  }
}

}  // namespace peers
