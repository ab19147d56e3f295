// The forces: one function a kind, in a file of its own.
#pragma once

#include "mechanism/element_equations.hpp"

namespace rheon::forces {

using mechanism::Component;
using mechanism::ComponentKind;
using mechanism::Equations;
using mechanism::expect_along;
using mechanism::Fields;
using mechanism::FieldSpec;
using mechanism::FieldType;
using mechanism::Freedom;
using mechanism::Geometry;
using mechanism::Look;
using mechanism::Readout;
using mechanism::Scalar;
using mechanism::still_place;
using mechanism::Turning;
using mechanism::two_points;
using mechanism::Vec3;
using mechanism::Vector;

/// All kinds, in the order in which their keys are looked for.
std::span<const ComponentKind> kinds();
ComponentKind spring_kind();
ComponentKind torque_kind();
ComponentKind force_kind();
ComponentKind torsion_kind();
ComponentKind actuator_kind();
ComponentKind friction_kind();
ComponentKind bump_stop_kind();
ComponentKind bushing_kind();
ComponentKind contact_kind();
ComponentKind drag_kind();

/// Reports a number below 0, where that would feed energy or mean nothing.
double not_negative(Fields& fields, std::string_view field);
/// From 0 at 0 to 1 at 1, twice continuously differentiable, constant outside.
Scalar smooth_step(const Scalar& x);

/// Forces are no joints: their channels are made on demand.
class ForceComponent : public Component {
 public:
  bool is_joint() const override { return false; }
};

}  // namespace rheon::forces
