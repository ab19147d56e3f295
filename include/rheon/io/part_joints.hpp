// The kinds of joints, for C++. Made from their tables by tools/make_part_headers; do not edit.
#pragma once

#include "rheon/io/part.hpp"

namespace rheon::build {

namespace joint {

/// Hinge: one axis in common (plane and space).
class Revolute : public PartOf<Revolute> {
 public:
  explicit Revolute(const Part& part) : PartOf(part, "joints", "revolute") {}
  /// The two bodies. Two bodies, needed.
  Revolute revolute(const Names& value) const { return with("revolute", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Revolute at(const Location& value) const { return with("at", value); }
  /// Axis in the reference configuration; needed in space. A direction.
  Revolute axis(const Direction& value) const { return with("axis", value); }
};

/// Slide along a line of the plane without turning (plane only).
class Slider : public PartOf<Slider> {
 public:
  explicit Slider(const Part& part) : PartOf(part, "joints", "slider") {}
  /// The two bodies; the second slides on the first. Two bodies, needed.
  Slider slider(const Names& value) const { return with("slider", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Slider at(const Location& value) const { return with("at", value); }
  /// Direction of the line in the reference configuration. A direction, needed.
  Slider along(const Direction& value) const { return with("along", value); }
};

/// Rigid connection (plane and space).
class Weld : public PartOf<Weld> {
 public:
  explicit Weld(const Part& part) : PartOf(part, "joints", "weld") {}
  /// The two bodies. Two bodies, needed.
  Weld weld(const Names& value) const { return with("weld", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Weld at(const Location& value) const { return with("at", value); }
};

/// Two joints turn in proportion (plane and space).
class Gear : public PartOf<Gear> {
 public:
  explicit Gear(const Part& part) : PartOf(part, "joints", "gear") {}
  /// The two joints. Joints, needed.
  Gear gear(const Names& value) const { return with("gear", value); }
  /// Angle of the first over angle of the second; negative for outer gears. A number, needed.
  Gear ratio(const Quantity& value) const { return with("ratio", value); }
};

/// Rack and pinion (plane and space).
class Rack : public PartOf<Rack> {
 public:
  explicit Rack(const Part& part) : PartOf(part, "joints", "rack") {}
  /// The joint that slides, and the one that turns. Joints, needed.
  Rack rack(const Names& value) const { return with("rack", value); }
  /// Distance per angle; negative to turn the other way. A number in m, needed.
  Rack radius(const Quantity& value) const { return with("radius", value); }
};

/// Ball and socket: one point in common (space only).
class Spherical : public PartOf<Spherical> {
 public:
  explicit Spherical(const Part& part) : PartOf(part, "joints", "spherical") {}
  /// The two bodies. Two bodies, needed.
  Spherical spherical(const Names& value) const { return with("spherical", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Spherical at(const Location& value) const { return with("at", value); }
};

/// Slide along an axis without turning (space only).
class Prismatic : public PartOf<Prismatic> {
 public:
  explicit Prismatic(const Part& part) : PartOf(part, "joints", "prismatic") {}
  /// The two bodies; the second slides on the first. Two bodies, needed.
  Prismatic prismatic(const Names& value) const { return with("prismatic", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Prismatic at(const Location& value) const { return with("at", value); }
  /// Its axis in the reference configuration. A direction, needed.
  Prismatic axis(const Direction& value) const { return with("axis", value); }
};

/// Turn about an axis and slide along it (space only).
class Cylindrical : public PartOf<Cylindrical> {
 public:
  explicit Cylindrical(const Part& part) : PartOf(part, "joints", "cylindrical") {}
  /// The two bodies. Two bodies, needed.
  Cylindrical cylindrical(const Names& value) const { return with("cylindrical", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Cylindrical at(const Location& value) const { return with("at", value); }
  /// Its axis in the reference configuration. A direction, needed.
  Cylindrical axis(const Direction& value) const { return with("axis", value); }
};

/// Cross of two hinges (space only).
class Universal : public PartOf<Universal> {
 public:
  explicit Universal(const Part& part) : PartOf(part, "joints", "universal") {}
  /// The two bodies. Two bodies, needed.
  Universal universal(const Names& value) const { return with("universal", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Universal at(const Location& value) const { return with("at", value); }
  /// Axis of the first body, axis of the second: the arms of the cross. Directions, needed.
  Universal axes(const Directions& value) const { return with("axes", value); }
};

/// Slide and turn in a plane (space only).
class Planar : public PartOf<Planar> {
 public:
  explicit Planar(const Part& part) : PartOf(part, "joints", "planar") {}
  /// The two bodies. Two bodies, needed.
  Planar planar(const Names& value) const { return with("planar", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Planar at(const Location& value) const { return with("at", value); }
  /// Normal of the plane in the reference configuration. A direction, needed.
  Planar normal(const Direction& value) const { return with("normal", value); }
};

/// Turn about an axis and advance with it (space only).
class Screw : public PartOf<Screw> {
 public:
  explicit Screw(const Part& part) : PartOf(part, "joints", "screw") {}
  /// The two bodies. Two bodies, needed.
  Screw screw(const Names& value) const { return with("screw", value); }
  /// Place of the joint in the reference configuration. A point, or coordinates, needed.
  Screw at(const Location& value) const { return with("at", value); }
  /// Its axis in the reference configuration. A direction, needed.
  Screw axis(const Direction& value) const { return with("axis", value); }
  /// Distance per turn; negative for a left-hand thread. A number in m, needed.
  Screw pitch(const Quantity& value) const { return with("pitch", value); }
};

/// Rod without mass between two points (plane and space).
class Distance : public PartOf<Distance> {
 public:
  explicit Distance(const Part& part) : PartOf(part, "joints", "distance") {}
  /// The two points. Points, needed.
  Distance distance(const Names& value) const { return with("distance", value); }
  /// Their distance; as in the reference configuration if absent. A number in m.
  Distance length(const Quantity& value) const { return with("length", value); }
};

/// Point on a straight line (plane and space).
class OnLine : public PartOf<OnLine> {
 public:
  explicit OnLine(const Part& part) : PartOf(part, "joints", "on_line") {}
  /// The point. A point, needed.
  OnLine on_line(const Name& value) const { return with("on_line", value); }
  /// Direction of the line in the reference configuration. A direction, needed.
  OnLine along(const Direction& value) const { return with("along", value); }
  /// A place on it; where the point is if absent. A point, or coordinates.
  OnLine through(const Location& value) const { return with("through", value); }
  /// The body that carries it; the ground if absent. A body.
  OnLine of(const Name& value) const { return with("of", value); }
};

/// Point on a plane (space only).
class OnPlane : public PartOf<OnPlane> {
 public:
  explicit OnPlane(const Part& part) : PartOf(part, "joints", "on_plane") {}
  /// The point. A point, needed.
  OnPlane on_plane(const Name& value) const { return with("on_plane", value); }
  /// Normal of the plane in the reference configuration. A direction, needed.
  OnPlane normal(const Direction& value) const { return with("normal", value); }
  /// A place on it; where the point is if absent. A point, or coordinates.
  OnPlane through(const Location& value) const { return with("through", value); }
  /// The body that carries it; the ground if absent. A body.
  OnPlane of(const Name& value) const { return with("of", value); }
};

/// Point on a circle (plane and space).
class OnCircle : public PartOf<OnCircle> {
 public:
  explicit OnCircle(const Part& part) : PartOf(part, "joints", "on_circle") {}
  /// The point. A point, needed.
  OnCircle on_circle(const Name& value) const { return with("on_circle", value); }
  /// Centre of the circle in the reference configuration. A point, or coordinates, needed.
  OnCircle centre(const Location& value) const { return with("centre", value); }
  /// Normal of the circle's plane; needed in space. A direction.
  OnCircle normal(const Direction& value) const { return with("normal", value); }
  /// Radius; the distance in the reference configuration if absent. A number in m.
  OnCircle radius(const Quantity& value) const { return with("radius", value); }
  /// The body that carries it; the ground if absent. A body.
  OnCircle of(const Name& value) const { return with("of", value); }
};

/// Point on a curve given by equations (plane and space).
class OnCurve : public PartOf<OnCurve> {
 public:
  explicit OnCurve(const Part& part) : PartOf(part, "joints", "on_curve") {}
  /// The point. A point, needed.
  OnCurve on_curve(const Name& value) const { return with("on_curve", value); }
  /// In x, y, z: place of the point in axes fixed to the carrier. Equations, needed.
  OnCurve equation(const Equations& value) const { return with("equation", value); }
  /// Origin of x, y, z in the reference configuration; [0, 0, 0] if absent. A point, or coordinates.
  OnCurve origin(const Location& value) const { return with("origin", value); }
  /// The body that carries it; the ground if absent. A body.
  OnCurve of(const Name& value) const { return with("of", value); }
};

/// Point on a surface given by an equation (space only).
class OnSurface : public PartOf<OnSurface> {
 public:
  explicit OnSurface(const Part& part) : PartOf(part, "joints", "on_surface") {}
  /// The point. A point, needed.
  OnSurface on_surface(const Name& value) const { return with("on_surface", value); }
  /// In x, y, z: place of the point in axes fixed to the carrier. Equations, needed.
  OnSurface equation(const Equations& value) const { return with("equation", value); }
  /// Origin of x, y, z in the reference configuration; [0, 0, 0] if absent. A point, or coordinates.
  OnSurface origin(const Location& value) const { return with("origin", value); }
  /// The body that carries it; the ground if absent. A body.
  OnSurface of(const Name& value) const { return with("of", value); }
};

/// Knife-edge wheel that rolls on a plane (space only).
class RollingDisc : public PartOf<RollingDisc> {
 public:
  explicit RollingDisc(const Part& part) : PartOf(part, "joints", "rolling_disc") {}
  /// The wheel. A body, needed.
  RollingDisc rolling_disc(const Name& value) const { return with("rolling_disc", value); }
  /// Centre of the wheel in the reference configuration. A point, or coordinates, needed.
  RollingDisc at(const Location& value) const { return with("at", value); }
  /// Axis of the wheel in the reference configuration. A direction, needed.
  RollingDisc axis(const Direction& value) const { return with("axis", value); }
  /// Radius of the edge. A number in m, needed.
  RollingDisc radius(const Quantity& value) const { return with("radius", value); }
  /// Normal of the plane, towards the wheel; z if absent. A direction.
  RollingDisc normal(const Direction& value) const { return with("normal", value); }
  /// A place on the plane; the origin if absent. A point, or coordinates.
  RollingDisc through(const Location& value) const { return with("through", value); }
};

/// Sphere that rolls on a plane (space only).
class RollingSphere : public PartOf<RollingSphere> {
 public:
  explicit RollingSphere(const Part& part) : PartOf(part, "joints", "rolling_sphere") {}
  /// The sphere. A body, needed.
  RollingSphere rolling_sphere(const Name& value) const { return with("rolling_sphere", value); }
  /// Its centre in the reference configuration. A point, or coordinates, needed.
  RollingSphere at(const Location& value) const { return with("at", value); }
  /// Its radius. A number in m, needed.
  RollingSphere radius(const Quantity& value) const { return with("radius", value); }
  /// Normal of the plane, towards the sphere; z if absent. A direction.
  RollingSphere normal(const Direction& value) const { return with("normal", value); }
  /// A point of the plane, which moves with it, and turns with it if it is a point of a body; the origin if absent. A
  /// point.
  RollingSphere through(const Name& value) const { return with("through", value); }
  /// Angular velocity of the plane about its normal, through that point. An expression in 1/s.
  RollingSphere spin(const Quantity& value) const { return with("spin", value); }
};

/// Wheel that rolls on a line or circle (plane only).
class Wheel : public PartOf<Wheel> {
 public:
  explicit Wheel(const Part& part) : PartOf(part, "joints", "wheel") {}
  /// The body that rolls. A body, needed.
  Wheel wheel(const Name& value) const { return with("wheel", value); }
  /// Its centre in the reference configuration. A point, or coordinates, needed.
  Wheel at(const Location& value) const { return with("at", value); }
  /// Its radius. A number in m, needed.
  Wheel radius(const Quantity& value) const { return with("radius", value); }
  /// Direction of the line, with the wheel on its left. A direction.
  Wheel along(const Direction& value) const { return with("along", value); }
  /// Centre of the circle that it rolls on. A point, or coordinates.
  Wheel circle(const Location& value) const { return with("circle", value); }
  /// `yes`: it rolls inside the circle. A word.
  Wheel inside(const Name& value) const { return with("inside", value); }
};

/// No sideways velocity of a point (plane and space).
class Skate : public PartOf<Skate> {
 public:
  explicit Skate(const Part& part) : PartOf(part, "joints", "skate") {}
  /// The point of contact. A point, needed.
  Skate skate(const Name& value) const { return with("skate", value); }
  /// The body that carries the blade. A body, needed.
  Skate of(const Name& value) const { return with("of", value); }
  /// Direction of the blade in the reference configuration. A direction, needed.
  Skate along(const Direction& value) const { return with("along", value); }
  /// Normal of the plane, in space; z if absent. A direction.
  Skate normal(const Direction& value) const { return with("normal", value); }
};

}  // namespace joint

/// What Mechanism::joint gives: the method says what kind of joint it is.
class [[nodiscard]] NewJoint : public NewPart {
 public:
  using NewPart::NewPart;
  /// Hinge: one axis in common (plane and space). Takes: the two bodies.
  joint::Revolute revolute(const Names& value) const { return make<joint::Revolute>("revolute", value); }
  /// Slide along a line of the plane without turning (plane only). Takes: the two bodies; the second slides on the
  /// first.
  joint::Slider slider(const Names& value) const { return make<joint::Slider>("slider", value); }
  /// Rigid connection (plane and space). Takes: the two bodies.
  joint::Weld weld(const Names& value) const { return make<joint::Weld>("weld", value); }
  /// Two joints turn in proportion (plane and space). Takes: the two joints.
  joint::Gear gear(const Names& value) const { return make<joint::Gear>("gear", value); }
  /// Rack and pinion (plane and space). Takes: the joint that slides, and the one that turns.
  joint::Rack rack(const Names& value) const { return make<joint::Rack>("rack", value); }
  /// Ball and socket: one point in common (space only). Takes: the two bodies.
  joint::Spherical spherical(const Names& value) const { return make<joint::Spherical>("spherical", value); }
  /// Slide along an axis without turning (space only). Takes: the two bodies; the second slides on the first.
  joint::Prismatic prismatic(const Names& value) const { return make<joint::Prismatic>("prismatic", value); }
  /// Turn about an axis and slide along it (space only). Takes: the two bodies.
  joint::Cylindrical cylindrical(const Names& value) const { return make<joint::Cylindrical>("cylindrical", value); }
  /// Cross of two hinges (space only). Takes: the two bodies.
  joint::Universal universal(const Names& value) const { return make<joint::Universal>("universal", value); }
  /// Slide and turn in a plane (space only). Takes: the two bodies.
  joint::Planar planar(const Names& value) const { return make<joint::Planar>("planar", value); }
  /// Turn about an axis and advance with it (space only). Takes: the two bodies.
  joint::Screw screw(const Names& value) const { return make<joint::Screw>("screw", value); }
  /// Rod without mass between two points (plane and space). Takes: the two points.
  joint::Distance distance(const Names& value) const { return make<joint::Distance>("distance", value); }
  /// Point on a straight line (plane and space). Takes: the point.
  joint::OnLine on_line(const Name& value) const { return make<joint::OnLine>("on_line", value); }
  /// Point on a plane (space only). Takes: the point.
  joint::OnPlane on_plane(const Name& value) const { return make<joint::OnPlane>("on_plane", value); }
  /// Point on a circle (plane and space). Takes: the point.
  joint::OnCircle on_circle(const Name& value) const { return make<joint::OnCircle>("on_circle", value); }
  /// Point on a curve given by equations (plane and space). Takes: the point.
  joint::OnCurve on_curve(const Name& value) const { return make<joint::OnCurve>("on_curve", value); }
  /// Point on a surface given by an equation (space only). Takes: the point.
  joint::OnSurface on_surface(const Name& value) const { return make<joint::OnSurface>("on_surface", value); }
  /// Knife-edge wheel that rolls on a plane (space only). Takes: the wheel.
  joint::RollingDisc rolling_disc(const Name& value) const { return make<joint::RollingDisc>("rolling_disc", value); }
  /// Sphere that rolls on a plane (space only). Takes: the sphere.
  joint::RollingSphere rolling_sphere(const Name& value) const {
    return make<joint::RollingSphere>("rolling_sphere", value);
  }
  /// Wheel that rolls on a line or circle (plane only). Takes: the body that rolls.
  joint::Wheel wheel(const Name& value) const { return make<joint::Wheel>("wheel", value); }
  /// No sideways velocity of a point (plane and space). Takes: the point of contact.
  joint::Skate skate(const Name& value) const { return make<joint::Skate>("skate", value); }
};

}  // namespace rheon::build
