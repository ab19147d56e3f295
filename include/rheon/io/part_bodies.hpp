// The kinds of bodies, for C++. Made from their tables by tools/make_part_headers; do not edit.
#pragma once

#include "rheon/io/part.hpp"

namespace rheon::build {

namespace body {

/// Mass at a point (plane and space).
class Point : public PartOf<Point> {
 public:
  explicit Point(const Part& part) : PartOf(part, "bodies", "point") {}
  /// The point that carries the mass. A point, needed.
  Point point(const Name& value) const { return with("point", value); }
  /// Mass. A number in kg, needed.
  Point mass(const Quantity& value) const { return with("mass", value); }
};

/// Uniform slender rod between two points (plane and space).
class Rod : public PartOf<Rod> {
 public:
  explicit Rod(const Part& part) : PartOf(part, "bodies", "rod") {}
  /// The two ends. Points, needed.
  Rod rod(const Names& value) const { return with("rod", value); }
  /// Its length; the distance of the points if absent. With a length the places of the ends are only roughly right, and
  /// further points keep their share of the length. A number in m.
  Rod length(const Quantity& value) const { return with("length", value); }
  /// Mass; this or density. A number in kg.
  Rod mass(const Quantity& value) const { return with("mass", value); }
  /// Mass per length. A number in kg/m.
  Rod density(const Quantity& value) const { return with("density", value); }
  /// Further points fixed to the body. Points.
  Rod points(const Names& value) const { return with("points", value); }
};

/// Uniform box, or rectangle in the plane (plane and space).
class Box : public PartOf<Box> {
 public:
  explicit Box(const Part& part) : PartOf(part, "bodies", "box") {}
  /// Lengths of the edges: three, in the plane two. Numbers in m, needed.
  Box box(const Quantities& value) const { return with("box", value); }
  /// Centre in the reference configuration. A point, or coordinates, needed.
  Box at(const Location& value) const { return with("at", value); }
  /// First axis of the body in the reference configuration; x if absent. A direction.
  Box along(const Direction& value) const { return with("along", value); }
  /// Towards its second axis; y if absent, or z if the first is near y. A direction.
  Box up(const Direction& value) const { return with("up", value); }
  /// Mass; this or density. A number in kg.
  Box mass(const Quantity& value) const { return with("mass", value); }
  /// Mass per volume, in the plane per area. A number.
  Box density(const Quantity& value) const { return with("density", value); }
  /// Further points fixed to the body. Points.
  Box points(const Names& value) const { return with("points", value); }
};

/// Uniform disc (plane and space).
class Disc : public PartOf<Disc> {
 public:
  explicit Disc(const Part& part) : PartOf(part, "bodies", "disc") {}
  /// Radius. A number in m, needed.
  Disc disc(const Quantity& value) const { return with("disc", value); }
  /// Length along the axis; 0 if absent. A number in m.
  Disc thickness(const Quantity& value) const { return with("thickness", value); }
  /// Centre in the reference configuration. A point, or coordinates, needed.
  Disc at(const Location& value) const { return with("at", value); }
  /// Axis of symmetry in the reference configuration; z if absent. A direction.
  Disc axis(const Direction& value) const { return with("axis", value); }
  /// Mass; this or density. A number in kg.
  Disc mass(const Quantity& value) const { return with("mass", value); }
  /// Mass per volume with a thickness, else per area. A number.
  Disc density(const Quantity& value) const { return with("density", value); }
  /// Further points fixed to the body. Points.
  Disc points(const Names& value) const { return with("points", value); }
};

/// Uniform solid cylinder (space only).
class Cylinder : public PartOf<Cylinder> {
 public:
  explicit Cylinder(const Part& part) : PartOf(part, "bodies", "cylinder") {}
  /// Radius and length. Numbers in m, needed.
  Cylinder cylinder(const Quantities& value) const { return with("cylinder", value); }
  /// Centre in the reference configuration. A point, or coordinates, needed.
  Cylinder at(const Location& value) const { return with("at", value); }
  /// Axis of symmetry in the reference configuration; z if absent. A direction.
  Cylinder axis(const Direction& value) const { return with("axis", value); }
  /// Mass; this or density. A number in kg.
  Cylinder mass(const Quantity& value) const { return with("mass", value); }
  /// Mass per volume. A number in kg/m^3.
  Cylinder density(const Quantity& value) const { return with("density", value); }
  /// Further points fixed to the body. Points.
  Cylinder points(const Names& value) const { return with("points", value); }
};

/// Uniform solid sphere (space only).
class Sphere : public PartOf<Sphere> {
 public:
  explicit Sphere(const Part& part) : PartOf(part, "bodies", "sphere") {}
  /// Radius. A number in m, needed.
  Sphere sphere(const Quantity& value) const { return with("sphere", value); }
  /// Centre in the reference configuration. A point, or coordinates, needed.
  Sphere at(const Location& value) const { return with("at", value); }
  /// Mass; this or density. A number in kg.
  Sphere mass(const Quantity& value) const { return with("mass", value); }
  /// Mass per volume. A number in kg/m^3.
  Sphere density(const Quantity& value) const { return with("density", value); }
  /// Further points fixed to the body. Points.
  Sphere points(const Names& value) const { return with("points", value); }
};

/// Thin ring (plane and space).
class Ring : public PartOf<Ring> {
 public:
  explicit Ring(const Part& part) : PartOf(part, "bodies", "ring") {}
  /// Radius. A number in m, needed.
  Ring ring(const Quantity& value) const { return with("ring", value); }
  /// Centre in the reference configuration. A point, or coordinates, needed.
  Ring at(const Location& value) const { return with("at", value); }
  /// Axis of symmetry in the reference configuration; z if absent. A direction.
  Ring axis(const Direction& value) const { return with("axis", value); }
  /// Mass; this or density. A number in kg.
  Ring mass(const Quantity& value) const { return with("mass", value); }
  /// Mass per length. A number in kg/m.
  Ring density(const Quantity& value) const { return with("density", value); }
  /// Further points fixed to the body. Points.
  Ring points(const Names& value) const { return with("points", value); }
};

/// Body given by mass, centre and inertia (plane and space).
class Centre : public PartOf<Centre> {
 public:
  explicit Centre(const Part& part) : PartOf(part, "bodies", "centre") {}
  /// Centre of mass in the reference configuration. A point, or coordinates, needed.
  Centre centre(const Location& value) const { return with("centre", value); }
  /// Mass. A number in kg, needed.
  Centre mass(const Quantity& value) const { return with("mass", value); }
  /// About the centre: one number in the plane; in space Ixx, Iyy, Izz, or these and Ixy, Ixz, Iyz (entries of the
  /// tensor). Numbers in kg*m^2.
  Centre inertia(const Quantities& value) const { return with("inertia", value); }
  /// First axis of the body in the reference configuration; x if absent. A direction.
  Centre along(const Direction& value) const { return with("along", value); }
  /// Towards its second axis; y if absent, or z if the first is near y. A direction.
  Centre up(const Direction& value) const { return with("up", value); }
  /// Further points fixed to the body. Points.
  Centre points(const Names& value) const { return with("points", value); }
};

}  // namespace body

/// What Mechanism::body gives: the method says what kind of body it is.
class [[nodiscard]] NewBody : public NewPart {
 public:
  using NewPart::NewPart;
  /// Mass at a point (plane and space). Takes: the point that carries the mass.
  body::Point point(const Name& value) const { return make<body::Point>("point", value); }
  /// Uniform slender rod between two points (plane and space). Takes: the two ends.
  body::Rod rod(const Names& value) const { return make<body::Rod>("rod", value); }
  /// Uniform box, or rectangle in the plane (plane and space). Takes: lengths of the edges: three, in the plane two.
  body::Box box(const Quantities& value) const { return make<body::Box>("box", value); }
  /// Uniform disc (plane and space). Takes: radius.
  body::Disc disc(const Quantity& value) const { return make<body::Disc>("disc", value); }
  /// Uniform solid cylinder (space only). Takes: radius and length.
  body::Cylinder cylinder(const Quantities& value) const { return make<body::Cylinder>("cylinder", value); }
  /// Uniform solid sphere (space only). Takes: radius.
  body::Sphere sphere(const Quantity& value) const { return make<body::Sphere>("sphere", value); }
  /// Thin ring (plane and space). Takes: radius.
  body::Ring ring(const Quantity& value) const { return make<body::Ring>("ring", value); }
  /// Body given by mass, centre and inertia (plane and space). Takes: centre of mass in the reference configuration.
  body::Centre centre(const Location& value) const { return make<body::Centre>("centre", value); }
};

}  // namespace rheon::build
