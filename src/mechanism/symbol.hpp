// Scalars and vectors of expression nodes with ordinary arithmetic, so that a joint reads like its equation.
#pragma once

#include <Eigen/Core>

#include "rheon/expr/graph.hpp"

namespace rheon::mechanism {

using Vec3 = Eigen::Vector3d;

/// A node together with the graph that it lives in.
class Scalar {
 public:
  Scalar(expr::Graph& graph, expr::Node node) : graph_(&graph), node_(node) {}
  Scalar(expr::Graph& graph, double value) : graph_(&graph), node_(graph.constant(value)) {}

  expr::Graph& graph() const { return *graph_; }
  expr::Node node() const { return node_; }
  bool is_zero() const { return graph_->is_zero(node_); }
  bool is_constant() const { return graph_->is_constant(node_); }

  Scalar apply(expr::Op op) const { return {*graph_, graph_->make(op, node_)}; }
  Scalar apply(expr::Op op, const Scalar& b) const { return {*graph_, graph_->make(op, node_, b.node_)}; }
  Scalar like(double value) const { return {*graph_, value}; }

 private:
  expr::Graph* graph_;
  expr::Node node_;
};

inline Scalar operator+(const Scalar& a, const Scalar& b) { return a.apply(expr::Op::add, b); }
inline Scalar operator-(const Scalar& a, const Scalar& b) { return a.apply(expr::Op::sub, b); }
inline Scalar operator*(const Scalar& a, const Scalar& b) { return a.apply(expr::Op::mul, b); }
inline Scalar operator/(const Scalar& a, const Scalar& b) { return a.apply(expr::Op::div, b); }
inline Scalar operator-(const Scalar& a) { return a.apply(expr::Op::neg); }
inline Scalar operator+(const Scalar& a, double b) { return a + a.like(b); }
inline Scalar operator-(const Scalar& a, double b) { return a - a.like(b); }
inline Scalar operator*(const Scalar& a, double b) { return a * a.like(b); }
inline Scalar operator*(double a, const Scalar& b) { return b.like(a) * b; }
inline Scalar operator/(const Scalar& a, double b) { return a / a.like(b); }
inline Scalar sqrt(const Scalar& a) { return a.apply(expr::Op::sqrt); }
inline Scalar sin(const Scalar& a) { return a.apply(expr::Op::sin); }
inline Scalar cos(const Scalar& a) { return a.apply(expr::Op::cos); }
inline Scalar tanh(const Scalar& a) { return a.apply(expr::Op::tanh); }
inline Scalar max(const Scalar& a, double b) { return a.apply(expr::Op::max, a.like(b)); }
inline Scalar min(const Scalar& a, double b) { return a.apply(expr::Op::min, a.like(b)); }
inline Scalar pow(const Scalar& a, double b) { return a.apply(expr::Op::pow, a.like(b)); }
inline Scalar atan2(const Scalar& y, const Scalar& x) { return y.apply(expr::Op::atan2, x); }

/// A vector in the axes of the ground; in the plane the third component is zero.
struct Vector {
  Scalar x, y, z;

  static Vector constant(expr::Graph& g, const Vec3& v) { return {{g, v[0]}, {g, v[1]}, {g, v[2]}}; }
  const Scalar& operator[](int k) const { return k == 0 ? x : k == 1 ? y : z; }
  bool is_constant() const { return x.is_constant() && y.is_constant() && z.is_constant(); }
};

inline Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator-(const Vector& a) { return {-a.x, -a.y, -a.z}; }
inline Vector operator*(const Vector& a, const Scalar& s) { return {a.x * s, a.y * s, a.z * s}; }
inline Vector operator*(const Scalar& s, const Vector& a) { return a * s; }
inline Vector operator*(const Vector& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline Vector operator*(double s, const Vector& a) { return a * s; }
inline Vector operator/(const Vector& a, const Scalar& s) { return {a.x / s, a.y / s, a.z / s}; }
inline Scalar dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Scalar norm(const Vector& a) { return sqrt(dot(a, a)); }
/// Turned by a right angle in the plane.
inline Vector perp(const Vector& a) { return {-a.y, a.x, a.z.like(0.0)}; }

}  // namespace rheon::mechanism
