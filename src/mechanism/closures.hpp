// Closures of one joint that say the same.
#pragma once

#include <vector>

#include "mechanism/feature_layout.hpp"
#include "mechanism/geometry.hpp"

namespace rheon::mechanism {

/// What one joint shares: its two bodies and the features that they have in common.
struct SharedByJoint {
  int a = ground, b = ground;
  std::vector<int> features;
};

/// Three unit vectors in common say no more than two of them: of the closures of one joint, those directions remain that
/// a relative motion of its bodies could still have after the joint's other features.
void reduce_closures(const Geometry& geometry, const std::vector<SharedByJoint>& joints, FeatureLayout& layout);

}  // namespace rheon::mechanism
