// The kinds of forces, for C++. Made from their tables by tools/make_part_headers; do not edit.
#pragma once

#include "rheon/io/part.hpp"

namespace rheon::build {

namespace force {

/// Spring and damper between two points (plane and space).
class Spring : public PartOf<Spring> {
 public:
  explicit Spring(const Part& part) : PartOf(part, "forces", "spring") {}
  /// The two points. Points, needed.
  Spring spring(const Names& value) const { return with("spring", value); }
  /// Force per extension. A number in N/m.
  Spring stiffness(const Quantity& value) const { return with("stiffness", value); }
  /// Force per rate of extension. A number in N*s/m.
  Spring damping(const Quantity& value) const { return with("damping", value); }
  /// Free length; the distance in the reference configuration if absent. A number in m.
  Spring length(const Quantity& value) const { return with("length", value); }
  /// Its pull, in addition to stiffness and damping: any expression, for example of a table. An expression in N.
  Spring force(const Quantity& value) const { return with("force", value); }
};

/// Spring and damper on an angle or a joint (plane and space).
class Torsion : public PartOf<Torsion> {
 public:
  explicit Torsion(const Part& part) : PartOf(part, "forces", "torsion") {}
  /// A body of the plane, or a joint. A body of the plane, or a joint, needed.
  Torsion torsion(const Name& value) const { return with("torsion", value); }
  /// Torque per angle, or force per distance. A number.
  Torsion stiffness(const Quantity& value) const { return with("stiffness", value); }
  /// Torque per angular velocity, or force per velocity. A number.
  Torsion damping(const Quantity& value) const { return with("damping", value); }
  /// Angle or distance without force; 0 if absent. A number.
  Torsion zero(const Quantity& value) const { return with("zero", value); }
  /// In addition to stiffness and damping: any expression, for example of a table. An expression.
  Torsion torque(const Quantity& value) const { return with("torque", value); }
};

/// Elastic connection of two bodies (plane and space).
class Bushing : public PartOf<Bushing> {
 public:
  explicit Bushing(const Part& part) : PartOf(part, "forces", "bushing") {}
  /// The two bodies. Two bodies, needed.
  Bushing bushing(const Names& value) const { return with("bushing", value); }
  /// Its place in the reference configuration. A point, or coordinates, needed.
  Bushing at(const Location& value) const { return with("at", value); }
  /// Its first axis in the reference configuration; x if absent. A direction.
  Bushing along(const Direction& value) const { return with("along", value); }
  /// Towards its second axis; y if absent. A direction.
  Bushing up(const Direction& value) const { return with("up", value); }
  /// Along the three axes, then about them (in the plane two, then one). Numbers.
  Bushing stiffness(const Quantities& value) const { return with("stiffness", value); }
  /// In the same order. Numbers.
  Bushing damping(const Quantities& value) const { return with("damping", value); }
};

/// One-sided spring between two points (plane and space).
class BumpStop : public PartOf<BumpStop> {
 public:
  explicit BumpStop(const Part& part) : PartOf(part, "forces", "bump_stop") {}
  /// The two points. Points, needed.
  BumpStop bump_stop(const Names& value) const { return with("bump_stop", value); }
  /// Distance below which it acts. A number in m, needed.
  BumpStop limit(const Quantity& value) const { return with("limit", value); }
  /// Force at a depth of 1 m. A number, needed.
  BumpStop stiffness(const Quantity& value) const { return with("stiffness", value); }
  /// Power of the depth; 1.5 if absent. A number.
  BumpStop exponent(const Quantity& value) const { return with("exponent", value); }
  /// Force per velocity, when fully in. A number in N*s/m.
  BumpStop damping(const Quantity& value) const { return with("damping", value); }
  /// Depth over which the damping sets in; 1 % of the limit if absent. A number in m.
  BumpStop fade(const Quantity& value) const { return with("fade", value); }
};

/// Force between two points (plane and space).
class Actuator : public PartOf<Actuator> {
 public:
  explicit Actuator(const Part& part) : PartOf(part, "forces", "actuator") {}
  /// The two points. Points, needed.
  Actuator actuator(const Names& value) const { return with("actuator", value); }
  /// Force that pushes the points apart: any expression. An expression in N.
  Actuator equals(const Quantity& value) const { return with("equals", value); }
  /// Instead: what a PID controller shall make the measured number follow. An expression.
  Actuator target(const Quantity& value) const { return with("target", value); }
  /// That number; the angle or length acted on if absent. An expression.
  Actuator measure(const Quantity& value) const { return with("measure", value); }
  /// Gain on the error. A number.
  Actuator p(const Quantity& value) const { return with("p", value); }
  /// Gain on the integral of the error. A number.
  Actuator i(const Quantity& value) const { return with("i", value); }
  /// Gain on the rate of the error. A number.
  Actuator d(const Quantity& value) const { return with("d", value); }
  /// Largest size of the torque or force. A number.
  Actuator limit(const Quantity& value) const { return with("limit", value); }
};

/// Torque on a body of the plane or in a joint (plane and space).
class Torque : public PartOf<Torque> {
 public:
  explicit Torque(const Part& part) : PartOf(part, "forces", "torque") {}
  /// A body of the plane, or a joint with an angle or distance. A body of the plane, or a joint, needed.
  Torque torque(const Name& value) const { return with("torque", value); }
  /// Its value: an expression of coordinates, rates and time. An expression.
  Torque equals(const Quantity& value) const { return with("equals", value); }
  /// Instead: what a PID controller shall make the measured number follow. An expression.
  Torque target(const Quantity& value) const { return with("target", value); }
  /// That number; the angle or length acted on if absent. An expression.
  Torque measure(const Quantity& value) const { return with("measure", value); }
  /// Gain on the error. A number.
  Torque p(const Quantity& value) const { return with("p", value); }
  /// Gain on the integral of the error. A number.
  Torque i(const Quantity& value) const { return with("i", value); }
  /// Gain on the rate of the error. A number.
  Torque d(const Quantity& value) const { return with("d", value); }
  /// Largest size of the torque or force. A number.
  Torque limit(const Quantity& value) const { return with("limit", value); }
};

/// Dry friction in a joint (plane and space).
class Friction : public PartOf<Friction> {
 public:
  explicit Friction(const Part& part) : PartOf(part, "forces", "friction") {}
  /// A body of the plane, or a joint. A body of the plane, or a joint, needed.
  Friction friction(const Name& value) const { return with("friction", value); }
  /// Torque or force while slipping. An expression, needed.
  Friction level(const Quantity& value) const { return with("level", value); }
  /// Velocity at which three quarters of it are reached. A number, needed.
  Friction smoothing(const Quantity& value) const { return with("smoothing", value); }
};

/// Compliant contact of a point with a plane (plane and space).
class Contact : public PartOf<Contact> {
 public:
  explicit Contact(const Part& part) : PartOf(part, "forces", "contact") {}
  /// The point. A point, needed.
  Contact contact(const Name& value) const { return with("contact", value); }
  /// Normal of the plane, away from the ground. A direction, needed.
  Contact normal(const Direction& value) const { return with("normal", value); }
  /// A place on the plane; the origin if absent. A point, or coordinates.
  Contact through(const Location& value) const { return with("through", value); }
  /// Force at a depth of 1 m. A number, needed.
  Contact stiffness(const Quantity& value) const { return with("stiffness", value); }
  /// Power of the depth; 1.5 if absent. A number.
  Contact exponent(const Quantity& value) const { return with("exponent", value); }
  /// Force per depth and velocity. A number.
  Contact damping(const Quantity& value) const { return with("damping", value); }
  /// Coefficient of friction. A number.
  Contact friction(const Quantity& value) const { return with("friction", value); }
  /// Velocity below which friction fades; 1 mm/s if absent. A number in m/s.
  Contact smoothing(const Quantity& value) const { return with("smoothing", value); }
};

/// Drag against the velocity of a point (plane and space).
class Drag : public PartOf<Drag> {
 public:
  explicit Drag(const Part& part) : PartOf(part, "forces", "drag") {}
  /// The point. A point, needed.
  Drag drag(const Name& value) const { return with("drag", value); }
  /// Force per velocity. A number in N*s/m.
  Drag linear(const Quantity& value) const { return with("linear", value); }
  /// Force per velocity squared. A number in kg/m.
  Drag quadratic(const Quantity& value) const { return with("quadratic", value); }
};

/// Force at a point (plane and space).
class Force : public PartOf<Force> {
 public:
  explicit Force(const Part& part) : PartOf(part, "forces", "force") {}
  /// The point that it acts on. A point, needed.
  Force force(const Name& value) const { return with("force", value); }
  /// Its components: expressions of coordinates, rates and time. Expressions in N, needed.
  Force equals(const Quantities& value) const { return with("equals", value); }
  /// `ground` (the default), or `body`: turning with the body of the point. A word.
  Force axes(const Name& value) const { return with("axes", value); }
};

}  // namespace force

/// What Mechanism::force gives: the method says what kind of force it is.
class [[nodiscard]] NewForce : public NewPart {
 public:
  using NewPart::NewPart;
  /// Spring and damper between two points (plane and space). Takes: the two points.
  force::Spring spring(const Names& value) const { return make<force::Spring>("spring", value); }
  /// Spring and damper on an angle or a joint (plane and space). Takes: a body of the plane, or a joint.
  force::Torsion torsion(const Name& value) const { return make<force::Torsion>("torsion", value); }
  /// Elastic connection of two bodies (plane and space). Takes: the two bodies.
  force::Bushing bushing(const Names& value) const { return make<force::Bushing>("bushing", value); }
  /// One-sided spring between two points (plane and space). Takes: the two points.
  force::BumpStop bump_stop(const Names& value) const { return make<force::BumpStop>("bump_stop", value); }
  /// Force between two points (plane and space). Takes: the two points.
  force::Actuator actuator(const Names& value) const { return make<force::Actuator>("actuator", value); }
  /// Torque on a body of the plane or in a joint (plane and space). Takes: a body of the plane, or a joint with an
  /// angle or distance.
  force::Torque torque(const Name& value) const { return make<force::Torque>("torque", value); }
  /// Dry friction in a joint (plane and space). Takes: a body of the plane, or a joint.
  force::Friction friction(const Name& value) const { return make<force::Friction>("friction", value); }
  /// Compliant contact of a point with a plane (plane and space). Takes: the point.
  force::Contact contact(const Name& value) const { return make<force::Contact>("contact", value); }
  /// Drag against the velocity of a point (plane and space). Takes: the point.
  force::Drag drag(const Name& value) const { return make<force::Drag>("drag", value); }
  /// Force at a point (plane and space). Takes: the point that it acts on.
  force::Force force(const Name& value) const { return make<force::Force>("force", value); }
};

}  // namespace rheon::build
