// Functions that are flat but for a small part of their arguments.
#pragma once

#include <span>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Do these contain a choice (`max`, `if`, `abs`, ...), a table, an exponential or a hyperbolic tangent of anything but time?
/// What such a function does may lie between two places at which a long step looks at it.
bool vary_locally_in_motion(const Graph& graph, std::span<const Node> nodes);

}  // namespace rheon::expr
