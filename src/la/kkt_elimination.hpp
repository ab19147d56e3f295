// Elimination and substitution on the structure of kkt_structure.hpp, stated once: KktFactors carries them out on numbers,
// kkt_programs.hpp writes them down as programs, with the same operations in the same order.
//
// Right-looking: each pivot changes what is left of the matrix at places known in advance.
//
// `algebra` has add, sub, mul and div (number_algebra.hpp; a code::Program has them, too).
#pragma once

#include "core/index.hpp"
#include "la/kkt_structure.hpp"

namespace rheon {

/// The turn of unknown k; the targets of the turns that follow. `entries` has the numbers:
///   lower(place), upper(place)   of the storage, as they are now, and `set_lower`, `set_upper`
///   one()                        the number 1
///   keep(k, before, inverse)     the pivot of a row before losses, and the inverse of the pivot
///   begin_column(first, count, inverse), l(p), u(p)   the column over the pivot, and the row that eliminates with it
template <bool symmetric, class Algebra, class Entries>
const int* eliminate_turn(Algebra& algebra, const KktStructure& s, int k, const int* target, Entries& entries) {
  const int first = s.start[at(k)], count = s.start[at(k) + 1] - first;
  const auto before = entries.lower(s.diagonal(k));
  const auto pivot = s.is_row[at(k)] ? algebra.add(before, entries.lower(s.loss(k))) : before;
  const auto inverse = algebra.div(entries.one(), pivot);
  entries.keep(k, before, inverse);
  entries.begin_column(first, count, inverse);
  for (int p = 0; p < count; ++p) {
    const auto lp = entries.l(p);
    for (int r = 0; r <= p; ++r) {
      const int t = *target++;
      entries.set_lower(t, algebra.sub(entries.lower(t), algebra.mul(lp, entries.u(r))));
      if constexpr (!symmetric)
        if (r < p) entries.set_upper(t, algebra.sub(entries.upper(t), algebra.mul(entries.l(r), entries.u(p))));
    }
  }
  return target;
}

/// Right sides x by turn, after the turn of unknown k.
template <class Algebra, class Lower, class Unknowns>
void eliminate_right_side(Algebra& algebra, const KktStructure& s, int k, const Lower& lower, Unknowns&& x) {
  const auto xk = x(k);
  for (int p = s.start[at(k)]; p < s.start[at(k) + 1]; ++p) {
    auto& xi = x(s.index[at(p)]);
    xi = algebra.sub(xi, algebra.mul(lower[at(p)], xk));
  }
}

/// Unknown k, once all later ones are known. `above`: entries above the diagonal; with symmetry those below.
template <bool symmetric, class Algebra, class Above, class Number, class Unknowns>
void substitute_back(Algebra& algebra, const KktStructure& s, int k, const Above& above, Number inverse, Unknowns&& x) {
  auto& xk = x(k);
  Number sum = symmetric ? algebra.mul(xk, inverse) : xk;
  for (int p = s.start[at(k)]; p < s.start[at(k) + 1]; ++p)
    sum = algebra.sub(sum, algebra.mul(above[at(p)], x(s.index[at(p)])));
  xk = symmetric ? sum : algebra.mul(sum, inverse);
}

/// What a pivot has lost: before over after, from its `inverse`. Before: of a coordinate its entry on the diagonal of P, of a row its
/// pivot without what other rows take away (KktStructure::loss).
///
/// All judge pivots by this. That of a coordinate has to be positive, and may not be round-off (pivot_round_off). Of rows the
/// largest loss counts: its inverse is their independence, and the least that will do depends on what is solved for
/// (dependent_rows.hpp). A pivot of a row that has the wrong sign is round-off.
template <class Algebra, class Number>
Number loss_of_pivot(Algebra& algebra, Number before, Number inverse) {
  return algebra.mul(before, inverse);
}

}  // namespace rheon
