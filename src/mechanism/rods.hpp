// Rods whose length is not the distance of their ends in the reference configuration.
#pragma once

#include "mechanism/geometry.hpp"

namespace rheon::mechanism {

/// Everything else on such a rod keeps its share of the length, whichever end is named first: a point in the middle is in
/// the middle. After all features are attached, before the layout.
void keep_shares_of_length(Geometry& geometry);

}  // namespace rheon::mechanism
