// What chooses among the branches of an expression.
#pragma once

#include <vector>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// An operation with branches and its arguments; `b` is `a` where it has but one.
struct Choice {
  Op op;
  Node a, b;
  /// The branch at these values of the arguments.
  double branch(double value_a, double value_b) const;
};

/// Those on which n depends, outside of constants and time.
std::vector<Choice> choices_of(const Graph& graph, Node n);

}  // namespace rheon::expr
