// Which features of each body become coordinates, which follow from them, and which close a loop.
#pragma once

#include <optional>
#include <vector>

#include "mechanism/parts.hpp"

namespace rheon::mechanism {

/// A feature that a body has and that was already given by another body: equations must close the loop.
struct Closure {
  int feature = 0;
  int body = 0;
  std::string claimant;
  /// If given: directions in which it says something new, in the reference configuration. The others follow from what
  /// the same joint shares besides.
  std::optional<std::vector<Vec3>> only = std::nullopt;
};

struct FeatureLayout {
  std::vector<int> order;        ///< bodies in the order in which they were laid out, ground left out
  std::vector<int> coordinates;  ///< features with coordinates of their own
  std::vector<Closure> closures;
};

/// Chooses the basis of every body, the definer of every feature, and adds the features that are missing (unit
/// vectors, a point at the centre). Reference configuration only: no expressions yet.
FeatureLayout lay_out(std::vector<Body>& bodies, std::vector<Feature>& features, bool planar);

}  // namespace rheon::mechanism
