#include "la/spectrum.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "la/decompositions.hpp"

namespace rheon {

namespace {

/// Singular beyond doubt: pivots below this many times the noise count as zero. A choice; larger, and slow modes become motions
/// without end.
constexpr Real safety = 16;
/// A scaling by powers of two is made if it takes so much off the norms of a row and its column: that of the balancing in LAPACK.
constexpr Real worth_scaling = static_cast<Real>(0.95);

struct Staircase {
  RealMatrix U, T;       ///< T = U^T J U
  int zeros = 0;         ///< size of N
  int null_vectors = 0;  ///< the first columns of U that are eigenvectors
};

/// One stair: an orthogonal Q whose first columns span the null space of F; returns their number.
int null_space_first(const RealMatrix& F, const RealVector& row_noise, RealMatrix& Q) {
  const Eigen::Index n = F.rows();
  RealMatrix whitened = F;  // rows in units of their noise
  for (Eigen::Index i = 0; i < n; ++i) whitened.row(i) /= std::max(row_noise[i], std::numeric_limits<Real>::min());
  const PivotedQr<Real> qr = pivoted_qr(RealMatrix(whitened.transpose()), Basis::whole);
  const Eigen::Index rank = qr.rank_above(safety);
  Q.resize(n, n);
  Q << qr.Q.rightCols(n - rank), qr.Q.leftCols(rank);
  return static_cast<int>(n - rank);
}

Staircase staircase(const RealMatrix& J, const RealMatrix& noise) {
  const Eigen::Index n = J.rows();
  Staircase s{RealMatrix::Identity(n, n), J, 0, 0};
  RealVector row_noise = noise.rowwise().norm();
  while (s.zeros < n) {
    const Eigen::Index left = n - s.zeros;
    RealMatrix Q;
    const int more = null_space_first(s.T.bottomRightCorner(left, left), row_noise.tail(left), Q);
    if (more == 0) break;
    s.T.rightCols(left) = (s.T.rightCols(left) * Q).eval();
    s.T.bottomRows(left) = (Q.transpose() * s.T.bottomRows(left)).eval();
    s.U.rightCols(left) = (s.U.rightCols(left) * Q).eval();
    row_noise.tail(left) = (Q.cwiseAbs2().transpose() * row_noise.tail(left).cwiseAbs2()).cwiseSqrt().eval();
    s.T.block(s.zeros, s.zeros, left, more).setZero();
    if (s.zeros == 0) s.null_vectors = more;
    s.zeros += more;
  }
  return s;
}

}  // namespace

RealVector balance(const RealMatrix& J) {
  const Eigen::Index n = J.rows();
  RealMatrix B = J;
  RealVector d = RealVector::Ones(n);
  for (bool changed = true; changed;) {
    changed = false;
    for (Eigen::Index i = 0; i < n; ++i) {
      const Real own = B(i, i);
      B(i, i) = 0;
      const Real row = B.row(i).norm(), column = B.col(i).norm();
      B(i, i) = own;
      if (!(row > 0) || !(column > 0)) continue;
      const Real f = std::exp2(std::round(std::log2(row / column) / 2));
      if (row / f + column * f >= worth_scaling * (row + column)) continue;
      d[i] *= f;
      B.row(i) /= f;
      B.col(i) *= f;
      changed = true;
    }
  }
  return d;
}

Spectrum spectrum(const RealMatrix& J, const RealMatrix& noise, const RealMatrix& zero_noise) {
  Spectrum out;
  const Eigen::Index n = J.rows();
  if (n == 0) return out;
  if (!J.allFinite() || !noise.allFinite() || !zero_noise.allFinite()) {  // nothing is known about them
    const Real unknown = std::numeric_limits<Real>::quiet_NaN();
    out.values.assign(static_cast<std::size_t>(n), unknown);
    out.vectors = ComplexMatrix::Constant(n, n, unknown);
    out.uncertainty.assign(static_cast<std::size_t>(n), std::numeric_limits<Real>::infinity());
    return out;
  }
  // noise must not be scaled up to the size of the rest
  const RealVector d = balance((J.cwiseAbs().array() > zero_noise.array()).select(J, RealMatrix::Zero(n, n)));
  const auto balanced = [&](const RealMatrix& B) {
    return RealMatrix(d.cwiseInverse().asDiagonal() * B * d.asDiagonal());
  };
  const RealMatrix B = balanced(J);
  // orthogonal transformations and the QR algorithm add rounding of their own, of the size of the whole
  const Real own = static_cast<Real>(n) * std::numeric_limits<Real>::epsilon() * B.norm();
  const auto with_own = [&](const RealMatrix& size) { return RealMatrix(balanced(size).array() + own); };
  const Staircase s = staircase(B, with_own(zero_noise));
  out.zeros = s.zeros;
  out.null = d.asDiagonal() * s.U.leftCols(s.null_vectors);
  const Eigen::Index m = n - s.zeros;
  if (m == 0) return out;
  const Eigen::EigenSolver<RealMatrix> solver(RealMatrix(s.T.bottomRightCorner(m, m)));
  const ComplexMatrix right = solver.eigenvectors();
  const ComplexMatrix left = right.partialPivLu().inverse();  // rows: left eigenvectors, left * right = I
  const RealMatrix size = with_own(noise);
  out.vectors.resize(n, m);
  for (Eigen::Index k = 0; k < m; ++k) {
    const std::complex<Real> value = solver.eigenvalues()[k];
    ComplexMatrix x(n, 1);
    // (lambda - N) x1 = B x2; N is strictly upper triangular by blocks
    x.bottomRows(m) = right.col(k);
    ComplexMatrix shifted = -s.T.topLeftCorner(s.zeros, s.zeros).cast<std::complex<Real>>();
    shifted.diagonal().array() += value;
    const ComplexMatrix pulled = s.T.topRightCorner(s.zeros, m).cast<std::complex<Real>>() * right.col(k);
    x.topRows(s.zeros) = shifted.triangularView<Eigen::Upper>().solve(pulled);
    x = s.U.cast<std::complex<Real>>() * x;
    const ComplexMatrix y = s.U.rightCols(m).cast<std::complex<Real>>() * left.row(k).transpose();
    const Real error = (y.cwiseAbs().transpose() * size * x.cwiseAbs()).value();
    out.uncertainty.push_back(std::isfinite(error) ? error : std::numeric_limits<Real>::infinity());
    out.values.push_back(value);
    out.vectors.col(k) = d.asDiagonal() * x;
  }
  return out;
}

}  // namespace rheon
