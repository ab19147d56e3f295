// With dependent rows only the generalised reaction A^T lambda is determined. This takes the lambda of least norm that
// gives the same reaction, in the metric of the effective masses: the one in which every formulation reports.
//
// Which rows depend on the others need not be known here: the passes of SaddleSolver tend to the least norm. Where it is known
// (left_out_rows.hpp), ReducedSaddle::share takes what has no effect out of the multipliers, exactly, by one solve for each row
// left out; and ExplicitSolve and kane have orthogonal factors of the rows at hand, which give it.
#pragma once

#include "la/saddle_solver.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// Are rows dependent at the A and M in `terms`? Dense up to a few hundred rows; taken for yes beyond.
bool rows_dependent(const System& system, const Terms& terms);

class ReactionSplit {
 public:
  explicit ReactionSplit(const System& system);
  /// Rows that depend on each other may be off the constraints, where they only nearly do.
  void expect_dependent() { saddle_.expect_dependent(true); }
  /// From the A and M in `terms`.
  Status apply(const Terms& terms, Vec& lambda);
  /// The same with the factors of the last call, which had these `terms`.
  Status apply_again(const Terms& terms, Vec& lambda);
  /// lambda of least norm with A^T lambda = force.
  Status find(const Terms& terms, const Vec& force, Vec& lambda);
  long long factorisations() const { return saddle_.factorisations; }

 private:
  void take_force(const Terms& terms, const Vec& lambda);
  Status solve(const Terms& terms, const Vec& force, Vec& lambda);

  const System* system_;
  SaddleSolver saddle_;
  Vec force_, x_, zero_;
};

}  // namespace rheon
