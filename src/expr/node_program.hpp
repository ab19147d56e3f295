// Nodes of a graph as a program.
#pragma once

#include "code/executable.hpp"
#include "expr/lowered.hpp"

namespace rheon::expr {

/// Writes the outputs of the list. `tables` are those of the list and must stay where they are.
code::Program node_program(const Lowered& list, const std::vector<Interpolant>& tables);

/// Appends the computation of nodes to a program; their values, in order. `tables` receives what the program refers to.
/// Inputs of the nodes are the values given, or if there are none, those that the program reads as a tape does.
std::vector<code::Ref> append_nodes(const Graph& graph, std::span<const Node> nodes, code::Program& program,
                                    std::vector<Interpolant>& tables, const std::vector<code::Ref>& inputs = {});

}  // namespace rheon::expr
