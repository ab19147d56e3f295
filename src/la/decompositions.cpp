#include "la/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

namespace rheon {

PivotedQr<double> pivoted_qr(const Eigen::MatrixXd& A, Basis basis) {
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
  const auto& order = qr.colsPermutation().indices();
  PivotedQr<double> out{{order.begin(), order.end()}, qr.matrixQR().diagonal().cwiseAbs(), {}, {}};
  out.R = qr.matrixR().topRows(out.pivots.size()).triangularView<Eigen::Upper>();
  if (basis == Basis::whole) out.Q = qr.householderQ() * Eigen::MatrixXd::Identity(A.rows(), A.rows());
  return out;
}

int numerical_rank(const Eigen::MatrixXd& A, double threshold) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
  qr.setThreshold(threshold);
  return static_cast<int>(qr.rank());
}

ThinQr thin_qr(const Eigen::MatrixXd& A) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(A);
  ThinQr out;
  out.Q = qr.householderQ() * Eigen::MatrixXd::Identity(A.rows(), A.cols());
  out.R = qr.matrixQR().topRows(A.cols()).triangularView<Eigen::Upper>();
  return out;
}

LeastSquares least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, std::optional<double> threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> orthogonal(A.rows(), A.cols());
  if (threshold) orthogonal.setThreshold(*threshold);
  orthogonal.compute(A);
  return {orthogonal.solve(b), static_cast<int>(orthogonal.rank())};
}

Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& A) { return A.completeOrthogonalDecomposition().pseudoInverse(); }

Eigen::MatrixXd inverse(const Eigen::MatrixXd& A) { return A.partialPivLu().inverse(); }

Eigen::VectorXd solve_regular(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) { return A.partialPivLu().solve(b); }

Eigen::MatrixXd solve_full_pivoting(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return A.fullPivLu().solve(B);
}

Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) { return A.ldlt().solve(b); }

void solve_upper(const Eigen::MatrixXd& R, Eigen::MatrixXd& X) { R.triangularView<Eigen::Upper>().solveInPlace(X); }

double determinant_sign(const Eigen::MatrixXd& A) {
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(A);
  double sign = lu.permutationP().determinant() < 0 ? -1.0 : 1.0;
  for (const double pivot : lu.matrixLU().diagonal()) sign *= pivot < 0.0 ? -1.0 : 1.0;
  return sign;
}

}  // namespace rheon
