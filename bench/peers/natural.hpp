// A planar mechanism in natural coordinates: each body is carried by two of its joints, every constraint is a constant
// distance.
//
//   M q'' + Phi_q^T lambda = Q(q),   Phi_k = (|p_j - p_i|^2 - L^2) / 2
#pragma once

#include "peers/mechanism.hpp"

namespace peers {

using Vec2 = Eigen::Vector2d;

class NaturalModel {
 public:
  /// A joint or the free end of a body; `q` is the number of its x among the coordinates, -1 if it is fixed.
  struct Point {
    Vec2 at;
    int q = 0;
  };
  /// A body between points i and j with its centre in the frame (i -> j).
  struct Link {
    int i, j;
    double length;
    Vec2 centre;
  };
  struct Entry {
    int row, column;
    double value;
  };

  explicit NaturalModel(const Mechanism& m);

  const Mechanism& mechanism() const { return m_; }
  int coordinates() const { return nq_; }
  int constraints() const { return static_cast<int>(links.size()); }
  const Point& point(int p) const { return points[static_cast<std::size_t>(p)]; }
  Vec2 position(int p, const double* q) const;
  Vec2 velocity(int p, const double* v) const;  ///< zero for a fixed point
  void force(const double* q, double* Q) const;
  void state(const double* q, const double* v, State& s) const;

  std::vector<Point> points;
  std::vector<Link> links;  ///< one a body
  std::vector<Entry> mass;  ///< entries that are not zero
  std::vector<double> constant_force, q0, v0;

 private:
  void find_points();
  void add_mass(const Body& body, const Link& link);
  Vec2 share(int body, const Vec3& at) const;
  void add_force(int body, const Vec2& share, const Vec2& f, double* Q) const;

  const Mechanism& m_;
  int nq_ = 0;
};

}  // namespace peers
