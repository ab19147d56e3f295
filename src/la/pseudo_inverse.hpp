// The generalised (Moore-Penrose) inverse of a dense matrix of any rank, by two orthogonal decompositions:
//
//     B^T Pi = Q1 [R1 R2],   [R1 R2]^T = Q2 S,   B^+ = Q1 S^-T Q2^T Pi^T     (complete orthogonal decomposition)
//
// Gram-Schmidt with column pivoting, every vector orthogonalised twice: as orthogonal as Householder's, with explicit
// factors that can be applied without scratch. All memory is taken by the constructor.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <vector>

namespace rheon {

class PseudoInverse {
 public:
  PseudoInverse(int rows, int cols);
  /// Rows of B that depend on others up to `tolerance` (relative to the longest) do not count for the rank.
  /// `most`: rank that B has where its rows agree; what is beyond is the little by which dependent ones differ.
  void factor(const Eigen::MatrixXd& B, double tolerance, int most = std::numeric_limits<int>::max());
  int rank() const { return rank_; }
  /// Rows of B in the order of elimination; the first rank() are independent.
  const std::vector<int>& order() const { return order_; }
  /// x = B^+ y
  void apply(const Eigen::VectorXd& y, Eigen::VectorXd& x);
  /// y = (B^+)^T x
  void apply_transposed(const Eigen::VectorXd& x, Eigen::VectorXd& y);

 private:
  int rows_, cols_, rank_ = 0;
  std::vector<int> order_;
  Eigen::MatrixXd Q1_, R_, Q2_, S_;  ///< cols x r; r x rows (in the order of elimination); rows x r; r x r upper
  Eigen::VectorXd c_;
};

}  // namespace rheon
