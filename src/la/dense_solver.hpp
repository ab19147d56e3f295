#pragma once

#include <vector>

#include "la/linear_solver.hpp"

namespace rheon {

/// Cholesky, lower triangle, row-major: for the small systems where call overhead would dominate a library's.
class DenseCholesky final : public LinearSolver {
 public:
  explicit DenseCholesky(const Pattern& pattern);
  Status factor(const SparseValues& values) override;
  void solve(double* x) override;

 private:
  const Pattern* pattern_;
  int n_;
  std::vector<double> L_;
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
