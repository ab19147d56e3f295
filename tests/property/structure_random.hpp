// Random structures that carry their loads in one way only.
//
// A structure grows by groups that bring as many unknown forces as equations: two rods (in space three) from places to a
// new point, a round body on three rods (in space on six), a rod that ends in a guide, a mass on strings. Places are
// points that are there already, or new ones on the ground and on bodies, so that many bodies meet in a point and loops
// are closed everywhere.
#pragma once

#include <fmt/format.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/index.hpp"
#include "rheon/sim/results.hpp"

namespace rheon::test {

class Structure {
 public:
  using Vec3 = Eigen::Vector3d;
  struct Force {
    std::string channel;
    double expected;
  };

  /// `moves`: the points of the ground move with time, and everything with them.
  Structure(unsigned long long seed, bool planar, bool moves) : random_(seed), planar_(planar), moves_(moves) {
    for (int k = 0; k < 3; ++k) new_point(true);
    for (int k = 2 + below(3); k > 0; --k) add_group();
    for (int k = 3 + below(3); k > 0; --k) add_load();
    std::shuffle(bodies_.begin(), bodies_.end(), random_);
  }

  std::string text() const;
  /// Forces of all joints by channel, from the accelerations of one row of the results. None if the structure is close to
  /// one that cannot carry its loads.
  std::vector<Force> forces(const Results& results, std::size_t row) const;

 private:
  enum class Kind { rod, round, mass };
  struct Point {
    std::string name;
    Vec3 place;
    bool fixed;
  };
  struct Body {
    std::string name;
    Kind kind;
    double mass;
    Vec3 centre;
    std::vector<int> points;  ///< ends of a rod first
    bool has(int p) const { return std::find(points.begin(), points.end(), p) != points.end(); }
  };
  struct String {
    int a, b;
  };
  struct Guide {
    int point;
    Vec3 along;
  };
  struct Load {
    enum Kind { push, spring, couple } kind;
    int a, b;
    Vec3 value;  ///< force, stiffness first, or couple
    std::string body;
  };
  static constexpr int ground = -1;
  static constexpr double radius = 0.2, gravity = 9.81, free_length = 0.1;
  static double amplitude(int axis) { return 0.01 * (axis + 1); }
  static double frequency(int axis) { return 3.0 + axis; }

  int axes() const { return planar_ ? 2 : 3; }
  Vec3 across(const Vec3& d) const { return planar_ ? Vec3(-d[1], d[0], 0.0) : d.unitOrthogonal(); }
  double number(double low, double high) { return low + (high - low) * std::ldexp(double(random_() >> 11), -53); }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Vec3 vector(double size) {
    const double x = number(-size, size), y = number(-size, size), z = number(-size, size);
    return {x, y, planar_ ? 0.0 : z};
  }
  int new_point(bool fixed, const Vec3& place) {
    points_.push_back({(fixed ? "G" : "P") + std::to_string(points_.size()), place, fixed});
    return static_cast<int>(points_.size()) - 1;
  }
  int new_point(bool fixed) { return new_point(fixed, vector(1.0)); }
  void new_body(Kind kind, std::vector<int> points, const Vec3& centre = Vec3::Zero()) {
    bodies_.push_back({"b" + std::to_string(bodies_.size()), kind, number(0.5, 3.0), centre, std::move(points)});
  }

  int place();
  int other_place(std::vector<int>& before);
  void rods_to(int point, int count, std::vector<int>& before);
  void add_group();
  void add_load();
  /// The ground first, then in the order of the file.
  std::vector<int> bodies_at(int point) const;
  int owner(int point) const;
  const std::string& name(int point) const { return points_[at(point)].name; }
  std::string bracket(const Vec3& v) const;
  std::string place_text(const Point& p) const;
  std::string body_text(const Body& b) const;
  std::string joints_text() const;
  std::string outputs_text() const;

  class Equations;
  void add_inertia(const Results& r, std::size_t row, Equations& equations) const;
  void add_loads(Equations& equations) const;

