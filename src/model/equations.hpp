// Symbolic assembly of an equation model: expressions for every quantity of the equations of motion.
#pragma once

#include <array>
#include <vector>

#include "model/held_mass.hpp"
#include "model/term_kinds.hpp"
#include "rheon/expr/graph.hpp"

namespace rheon {

/// Expressions and their places, quantity by quantity.
struct EquationTerms {
  std::array<EntryPositions, term_kind_count> places;
  std::array<std::vector<expr::Node>, term_kind_count> nodes;
  HeldMass held;  ///< rows whose inertia is part of the mass, with the force that takes its effect back
  void add(TermKind quantity, int row, int col, expr::Node node) {
    places[static_cast<std::size_t>(quantity)].emplace_back(row, col);
    nodes[static_cast<std::size_t>(quantity)].push_back(node);
  }
};

EquationTerms derive_equations(Model& model);

}  // namespace rheon
