#pragma once

#include <vector>

#include "la/linear_solver.hpp"

namespace rheon {

/// Cholesky, row-major: for the small systems where call overhead would dominate a library's.
class DenseCholesky final : public LinearSolver {
 public:
  explicit DenseCholesky(const Pattern& pattern);
  Status factor(const SparseValues& values) override;
  void solve(double* x) override;

 private:
  double* row(int i) { return U_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  const Pattern* pattern_;
  int n_;
  std::vector<double> U_, inverse_, diagonal_;  ///< factor, 1/diagonal of it, diagonal of the matrix
};

/// LU with row pivoting, row-major.
class DenseLu final : public LinearSolver {
 public:
  explicit DenseLu(const Pattern& pattern);
  Status factor(const SparseValues& values) override;
  void solve(double* x) override;

 private:
  const Pattern* pattern_;
  int n_;
  std::vector<double> LU_, y_, column_scale_;
  std::vector<int> pivot_;
};

}  // namespace rheon
