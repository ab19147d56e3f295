#include "la/pseudo_inverse.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rheon {

namespace {
/// Squares of lengths that differ by less, relative, are the same: which row is the pivot must not depend on rounding.
constexpr double pivot_tie = 1e-12;
}  // namespace

PseudoInverse::PseudoInverse(int rows, int cols)
    : rows_(rows),
      cols_(cols),
      order_(static_cast<std::size_t>(rows)),
      Q1_(Eigen::MatrixXd::Zero(cols, rows)),
      R_(Eigen::MatrixXd::Zero(std::min(rows, cols), rows)),
      Q2_(Eigen::MatrixXd::Zero(rows, std::min(rows, cols))),
      S_(Eigen::MatrixXd::Zero(std::min(rows, cols), std::min(rows, cols))),
      c_(Eigen::VectorXd::Zero(rows)) {}

void PseudoInverse::factor(const Eigen::MatrixXd& B, double tolerance, int most) {
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  std::iota(order_.begin(), order_.end(), 0);
  for (int i = 0; i < rows_; ++i) Q1_.col(i) = B.row(i).transpose();
  R_.setZero();
  rank_ = 0;
  double largest = 0.0;
  most = std::min({most, rows_, cols_});
  for (int k = 0; k < most; ++k) {
    int pivot = k;
    for (int i = k + 1; i < rows_; ++i)
      if (Q1_.col(i).squaredNorm() > Q1_.col(pivot).squaredNorm() * (1 + pivot_tie)) pivot = i;
    if (pivot != k) {
      Q1_.col(k).swap(Q1_.col(pivot));
      R_.col(k).swap(R_.col(pivot));
      std::swap(order_[at(k)], order_[at(pivot)]);
    }
    for (int j = 0; j < k; ++j) {  // the second orthogonalisation
      const double r = Q1_.col(j).dot(Q1_.col(k));
      R_(j, k) += r;
      Q1_.col(k) -= r * Q1_.col(j);
    }
    const double norm = Q1_.col(k).norm();
    if (k == 0) largest = norm;
    if (!(norm > tolerance * largest)) break;
    R_(k, k) = norm;
    Q1_.col(k) /= norm;
    ++rank_;
    for (int i = k + 1; i < rows_; ++i) {
      const double r = Q1_.col(k).dot(Q1_.col(i));
      R_(k, i) += r;
      Q1_.col(i) -= r * Q1_.col(k);
    }
  }
  // R^T = Q2 S; for full rank R is square and this only turns the triangle
  S_.setZero();
  for (int k = 0; k < rank_; ++k) {
    Q2_.col(k) = R_.row(k).transpose();
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j < k; ++j) {
        const double s = Q2_.col(j).dot(Q2_.col(k));
        S_(j, k) += s;
        Q2_.col(k) -= s * Q2_.col(j);
      }
    S_(k, k) = Q2_.col(k).norm();
    Q2_.col(k) /= S_(k, k);
  }
}

void PseudoInverse::apply(const Eigen::VectorXd& y, Eigen::VectorXd& x) {
  // B = Pi R^T Q1^T = Pi Q2 S Q1^T
  for (int k = 0; k < rank_; ++k) {
    double sum = 0.0;
    for (int i = 0; i < rows_; ++i) sum += Q2_(i, k) * y[order_[static_cast<std::size_t>(i)]];
    c_[k] = sum;
  }
  for (int k = rank_; k-- > 0;) {
    for (int j = k + 1; j < rank_; ++j) c_[k] -= S_(k, j) * c_[j];
    c_[k] /= S_(k, k);
  }
  x.setZero();
  for (int k = 0; k < rank_; ++k) x += c_[k] * Q1_.col(k);
}

void PseudoInverse::apply_transposed(const Eigen::VectorXd& x, Eigen::VectorXd& y) {
  for (int k = 0; k < rank_; ++k) c_[k] = Q1_.col(k).dot(x);
  for (int k = 0; k < rank_; ++k) {
    for (int j = 0; j < k; ++j) c_[k] -= S_(j, k) * c_[j];
    c_[k] /= S_(k, k);
  }
  y.setZero();
  for (int k = 0; k < rank_; ++k)
    for (int i = 0; i < rows_; ++i) y[order_[static_cast<std::size_t>(i)]] += Q2_(i, k) * c_[k];
}

}  // namespace rheon
