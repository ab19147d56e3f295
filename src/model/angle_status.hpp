// How a Status says that the turns of a tracked angle cannot be counted.
#pragma once

namespace rheon {

/// `where` of such a Status, whose code is `not_converged`: `iterations` is the number of the angle, `value` the turns that
/// it seems to make in the step.
inline constexpr const char* turns_of_an_angle = "turns of an angle";

}  // namespace rheon
