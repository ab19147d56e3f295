// Coordinates that hardly move, against others of the same unit.
#pragma once

#include "rheon/model/system.hpp"

namespace rheon {

/// A coordinate that covers little is judged by this part of what the others of its unit cover: a hundredth of the motion is not seen
/// in a picture of it, and an error of a few per cent of that much less. A choice: smaller, and what hardly moves is judged by
/// itself.
inline constexpr double least_part_of_unit = 0.01;

/// For each coordinate that part of the largest of the values, one a coordinate and none below 0, of all coordinates with its unit.
Vec least_of_unit(const Model& model, const Vec& values);

}  // namespace rheon
