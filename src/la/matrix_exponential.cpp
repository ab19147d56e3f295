#include "la/matrix_exponential.hpp"

#include <limits>

namespace rheon {

namespace {

/// Terms below this part of the sum change none of its bits: 64 of them on x86-64, 113 on AArch64.
constexpr Real last_term = std::numeric_limits<Real>::epsilon() / 10;
/// Never reached with |B| = 1, where 21! > 1e19 and 32! > 1e35: a bound for matrices that are not finite.
constexpr int most_terms = 200;

}  // namespace

RealMatrix matrix_exponential(const RealMatrix& B) {
  RealMatrix sum = RealMatrix::Identity(B.rows(), B.cols()), term = sum;
  for (int k = 1; k < most_terms; ++k) {
    term = (term * B / static_cast<Real>(k)).eval();
    sum += term;
    if (term.cwiseAbs().maxCoeff() < last_term * sum.cwiseAbs().maxCoeff()) break;
  }
  return sum;
}

}  // namespace rheon
