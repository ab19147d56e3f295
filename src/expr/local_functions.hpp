// Functions that are flat but for a small part of their arguments.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// Do these contain a choice (`max`, `if`, `abs`, ...), a table, an exponential or a hyperbolic tangent of anything but time?
/// What such a function does may lie between two places at which a long step looks at it.
bool vary_locally_in_motion(const Graph& graph, std::span<const Node> nodes);

/// Such a function, and where something may happen in it.
struct LocalFunction {
  Node value{};
  Node a{}, b{};                       ///< its arguments; `b` is `a` where it has but one
  bool crosses = false;                ///< where a - b (or a) is zero; otherwise only where that is largest or smallest
  bool whole_numbers = false;          ///< where a is one
  std::vector<double> levels;          ///< where a is one of these: the flanks of a smooth function
  std::vector<double> knots, heights;  ///< of a table: where a is one of these, and its value there
  /// Arguments between which it varies smoothly, on a scale of 1.
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
};

/// Those of anything but time on which n depends. (Not `select`: what decides of it is among the others.)
std::vector<LocalFunction> local_functions(const Graph& graph, Node n);

}  // namespace rheon::expr
