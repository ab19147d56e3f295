// The kinds of drivers, for C++. Made from their tables by tools/make_part_headers; do not edit.
#pragma once

#include "rheon/io/part.hpp"

namespace rheon::build {

namespace driver {

/// Prescribed angle of a body or joint (plane and space).
class Angle : public PartOf<Angle> {
 public:
  explicit Angle(const Part& part) : PartOf(part, "drivers", "angle") {}
  /// A body of the plane, or a joint with an angle. A body of the plane, or a joint, needed.
  Angle angle(const Name& value) const { return with("angle", value); }
  /// Its value, an expression of t. An expression in rad, needed.
  Angle equals(const Quantity& value) const { return with("equals", value); }
};

/// Prescribed distance of a joint (plane and space).
class Displacement : public PartOf<Displacement> {
 public:
  explicit Displacement(const Part& part) : PartOf(part, "drivers", "displacement") {}
  /// A joint with a distance. A body of the plane, or a joint, needed.
  Displacement displacement(const Name& value) const { return with("displacement", value); }
  /// Its value, an expression of t. An expression in m, needed.
  Displacement equals(const Quantity& value) const { return with("equals", value); }
};

/// Prescribed rate of an angle or distance (plane and space).
class Speed : public PartOf<Speed> {
 public:
  explicit Speed(const Part& part) : PartOf(part, "drivers", "speed") {}
  /// A body of the plane, or a joint with an angle or distance. A body of the plane, or a joint, needed.
  Speed speed(const Name& value) const { return with("speed", value); }
  /// Its value, an expression of t. An expression, needed.
  Speed equals(const Quantity& value) const { return with("equals", value); }
};

/// Prescribed distance of two points (plane and space).
class Distance : public PartOf<Distance> {
 public:
  explicit Distance(const Part& part) : PartOf(part, "drivers", "distance") {}
  /// The two points. Points, needed.
  Distance distance(const Names& value) const { return with("distance", value); }
  /// Its value, an expression of t. An expression in m, needed.
  Distance equals(const Quantity& value) const { return with("equals", value); }
};

/// Prescribed place of a point (plane and space).
class Position : public PartOf<Position> {
 public:
  explicit Position(const Part& part) : PartOf(part, "drivers", "position") {}
  /// The point. A point, needed.
  Position position(const Name& value) const { return with("position", value); }
  /// The direction, if only one component is prescribed. A direction.
  Position along(const Direction& value) const { return with("along", value); }
  /// Its coordinates, or its component: expressions of t. Expressions in m, needed.
  Position equals(const Quantities& value) const { return with("equals", value); }
};

}  // namespace driver

/// What Mechanism::driver gives: the method says what kind of driver it is.
class [[nodiscard]] NewDriver : public NewPart {
 public:
  using NewPart::NewPart;
  /// Prescribed angle of a body or joint (plane and space). Takes: a body of the plane, or a joint with an angle.
  driver::Angle angle(const Name& value) const { return make<driver::Angle>("angle", value); }
  /// Prescribed distance of a joint (plane and space). Takes: a joint with a distance.
  driver::Displacement displacement(const Name& value) const {
    return make<driver::Displacement>("displacement", value);
  }
  /// Prescribed rate of an angle or distance (plane and space). Takes: a body of the plane, or a joint with an angle or
  /// distance.
  driver::Speed speed(const Name& value) const { return make<driver::Speed>("speed", value); }
  /// Prescribed distance of two points (plane and space). Takes: the two points.
  driver::Distance distance(const Names& value) const { return make<driver::Distance>("distance", value); }
  /// Prescribed place of a point (plane and space). Takes: the point.
  driver::Position position(const Name& value) const { return make<driver::Position>("position", value); }
};

}  // namespace rheon::build
