// How often a run tells how far it is.
#pragma once

namespace rheon {

/// Seconds of wall time between two calls of a monitor: often enough for a display that moves, at no cost that shows.
inline constexpr double monitor_interval = 0.05;

}  // namespace rheon
