// The values of a tape as machine code, where the processor is known.
#pragma once

#include "code/native_code.hpp"
#include "expr/tape_program.hpp"

namespace rheon::expr {

/// `list` before `fuse`; `tables` are those of the list and must stay where they are.
code::StraightLine translate(const ValueList& list, const std::vector<Interpolant>& tables);

/// Appends the computation of nodes to a program; their values, in order. `tables` receives what the program refers to.
/// Inputs of the nodes are the values given, or if there are none, those that the program reads as a tape does.
std::vector<code::Value> append_nodes(const Graph& graph, std::span<const Node> nodes, code::StraightLine& program,
                                      std::vector<Interpolant>& tables, const std::vector<code::Value>& inputs = {});

}  // namespace rheon::expr
