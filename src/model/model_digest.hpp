// A number that distinguishes models by their equations of motion.
#pragma once

#include <cstdint>

#include "rheon/model/model.hpp"

namespace rheon {

/// The same for models with the same coordinates and equations, whatever their outputs, texts and initial values. Values of
/// parameters are in the equations.
std::uint64_t digest_of(const Model& model);

}  // namespace rheon