  std::mt19937_64 random_;
  bool planar_, moves_;
  std::vector<Point> points_;
  std::vector<Body> bodies_;
  std::vector<String> strings_;
  std::vector<Guide> guides_;
  std::vector<Load> loads_;
};

// ---- growing

/// A point that is there, a new one on the ground, or a new one on a body.
inline int Structure::place() {
  const int what = below(4);
  if (what == 0) return new_point(true);
  if (what == 1 && !bodies_.empty()) {
    Body& body = bodies_[at(below(static_cast<int>(bodies_.size())))];
    const double share = number(0.2, 0.8);
    if (body.kind != Kind::mass) {
      const Vec3 p =
          body.kind == Kind::round
              ? Vec3(body.centre + vector(0.5))
              : Vec3(share * points_[at(body.points[0])].place + (1.0 - share) * points_[at(body.points[1])].place);
      body.points.push_back(new_point(false, p));
      return body.points.back();
    }
  }
  return below(static_cast<int>(points_.size()));
}

/// One that is not among those before.
inline int Structure::other_place(std::vector<int>& before) {
  int p = place();
  while (std::find(before.begin(), before.end(), p) != before.end()) p = place();
  before.push_back(p);
  return p;
}

inline void Structure::rods_to(int point, int count, std::vector<int>& before) {
  for (int k = 0; k < count; ++k) {
    const int from = other_place(before);
    new_body(Kind::rod, below(2) == 0 ? std::vector<int>{from, point} : std::vector<int>{point, from});
  }
}

inline void Structure::add_group() {
  const int what = below(5);
  if (what == 0) {  // a rod whose other end slides on a line of the ground
    std::vector<int> ends;
    const int from = other_place(ends), point = new_point(false);
    new_body(Kind::rod, {from, point});
    guides_.push_back({point, vector(1.0).normalized()});
  } else if (what <= 2) {
    const int rods = planar_ ? 3 : 6, points = planar_ ? 2 + below(2) : 3 + below(4);
    const Vec3 centre = vector(1.0);
    std::vector<int> own;
    for (int k = 0; k < points; ++k) own.push_back(new_point(false, centre + vector(0.5)));
    std::vector<int> before = own;
    for (int k = 0; k < rods; ++k) rods_to(own[at(k % points)], 1, before);
    new_body(Kind::round, own, centre);
  } else {
    const int point = new_point(false);
    std::vector<int> before{point};
    rods_to(point, axes(), before);
  }
}

inline void Structure::add_load() {
  const int what = below(planar_ ? 5 : 4);
  std::vector<int> before;
  const auto other_point = [&] {
    int p = 0;
    do p = below(static_cast<int>(points_.size()));
    while (std::find(before.begin(), before.end(), p) != before.end());
    before.push_back(p);
    return p;
  };
  const int a = other_point();
  if (what == 0) {
    loads_.push_back({Load::push, a, a, vector(50.0), {}});
  } else if (what == 1) {
    const int b = other_point();
    loads_.push_back({Load::spring, a, b, Vec3(number(10.0, 100.0), 0.0, 0.0), {}});
  } else if (what == 2) {
    const int bob = new_point(false);
    before.push_back(bob);
    new_body(Kind::mass, {bob});
    strings_.push_back({a, bob});
    for (int k = 1; k < axes(); ++k) strings_.push_back({other_point(), bob});
  } else if (what == 3) {
    if (!points_[at(a)].fixed && owner(a) != ground && bodies_[at(owner(a))].kind != Kind::mass)
      new_body(Kind::mass, {a});
  } else {
    const Body& body = bodies_[at(below(static_cast<int>(bodies_.size())))];
    if (body.kind != Kind::mass) loads_.push_back({Load::couple, 0, 0, Vec3(0.0, 0.0, number(-20.0, 20.0)), body.name});
  }
}

inline std::vector<int> Structure::bodies_at(int point) const {
  std::vector<int> found;
  if (points_[at(point)].fixed) found.push_back(ground);
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (bodies_[b].has(point)) found.push_back(static_cast<int>(b));
  return found;
}

/// The body that a load at the point acts on: a mass there, else the one that names it first.
inline int Structure::owner(int point) const {
  const std::vector<int> all = bodies_at(point);
  for (const int b : all)
    if (b != ground && bodies_[at(b)].kind == Kind::mass) return b;
  return all.empty() ? ground : all.front();
}

// ---- the model

inline std::string Structure::bracket(const Vec3& v) const {
  return planar_ ? fmt::format("[{:.17g}, {:.17g}]", v[0], v[1])
                 : fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v[0], v[1], v[2]);
}

