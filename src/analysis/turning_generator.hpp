// The generator of a steady motion in which bodies turn about axes that stand still in them: wheels that roll straight.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "rheon/model/system.hpp"

namespace rheon {

/// G with e_i' = sum_j W_ji e_j for the unit vectors of every body, W = E^-1 E' constant in body axes; everything else
/// is taken to go along with constant velocity. Nothing if no body turns, or if bodies contradict each other.
std::optional<Eigen::MatrixXd> turning_generator(const Model& model, const State& state);

}  // namespace rheon
