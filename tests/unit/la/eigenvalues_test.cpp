// What has no eigenvalues or singular values: nothing, and numbers that are not finite.
#include "la/eigenvalues.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "la/spectrum.hpp"

namespace rheon::test {
namespace {

TEST(Eigenvalues, OfNothingAreNone) {
  const Eigen::MatrixXd none(0, 0), flat(3, 0);
  EXPECT_EQ(symmetric_eigenvalues(none).size(), 0);
  EXPECT_EQ(symmetric_eigen(none).values.size(), 0);
  EXPECT_EQ(eigenvalues(none).size(), 0);
  EXPECT_EQ(left_singular(flat).values.size(), 0);
  EXPECT_EQ(left_singular(flat).U.rows(), 3);
  EXPECT_EQ(left_singular_by_rotations(none).values.size(), 0);
  EXPECT_EQ(least_left_singular(Eigen::MatrixXcd(0, 0)).size(), 0);
}

TEST(Eigenvalues, OfWhatIsNotFiniteAreUnknown) {
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Eigen::MatrixXd A = Eigen::MatrixXd::Identity(3, 3);
    A(1, 0) = A(0, 1) = wrong;
    EXPECT_TRUE(symmetric_eigenvalues(A).hasNaN());
    EXPECT_TRUE(symmetric_eigen(A).vectors.hasNaN());
    EXPECT_TRUE(symmetric_eigen(Eigen::Matrix3d(A)).values.hasNaN());
    EXPECT_TRUE(std::isnan(eigenvalues(A)[0].real()));
    EXPECT_TRUE(left_singular(A).values.hasNaN());
    EXPECT_TRUE(left_singular_by_rotations(A).values.hasNaN());
    EXPECT_EQ(spectrum(A.cast<Real>(), RealMatrix::Zero(3, 3), RealMatrix::Zero(3, 3)).values.size(), 3u);
  }
}

}  // namespace
}  // namespace rheon::test
