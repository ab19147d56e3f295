// A kind of body: from its shape to mass, centre and inertia.
#pragma once

#include <numbers>

#include <span>

#include "mechanism/fields.hpp"
#include "mechanism/geometry.hpp"

namespace rheon::bodies {

using mechanism::Fields;
using mechanism::FieldSpec;
using mechanism::FieldType;
using mechanism::Geometry;
using mechanism::Vec3;
using view::Shape;

struct BodyKind {
  std::string_view name;  ///< the key that says what it is; also its first field
  std::string_view title;
  bool planar, spatial;
  std::span<const FieldSpec> fields;
  /// Fills mass, centre, inertia and shape, and attaches the points that the shape names.
  void (*make)(Fields&, Geometry&, int body);
};

/// All kinds, in the order in which their keys are looked for.
std::span<const BodyKind> kinds();
const BodyKind& point_kind();
const BodyKind& rod_kind();
const BodyKind& box_kind();
const BodyKind& disc_kind();
const BodyKind& cylinder_kind();
const BodyKind& sphere_kind();
const BodyKind& ring_kind();
const BodyKind& general_kind();

// --- shared by the shapes
/// Mass from the field `mass`, or `density` times the measure (volume, area or length) of the shape.
double read_mass(Fields& fields, double measure, std::string_view measure_text);
/// Points of the field `points`, attached to the body.
void attach_points(Fields& fields, Geometry& geometry, int body);
/// Sets mass, centre, the axes `R` of the body and the inertia, which is given in them.
void set_inertia(mechanism::Body& body, double mass, const Vec3& centre, const Vec3& principal,
                 const Eigen::Matrix3d& R);
/// The centre: the field `at`, whose point the body gets.
Vec3 read_centre(Fields& fields, Geometry& geometry, int body);

/// Axes with the field `axis` (z if absent) as third.
Eigen::Matrix3d axes_about(Fields& fields);
/// A length greater than 0.
double read_length(Fields& fields, std::string_view field);

inline constexpr double pi = std::numbers::pi;
inline constexpr FieldSpec mass_field{"mass", FieldType::number, false, "kg", "mass; this or density", "mass: 1 kg"};
inline constexpr FieldSpec points_field{
    "points", FieldType::points, false, "", "further points fixed to the body", "points: [A, B]"};
inline constexpr FieldSpec at_field{
    "at", FieldType::place, true, "m", "centre in the reference configuration", "at: [0, 0, 1]"};
inline constexpr FieldSpec axis_field{
    "axis", FieldType::direction, false, "", "axis of symmetry in the reference configuration; z if absent", "axis: y"};
inline constexpr FieldSpec along_field{
    "along",   FieldType::direction, false, "", "first axis of the body in the reference configuration; x if absent",
    "along: x"};
inline constexpr FieldSpec up_field{
    "up",   FieldType::direction, false, "", "towards its second axis; y if absent, or z if the first is near y",
    "up: z"};

}  // namespace rheon::bodies
