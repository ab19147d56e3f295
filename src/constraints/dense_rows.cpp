#include "constraints/dense_rows.hpp"

#include <cmath>

#include "core/index.hpp"

namespace rheon {

void DenseRows::gather(const Terms& terms) {
  metric_.set(terms);
  const Pattern& a = system_->jacobian_pattern();
  for (int i = 0; i < a.rows; ++i) {
    scale[i] = std::sqrt(metric_.effective_mass(terms, i));
    for (int k = a.start[at(i)]; k < a.start[at(i) + 1]; ++k) A(i, a.col[at(k)]) = scale[i] * terms.A[at(k)];
  }
  const Pattern& m = system_->mass_pattern();
  for (int i = 0; i < m.rows; ++i)
    for (int k = m.start[at(i)]; k < m.start[at(i) + 1]; ++k) M(i, m.col[at(k)]) = terms.M[at(k)];
}

}  // namespace rheon
