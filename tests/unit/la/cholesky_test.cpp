// Cholesky's factor in place, against factors known in whole numbers.
#include "la/cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rheon {
namespace {

/// L L^T with L = [2 . .; 1 2 .; 1 1 2] on and below the diagonal; all else must not be read.
Eigen::MatrixXd product() {
  Eigen::MatrixXd M = Eigen::MatrixXd::Constant(4, 4, std::nan(""));
  M(0, 0) = 4;
  M(1, 0) = 2;
  M(1, 1) = 5;
  M(2, 0) = 2;
  M(2, 1) = 3;
  M(2, 2) = 6;
  return M;
}

TEST(CholeskyInPlace, FindsTheFactorFromTheLowerHalf) {
  Eigen::MatrixXd M = product();
  ASSERT_TRUE(factor_in_place(M, 3, 0.0));
  const double L[3][3] = {{2, 0, 0}, {1, 2, 0}, {1, 1, 2}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) EXPECT_EQ(M(i, j), L[i][j]) << i << ", " << j;  // whole numbers: exact
}

/// The last pivot is 4 of 6.
TEST(CholeskyInPlace, RefusesPivotsThatAreTooSmallAPart) {
  Eigen::MatrixXd above = product(), below = product();
  EXPECT_TRUE(factor_in_place(above, 3, 0.66));
  EXPECT_FALSE(factor_in_place(below, 3, 0.67));
}

TEST(CholeskyInPlace, RefusesWhatIsNotPositive) {
  for (const double last : {2.0, 1.0, std::nan("")}) {  // 2 is what the first two columns make of it: singular
    Eigen::MatrixXd M = product();
    M(2, 2) = last;
    EXPECT_FALSE(factor_in_place(M, 3, 0.0)) << last;
  }
  Eigen::MatrixXd negative = product();
  negative(0, 0) = -4;
  EXPECT_FALSE(factor_in_place(negative, 3, 0.0));
  Eigen::MatrixXd none(0, 0);
  EXPECT_TRUE(factor_in_place(none, 0, 0.0));
}

}  // namespace
}  // namespace rheon
