// The combinations of terms that the inner loops ask for.
#pragma once

#include "rheon/model/system.hpp"

namespace rheon {

/// Index-1 equations without and with the position residual (stabilisation).
inline constexpr Want want_rate = Want::rows | Want::mass | Want::force | Want::bias;
inline constexpr Want want_stabilised_rate = want_rate | Want::row_rates | Want::position;
/// Newton stage of a position-level step, with the approximate and with the full tangent.
inline constexpr Want want_newton = Want::position | Want::jacobian | Want::mass | Want::force | Want::tangent;
inline constexpr Want want_full_newton = want_newton | Want::curvature;
/// Stages of a collocation method: every derivative that their Newton matrix has.
inline constexpr Want want_stage = want_full_newton | Want::slopes;
/// The same with a matrix that is there already.
inline constexpr Want want_stage_residual = without(want_stage, Want::tangent | Want::curvature | Want::slopes);
/// Projections of position, velocity and acceleration.
inline constexpr Want want_position_projection = Want::position | Want::jacobian | Want::mass;
inline constexpr Want want_velocity_projection = Want::jacobian | Want::mass;
inline constexpr Want want_acceleration_projection = Want::rows | Want::bias;
/// Violation at three levels.
inline constexpr Want want_drift = Want::position | Want::jacobian | Want::bias;

}  // namespace rheon
