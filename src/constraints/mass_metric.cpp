#include "constraints/mass_metric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/row_equations.hpp"

namespace rheon {

namespace {
/// Of velocities, and of positions over the step: of sums of a few terms.
constexpr double velocity_noise = 64 * std::numeric_limits<double>::epsilon();
}  // namespace

double MassMetric::effective_mass(const Terms& terms, int row) const {
  const double mobility = row_mobility(system_->jacobian_pattern(), row, terms.A, mass_.mass());
  return mobility > 0.0 ? 1.0 / mobility : 0.0;
}

double MassMetric::position_violation(const Terms& terms, const Vec& q) const {
  const Pattern& A = system_->jacobian_pattern();
  NumberAlgebra numbers;
  double worst = 0.0;
  for (int i = 0; i < system_->layout().nphi; ++i) {
    const double mobility = row_mobility(A, i, terms.A, mass_.mass());
    if (mobility > 0.0) worst = std::max(worst, squared_violation(numbers, A, i, terms.A, q, terms.phi[i], mobility));
  }
  return std::sqrt(worst);
}

double MassMetric::velocity_violation(const Terms& terms, const Vec& q, const Vec& v, double h) const {
  const Layout& n = system_->layout();
  double worst = 0.0;
  for (int i = n.nphi; i < n.rows(); ++i)
    worst = std::max(worst, std::abs(terms.psi[i - n.nphi]) * std::sqrt(effective_mass(terms, i)));
  return std::max(0.0, worst - velocity_noise * (norm(v) + norm(q) / h));
}

}  // namespace rheon
