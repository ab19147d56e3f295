// The kinds of view, for C++. Made from their tables by tools/make_part_headers; do not edit.
#pragma once

#include "rheon/io/part.hpp"

namespace rheon::build {

namespace drawing {

/// Point (plane and space).
class Point : public PartOf<Point> {
 public:
  explicit Point(const Part& part) : PartOf(part, "view", "point") {}
  /// Where it is; other drawings may name it. Coordinates in m, needed.
  Point point(const Location& value) const { return with("point", value); }
  /// Name of a colour as in CSS, or #rrggbb; chosen by the page if absent. A word.
  Point colour(const Name& value) const { return with("colour", value); }
};

/// Line through places (plane and space).
class Line : public PartOf<Line> {
 public:
  explicit Line(const Part& part) : PartOf(part, "view", "line") {}
  /// The places that it joins, at least two. Places, needed.
  Line line(const Locations& value) const { return with("line", value); }
  /// Name of a colour as in CSS, or #rrggbb; chosen by the page if absent. A word.
  Line colour(const Name& value) const { return with("colour", value); }
};

/// Circle or disc (plane and space).
class Circle : public PartOf<Circle> {
 public:
  explicit Circle(const Part& part) : PartOf(part, "view", "circle") {}
  /// Its radius. An expression in m, needed.
  Circle circle(const Quantity& value) const { return with("circle", value); }
  /// Its centre. A point, or coordinates in m, needed.
  Circle at(const Location& value) const { return with("at", value); }
  /// Normal of its plane, of any length; needed in space, and only there. Expressions.
  Circle axis(const Quantities& value) const { return with("axis", value); }
  /// Direction of a spoke, of any length, that shows how it turns. Expressions.
  Circle spoke(const Quantities& value) const { return with("spoke", value); }
  /// `yes`: a disc instead of its rim. A word.
  Circle filled(const Name& value) const { return with("filled", value); }
  /// Name of a colour as in CSS, or #rrggbb; chosen by the page if absent. A word.
  Circle colour(const Name& value) const { return with("colour", value); }
};

/// Box, or rectangle in the plane (plane and space).
class Box : public PartOf<Box> {
 public:
  explicit Box(const Part& part) : PartOf(part, "view", "box") {}
  /// Lengths of its edges: three, in the plane two. Expressions in m, needed.
  Box box(const Quantities& value) const { return with("box", value); }
  /// Its centre. A point, or coordinates in m, needed.
  Box at(const Location& value) const { return with("at", value); }
  /// By which it is turned, in the plane; 0 if absent. An expression in rad.
  Box angle(const Quantity& value) const { return with("angle", value); }
  /// Direction of its first edge, of any length, in space; x if absent. Expressions.
  Box along(const Quantities& value) const { return with("along", value); }
  /// Towards its second edge, in space; y if absent. Expressions.
  Box up(const Quantities& value) const { return with("up", value); }
  /// Name of a colour as in CSS, or #rrggbb; chosen by the page if absent. A word.
  Box colour(const Name& value) const { return with("colour", value); }
};

/// Sphere (plane and space).
class Sphere : public PartOf<Sphere> {
 public:
  explicit Sphere(const Part& part) : PartOf(part, "view", "sphere") {}
  /// Its radius. An expression in m, needed.
  Sphere sphere(const Quantity& value) const { return with("sphere", value); }
  /// Its centre. A point, or coordinates in m, needed.
  Sphere at(const Location& value) const { return with("at", value); }
  /// Name of a colour as in CSS, or #rrggbb; chosen by the page if absent. A word.
  Sphere colour(const Name& value) const { return with("colour", value); }
};

/// Arrow: a force, a velocity or another vector (plane and space).
class Arrow : public PartOf<Arrow> {
 public:
  explicit Arrow(const Part& part) : PartOf(part, "view", "arrow") {}
  /// Its components. Expressions, needed.
  Arrow arrow(const Quantities& value) const { return with("arrow", value); }
  /// Where it starts. A point, or coordinates in m, needed.
  Arrow at(const Location& value) const { return with("at", value); }
  /// `force` or `velocity`: drawn at the scale of the others; else in metres. A word.
  Arrow quantity(const Name& value) const { return with("quantity", value); }
  /// Name of a colour as in CSS, or #rrggbb; chosen by the page if absent. A word.
  Arrow colour(const Name& value) const { return with("colour", value); }
};

/// Path of a point (plane and space).
class Trace : public PartOf<Trace> {
 public:
  explicit Trace(const Part& part) : PartOf(part, "view", "trace") {}
  /// The point whose path is shown. A point, or coordinates in m, needed.
  Trace trace(const Location& value) const { return with("trace", value); }
  /// Name of a colour as in CSS, or #rrggbb; chosen by the page if absent. A word.
  Trace colour(const Name& value) const { return with("colour", value); }
};

}  // namespace drawing

/// What Mechanism::drawing gives: the method says what kind of drawing it is.
class [[nodiscard]] NewDrawing : public NewPart {
 public:
  using NewPart::NewPart;
  /// Point (plane and space). Takes: where it is; other drawings may name it.
  drawing::Point point(const Location& value) const { return make<drawing::Point>("point", value); }
  /// Line through places (plane and space). Takes: the places that it joins, at least two.
  drawing::Line line(const Locations& value) const { return make<drawing::Line>("line", value); }
  /// Circle or disc (plane and space). Takes: its radius.
  drawing::Circle circle(const Quantity& value) const { return make<drawing::Circle>("circle", value); }
  /// Box, or rectangle in the plane (plane and space). Takes: lengths of its edges: three, in the plane two.
  drawing::Box box(const Quantities& value) const { return make<drawing::Box>("box", value); }
  /// Sphere (plane and space). Takes: its radius.
  drawing::Sphere sphere(const Quantity& value) const { return make<drawing::Sphere>("sphere", value); }
  /// Arrow: a force, a velocity or another vector (plane and space). Takes: its components.
  drawing::Arrow arrow(const Quantities& value) const { return make<drawing::Arrow>("arrow", value); }
  /// Path of a point (plane and space). Takes: the point whose path is shown.
  drawing::Trace trace(const Location& value) const { return make<drawing::Trace>("trace", value); }
};

}  // namespace rheon::build
