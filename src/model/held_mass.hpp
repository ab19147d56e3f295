// Motions without kinetic energy that constraints hold: coordinates without mass, or a quaternion whose kinetic energy is
// that of the angular velocity and which its norm holds. The equations stay regular, their mass matrix alone is not.
//
// Whatever D is, A a = b makes
//
//   (M + A^T D A) a + A^T lambda = Q + A^T D b
//
// the same as M a + A^T lambda = Q, with the same lambda [Udwadia2006]. With D > 0 for rows that hold all motions without
// kinetic energy the mass matrix is regular, and every formulation can divide by it.
#pragma once

#include <vector>

#include "model/holding_row.hpp"
#include "model/term_kinds.hpp"
#include "rheon/model/model.hpp"

namespace rheon {

struct HeldMass {
  std::vector<HoldingRow> rows;  ///< ascending; empty where M is regular
  int held = -1;                 ///< a velocity that takes part in a motion without kinetic energy that rows hold
  int unheld = -1;               ///< and one of a motion that none holds
  bool constant_mass = true;     ///< without these rows, M depends on nothing
};

/// From M and the rows A (their nodes) at the initial values and at a few places around them. `A`: by row, velocity and
/// entry.
HeldMass find_held_mass(const Model& model, const EntryPositions& mass_places, const std::vector<expr::Node>& mass,
                        const std::vector<std::vector<std::pair<int, expr::Node>>>& A);

}  // namespace rheon
