// Factors of the matrix of kkt_structure.hpp whose entries are small dense blocks, one row and column for each stage of
// an implicit method:
//
//     [ P  B ]
//     [ A  D ]        B with the pattern of A^T, D block diagonal
//
// Coordinates and rows are eliminated in the order of the structure; pivots are sought inside the blocks on the diagonal
// only, so that the order, and with it every place, is known in advance.
#pragma once

#include <vector>

#include "core/index.hpp"
#include "la/kkt_structure.hpp"

namespace rheon {

class BlockKkt {
 public:
  /// P and A are patterns of blocks; nothing but the order is taken from them. `block`: see `serves`. `wide`: with
  /// registers of four numbers, where the processor has them; the bits are the same.
  BlockKkt(const Pattern& P, const Pattern& A, int block, bool wide = true);
  static bool serves(int block) { return block == 2 || block == 3 || block == 4 || block == 6; }

  /// Unknowns are numbered: coordinates, then rows. Where number r of unknown i and number c of unknown j meet, in
  /// `values`. The entry must belong to the patterns.
  int place(int i, int r, int j, int c) const;
  /// Where number r of unknown i stands in the vectors of `solve`.
  int position(int i, int r) const { return turn(i) * width_ + r; }
  int size() const { return s_.size() * width_; }  ///< of these; numbers in between must be zero

  /// The matrix to factor; `factor` overwrites it.
  std::vector<double>& values() { return values_; }
  /// False where a pivot has lost its digits; nothing can be solved then.
  bool factor();
  void solve(double* x) const;

 private:
  int turn(int i) const { return i < s_.coordinates ? s_.coordinate_at[at(i)] : s_.row_at[at(i - s_.coordinates)]; }

  KktStructure s_;
  int block_, width_;  ///< rows of a block; numbers from one column to the next
  bool wide_;
  std::vector<double> values_;  ///< blocks in the order of the structure's storage, then those above the diagonal
  std::vector<double> scale_;   ///< of the diagonal blocks of coordinates: the largest number of each column
};

}  // namespace rheon
