#include "la/saddle_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "la/dependent_rows.hpp"
#include "la/root_energy.hpp"
#include "la/vanishing_gradient.hpp"

namespace rheon {

namespace {

/// Round-off of a sum of a few terms, relative to the sum of their sizes: the goal of the iteration.
constexpr double goal = 64 * std::numeric_limits<double>::epsilon();
/// Penalty at most of rows that are known to depend on each other, at places off the constraints: a larger one would mistake the
/// small angle between such rows there for independence. Of an angle of 1e-3 a pass takes 5 % off (docs/adr/001, e^2/2 times the
/// penalty).
constexpr double dependent_penalty = 1e5;
/// A residual that keeps more than this part in a pass has stopped falling; with the bound it falls to 2e-3 at the worst.
/// Choices: a factor near 1 costs passes that gain nothing, a small one gives up rows that are nearly dependent.
constexpr double stall_factor = 0.9;
constexpr int max_passes = 60;
/// Where the residual stops falling too early, the weights grow by this factor, as often as this. A choice: from 1e7 to 1e13, where
/// the factors have few digits left.
constexpr double stiffening = 1e3;
constexpr int max_stiffenings = 2;
/// With this part of their pivots left, rows need no second pass.
constexpr double surely_independent = 1.0 / most_lost_at_once;
/// A residual this small relative to the terms of its row needs no second pass: round-off of a sum of a few terms. The bound is for
/// factors from nearby, which gain less in a pass: a choice.
constexpr double small_residual = 64 * std::numeric_limits<double>::epsilon();
constexpr int max_refinements = 4;

Pattern augmented_pattern(const Pattern& P, const Pattern& A) {
  auto entries = normal_entries(A);
  const auto more = entries_of(P);
  entries.insert(entries.end(), more.begin(), more.end());
  for (int i = 0; i < P.rows; ++i) entries.emplace_back(i, i);
  return Pattern::from_entries(P.rows, P.cols, std::move(entries));
}

}  // namespace

SaddleSolver::Assembled::Assembled(const Pattern& P, const Pattern& A, bool definite)
    : pattern(augmented_pattern(P, A)),
      P_place(placement(P, pattern)),
      normal(A, pattern),
      solver(make_linear_solver(pattern, definite)),
      values(pattern.col.size()) {}

SaddleSolver::SaddleSolver(const Pattern& P, const Pattern& A, const Pattern& mass, bool definite, double penalty,
                           bool as_program)
    : P_(&P),
      A_(&A),
      definite_(definite),
      penalty_(penalty),
      kkt_(P, A, definite, as_program),
      mass_(mass),
      weight_(at(A.rows)),
      compliance_(at(A.rows)),
      residual_(at(A.rows)),
      step_(at(P.rows)),
      dmu_(at(A.rows)),
      size_(at(P.rows)),
      root_mobility_(at(P.rows), 1.0) {}

void SaddleSolver::weigh(const SparseValues& mass, const SparseValues& A) {
  mass_values_ = &mass;
  row_values_ = &A;
  given_ = false;
}

void SaddleSolver::stay_compliant() {
  find_weights();
  given_ = true;
}

void SaddleSolver::set_weights(double weight) {
  std::fill(weight_.begin(), weight_.end(), weight);
  row_values_ = nullptr;
  given_ = true;
}

void SaddleSolver::set_weights(const double* weights) {
  std::copy_n(weights, weight_.size(), weight_.begin());
  row_values_ = nullptr;
  given_ = true;
}

const double* SaddleSolver::weights() {
  find_weights();
  return weight_.data();
}

void SaddleSolver::find_scales() {
  if (mass_values_ == nullptr) return;
  mass_.set(*mass_values_);
  for (int j = 0; j < P_->rows; ++j) root_mobility_[at(j)] = 1.0 / std::sqrt(mass_.mass()[j]);
  mass_values_ = nullptr;
}

/// Only when they are asked for: independent rows do without.
void SaddleSolver::find_weights() {
  if (row_values_ == nullptr) return;
  find_scales();
  const double penalty = dependent_ ? std::min(penalty_, dependent_penalty) : penalty_;
  for (int i = 0; i < A_->rows; ++i) {
    double least = largest_ != nullptr && dependent_ ? vanishing_gradient * vanishing_gradient * largest_[i] : 0.0;
    if (least_mobilities_ != nullptr) least = std::max(least, least_mobilities_[i]);
    const double mobility = std::max(row_mobility(*A_, i, *row_values_, mass_.mass()), least);
    weight_[at(i)] = mobility > 0.0 ? penalty / mobility : 0.0;
  }
  row_values_ = nullptr;
}

Status SaddleSolver::factor(const SparseValues& P, const SparseValues& A) {
  ++factorisations;
  factorisation_ = Factorisation::direct;
  if (!given_ && !dependent_) {
    const bool all = left_out_ == nullptr || left_out_->empty();
    if (!all) {
      std::fill(compliance_.begin(), compliance_.end(), 0.0);
      for (const int row : *left_out_) compliance_[at(row)] = 1.0;
    }
    const bool regular = kkt_.factor(P.data(), A.data(), all ? nullptr : compliance_.data());
    independence_ = kkt_.independence();
    if (independence_ > clearly_independent_) return regular ? Status{} : factor_assembled(P, A);
  }
  return factor_compliant(P, A);
}

Status SaddleSolver::factor_compliant(const SparseValues& P, const SparseValues& A) {
  find_weights();
  factorisation_ = Factorisation::compliant;
  // a row without a gradient acts on nothing, whatever its compliance
  for (std::size_t i = 0; i < weight_.size(); ++i) compliance_[i] = weight_[i] > 0.0 ? 1.0 / weight_[i] : 1.0;
  if (kkt_.factor(P.data(), A.data(), compliance_.data())) return {};
  return factor_assembled(P, A);
}

Status SaddleSolver::factor_assembled(const SparseValues& P, const SparseValues& A) {
  find_weights();
  factorisation_ = Factorisation::assembled;
  if (!assembled_) assembled_ = std::make_unique<Assembled>(*P_, *A_, definite_);
  SparseValues& S = assembled_->values;
  std::fill(S.begin(), S.end(), 0.0);
  for (std::size_t k = 0; k < assembled_->P_place.size(); ++k) S[at(assembled_->P_place[k])] += P[k];
  assembled_->normal.add(*A_, A, weight_.data(), S);
  return assembled_->solver->factor(S);
}

void SaddleSolver::solve_augmented(double* x) {
  if (factorisation_ == Factorisation::assembled) return assembled_->solver->solve(x);
  std::fill(dmu_.begin(), dmu_.end(), 0.0);
  kkt_.solve(x, dmu_.data());
}

/// size_j: what x_j could be if all the "energy" of x and f were in it (la/root_energy.hpp, here with roots that are kept: a
/// solve would spend more on taking them again). Round-off in A x is judged against this, also
/// where the terms of a row should vanish and only round-off of the other coordinates is left in them.
void SaddleSolver::update_sizes(const double* f, const double* x) {
  double root_energy = 0.0;
  for (int j = 0; j < P_->rows; ++j) {
    const double root = root_mobility_[at(j)];
    root_energy = std::max(root_energy, std::max(std::abs(x[j]) / root, std::abs(f[j]) * root));
  }
  for (int j = 0; j < P_->rows; ++j) size_[at(j)] = root_energy * root_mobility_[at(j)];
  root_energy_ = root_energy;
}

SaddleSolver::Residual SaddleSolver::constraint_residual(const SparseValues& A, const double* g, const double* x) {
  Residual r;
  for (int i = 0; i < A_->rows; ++i) {
    double sum = -g[i], size = std::abs(g[i]);
    if (right_sizes_ != nullptr) size += right_sizes_[i];
    if (largest_ != nullptr && dependent_) size += vanishing_gradient * std::sqrt(largest_[i]) * root_energy_;
    for (int k = A_->start[at(i)]; k < A_->start[at(i) + 1]; ++k) {
      const int j = A_->col[at(k)];
      sum += A[at(k)] * x[j];
      size += std::abs(A[at(k)]) * std::max(size_[at(j)], std::abs(x[j]));
    }
    residual_[at(i)] = sum;
    const double relative = std::abs(sum) <= no_motion ? 0.0 : std::abs(sum) / (size + no_motion);
    if (!(relative <= r.worst)) r = {relative, i, sum};
  }
  return r;
}

/// x += d, mu += W (r + A d) with d = S^-1 (f - P x - A^T (mu + W r)); r is the residual A x - g to remove.
void SaddleSolver::pass(const SparseValues& P, const SparseValues& A, const double* f, const double* r, double* x,
                        double* mu) {
  const int n = P_->rows, rows = A_->rows;
  if (factorisation_ == Factorisation::assembled)
    for (int i = 0; i < rows; ++i) mu[i] += weight_[at(i)] * r[i];
  std::copy(f, f + n, step_.begin());
  multiply_add(*P_, P, x, -1.0, step_.data());
  multiply_transposed_add(*A_, A, mu, -1.0, step_.data());
  for (int i = 0; i < rows; ++i) dmu_[at(i)] = -r[i];
  if (factorisation_ == Factorisation::assembled)
    assembled_->solver->solve(step_.data());
  else
    kkt_.solve(step_.data(), dmu_.data());
  if (factorisation_ != Factorisation::direct) {
    // as it follows from d: what elimination gives has round-off in it that moves along the null space of dependent rows
    for (int i = 0; i < rows; ++i) dmu_[at(i)] = factorisation_ == Factorisation::compliant ? r[i] : 0.0;
    multiply_add(*A_, A, step_.data(), 1.0, dmu_.data());
    for (int i = 0; i < rows; ++i) dmu_[at(i)] *= weight_[at(i)];
  }
  for (int j = 0; j < n; ++j) x[j] += step_[at(j)];
  for (int i = 0; i < rows; ++i) mu[i] += dmu_[at(i)];
}

Status SaddleSolver::solve(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x,
                           double* mu) {
  settled_ = true;
  return factorisation_ == Factorisation::direct ? solve_directly(P, A, f, g, x, mu) : iterate(P, A, f, g, x, mu);
}

Status SaddleSolver::apply(const double* f, const double* g, double* x, double* mu) {
  std::copy_n(f, P_->rows, x);
  std::copy_n(g, A_->rows, mu);
  kkt_.solve(x, mu);
  for (int j = 0; j < P_->rows; ++j)
    if (!std::isfinite(x[j])) return {Code::not_finite, -1, 1, x[j], "constraint solve"};
  return {};
}

Status SaddleSolver::solve_afresh(const SparseValues& P, const SparseValues& A, const double* f, const double* g,
                                  double* x, double* mu) {
  settled_ = true;
  if (factorisation_ == Factorisation::direct) {
    if (auto ok = apply(f, g, x, mu); !ok) return ok;
    if (independence_ > surely_independent) return {Code::ok, -1, 1, 0.0, ""};
    return refine(P, A, f, g, x, mu);
  }
  std::fill_n(x, P_->rows, 0.0);
  std::fill_n(mu, A_->rows, 0.0);
  return iterate(P, A, f, g, x, mu);
}

Status SaddleSolver::solve_directly(const SparseValues& P, const SparseValues& A, const double* f, const double* g,
                                    double* x, double* mu) {
  for (int i = 0; i < A_->rows; ++i) residual_[at(i)] = -g[i];
  multiply_add(*A_, A, x, 1.0, residual_.data());
  pass(P, A, f, residual_.data(), x, mu);
  return refine(P, A, f, g, x, mu);
}

/// Further passes where the rows are not met yet: their matrix has changed since, or they are nearly dependent.
Status SaddleSolver::refine(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x,
                            double* mu) {
  double worst = plain_residual(A, g, x);
  for (int refined = 0; worst > small_residual && refined < max_refinements; ++refined) {
    const double before = worst;
    pass(P, A, f, residual_.data(), x, mu);
    worst = plain_residual(A, g, x);
    if (worst > stall_factor * before) break;
  }
  for (int j = 0; j < P_->rows; ++j)
    if (!std::isfinite(x[j])) return {Code::not_finite, -1, 1, x[j], "constraint solve"};
  if (worst <= contradiction_on_constraints) return {Code::ok, -1, 1, 0.0, ""};
  find_scales();
  update_sizes(f, x);
  const Residual now = constraint_residual(A, g, x);
  if (now.worst <= contradiction_on_constraints) return {Code::ok, -1, 1, 0.0, ""};
  return {Code::rank_lost, now.row, 1, now.value, "constraint solve"};
}

/// A x - g, and the largest relative to the terms of its own row.
double SaddleSolver::plain_residual(const SparseValues& A, const double* g, const double* x) {
  double worst = 0.0;
  for (int i = 0; i < A_->rows; ++i) {
    double sum = -g[i], size = std::abs(g[i]);
    for (int k = A_->start[at(i)]; k < A_->start[at(i) + 1]; ++k) {
      const double term = A[at(k)] * x[A_->col[at(k)]];
      sum += term;
      size += std::abs(term);
    }
    residual_[at(i)] = sum;
    if (std::abs(sum) > no_motion && std::abs(sum) > worst * (size + no_motion))
      worst = std::abs(sum) / (size + no_motion);
  }
  return worst;
}

double SaddleSolver::find_unrest(const SparseValues& A) {
  for (int i = 0; i < A_->rows; ++i) dmu_[at(i)] = weight_[at(i)] * residual_[at(i)];
  std::fill(step_.begin(), step_.end(), 0.0);
  multiply_transposed_add(*A_, A, dmu_.data(), 1.0, step_.data());
  double largest = 0.0;
  for (int j = 0; j < P_->rows; ++j) largest = std::max(largest, std::abs(step_[at(j)]) * root_mobility_[at(j)]);
  return root_energy_ > 0.0 ? largest / root_energy_ : 0.0;
}

Status SaddleSolver::iterate(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x,
                             double* mu) {
  find_scales();
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
    // dependent rows may contradict each other a little
    if (now.worst <= (dependent_ ? contradiction_in_step : contradiction_on_constraints)) break;
    // nearly dependent rows answer only to a larger penalty
    const Status lost{Code::rank_lost, now.row, passes, now.value, "constraint solve"};
    if (stiffened++ == max_stiffenings) return lost;
    for (double& w : weight_) w *= stiffening;
    if (!(factorisation_ == Factorisation::compliant ? factor_compliant(P, A) : factor_assembled(P, A))) return lost;
  }
  settled_ = now.worst <= goal;
  unrest_ = settled_ ? 0.0 : find_unrest(A);
  // The rows hold to round-off. That round-off times the weights is noise in mu: a last pass that takes it for zero
  // leaves x and mu in balance with f to full accuracy.
  std::fill(residual_.begin(), residual_.end(), 0.0);
  pass(P, A, f, residual_.data(), x, mu);
  for (const double d : step_)
    if (!std::isfinite(d)) return {Code::not_finite, -1, passes, d, "constraint solve"};
  return {Code::ok, -1, passes + 1, 0.0, ""};
}

}  // namespace rheon
