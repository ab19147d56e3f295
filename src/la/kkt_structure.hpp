// Which numbers the elimination of
//
//     [ P  A^T ]
//     [ A  -E  ]        E = diag(e) >= 0
//
// touches, and in which order: found once. A coordinate is eliminated in an order that keeps the fill small; a row of A
// right after the last of its coordinates. For P positive definite this order is stable without pivoting: the pivots
// of coordinates stay positive, those of rows negative, and a row's pivot vanishes only where it depends on others.
#pragma once

#include <vector>

#include "rheon/la/sparse.hpp"

namespace rheon {

/// Unknowns are numbered by their turn: 0 is eliminated first. Entries below the diagonal are stored column by column.
struct KktStructure {
  KktStructure(const Pattern& P, const Pattern& A);

  int size() const { return coordinates + rows; }
  int entries() const { return entries_; }
  int updates() const { return static_cast<int>(target.size()); }
  /// Of one column of each length: what is left of the updates, at least, if columns that are alike become loops.
  int distinct_updates() const;
  /// Is its elimination worth writing down as a program? Not if more than so many updates of different kinds are left, nor
  /// if there are so many in all that the list of its operations would take gigabytes.
  bool fits_a_program(int most_distinct_updates) const;
  /// Frees all lists but the turns of coordinates and rows: a program needs no others once it is written.
  void keep_turns_only();

  int coordinates = 0, rows = 0;
  std::vector<int> start, index;      ///< columns: later unknowns that are coupled with one
  std::vector<int> coordinate_at;     ///< turn of each coordinate
  std::vector<int> row_at;            ///< turn of each row of A
  std::vector<bool> is_row;           ///< by turn
  std::vector<int> P_place, A_place;  ///< of each entry of P and A in the storage below, see `place`
  std::vector<bool> P_upper;          ///< of each entry of P: does it belong above the diagonal?
  /// For each column, each pair of its entries (i >= j): the place that their product changes.
  std::vector<int> target;

  /// Storage: entries below the diagonal, then the diagonal, then for each unknown what rows eliminated before take
  /// away from the pivot of a row: kept apart to see how much of the pivot is left.
  int diagonal(int turn) const { return entries() + turn; }
  int loss(int turn) const { return entries() + size() + turn; }
  int storage() const { return entries() + 2 * size(); }
  /// Of an entry of the matrix or of the fill, by turns: below the diagonal and above it are the same place.
  int place(int turn_i, int turn_j) const;

 private:
  void find_order(const std::vector<int>& order, const Pattern& A);  ///< `order`: of the coordinates
  void find_columns(const Pattern& P, const Pattern& A);
  void find_places(const Pattern& P, const Pattern& A);
  void find_targets();
  int count_updates() const;
  int longest_wait() const;  ///< pivots that have to be found one after the other

  int entries_ = 0;
};

}  // namespace rheon
