// The joints: one function a kind, in a file of its own.
#pragma once

#include <array>

#include "mechanism/element_equations.hpp"

namespace rheon::joints {

using mechanism::across;
using mechanism::Component;
using mechanism::ComponentKind;
using mechanism::Equations;
using mechanism::Fields;
using mechanism::FieldSpec;
using mechanism::FieldType;
using mechanism::Freedom;
using mechanism::Geometry;
using mechanism::Look;
using mechanism::Readout;
using mechanism::Refusal;
using mechanism::Scalar;
using mechanism::still_place;
using mechanism::Turning;
using mechanism::two_points;
using mechanism::Vec3;
using mechanism::Vector;

/// All kinds, in the order in which their keys are looked for.
std::span<const ComponentKind> kinds();
ComponentKind revolute_kind();
ComponentKind spherical_kind();
ComponentKind slider_kind();
ComponentKind prismatic_kind();
ComponentKind distance_kind();
ComponentKind on_line_kind();
ComponentKind on_plane_kind();
ComponentKind on_circle_kind();
ComponentKind on_curve_kind();
ComponentKind on_surface_kind();
ComponentKind weld_kind();
ComponentKind cylindrical_kind();
ComponentKind universal_kind();
ComponentKind planar_kind();
ComponentKind screw_kind();
ComponentKind gear_kind();
ComponentKind rack_kind();
ComponentKind rolling_disc_kind();
ComponentKind rolling_sphere_kind();
ComponentKind wheel_kind();
ComponentKind skate_kind();

inline constexpr FieldSpec at_field{
    "at", FieldType::place, true, "m", "place of the joint in the reference configuration", "at: A"};
inline constexpr FieldSpec axis_field{
    "axis", FieldType::direction, true, "", "its axis in the reference configuration", "axis: z"};

inline constexpr FieldSpec through_field{
    "through", FieldType::place, false, "m", "a place on it; where the point is if absent", "through: [0, 0, 0]"};
inline constexpr FieldSpec of_field{
    "of", FieldType::body, false, "", "the body that carries it; the ground if absent", "of: lever"};

/// Two joints, or two numbers of one: what is wanted of the first and of the second.
std::vector<Turning> two_joints(Fields& fields, std::string_view field, std::array<Freedom, 2> wanted);
std::vector<int> bodies_of_joints(const Equations& e, const std::vector<Turning>& joints);

/// Joints of two bodies at a place: what they have in common.
class PairJoint : public Component {
 public:
  PairJoint(Fields& fields, std::string_view kind) : at_(fields.point("at")) {
    const auto pair = fields.bodies(kind);
    a_ = pair[0];
    b_ = pair[1];
  }
  std::vector<int> bodies(const Equations&) const override { return {a_, b_}; }
  std::vector<int> shared() const override { return shared_; }
  Vector place(const Equations& e) const override { return e.point_on(b_, at_); }

 protected:
  /// The point at the place belongs to both bodies. One that belongs to others only is not meant: just its place.
  void share_point(Geometry& g) {
    const auto& there = g.features[static_cast<std::size_t>(at_)];
    if (!there.attachments.empty() && !there.on(a_) && !there.on(b_)) at_ = g.add_place(there.reference);
    g.attach(at_, a_);
    g.attach(at_, b_);
    shared_.push_back(at_);
  }
  void share_vector(Geometry& g, const Vec3& direction, const std::string& suffix) {
    shared_.push_back(g.share_vector(direction, suffix, {a_, b_}));
  }
  /// Where the place is on one of the bodies.
  Vector place_on(const Equations& e, int body) const { return e.point_on(body, at_); }

  /// Slides cannot move if their bodies share a point: any at all, or one at the place of the joint.
  std::optional<Refusal> locked(const Geometry& g, bool anywhere) const;
  /// The place on the second body stays on the axis of the first: two rows.
  void stay_on_axis(Equations& e, const Vec3& axis) const;
  Scalar distance_along(const Equations& e, const Vec3& axis) const {
    return dot(place_on(e, b_) - place_on(e, a_), e.vector_of(a_, axis));
  }

  int a_ = 0, b_ = 0, at_ = 0;
  std::vector<int> shared_;
};

/// Joints of a point with something that a body or the ground carries.
class PointJoint : public Component {
 public:
  PointJoint(Fields& fields, std::string_view kind, std::string_view base = "through")
      : point_(fields.point(kind)), carrier_(fields.has("of") ? fields.body("of") : mechanism::ground) {
    base_ = fields.has(base) ? fields.point(base) : base == "through" ? point_ : -1;
  }
  void attach(Geometry& g) override { g.orient(carrier_); }
  std::vector<int> bodies(const Equations& e) const override { return {carrier_, e.owner(point_)}; }
  Vector place(const Equations& e) const override { return e.point(point_); }
  /// A point of the carrier itself cannot move on it.
  std::optional<Refusal> refusal(const Geometry& g) const override;

 protected:
  /// The place on the carrier.
  Vector base(const Equations& e) const {
    return base_ < 0 ? e.point_of(carrier_, Vec3::Zero()) : e.point_on(carrier_, base_);
  }

  int point_, carrier_, base_ = -1;
};

}  // namespace rheon::joints
