// Nodes that only served to make others.
#pragma once

#include <span>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Drops all nodes that none of these needs. What they point to is renumbered; all other handles become invalid.
void drop_unused(Graph& graph, std::span<Node* const> kept);

}  // namespace rheon::expr
