// What states beside a given one show about its motion and its bodies.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "analysis/linear_flow.hpp"

namespace rheon {

/// v'' along the motion, by central differences of v' with one step of Richardson's extrapolation. Zero if the model has no
/// motion beside the state.
Eigen::VectorXd third_derivative(const System& system, const State& state, const LinearFlow& flow);

/// A point that a row keeps at a distance from a place that stands still: a body with a point on the ground has such rows.
struct Tether {
  int point = -1;  ///< first coordinate
  Eigen::Vector3d place = Eigen::Vector3d::Zero();
};
/// Of the points of the model's bodies, which have `axes` coordinates each.
std::vector<Tether> tethers(const System& system, const State& state, int axes);

}  // namespace rheon
