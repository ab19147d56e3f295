// How often a run tells how far it is.
#pragma once

namespace rheon {

/// Seconds of wall time between two calls of a monitor: 20 a second let a display move, at no cost that shows. A choice.
inline constexpr double monitor_interval = 0.05;

}  // namespace rheon
