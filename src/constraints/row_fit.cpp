#include "constraints/row_fit.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "constraints/row_rank.hpp"
#include "la/decompositions.hpp"

namespace rheon {

namespace {

/// The damping D of (J^T J + D^2 m) dx = -J^T r, m the largest entry of the diagonal: little at first, since the start is
/// usually near; at the least so much that J^T J is regular beyond round-off (D^2 = 1e-14); given up where a step would be
/// shorter than round-off of the unknowns (D^2 = 1e16).
constexpr double first_damping = 1e-3, least_damping = 1e-7, most_damping = 1e8;
/// D times this after a step that made the sum of squares smaller, or that did not: slower down than up, a choice.
constexpr double less_damping = 0.2, more_damping = 8.0;
/// A compromise is reached when a step makes the residuals smaller by less than this part of them: three digits of it are shown.
constexpr double least_gain = 1e-10;
/// A bound on the time of a search that goes along a valley. A choice.
constexpr int most_fit_iterations = 80;

/// The shortest change of what is looked for that misses the rows least.
RowFit fit_linear(LevelRows& equations, const State& start, const std::vector<int>& rows) {
  RowFit best;
  best.state = start;
  Eigen::MatrixXd J;
  double worst = 0.0;
  best.evaluated = equations.evaluate(best.state, rows, best.residuals, J, worst);
  // the second time for the round-off of the first
  for (int pass = 0; pass < 2 && best.evaluated && worst > LevelRows::holds_within && J.size() > 0; ++pass) {
    equations.unknowns(best.state) -= least_squares(J, best.residuals, rank_tolerance).x;
    best.evaluated = equations.evaluate(best.state, rows, best.residuals, J, worst);
  }
  best.holds = best.evaluated && worst <= LevelRows::holds_within;
  return best;
}

}  // namespace

RowFit fit_rows(LevelRows& equations, const State& start, const std::vector<int>& rows) {
  if (equations.is_linear()) return fit_linear(equations, start, rows);
  RowFit best;
  best.state = start;
  Vec r, r_next;
  Eigen::MatrixXd J, J_next;
  double worst = 0.0, worst_next = 0.0, damping = first_damping;
  best.evaluated = equations.evaluate(best.state, rows, r, J, worst);
  for (int pass = 0; best.evaluated && worst > LevelRows::holds_within && pass < most_fit_iterations; ++pass) {
    Eigen::MatrixXd H = J.transpose() * J;
    const double size = H.size() > 0 ? H.diagonal().maxCoeff() : 0.0;  // nothing may move at all
    if (!(size > 0.0)) break;
    H.diagonal().array() += damping * damping * size;
    State next = best.state;
    equations.unknowns(next) -= solve_symmetric(H, J.transpose() * r);
    if (equations.evaluate(next, rows, r_next, J_next, worst_next) && r_next.norm() < r.norm()) {
      const bool stalled = r_next.norm() > (1.0 - least_gain) * r.norm();
      best.state = std::move(next);
      std::swap(r, r_next);
      std::swap(J, J_next);
      worst = worst_next;
      damping = std::max(least_damping, less_damping * damping);
      if (stalled) break;
    } else {
      damping *= more_damping;
      if (damping > most_damping) break;
    }
  }
  best.holds = best.evaluated && worst <= LevelRows::holds_within;
  best.residuals = r;
  return best;
}

/// Other starts only where there may be more than one compromise.
RowFit fit_rows_from_anywhere(LevelRows& equations, const State& start, const std::vector<int>& rows) {
  RowFit first = fit_rows(equations, start, rows);
  if (first.holds || equations.is_linear()) return first;
  std::mt19937 random(1);
  State other = start;
  const Vec& centre = equations.unknowns(other);
  const Vec given = centre;
  const double size = given.size() > 0 && given.cwiseAbs().maxCoeff() > 0.0 ? given.cwiseAbs().maxCoeff() : 1.0;
  for (int k = 0; k < other_starts; ++k) {
    Vec& x = equations.unknowns(other);
    for (Eigen::Index i = 0; i < x.size(); ++i)
      x[i] = given[i] + spread_of_starts * size * (static_cast<double>(random()) / 2147483648.0 - 1.0);
    RowFit found = fit_rows(equations, other, rows);
    if (found.holds || (found.evaluated && !first.evaluated)) first = std::move(found);
    if (first.holds) break;
  }
  return first;
}

}  // namespace rheon
