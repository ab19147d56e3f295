// Points too far from their body for its numbers.
#pragma once

#include <vector>

#include "mechanism/geometry.hpp"

namespace rheon::mechanism {

struct OutOfReach {
  int body = 0, feature = 0;
  double distance = 0.0;  ///< of the point from the centre of the body
  double size = 0.0;      ///< of the body
};

/// Rows and masses of a body contain squares of lengths. With a point this many times farther away than the body is
/// large, the squares of its own lengths are below the round-off of the others.
inline constexpr double farthest = 1e8;

/// The farthest such point of every body that has one. The size of a body is its radius of gyration, or, of a mass without
/// inertia, the distance of its second farthest point.
std::vector<OutOfReach> points_out_of_reach(const Geometry& geometry);

}  // namespace rheon::mechanism
