// What bodies that share features would say twice: rows that follow from others are not written.
#pragma once

#include <vector>

#include "mechanism/frame.hpp"
#include "mechanism/geometry.hpp"
#include "mechanism/layout.hpp"

namespace rheon::mechanism {

/// For each row d_i . d_j = const (j <= i) of a body's rigidity: does a body laid out before it have both directions as
/// well, so that its rows imply this one?
std::vector<bool> implied_rigidity(const Geometry& geometry, const Layout& layout, const Frame& frame, int body);

/// What one joint shares: its two bodies and the features that they have in common.
struct SharedByJoint {
  int a = ground, b = ground;
  std::vector<int> features;
};

/// Three unit vectors in common say no more than two of them: of the closures of one joint, those directions remain that
/// a relative motion of its bodies could still have after the joint's other features.
void reduce_closures(const Geometry& geometry, const std::vector<SharedByJoint>& joints, Layout& layout);

}  // namespace rheon::mechanism
