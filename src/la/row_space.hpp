// Rows B x = g of any rank in a metric x^T W x, W = L L^T: independent rows, null space, particular solutions.
//
//     (D B L^-T)^T Pi = Q [R1 R2; 0 0],   Q = [Q1 Q2]      D makes rows of unit length, Pi orders them by pivots
//     N = L^-T Q2                          null space, N^T W N = I
//     x = L^-T Q1 R1^-T (Pi^T D g)_1       the solution that is W-orthogonal to the null space
#pragma once

#include <vector>

#include "la/extended.hpp"

namespace rheon {

class RowSpace {
 public:
  /// Rows whose independent part is below `tolerance` times their length do not count. L is lower triangular.
  RowSpace(const RealMatrix& B, RealMatrix L, Real tolerance);
  int rank() const { return rank_; }
  int freedoms() const { return static_cast<int>(L_.rows()) - rank_; }
  const RealMatrix& null_basis() const { return N_; }
  /// N^T W: the coordinates of x in the null space.
  const RealMatrix& coordinates() const { return coordinates_; }
  /// Columns x with B x = g on the independent rows, without a part in the null space.
  RealMatrix particular(const RealMatrix& g) const;
  /// mu with x^T B^T mu = x^T f for all x without a part in the null space; zero on dependent rows.
  RealVector multipliers(const RealVector& f) const;
  /// Of the dependent rows, one that `particular(g)` misses by more than `tolerance` of the size of its terms; or -1.
  int missed_row(const RealMatrix& g, Real tolerance) const;

 private:
  RealMatrix L_, B_;  ///< B_: D B L^-T
  RealVector scale_;
  std::vector<int> order_;  ///< rows by pivots
  int rank_ = 0;
  RealMatrix Q1_, R1_, N_, coordinates_;
};

}  // namespace rheon
