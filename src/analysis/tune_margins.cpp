// Roots of the error equations and the integrator's part in them. [Kang2003] (27), [Hairer1996] IV.2
#include <algorithm>
#include <cmath>

#include "core/function_search.hpp"
#include "la/eigenvalues.hpp"
#include "rheon/analysis/tune.hpp"

namespace rheon {

namespace {

/// |R| = 1 is kept exactly by some rules; round-off, some thousand times over, must not make that a refusal.
constexpr double at_most_one = 1.0 + 1e-12;
/// Beyond this |z| an explicit method has long left its region, and a rule that has not never will: regions of explicit methods
/// of up to a dozen stages end far below.
constexpr double farthest = 200.0;
/// Of |z|, for the first crossing: a gap in the region that is narrower is passed. The boundaries of the integrators are curves
/// of size one. A choice. Halved so often, the crossing is exact.
constexpr double resolution = 0.01;
constexpr int most_halvings = 50;

/// d/dt (phi, phi', psi) = E (phi, phi', psi)
Eigen::MatrixXd error_matrix(const Gains& gains) {
  const auto m = gains.R.rows(), p = gains.S.rows();
  Eigen::MatrixXd E = Eigen::MatrixXd::Zero(p + m, p + m);
  E.block(0, p, p, p).setIdentity();
  E.block(p, 0, p, p) = -gains.S;
  E.block(p, p, m, m) = -gains.R;
  return E;
}

bool inside(const IntegratorKind& integrator, std::span<const std::complex<double>> z, double c) {
  return std::all_of(z.begin(), z.end(), [&](auto w) { return amplification(integrator, c * w) <= at_most_one; });
}

}  // namespace

double stability_reach(const IntegratorKind& integrator, std::span<const std::complex<double>> z) {
  double largest = 0.0;
  for (const auto& w : z) largest = std::max(largest, std::abs(w));
  if (largest == 0.0) return std::numeric_limits<double>::infinity();
  // the first crossing: what lies beyond may be inside again, but the way there is not
  double in = 0.0;
  for (double length = resolution; length <= farthest; length += resolution) {
    const double out = length / largest;
    if (inside(integrator, z, out)) {
      in = out;
      continue;
    }
    return bisected(in, out, most_halvings, [&](double c) { return inside(integrator, z, c); }).first;
  }
  return std::numeric_limits<double>::infinity();
}

GainMargins gain_margins(const Gains& gains, const IntegratorKind& integrator, double step) {
  GainMargins margins;
  const Eigen::MatrixXd E = error_matrix(gains);
  if (E.rows() == 0) return margins;
  const Eigen::VectorXcd s = eigenvalues(E);
  margins.roots.assign(s.begin(), s.end());
  const auto order = [](auto a, auto b) { return std::pair(a.real(), a.imag()) < std::pair(b.real(), b.imag()); };
  std::sort(margins.roots.begin(), margins.roots.end(), order);
  margins.slowest = margins.roots.back().real();
  std::vector<std::complex<double>> z;
  margins.factor = 0.0;
  for (const auto& root : margins.roots) {
    z.push_back(step * root);
    margins.factor = std::max(margins.factor, amplification(integrator, z.back()));
  }
  margins.reach = stability_reach(integrator, z);
  margins.decay_steps =
      margins.factor < 1.0 ? -1.0 / std::log(margins.factor) : std::numeric_limits<double>::infinity();
  return margins;
}

}  // namespace rheon
