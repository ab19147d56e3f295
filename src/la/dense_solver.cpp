#include "la/dense_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rheon {

namespace {

/// A pivot that has lost all but these digits of its diagonal is round-off, not a number: n eps with room to spare.
double pivot_floor(int n) { return 8.0 * n * std::numeric_limits<double>::epsilon(); }

void scatter(const Pattern& p, const SparseValues& values, std::vector<double>& dense) {
  std::fill(dense.begin(), dense.end(), 0.0);
  const auto n = static_cast<std::size_t>(p.cols);
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.rows); ++i)
    for (auto k = static_cast<std::size_t>(p.start[i]); k < static_cast<std::size_t>(p.start[i + 1]); ++k)
      dense[i * n + static_cast<std::size_t>(p.col[k])] = values[k];
}

Status singular_at(int column, double pivot) { return {Code::singular, column, 0, pivot, "factorisation"}; }

}  // namespace

DenseCholesky::DenseCholesky(const Pattern& pattern)
    : pattern_(&pattern),
      n_(pattern.rows),
      U_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_)),
      inverse_(static_cast<std::size_t>(n_)),
      diagonal_(static_cast<std::size_t>(n_)) {}

/// Right-looking: every inner loop adds a multiple of a row to a row, which the compiler vectorises without reordering
/// sums. The upper triangle ends as U = L^T, the lower as its mirror, so that both substitutions run along rows too.
Status DenseCholesky::factor(const SparseValues& values) {
  scatter(*pattern_, values, U_);
  for (int i = 0; i < n_; ++i) diagonal_[static_cast<std::size_t>(i)] = row(i)[i];
  for (int k = 0; k < n_; ++k) {
    double* Uk = row(k);
    const double pivot = Uk[k], before = diagonal_[static_cast<std::size_t>(k)];
    if (!(pivot > pivot_floor(n_) * std::abs(before))) return singular_at(k, before == 0.0 ? 0.0 : pivot / before);
    const double inverse = 1.0 / std::sqrt(pivot);
    inverse_[static_cast<std::size_t>(k)] = inverse;
    for (int j = k + 1; j < n_; ++j) Uk[j] *= inverse;
    for (int i = k + 1; i < n_; ++i) {
      const double factor = Uk[i];
      if (factor == 0.0) continue;
      double* Ui = row(i);
      for (int j = i; j < n_; ++j) Ui[j] -= factor * Uk[j];
    }
  }
  for (int i = 1; i < n_; ++i)
    for (int k = 0; k < i; ++k) row(i)[k] = row(k)[i];
  return {};
}

void DenseCholesky::solve(double* x) {
  for (int k = 0; k < n_; ++k) {
    const double xk = x[k] *= inverse_[static_cast<std::size_t>(k)];
    const double* Uk = row(k);
    for (int i = k + 1; i < n_; ++i) x[i] -= Uk[i] * xk;
  }
  for (int i = n_ - 1; i >= 0; --i) {
    const double xi = x[i] *= inverse_[static_cast<std::size_t>(i)];
    const double* Li = row(i);
    for (int k = 0; k < i; ++k) x[k] -= Li[k] * xi;
  }
}

DenseLu::DenseLu(const Pattern& pattern)
    : pattern_(&pattern),
      n_(pattern.rows),
      LU_(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_)),
      y_(static_cast<std::size_t>(n_)),
      column_scale_(static_cast<std::size_t>(n_)),
      pivot_(static_cast<std::size_t>(n_)) {}

Status DenseLu::factor(const SparseValues& values) {
  scatter(*pattern_, values, LU_);
  const auto row = [&](int i) { return LU_.data() + static_cast<std::ptrdiff_t>(i) * n_; };
  std::fill(column_scale_.begin(), column_scale_.end(), 0.0);
  for (int i = 0; i < n_; ++i)
    for (int j = 0; j < n_; ++j) {
      auto& scale = column_scale_[static_cast<std::size_t>(j)];
      scale = std::max(scale, std::abs(row(i)[j]));
    }
  for (int k = 0; k < n_; ++k) {
    int best = k;
    for (int i = k + 1; i < n_; ++i)
      if (std::abs(row(i)[k]) > std::abs(row(best)[k])) best = i;
    pivot_[static_cast<std::size_t>(k)] = best;
    if (best != k) std::swap_ranges(row(k), row(k) + n_, row(best));
    const double pivot = row(k)[k];
    const double scale = column_scale_[static_cast<std::size_t>(k)];
    if (!(std::abs(pivot) > pivot_floor(n_) * scale)) return singular_at(k, scale == 0.0 ? 0.0 : pivot / scale);
    for (int i = k + 1; i < n_; ++i) {
      double* Ri = row(i);
      if (Ri[k] == 0.0) continue;
      const double factor = Ri[k] /= pivot;
      const double* Rk = row(k);
      for (int j = k + 1; j < n_; ++j) Ri[j] -= factor * Rk[j];
    }
  }
  return {};
}

void DenseLu::solve(double* x) {
  for (int k = 0; k < n_; ++k) std::swap(x[k], x[pivot_[static_cast<std::size_t>(k)]]);
  for (int i = 0; i < n_; ++i) {
    const double* Ri = LU_.data() + static_cast<std::ptrdiff_t>(i) * n_;
    for (int k = 0; k < i; ++k) x[i] -= Ri[k] * x[k];
  }
  for (int i = n_ - 1; i >= 0; --i) {
    const double* Ri = LU_.data() + static_cast<std::ptrdiff_t>(i) * n_;
    for (int k = i + 1; k < n_; ++k) x[i] -= Ri[k] * x[k];
    x[i] /= Ri[i];
  }
}

}  // namespace rheon
