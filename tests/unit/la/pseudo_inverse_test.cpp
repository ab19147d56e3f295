// The generalised inverse against its four defining conditions (Moore, Penrose), for every rank.
#include "la/pseudo_inverse.hpp"

#include <gtest/gtest.h>

#include <random>

namespace rheon {
namespace {

Eigen::MatrixXd random_of_rank(int rows, int cols, int rank, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const auto fill = [&](int r, int c) {
    Eigen::MatrixXd m(r, c);
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < c; ++j) m(i, j) = normal(random);
    return m;
  };
  return fill(rows, rank) * fill(rank, cols);
}

Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& B, PseudoInverse& inverse) {
  inverse.factor(B, 1e-9);
  Eigen::MatrixXd X(B.cols(), B.rows());
  Eigen::VectorXd x(B.cols());
  for (Eigen::Index i = 0; i < B.rows(); ++i) {
    inverse.apply(Eigen::VectorXd::Unit(B.rows(), i), x);
    X.col(i) = x;
  }
  return X;
}

TEST(PseudoInverse, SatisfiesPenrosesConditionsForEveryRank) {
  std::mt19937 random(7);
  for (const auto& [rows, cols] : {std::pair{1, 3}, {3, 3}, {5, 6}, {6, 4}, {10, 12}})
    for (int rank = 1; rank <= std::min(rows, cols); ++rank) {
      const Eigen::MatrixXd B = random_of_rank(rows, cols, rank, random);
      PseudoInverse inverse(rows, cols);
      const Eigen::MatrixXd X = inverse_of(B, inverse);
      EXPECT_EQ(inverse.rank(), rank);
      // round-off times the condition of such random products, below 1e3
      const double tolerance = 1e-11 * (1 + B.norm()) * (1 + X.norm());
      EXPECT_LT((B * X * B - B).norm(), tolerance) << rows << "x" << cols << " rank " << rank;
      EXPECT_LT((X * B * X - X).norm(), tolerance);
      EXPECT_LT((B * X - (B * X).transpose()).norm(), tolerance);
      EXPECT_LT((X * B - (X * B).transpose()).norm(), tolerance);
    }
}

TEST(PseudoInverse, TransposedIsTheTransposeOfTheInverse) {
  std::mt19937 random(8);
  const Eigen::MatrixXd B = random_of_rank(5, 6, 3, random);
  PseudoInverse inverse(5, 6);
  const Eigen::MatrixXd X = inverse_of(B, inverse);
  Eigen::VectorXd y(5);
  for (Eigen::Index j = 0; j < 6; ++j) {
    inverse.apply_transposed(Eigen::VectorXd::Unit(6, j), y);
    EXPECT_LT((y - X.row(j).transpose()).norm(), 1e-12);
  }
}

TEST(PseudoInverse, ZeroHasRankZero) {
  PseudoInverse inverse(2, 3);
  inverse.factor(Eigen::MatrixXd::Zero(2, 3), 1e-9);
  EXPECT_EQ(inverse.rank(), 0);
  Eigen::VectorXd x(3);
  inverse.apply(Eigen::VectorXd::Ones(2), x);
  EXPECT_EQ(x.norm(), 0.0);
}

}  // namespace
}  // namespace rheon
