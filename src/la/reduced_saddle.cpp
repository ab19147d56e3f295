#include "la/reduced_saddle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "la/products.hpp"
#include "la/root_energy.hpp"

namespace rheon {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// So compliant that a row takes no part, whatever its unit.
constexpr double no_resistance = 1e100;
/// What must be left of a pivot for refinement to gain: two digits above round-off. At two digits a round, eight rounds come to the
/// end.
constexpr double least_independence = 1e-14;
constexpr int most_refinements = 12;
/// A round whose correction keeps more than this part of the one before has come to round-off. A choice.
constexpr double least_gain = 0.5;

}  // namespace

ReducedSaddle::ReducedSaddle(const Pattern& P, const Pattern& A)
    : P_(&P),
      A_(&A),
      kkt_(P, A, true, false),
      mass_(P),
      compliance_(at(A.rows), 0.0),
      mobility_(at(A.rows), 0.0),
      force_(at(P.rows), 0.0),
      motion_(at(P.rows), 0.0),
      zero_(at(A.rows), 0.0),
      step_(at(P.rows), 0.0),
      multiplier_step_(at(A.rows), 0.0) {}

void ReducedSaddle::leave_out(const std::vector<int>& rows) {
  if (rows == left_out_) return;
  left_out_ = rows;
  null_.assign(rows.size(), std::vector<double>(at(A_->rows)));
  std::fill(compliance_.begin(), compliance_.end(), 0.0);
  for (const int i : rows) compliance_[at(i)] = no_resistance;
}

bool ReducedSaddle::factor(const SparseValues& P, const SparseValues& A) {
  mass_.set(P);
  for (int i = 0; i < A_->rows; ++i) mobility_[at(i)] = row_mobility(*A_, i, A, mass_.mass());
  return kkt_.factor(P.data(), A.data(), compliance_.data()) && kkt_.independence() > least_independence;
}

void ReducedSaddle::drop(double* rows) const {
  for (const int i : left_out_) rows[i] = 0.0;
}

/// In the metric of the masses.
double ReducedSaddle::size(const double* x, const double* mu) const {
  double largest = 0.0;
  for (int j = 0; j < P_->rows; ++j) largest = std::max(largest, std::abs(x[j]) * std::sqrt(mass_.mass()[j]));
  for (int i = 0; i < A_->rows; ++i) largest = std::max(largest, std::abs(mu[i]) * std::sqrt(mobility_[at(i)]));
  return largest;
}

/// With the rows kept alone, to the accuracy of their residuals.
void ReducedSaddle::refined(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x,
                            double* mu) {
  std::copy_n(f, P_->rows, x);
  std::copy_n(g, A_->rows, mu);
  drop(mu);
  kkt_.solve(x, mu);
  drop(mu);
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_refinements; ++round) {
    std::copy_n(f, P_->rows, step_.begin());
    multiply_add(*P_, P, x, -1.0, step_.data());
    multiply_transposed_add(*A_, A, mu, -1.0, step_.data());
    std::fill(multiplier_step_.begin(), multiplier_step_.end(), 0.0);
    multiply_add(*A_, A, x, -1.0, multiplier_step_.data());
    for (int i = 0; i < A_->rows; ++i) multiplier_step_[at(i)] += g[i];
    drop(multiplier_step_.data());
    kkt_.solve(step_.data(), multiplier_step_.data());
    drop(multiplier_step_.data());
    const double correction = size(step_.data(), multiplier_step_.data());
    if (!(correction < least_gain * last)) return;
    for (int j = 0; j < P_->rows; ++j) x[j] += step_[at(j)];
    for (int i = 0; i < A_->rows; ++i) mu[i] += multiplier_step_[at(i)];
    if (correction <= eps * size(x, mu)) return;
    last = correction;
  }
}

/// A_i^T = sum nu_k A_k^T over the rows kept, for each row i left out: e_i - nu then moves no force. What is left of A_i^T is
/// P x with A x = 0.
void ReducedSaddle::find_null_vectors(const SparseValues& P, const SparseValues& A) {
  newness_ = 0.0;
  for (std::size_t k = 0; k < left_out_.size(); ++k) {
    const int row = left_out_[k];
    std::vector<double>& null = null_[k];
    std::fill(force_.begin(), force_.end(), 0.0);
    for (int e = A_->start[at(row)]; e < A_->start[at(row) + 1]; ++e) force_[at(A_->col[at(e)])] = A[at(e)];
    refined(P, A, force_.data(), zero_.data(), motion_.data(), null.data());
    const double free = mass_.norm(motion_.data());
    if (mobility_[at(row)] > 0.0) newness_ = std::max(newness_, free * free / mobility_[at(row)]);
    for (double& n : null) n = -n;
    null[at(row)] = 1.0;
    const auto product = [&](const std::vector<double>& a, const std::vector<double>& b) {
      double sum = 0.0;
      for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i] * mobility_[i];
      return sum;
    };
    for (int twice = 0; twice < 2; ++twice)  // modified Gram-Schmidt
      for (std::size_t before = 0; before < k; ++before) {
        const double part = product(null_[before], null);
        for (std::size_t i = 0; i < null.size(); ++i) null[i] -= part * null_[before][i];
      }
    const double norm = std::sqrt(product(null, null));
    const double scale = norm > 0.0 ? 1.0 / norm : 0.0;  // a row without a gradient has no part in the norm
    for (double& n : null) n *= scale;
  }
}

void ReducedSaddle::judge(const SparseValues& A, const double* f, const double* g, const double* x) {
  root_energy_ = rheon::root_energy(mass_.mass(), x, f);
  contradiction_ = 0.0;
  for (const int i : left_out_) {
    double sum = -g[i];
    for (int e = A_->start[at(i)]; e < A_->start[at(i) + 1]; ++e) sum += A[at(e)] * x[A_->col[at(e)]];
    const double reach = std::sqrt(mobility_[at(i)]) * root_energy_ + std::abs(g[i]);
    if (sum != 0.0) contradiction_ = std::max(contradiction_, std::abs(sum) / reach);
  }
}

Status ReducedSaddle::solve(const SparseValues& P, const SparseValues& A, const double* f, const double* g, double* x,
                            double* mu) {
  refined(P, A, f, g, x, mu);
  judge(A, f, g, x);
  for (int j = 0; j < P_->rows; ++j)
    if (!std::isfinite(x[j])) return {Code::not_finite, -1, 1, x[j], "constraint solve"};
  return {};
}

void ReducedSaddle::share(const SparseValues& P, const SparseValues& A, double* mu) {
  find_null_vectors(P, A);
  for (const std::vector<double>& null : null_) {
    double part = 0.0;
    for (int i = 0; i < A_->rows; ++i) part += null[at(i)] * mu[i] * mobility_[at(i)];
    for (int i = 0; i < A_->rows; ++i) mu[i] -= part * null[at(i)];
  }
}

}  // namespace rheon
