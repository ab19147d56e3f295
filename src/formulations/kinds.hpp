// One function a formulation, each in its own file; table.cpp puts them in order.
#pragma once

#include "rheon/formulations/kind.hpp"

namespace rheon {

FormulationKind ali3p_kind();
FormulationKind lagrange_kind();
FormulationKind lagrange_index2_kind();

}  // namespace rheon
