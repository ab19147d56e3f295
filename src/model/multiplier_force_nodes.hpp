// Section `nonideal` of a model as generalised forces.
#pragma once

#include <vector>

#include "rheon/model/model.hpp"

namespace rheon {

/// One along each velocity, which may contain the multipliers; empty if the model has no such section.
std::vector<expr::Node> multiplier_force_nodes(Model& model);

}  // namespace rheon
