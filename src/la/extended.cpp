#include "la/extended.hpp"

#include "core/index.hpp"

namespace rheon {

RealMatrix dense(const Pattern& p, const SparseValues& values) {
  RealMatrix B = RealMatrix::Zero(p.rows, p.cols);
  for (int i = 0; i < p.rows; ++i)
    for (int k = p.start[at(i)]; k < p.start[at(i) + 1]; ++k) B(i, p.col[at(k)]) = static_cast<Real>(values[at(k)]);
  return B;
}

}  // namespace rheon
