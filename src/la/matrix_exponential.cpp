#include "la/matrix_exponential.hpp"

namespace rheon {

namespace {

/// Terms below this part of the sum change none of its 64 bits (1e-19).
constexpr Real last_term = 1e-20L;
/// Never reached with |B| = 1, where 21! > 1e19: a bound for matrices that are not finite.
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
