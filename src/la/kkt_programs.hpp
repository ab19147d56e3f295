// Elimination and substitution of kkt_factors.hpp written out as straight lines, for machine code: the same operations
// in the same order as the loops, so that both give the same bits.
#pragma once

#include <vector>

#include "code/straight_line.hpp"
#include "la/kkt_structure.hpp"

namespace rheon {

/// The factors as values of a program. Without symmetry `upper` has what is above the diagonal, otherwise it is empty.
struct KktValues {
  std::vector<code::Value> lower, upper;     ///< entries of L and U, as the structure counts them
  std::vector<code::Value> inverse, before;  ///< by turn: inverse pivots; of rows, the pivots before losses
};

/// Appends the elimination; `P`, `A` and `minus_compliance` are the values of the entries and rows.
KktValues append_elimination(code::StraightLine& program, const KktStructure& s, bool symmetric,
                             const std::vector<code::Value>& P, const std::vector<code::Value>& A,
                             const std::vector<code::Value>& minus_compliance);
/// Appends the substitution; `x` has the right sides in and the solution out: coordinates, then rows.
void append_substitution(code::StraightLine& program, const KktStructure& s, bool symmetric, const KktValues& factors,
                         std::vector<code::Value>& x);

/// Where in the work array, behind the storage of the factors, the programs find -e and the right sides.
struct KktProgramPlaces {
  int compliance, right_side;
};

/// In: P; out: A, which is read too; work: factors.
code::StraightLine elimination_program(const KktStructure& s, bool symmetric, const KktProgramPlaces& places);
/// Work alone.
code::StraightLine substitution_program(const KktStructure& s, bool symmetric, const KktProgramPlaces& places);

}  // namespace rheon
