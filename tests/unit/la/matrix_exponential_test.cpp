// The exponential of a matrix against closed forms.
#include "la/matrix_exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rheon::test {
namespace {

/// Some twenty terms, each with a rounding or two.
constexpr Real round_off = 50 * std::numeric_limits<Real>::epsilon();

TEST(MatrixExponential, OfATurnIsARotation) {
  for (const Real angle : {0.0L, 0.3L, -1.0L}) {
    RealMatrix B(2, 2), R(2, 2);
    B << 0.0L, -angle, angle, 0.0L;
    R << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    EXPECT_LE((matrix_exponential(B) - R).cwiseAbs().maxCoeff(), round_off) << "angle " << angle;
  }
}

TEST(MatrixExponential, OfANilpotentMatrixEnds) {
  RealMatrix B = RealMatrix::Zero(3, 3), E = RealMatrix::Identity(3, 3);
  B(0, 1) = 2.0L;
  B(1, 2) = 0.5L;
  E(0, 1) = 2.0L;
  E(1, 2) = 0.5L;
  E(0, 2) = 0.5L;  // B^2/2
  EXPECT_EQ(matrix_exponential(B), E);
}

TEST(MatrixExponential, OfCommutingMatricesIsTheProduct) {
  RealMatrix B(2, 2);
  B << 0.2L, 0.7L, -0.4L, 0.1L;
  const RealMatrix half = matrix_exponential(0.5L * B);
  EXPECT_LE((matrix_exponential(B) - half * half).cwiseAbs().maxCoeff(), 2 * round_off);
}

}  // namespace
}  // namespace rheon::test
