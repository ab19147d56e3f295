// Linear stability functions of the integrators of rate forms. [Hairer1996] IV.2, IV.3
#include <limits>
#include <vector>

#include "rheon/integrators/kind.hpp"

namespace rheon {

namespace {

/// The method applied to y' = z y with h = 1: stage values g_i = 1 + z sum a_ij g_j, R = 1 + z sum b_i g_i.
std::complex<double> stability_function(const Tableau& tableau, std::complex<double> z) {
  std::vector<std::complex<double>> g;
  const double* row = tableau.a.data();
  for (std::size_t i = 0; i < tableau.b.size(); ++i) {
    std::complex<double> sum = 0.0;
    for (std::size_t j = 0; j < i; ++j) sum += row[j] * g[j];
    row += i;
    g.push_back(1.0 + z * sum);
  }
  std::complex<double> end = 1.0;
  for (std::size_t i = 0; i < g.size(); ++i) end += z * tableau.b[i] * g[i];
  return end;
}

}  // namespace

double amplification(const IntegratorKind& integrator, std::complex<double> z) {
  if (integrator.tableau != nullptr) return std::abs(stability_function(*integrator.tableau, z));
  if (integrator.rule == RateRule::none) return std::numeric_limits<double>::quiet_NaN();
  // both rules have the same function, of modulus 1 on the imaginary axis
  return std::abs((1.0 + 0.5 * z) / (1.0 - 0.5 * z));
}

}  // namespace rheon
