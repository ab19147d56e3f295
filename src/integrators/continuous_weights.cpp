#include "rheon/integrators/kind.hpp"

namespace rheon {

/// theta (r_1 + (1 - theta) (r_2 + theta (r_3 + (1 - theta) (r_4 + theta (r_5 + …))))) with r_1 = b, r_2 = e_1 - b,
/// r_3 = 2 b - e_1 - e_end: the first three make the cubic. [Hairer1993] (II.6.12) and the code DOP853
void continuous_weights(const Tableau& tableau, double theta, std::span<double> weights) {
  const DenseOutput& dense = *tableau.dense;
  const std::size_t stages = weights.size(), terms = dense.terms.size() / stages;
  const double factor[] = {1.0 - theta, theta};  // of r_4, r_5, … in turn
  for (std::size_t i = 0; i < stages; ++i) {
    const double b = i < tableau.b.size() ? tableau.b[i] : 0.0;
    const double start = i == 0 ? 1.0 : 0.0, end = i == static_cast<std::size_t>(dense.end) ? 1.0 : 0.0;
    double sum = 0.0;
    for (std::size_t k = terms; k-- > 0;) sum = factor[k % 2] * (dense.terms[k * stages + i] + sum);
    weights[i] = theta * (b + (1.0 - theta) * (start - b + theta * (2.0 * b - start - end + sum)));
  }
}

}  // namespace rheon
