// What only served to make nodes.
#pragma once

#include <span>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Drops all nodes that none of these needs, and rests. What they point to is renumbered, in the order that it had; all other
/// handles become invalid.
void drop_unused(Graph& graph, std::span<Node* const> kept);

/// Frees the tables by which equal nodes are found and what follows from the nodes, three quarters of the memory of a graph.
/// They come back when a node is made. Asked what it depends on, a node at rest is walked through.
void rest(Graph& graph);

}  // namespace rheon::expr
