// Nodes of a graph as the values that have to be computed for them: small whole powers are products.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/graph_core.hpp"
#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// A constant, an input, or an operation whose operands are numbers of other values.
struct LoweredValue {
  Op op = Op::constant;
  std::uint8_t operand_count = 0;
  std::uint32_t operand[3] = {};
  std::uint32_t extra[2] = {};  ///< table: number and order; input: slot
  double constant = 0.0;
};

/// Values in the order of evaluation, and which of them are the outputs.
struct Lowered {
  std::vector<LoweredValue> values;
  std::vector<std::uint32_t> outputs;
  std::vector<Interpolant> tables;
};

Lowered lower_to_values(const GraphCore& graph, std::span<const Id> outputs);

}  // namespace rheon::expr
