// Where the anchors of tracked angles are put.
#pragma once

#include <cmath>

#include "rheon/model/state.hpp"

namespace rheon {

/// Anchors are numbers of few bits near the angles, multiples of 1/8: what rows multiply them by is exact, and angles of
/// millions of radians cancel in gears without loss (see expr::cancel_first).
inline void round_anchors(Vec& anchors) {
  for (double& anchor : anchors) anchor = std::nearbyint(8 * anchor) / 8;
}

}  // namespace rheon
