// The third derivative of the coordinates along the motion.
#pragma once

#include <Eigen/Core>

#include "analysis/linear_flow.hpp"

namespace rheon {

/// v'' along the motion, by central differences of v' with one step of Richardson's extrapolation. Zero if the model has no
/// values a little before or after the state.
Eigen::VectorXd third_derivative(const System& system, const State& state, const LinearFlow& flow);

}  // namespace rheon
