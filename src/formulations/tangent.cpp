#include "formulations/tangent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/products.hpp"

namespace rheon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
constexpr double eps = std::numeric_limits<double>::epsilon();

Pattern union_pattern(std::initializer_list<const Pattern*> parts) {
  std::vector<std::pair<int, int>> entries;
  for (const Pattern* p : parts) {
    const auto more = entries_of(*p);
    entries.insert(entries.end(), more.begin(), more.end());
  }
  return Pattern::from_entries(parts.begin()[0]->rows, parts.begin()[0]->cols, std::move(entries));
}

void add(const std::vector<int>& place, const SparseValues& from, double scale, SparseValues& to) {
  for (std::size_t i = 0; i < place.size(); ++i) to[at(place[i])] += scale * from[i];
}

}  // namespace

Tangent::Tangent(const System& system)
    : pattern_(union_pattern({&system.mass_pattern(), &system.stiffness_pattern(), &system.damping_pattern(),
                              &system.curvature_pattern()})),
      M_place_(placement(system.mass_pattern(), pattern_)),
      C_place_(placement(system.damping_pattern(), pattern_)),
      K_place_(placement(system.stiffness_pattern(), pattern_)),
      H_place_(placement(system.curvature_pattern(), pattern_)) {}

void Tangent::assemble(const Terms& terms, double c, double k, SparseValues& P) const {
  std::fill(P.begin(), P.end(), 0.0);
  add(M_place_, terms.M, 1.0, P);
  add(C_place_, terms.C, c, P);
  add(K_place_, terms.K, k, P);
}

void Tangent::add_curvature(const Terms& terms, double k, SparseValues& P) const { add(H_place_, terms.H, k, P); }

MassMetric::MassMetric(const System& system) : system_(&system) {
  for (int j = 0; j < system.layout().nv; ++j) diagonal_.push_back(system.mass_pattern().find(j, j));
}

double MassMetric::mass(const Terms& terms, int j) const {
  return diagonal_[at(j)] >= 0 ? terms.M[at(diagonal_[at(j)])] : 0.0;
}

double MassMetric::norm(const Terms& terms, const Vec& x) const {
  double sum = 0.0;
  for (int j = 0; j < x.size(); ++j) sum += mass(terms, j) * x[j] * x[j];
  return std::sqrt(sum);
}

/// Mean of the masses that there are: stands in for a coordinate without mass, as in the saddle solver.
double MassMetric::mean_mass(const Terms& terms) const {
  double total = 0.0;
  int massive = 0;
  for (int j = 0; j < static_cast<int>(diagonal_.size()); ++j)
    if (mass(terms, j) > 0.0) total += mass(terms, j), ++massive;
  return massive > 0 ? total / massive : 1.0;
}

double MassMetric::effective_mass(const Terms& terms, int row) const {
  const Pattern& A = system_->jacobian_pattern();
  double mobility = 0.0;
  for (int k = A.start[at(row)]; k < A.start[at(row) + 1]; ++k) {
    const double m = mass(terms, A.col[at(k)]);
    mobility += terms.A[at(k)] * terms.A[at(k)] / (m > 0.0 ? m : mean_mass(terms));
  }
  return mobility > 0.0 ? 1.0 / mobility : 0.0;
}

double MassMetric::position_violation(const Terms& terms, const Vec& q) const {
  const Pattern& A = system_->jacobian_pattern();
  double worst = 0.0;
  for (int i = 0; i < system_->layout().nphi; ++i) {
    double size = 1.0;
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k) size += std::abs(terms.A[at(k)] * q[A.col[at(k)]]);
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
  return std::max(0.0, worst - 64 * eps * (norm(terms, v) + norm(terms, q) / h));
}

double MassMetric::force_norm(const Terms& terms, const Vec& f) const {
  double sum = 0.0;
  for (int j = 0; j < f.size(); ++j)
    if (mass(terms, j) > 0.0) sum += f[j] * f[j] / mass(terms, j);
  return std::sqrt(sum);
}

}  // namespace rheon
