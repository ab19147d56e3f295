// One function a formulation, each in its own file; table.cpp puts them in order.
#pragma once

#include "rheon/formulations/kind.hpp"

namespace rheon {

/// Of formulations with dense matrices, whose time grows with the cube: beyond, one acceleration takes seconds, in which nobody
/// can interrupt it. A choice.
inline constexpr int most_dense_velocities = 1000;

FormulationKind ali3p_kind();
FormulationKind lagrange_kind();
FormulationKind lagrange_index3_kind();
FormulationKind penalty_kind();
FormulationKind udwadia_kalaba_kind();
FormulationKind kane_kind();
FormulationKind energy_momentum_kind();
FormulationKind np_ode_kind();
FormulationKind np_three_field_kind();
FormulationKind augmented_lagrangian_kind();
FormulationKind lagrange_index2_kind();

}  // namespace rheon
