// Sums whose largest terms cancel.
#pragma once

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// n written so that it keeps its digits where large values of the inputs [first, first + count) cancel: in every sum with
/// such an input as a term these terms come first, with exact products for inputs of up to 27 bits, then what depends on
/// no input beyond them, then the rest. Sums made of the result afterwards need not be in this order.
Node cancel_first(Graph& graph, Node n, int first, int count);

}  // namespace rheon::expr
