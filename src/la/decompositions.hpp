// Dense decompositions, each compiled once: Eigen's templates cost seconds in every file that names one, so that this
// folder is the only one that does (tools/check_layers). The algorithms and their defaults are Eigen's.
//
// They allocate: not for the step.
#pragma once

#include <optional>
#include <vector>

#include "la/extended.hpp"

namespace rheon {

/// A Pi = Q R with column pivoting.
template <class Number>
struct PivotedQr {
  using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
  std::vector<int> order;                           ///< Pi: columns of A, most independent first
  Eigen::Matrix<Number, Eigen::Dynamic, 1> pivots;  ///< |R_kk|
  Matrix R;                                         ///< upper triangle, min(rows, columns) rows
  Matrix Q;                                         ///< all columns; empty if not wanted

  /// Pivots above `least`, up to the first that is not.
  int rank_above(Number least) const {
    int rank = 0;
    while (rank < pivots.size() && pivots[rank] > least) ++rank;
    return rank;
  }
  /// The same with this part of the largest.
  int rank(Number part) const { return pivots.size() > 0 ? rank_above(part * pivots[0]) : 0; }
};
enum class Basis { none, whole };
PivotedQr<double> pivoted_qr(const Eigen::MatrixXd& A, Basis basis = Basis::none);
PivotedQr<Real> pivoted_qr(const RealMatrix& A, Basis basis = Basis::none);

/// Number of pivots of A above `threshold` times the largest.
int numerical_rank(const Eigen::MatrixXd& A, double threshold);

/// A = Q R for a matrix with at least as many rows as columns; Q has as many columns as A.
struct ThinQr {
  Eigen::MatrixXd Q, R;
};
ThinQr thin_qr(const Eigen::MatrixXd& A);

/// The shortest x of least |A x - b|. Pivots below `threshold` times the largest count as zero; of the size of the
/// round-off if it is not given.
struct LeastSquares {
  Eigen::VectorXd x;
  int rank = 0;
};
LeastSquares least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, std::optional<double> threshold = {});
/// The generalised (Moore-Penrose) inverse.
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& A);

/// A^-1 and A^-1 b of regular matrices, by elimination with row pivoting.
Eigen::MatrixXd inverse(const Eigen::MatrixXd& A);
RealMatrix inverse(const RealMatrix& A);
Eigen::VectorXd solve_regular(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
/// A^-1 B by elimination with full pivoting; if A is singular, a solution if there is one.
Eigen::MatrixXd solve_full_pivoting(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
/// A^-1 b of a symmetric semidefinite matrix (L D L^T).
Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
/// R^-1 X for an upper triangle.
void solve_upper(const Eigen::MatrixXd& R, Eigen::MatrixXd& X);
/// +1 or -1: the sign of the determinant.
double determinant_sign(const Eigen::MatrixXd& A);

/// L with M = L L^T; nothing if M is not positive definite.
std::optional<RealMatrix> cholesky_root(const RealMatrix& M);
/// (L L^T)^-1 x
RealMatrix solve_with_root(const RealMatrix& L, RealMatrix x);
RealVector solve_with_root(const RealMatrix& L, RealVector x);

}  // namespace rheon
