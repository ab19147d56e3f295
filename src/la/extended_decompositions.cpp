// Those of la/decompositions.hpp that work in extended precision.
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include "la/decompositions.hpp"

namespace rheon {

PivotedQr<Real> pivoted_qr(const RealMatrix& A, Basis basis) {
  const Eigen::ColPivHouseholderQR<RealMatrix> qr(A);
  const auto& order = qr.colsPermutation().indices();
  PivotedQr<Real> out{{order.begin(), order.end()}, qr.matrixQR().diagonal().cwiseAbs(), {}, {}};
  out.R = qr.matrixR().topRows(out.pivots.size()).triangularView<Eigen::Upper>();
  if (basis == Basis::whole) out.Q = qr.householderQ();
  return out;
}

RealMatrix inverse(const RealMatrix& A) { return A.partialPivLu().inverse(); }

std::optional<RealMatrix> cholesky_root(const RealMatrix& M) {
  const Eigen::LLT<RealMatrix> cholesky(M);
  if (cholesky.info() != Eigen::Success) return std::nullopt;
  return RealMatrix(cholesky.matrixL());
}

RealMatrix solve_with_root(const RealMatrix& L, RealMatrix x) {
  L.triangularView<Eigen::Lower>().solveInPlace(x);
  L.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
  return x;
}

RealVector solve_with_root(const RealMatrix& L, RealVector x) {
  L.triangularView<Eigen::Lower>().solveInPlace(x);
  L.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
  return x;
}

}  // namespace rheon
