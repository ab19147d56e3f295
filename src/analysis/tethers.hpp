// Points of bodies that rows keep at a distance from places on the ground.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

/// A point that a row keeps at a distance from a place that stands still: a body with a point on the ground has such rows.
struct Tether {
  int point = -1;  ///< first coordinate
  Eigen::Vector3d place = Eigen::Vector3d::Zero();
};
/// Of the points of the model's bodies, which have `axes` coordinates each.
std::vector<Tether> tethers(const System& system, const State& state, int axes);

}  // namespace rheon
