// Nodes that are affine in others: what a picture can be computed from without evaluating expressions.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "rheon/expr/graph.hpp"

namespace rheon::expr {

/// constant + sum of weight times atom, atoms in the order of their numbers.
struct Affine {
  struct Term {
    Node atom{};
    double weight = 0.0;
  };
  double constant = 0.0;
  std::vector<Term> terms;
};

/// n in terms of the nodes that `is_atom` says yes to, with constant weights; nothing if it is not of that form or has
/// more than `most` terms on the way.
std::optional<Affine> affine_of(const Graph& graph, Node n, const std::function<bool(Node)>& is_atom, std::size_t most);

}  // namespace rheon::expr
