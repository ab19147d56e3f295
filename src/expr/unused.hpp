// What only served to make nodes.
#pragma once

#include <span>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Drops all nodes that none of these needs. What they point to is renumbered; all other handles become invalid.
void drop_unused(Graph& graph, std::span<Node* const> kept);

/// Frees the tables by which equal nodes are found, about half of the memory of a graph. They come back when a node is made.
void rest(Graph& graph);

}  // namespace rheon::expr
