// Constants that are no numbers: a division by zero that no variable can mend.
#pragma once

#include <optional>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// The value of a part of n that depends on no input and is not finite, such as the 1/0 of x + 1/0; nothing if there is none.
std::optional<double> not_finite(const Graph& graph, Node n);

}  // namespace rheon::expr