inline std::string Structure::text() const {
  std::string text = "rheon: 1\n";
  text += planar_ ? "plane: xy\ngravity: [0, -9.81]\n" : "gravity: [0, 0, -9.81]\n";
  std::string fixed, free, bodies;
  for (const Point& p : points_) (p.fixed ? fixed : free) += "  " + p.name + ": " + place_text(p) + "\n";
  for (const Body& b : bodies_) bodies += "  " + b.name + ": {" + body_text(b) + "}\n";
  return text + "ground:\n" + fixed + "points:\n" + free + "bodies:\n" + bodies + joints_text() + outputs_text();
}

inline std::string Structure::place_text(const Point& p) const {
  if (!p.fixed || !moves_) return bracket(p.place);
  std::string list;
  for (int k = 0; k < axes(); ++k)
    list += fmt::format("{}{:.17g} + {}*sin({}*t)", k > 0 ? ", " : "", p.place[k], amplitude(k), frequency(k));
  return "[" + list + "]";
}

inline std::string Structure::body_text(const Body& b) const {
  std::string list;
  for (std::size_t k = b.kind == Kind::rod ? 2 : 0; k < b.points.size(); ++k)
    list += (list.empty() ? "" : ", ") + name(b.points[k]);
  if (b.kind == Kind::mass) return fmt::format("point: {}, mass: {}", list, b.mass);
  if (b.kind == Kind::rod)
    return fmt::format("rod: [{}, {}], mass: {}, points: [{}]", name(b.points[0]), name(b.points[1]), b.mass, list);
  return fmt::format("{}: {}, at: {}, mass: {}, points: [{}]", planar_ ? "disc" : "sphere", radius, bracket(b.centre),
                     b.mass, list);
}

inline std::string Structure::joints_text() const {
  std::string joints = "joints:\n", forces = "forces:\n";
  for (std::size_t k = 0; k < strings_.size(); ++k)
    joints += fmt::format("  string{}: {{distance: [{}, {}]}}\n", k, name(strings_[k].a), name(strings_[k].b));
  for (std::size_t k = 0; k < guides_.size(); ++k)
    joints +=
        fmt::format("  guide{}: {{on_line: {}, along: {}}}\n", k, name(guides_[k].point), bracket(guides_[k].along));
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    const Load& l = loads_[k];
    forces += fmt::format("  load{}: ", k);
    if (l.kind == Load::push) forces += fmt::format("{{force: {}, equals: {}}}\n", name(l.a), bracket(l.value));
    if (l.kind == Load::spring)
      forces += fmt::format("{{spring: [{}, {}], stiffness: {}, length: {}}}\n", name(l.a), name(l.b), l.value[0],
                            free_length);
    if (l.kind == Load::couple) forces += fmt::format("{{torque: {}, equals: {}}}\n", l.body, l.value[2]);
  }
  return joints + forces;
}

/// Places and accelerations, for the equations of Newton and Euler.
inline std::string Structure::outputs_text() const {
  std::string outputs = "outputs:\n";
  for (int k = 0; k < axes(); ++k) {
    const char c = "xyz"[k];
    for (const Point& p : points_) {
      outputs += fmt::format("  at_{0}_{1}: {0}.{1}\n", p.name, c);
      if (!p.fixed) outputs += fmt::format("  acc_{0}_{1}: {0}.{1}''\n", p.name, c);
    }
    for (const Body& b : bodies_) {
      if (b.kind != Kind::round) continue;
      outputs += fmt::format("  at_{0}_{1}: {0}.{1}\n  acc_{0}_{1}: {0}.{1}''\n", b.name, c);
      if (!planar_) outputs += fmt::format("  turn_{0}_{1}: {0}.w{1}'\n", b.name, c);
    }
  }
  for (const Body& b : bodies_)
    if (b.kind == Kind::round && planar_) outputs += fmt::format("  turn_{0}_z: {0}.angle''\n", b.name);
  return outputs;
}

}  // namespace rheon::test
