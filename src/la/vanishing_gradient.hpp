// When the gradient of a row counts as one that vanishes.
#pragma once

namespace rheon {

/// A gradient below this part of its largest is taken for one that vanishes. A choice: what such a row still holds is known to this
/// part of the digits, and while a motion passes the place it is below for a thirtieth of the way to where it is largest.
inline constexpr double vanishing_gradient = 0.03;

}  // namespace rheon
