#include "la/row_space.hpp"

#include <cmath>

#include "core/index.hpp"
#include "la/decompositions.hpp"

namespace rheon {

namespace {

/// T^-1 x for one triangle of T. Nothing to solve is left alone: Eigen would take the address of its first entry.
template <int Triangle, class Matrix, class Right>
Right triangular_solve(const Matrix& T, Right x) {
  if (x.size() > 0) T.template triangularView<Triangle>().solveInPlace(x);
  return x;
}

}  // namespace

RowSpace::RowSpace(const RealMatrix& B, RealMatrix L, Real tolerance) : L_(std::move(L)) {
  const auto rows = static_cast<int>(B.rows());
  const auto n = static_cast<int>(L_.rows());
  const RealMatrix Bt = triangular_solve<Eigen::Lower>(L_, RealMatrix(B.transpose()));
  B_ = Bt.transpose();
  scale_ = RealVector::Ones(rows);
  for (int i = 0; i < rows; ++i)
    if (const Real length = B_.row(i).norm(); length > 0) {
      scale_[i] = 1 / length;
      B_.row(i) *= scale_[i];
    }
  RealMatrix Q = RealMatrix::Identity(n, n);
  if (rows > 0 && n > 0) {
    PivotedQr<Real> qr = pivoted_qr(RealMatrix(B_.transpose()), Basis::whole);
    rank_ = qr.rank_above(tolerance);
    order_ = std::move(qr.order);
    Q = std::move(qr.Q);
    R1_ = qr.R.topLeftCorner(rank_, rank_);
  }
  Q1_ = Q.leftCols(rank_);
  const RealMatrix Q2 = Q.rightCols(n - rank_);
  N_ = triangular_solve<Eigen::Upper>(L_.transpose(), Q2);
  coordinates_ = Q2.transpose() * L_.transpose();
}

RealMatrix RowSpace::particular(const RealMatrix& g) const {
  if (rank_ == 0) return RealMatrix::Zero(L_.rows(), g.cols());
  RealMatrix chosen(rank_, g.cols());
  for (int k = 0; k < rank_; ++k) chosen.row(k) = scale_[order_[at(k)]] * g.row(order_[at(k)]);
  const RealMatrix y = triangular_solve<Eigen::Lower>(R1_.transpose(), std::move(chosen));
  return triangular_solve<Eigen::Upper>(L_.transpose(), RealMatrix(Q1_ * y));
}

RealVector RowSpace::multipliers(const RealVector& f) const {
  RealVector mu = RealVector::Zero(B_.rows());
  if (rank_ == 0) return mu;
  const RealVector y = triangular_solve<Eigen::Lower>(L_, f);
  const RealVector chosen = triangular_solve<Eigen::Upper>(R1_, RealVector(Q1_.transpose() * y));
  for (int k = 0; k < rank_; ++k) mu[order_[at(k)]] = scale_[order_[at(k)]] * chosen[k];
  return mu;
}

int RowSpace::missed_row(const RealMatrix& g, Real tolerance) const {
  const RealMatrix x = L_.transpose() * particular(g);
  for (int k = rank_; k < static_cast<int>(order_.size()); ++k) {
    const int row = order_[at(k)];
    const RealVector off = (B_.row(row) * x - scale_[row] * g.row(row)).transpose();
    const Real size = (B_.row(row).cwiseAbs() * x.cwiseAbs()).norm() + scale_[row] * g.row(row).norm();
    if (off.norm() > tolerance * size && off.norm() > tolerance * x.norm()) return row;
  }
  return -1;
}

}  // namespace rheon
