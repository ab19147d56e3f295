#include "constraints/mass_metric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/products.hpp"

namespace rheon {

namespace {
constexpr double eps = std::numeric_limits<double>::epsilon();
}  // namespace

double MassMetric::effective_mass(const Terms& terms, int row) const {
  const double mobility = row_mobility(system_->jacobian_pattern(), row, terms.A, mass_.mass());
  return mobility > 0.0 ? 1.0 / mobility : 0.0;
}

double MassMetric::position_violation(const Terms& terms, const Vec& q) const {
  double worst = 0.0;
  for (int i = 0; i < system_->layout().nphi; ++i) {
    const double size = 1.0 + row_size(system_->jacobian_pattern(), i, terms.A, q.data());
    const double excess = std::abs(terms.phi[i]) - 8 * eps * size;
    if (excess > 0.0) worst = std::max(worst, excess * std::sqrt(effective_mass(terms, i)));
  }
  return worst;
}

double MassMetric::velocity_violation(const Terms& terms, const Vec& q, const Vec& v, double h) const {
  const Layout& n = system_->layout();
  double worst = 0.0;
  for (int i = n.nphi; i < n.rows(); ++i)
    worst = std::max(worst, std::abs(terms.psi[i - n.nphi]) * std::sqrt(effective_mass(terms, i)));
  return std::max(0.0, worst - 64 * eps * (norm(v) + norm(q) / h));
}

}  // namespace rheon
