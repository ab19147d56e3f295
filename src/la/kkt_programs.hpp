// Elimination and substitution (kkt_elimination.hpp) as programs.
#pragma once

#include <functional>
#include <vector>

#include "code/program.hpp"
#include "la/kkt_structure.hpp"

namespace rheon {

/// The factors as values of a program. Without symmetry `upper` has what is above the diagonal, otherwise it is empty.
struct KktValues {
  std::vector<code::Ref> lower, upper;     ///< entries of L and U, as the structure counts them
  std::vector<code::Ref> inverse, before;  ///< by turn: inverse pivots; of rows, the pivots before losses
};

/// Appends the elimination; `P`, `A` and `minus_compliance` are the values of the entries and rows. Right sides given as
/// `x` (coordinates, then rows) are eliminated with it, while the factors are at hand. `done` is called after each turn.
KktValues append_elimination(code::Program& program, const KktStructure& s, bool symmetric,
                             const std::vector<code::Ref>& P, const std::vector<code::Ref>& A,
                             const std::vector<code::Ref>& minus_compliance, std::vector<code::Ref>* x = nullptr,
                             const std::function<void(const KktValues&, int turn)>& done = {});
/// What is left to do for right sides that were eliminated. `done` is called with the number in `x` of each unknown found.
void append_back_substitution(code::Program& program, const KktStructure& s, bool symmetric, const KktValues& factors,
                              std::vector<code::Ref>& x, const std::function<void(int number)>& done = {});
/// Appends the substitution; `x` has the right sides in and the solution out: coordinates, then rows.
void append_substitution(code::Program& program, const KktStructure& s, bool symmetric, const KktValues& factors,
                         std::vector<code::Ref>& x);

/// In: P; out: A, which is read too; work: the factors, then without symmetry what is above the diagonal, then -e.
code::Program elimination_program(const KktStructure& s, bool symmetric);
/// In and out: right sides and solution of coordinates and of rows, both read and written; work: the factors.
code::Program substitution_program(const KktStructure& s, bool symmetric);

}  // namespace rheon
