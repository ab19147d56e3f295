// The drivers: rows that prescribe a quantity as a function of time. One function a kind, in a file of its own.
#pragma once

#include "mechanism/element_equations.hpp"

namespace rheon::drivers {

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
using mechanism::Turning;
using mechanism::two_points;
using mechanism::Vec3;
using mechanism::Vector;

/// All kinds, in the order in which their keys are looked for.
std::span<const ComponentKind> kinds();
ComponentKind angle_kind();
ComponentKind displacement_kind();
ComponentKind speed_kind();
ComponentKind distance_kind();
ComponentKind position_kind();

constexpr FieldSpec equals_in(std::string_view unit) {
  return {"equals", FieldType::expression, true, unit, "its value, an expression of t", "equals: 10*t"};
}

}  // namespace rheon::drivers
