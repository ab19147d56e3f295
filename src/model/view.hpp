// What is drawn of a model, every number as an expression: what the reader hands to the scene, item by item. The fields
// are those of viewer/FORMAT.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/expr/graph.hpp"

namespace rheon::view {

/// Along the axes of the ground; of a plane (first axis, second axis, across).
using Vector = std::array<expr::Node, 3>;

/// The form of a body: in its own axes, about its own centre.
struct Shape {
  enum class Kind : unsigned char { general, point, rod, box, disc, cylinder, sphere, ring };
  Kind kind = Kind::general;
  std::array<double, 3> size{};  ///< edges of a box; radius and length (thickness) of the round ones

  static Shape point() { return {Kind::point, {}}; }
  static Shape rod() { return {Kind::rod, {}}; }
  static Shape box(double a, double b, double c) { return {Kind::box, {a, b, c}}; }
  static Shape disc(double radius, double thickness) { return {Kind::disc, {radius, thickness, 0.0}}; }
  static Shape cylinder(double radius, double length) { return {Kind::cylinder, {radius, length, 0.0}}; }
  static Shape sphere(double radius) { return {Kind::sphere, {radius, 0.0, 0.0}}; }
  static Shape ring(double radius) { return {Kind::ring, {radius, 0.0, 0.0}}; }
};

struct Frame {
  Vector origin;
  std::array<Vector, 3> axes;  ///< of unit length, at right angles
};

/// What a point or a wheel moves on.
struct Guide {
  enum class Kind : unsigned char { line, plane, circle };
  Kind kind = Kind::line;
  Vector through;       ///< a place on it; the centre of a circle
  Vector along;         ///< direction of a line, normal of a plane, axis of a circle
  double radius = 0.0;  ///< of a circle
};

struct Body {
  std::string_view name, kind;
  double mass = 0.0;
  Shape shape;
  std::optional<Frame> frame;
  std::vector<Vector> ends;  ///< of a rod
  std::vector<Vector> points;
  std::vector<std::string> rows;
};

struct Point {
  std::string_view name;
  Vector at;
  bool ground = false;
  std::string colour = {};
};

/// A joint or driver.
struct Joint {
  std::string_view type = "joint", name, kind;
  Vector at;
  std::optional<Vector> axis;
  std::vector<std::string> bodies, rows;
  std::vector<Vector> ends;  ///< of what keeps two points at a distance
  std::optional<Guide> guide;
  std::optional<Vector> force, torque;  ///< on the last body
};

struct Spring {
  std::string_view name, kind;
  std::array<Vector, 2> ends;
  std::optional<expr::Node> pull;
};

struct Force {
  std::string_view name, kind;
  Vector at;
  std::optional<Guide> guide;
  std::optional<Vector> force, torque;
};

// --- from the section `view:`
struct Line {
  std::string_view name;
  std::vector<Vector> points;
  std::string colour;
};

struct Circle {
  std::string_view name;
  Vector at, axis;
  expr::Node radius{};
  bool filled = false;
  std::optional<Vector> spoke;
  std::string colour;
};

struct Box {
  std::string_view name;
  Frame frame;
  std::array<expr::Node, 3> size;
  std::string colour;
};

struct Sphere {
  std::string_view name;
  Vector at;
  expr::Node radius{};
  std::string colour;
};

struct Arrow {
  std::string_view name;
  Vector at, vector;
  std::string_view quantity;  ///< `force`, `velocity` or ""
  std::string colour;
};

struct Trace {
  std::string_view name;
  Vector at;
  std::string colour;
};

}  // namespace rheon::view
