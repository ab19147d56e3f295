#include "la/saddle_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"

namespace rheon {

namespace {

/// Round-off of a sum of a few terms, relative to the sum of their sizes: the goal of the iteration.
constexpr double goal = 64 * std::numeric_limits<double>::epsilon();
/// If the residual stops falling above the goal, this much is still accepted: dependent rows whose right sides agree
/// only to the drift of earlier computations.
constexpr double accepted_stall = 1e-9;
/// Smaller than any quantity in any unit: what is left when motion has died out by round-off.
constexpr double nothing = 1e-100;
constexpr double stall_factor = 0.9;
constexpr int max_passes = 60;
/// Where the residual stops falling too early, the weights grow by this factor, as often as this.
constexpr double stiffening = 1e3;
constexpr int max_stiffenings = 2;

Pattern augmented_pattern(const Pattern& P, const Pattern& A) {
  auto entries = normal_entries(A);
  const auto more = entries_of(P);
  entries.insert(entries.end(), more.begin(), more.end());
  for (int i = 0; i < P.rows; ++i) entries.emplace_back(i, i);
  return Pattern::from_entries(P.rows, P.cols, std::move(entries));
}

}  // namespace

SaddleSolver::SaddleSolver(const Pattern& P, const Pattern& A, const Pattern& mass, bool definite, double penalty)
    : P_(&P),
      A_(&A),
      penalty_(penalty),
      S_pattern_(augmented_pattern(P, A)),
      P_place_(placement(P, S_pattern_)),
      normal_(A, S_pattern_),
      solver_(make_linear_solver(S_pattern_, definite)),
      S_(S_pattern_.col.size()),
      mass_(mass),
      weight_(at(A.rows)),
      residual_(at(A.rows)),
      step_(at(P.rows)),
      size_(at(P.rows)),
      root_mobility_(at(P.rows), 1.0) {}

void SaddleSolver::weigh(const SparseValues& mass, const SparseValues& A) {
  mass_.set(mass);
  for (int j = 0; j < P_->rows; ++j) root_mobility_[at(j)] = 1.0 / std::sqrt(mass_.mass()[j]);
  for (int i = 0; i < A_->rows; ++i) {
    const double mobility = row_mobility(*A_, i, A, mass_.mass());
    weight_[at(i)] = mobility > 0.0 ? penalty_ / mobility : 0.0;
  }
}

Status SaddleSolver::factor(const SparseValues& P, const SparseValues& A) {
  std::fill(S_.begin(), S_.end(), 0.0);
  for (std::size_t k = 0; k < P_place_.size(); ++k) S_[at(P_place_[k])] += P[k];
  normal_.add(*A_, A, weight_.data(), S_);
  ++factorisations;
  return solver_->factor(S_);
}

/// size_j: what x_j could be if all the "energy" of x and f were in it. Round-off in A x is judged against this, also
/// where the terms of a row should vanish and only round-off of the other coordinates is left in them.
void SaddleSolver::update_sizes(const double* f, const double* x) {
  double root_energy = 0.0;
  for (int j = 0; j < P_->rows; ++j) {
    const double root = root_mobility_[at(j)];
    root_energy = std::max(root_energy, std::max(std::abs(x[j]) / root, std::abs(f[j]) * root));
  }
  for (int j = 0; j < P_->rows; ++j) size_[at(j)] = root_energy * root_mobility_[at(j)];
}

SaddleSolver::Residual SaddleSolver::constraint_residual(const SparseValues& A, const double* g, const double* x) {
  Residual r;
  for (int i = 0; i < A_->rows; ++i) {
    double sum = -g[i], size = std::abs(g[i]);
    for (int k = A_->start[at(i)]; k < A_->start[at(i) + 1]; ++k) {
      const int j = A_->col[at(k)];
      sum += A[at(k)] * x[j];
      size += std::abs(A[at(k)]) * std::max(size_[at(j)], std::abs(x[j]));
    }
    residual_[at(i)] = sum;
    const double relative = std::abs(sum) / (size + nothing);
    if (!(relative <= r.worst)) r = {relative, i, sum};
  }
  return r;
}

/// x += d, mu += W (r + A d) with d = S^-1 (f - P x - A^T (mu + W r)); r is the residual to remove.
void SaddleSolver::pass(const SparseValues& P, const SparseValues& A, const double* f, const double* r, double* x,
                        double* mu) {
  const int n = P_->rows;
  for (int i = 0; i < A_->rows; ++i) mu[i] += weight_[at(i)] * r[i];
  std::copy(f, f + n, step_.begin());
  multiply_add(*P_, P, x, -1.0, step_.data());
  multiply_transposed_add(*A_, A, mu, -1.0, step_.data());
  solver_->solve(step_.data());
  for (int j = 0; j < n; ++j) x[j] += step_[at(j)];
  for (int i = 0; i < A_->rows; ++i) {
    double change = 0.0;
    for (int k = A_->start[at(i)]; k < A_->start[at(i) + 1]; ++k) change += A[at(k)] * step_[at(A_->col[at(k)])];
    mu[i] += weight_[at(i)] * change;
  }
}

Status SaddleSolver::solve(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x,
                           double* mu) {
  update_sizes(f, x);
  Residual now = constraint_residual(A, g, x);
  int passes = 0, stiffened = 0;
  while (A_->rows > 0 && (passes == 0 || now.worst > goal)) {
    const double before = now.worst;
    pass(P, A, f, residual_.data(), x, mu);
    update_sizes(f, x);
    now = constraint_residual(A, g, x);
    if (!std::isfinite(now.worst)) return {Code::not_finite, now.row, passes, now.value, "constraint solve"};
    const bool stalled = ++passes > 1 && now.worst > stall_factor * before;
    if (!stalled && passes < max_passes) continue;
    if (now.worst <= accepted_stall) break;
    // nearly dependent rows answer only to a larger penalty
    const Status lost{Code::rank_lost, now.row, passes, now.value, "constraint solve"};
    if (stiffened++ == max_stiffenings) return lost;
    for (double& w : weight_) w *= stiffening;
    if (!factor(P, A)) return lost;
  }
  // The rows hold to round-off. That round-off times the weights is noise in mu: a last pass that takes it for zero
  // leaves x and mu in balance with f to full accuracy.
  std::fill(residual_.begin(), residual_.end(), 0.0);
  pass(P, A, f, residual_.data(), x, mu);
  for (const double d : step_)
    if (!std::isfinite(d)) return {Code::not_finite, -1, passes, d, "constraint solve"};
  return {Code::ok, -1, passes + 1, 0.0, ""};
}

}  // namespace rheon
