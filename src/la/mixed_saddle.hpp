// A Newton step whose rows are not those that the reactions push along: rows at the end of a step, reactions in its middle.
//
//     [ P  B^T ] [ x  ]   [ f ]
//     [ A  -D  ] [ mu ] = [ g ]
//
// A and B share a pattern. D is diagonal and positive; it keeps the matrix regular where rows depend on each other and is
// small enough to be no part of the answer: about 1e-12 of A P^-1 B^T. Factored as a whole, so that the condition is that
// of A and not its square, as it is with la/saddle_solver.hpp.
#pragma once

#include <memory>
#include <vector>

#include "la/linear_solver.hpp"

namespace rheon {

class MixedSaddle {
 public:
  MixedSaddle(const Pattern& P, const Pattern& A);
  /// D is given by its entries. `singular`: row is that of the whole matrix.
  Status factor(const SparseValues& P, const SparseValues& B, const SparseValues& A, const double* D);
  /// (f, g) becomes (x, mu).
  void solve(double* x) { solver_->solve(x); }
  long long factorisations = 0;

 private:
  Pattern pattern_;
  std::vector<int> P_place_, B_place_, A_place_, D_place_;
  SparseValues values_;
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace rheon
