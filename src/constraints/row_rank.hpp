// Numerical rank of the constraint rows at one configuration, with rows and columns scaled to one measure.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "la/dependent_rows.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

struct RankAnalysis {
  int rank = 0;
  double gap = 0.0;  ///< smallest kept over largest dropped pivot; 0 if nothing was dropped
  /// Each set: rows of which one is implied by the others, and the coefficients of the vanishing combination of the
  /// rows as written (sum c_i A_i = 0).
  struct Set {
    std::vector<int> rows;
    std::vector<double> coefficients;
  };
  std::vector<Set> dependent;
  std::vector<int> independent;  ///< the rows that were kept, ascending
};

/// Beyond, the cubic cost of dense decompositions is felt where a run begins. A choice.
inline constexpr int most_rows_for_rank = 300;

/// From the A and M in `terms`. Dense: meant for the start of a run and for `check`, not for the step.
RankAnalysis analyse_rows(const System& system, const Terms& terms, double tolerance = rank_tolerance);
int row_rank(const System& system, const Terms& terms);
/// Of these rows alone.
RankAnalysis analyse_rows(const System& system, const Terms& terms, const std::vector<int>& rows);

/// Rows that follow from the others, ascending: of those at position level from others at position level, and of those at
/// velocity level from all.
std::vector<int> rows_that_follow(const System& system, const Terms& terms, double tolerance = rank_tolerance);
/// As many rows of each level as are given, those that the others come nearest to imply.
std::vector<int> rows_least_needed(const System& system, const Terms& terms, const std::vector<int>& as_many_as);

/// Singular values of the same scaled rows: how near they are to depending on each other.
struct WeakRows {
  Eigen::VectorXd values;  ///< all of them, descending
  Eigen::MatrixXd shares;  ///< column k: how much of each scaled row takes part in value k
};
WeakRows weak_rows(const System& system, const Terms& terms);

/// Velocities that no row hinders: a basis, one motion a column, orthonormal in the metric of the diagonal of M. Only the
/// first `rows` rows count, all of them if it is negative.
Eigen::MatrixXd free_motions(const System& system, const Terms& terms, double tolerance = rank_tolerance,
                             int rows = -1);

}  // namespace rheon
