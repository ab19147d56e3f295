// How programs judge pivots, by the rule of la/kkt_elimination.hpp, and whether what they find is finite.
//
// Losses are squared: of a row whose pivot has the wrong sign the loss is large and negative.
#pragma once

#include <cmath>

#include "kernels/program_algebra.hpp"
#include "la/dependent_rows.hpp"

namespace rheon {

/// What shows whether the values of a program are good: carried on from one elimination in a program to the next.
struct PivotWatch {
  code::Ref lost;    ///< square of the largest loss of a row, and of largest_mass_loss
  code::Ref finite;  ///< a sum of zeros, not a number where something is not finite

  /// The largest `lost` of accelerations and multipliers that need no refinement (see SaddleSolver), and of corrections.
  static constexpr double most_in_rates = most_lost_at_once * most_lost_at_once;
  static constexpr double most_in_corrections = most_lost_by_correction * most_lost_by_correction;
  static bool good(double lost, double finite, double most) { return lost <= most && finite == 0.0; }
  /// The least part of its pivot that a row keeps beside the others.
  static double independence(double lost) { return lost > 1.0 ? 1.0 / std::sqrt(lost) : 1.0; }
};

/// Square of what the pivot of a row has lost, with turn k.
code::Ref squared_loss(ProgramAlgebra& code, const KktValues& factors, int k);
/// The largest of these.
code::Ref largest_loss(ProgramAlgebra& code, const KktStructure& s, const KktValues& factors);
/// The same for the pivots of M where it varies: it exceeds `most_lost` where one is round-off (pivot_round_off). A mass
/// matrix that has become singular is to be seen, though no pivot is negative.
code::Ref largest_mass_loss(ProgramAlgebra& code, const System& system, const InlinedTerms& terms,
                            const KktStructure& s, const KktValues& factors, double most_lost);

/// `sum` becomes not a number if a pivot of M, of which this is the inverse, is not positive: it has no root.
void watch_mass(ProgramAlgebra& code, code::Ref& sum, code::Ref inverse);
/// That for all of them, where M varies.
void watch_masses(ProgramAlgebra& code, code::Ref& sum, const System& system, const KktStructure& s,
                  const KktValues& factors);
/// Negative if the pivots of all coordinates are positive: without a root for each, which takes longer than a comparison.
code::Ref least_pivot(ProgramAlgebra& code, const KktStructure& s, const KktValues& factors);

}  // namespace rheon
