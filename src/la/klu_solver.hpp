#pragma once

#include <suitesparse/klu.h>

#include <vector>

#include "la/linear_solver.hpp"

namespace rheon {

/// KLU (SuiteSparse): fill-reducing order once, numeric refactorisation on the same pivots without allocation; the
/// pivots are chosen anew only if they have gone bad.
class KluSolver final : public LinearSolver {
 public:
  /// `order` of elimination, all unknowns; empty: minimum degree of A + A^T.
  explicit KluSolver(const Pattern& pattern, std::vector<int> order = {});
  ~KluSolver() override;
  KluSolver(const KluSolver&) = delete;
  KluSolver& operator=(const KluSolver&) = delete;
  Status factor(const SparseValues& values) override;
  void solve(double* x) override;

 private:
  Status refactor();
  int n_;
  std::vector<int> start_, index_, from_;  ///< compressed columns, and where each value comes from in the rows
  std::vector<double> value_;
  klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
};

}  // namespace rheon
