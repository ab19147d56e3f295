// What rheon's own methods see of a System and of Terms beyond their public face.
#pragma once

#include <vector>

#include "model/holding_row.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class DiscreteGradient;
struct InlinedTerms;
namespace code {
class Program;
}

struct SystemInside {
  /// For methods that conserve energy: see model/discrete_gradient.hpp. Lives as long as the system.
  static const DiscreteGradient& discrete_gradient(const System& system);
  /// What is wanted as part of a larger program: see model/inlined_terms.hpp.
  static void append_terms(const System& system, code::Program& program, Want want, InlinedTerms& terms);

  // --- coordinates without kinetic energy of their own: see model/held_mass.hpp
  static int massless_velocity(const System& system);  ///< one that no row holds, as far as known; or -1
  static int held_velocity(const System& system);      ///< one that `holding_rows` hold; or -1
  static const std::vector<HoldingRow>& holding_rows(const System& system);
  static bool varies_by_holding(const System& system);  ///< M is not constant, but would be without the holding rows
  /// Takes A^T D b out of the Q of `terms`, which must have A, Q, b: for forces at accelerations other than A v' = b.
  static void remove_holding_force(const System& system, Terms& terms);

  /// Inputs of the model's expressions (InputMap) at the state that was evaluated last.
  static const double* inputs(const Terms& terms) { return terms.inputs_.data(); }
  /// M was overwritten: the next `evaluate` that wants it writes it anew.
  static void forget_mass(Terms& terms) { terms.has_mass_ = false; }
};

}  // namespace rheon
