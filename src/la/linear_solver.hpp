// Factor and solve a square matrix on a fixed pattern, again and again, without allocation.
#pragma once

#include <memory>

#include "rheon/core/status.hpp"
#include "rheon/la/sparse.hpp"

namespace rheon {

class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  /// `singular` with the failing column in `row` and the pivot relative to its diagonal in `value`.
  virtual Status factor(const SparseValues& values) = 0;
  /// x holds the right side on entry, the solution on return. Only after a successful `factor`.
  virtual void solve(double* x) = 0;
};

/// `definite`: the matrix is symmetric and positive definite if it is regular (Cholesky); otherwise LU with pivoting.
/// Small systems are dense; larger ones go to KLU when the pattern is sparse.
std::unique_ptr<LinearSolver> make_linear_solver(const Pattern& pattern, bool definite);

}  // namespace rheon
