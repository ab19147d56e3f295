#include "constraints/constrained_fit.hpp"

#include "constraints/row_fit.hpp"
#include "constraints/row_rank.hpp"
#include "la/decompositions.hpp"

namespace rheon {

namespace {

/// Done when a step is this part of the unknowns, of which three digits are shown: its square is round-off, so the next one is,
/// too.
constexpr double least_step_of_fit = 1e-10;
/// A bound on the time where rows are nearly dependent: Newton's method needs a few steps, or does not converge.
constexpr int most_steps_of_fit = 40;

/// One step of Newton's method towards where `others` hold, and, on what they leave free, of least squares for `own`.
bool step_on(LevelRows& equations, const std::vector<int>& others, const std::vector<int>& own, State& s,
             double& moved) {
  Vec r, r_own;
  Eigen::MatrixXd J, J_own;
  double worst = 0.0;
  if (!equations.evaluate(s, others, r, J, worst) || !equations.evaluate(s, own, r_own, J_own, worst)) return false;
  const Eigen::Index n = J_own.cols();
  Vec step = Vec::Zero(n);
  Eigen::MatrixXd free = Eigen::MatrixXd::Identity(n, n);
  if (J.size() > 0) {
    step = -least_squares(J, r, rank_tolerance).x;
    const PivotedQr<double> qr = pivoted_qr(Eigen::MatrixXd(J.transpose()), Basis::whole);
    free = qr.Q.rightCols(n - qr.rank(rank_tolerance));
  }
  const Eigen::MatrixXd G = J_own * free;
  if (const double size = G.stableNorm();
      G.size() > 0 && size > rank_tolerance)  // rows are of unit length: else they are not free
    step += free * least_squares(G, -(r_own + J_own * step), rank_tolerance / size).x;
  const double size = 1.0 + equations.unknowns(s).stableNorm();
  if (equations.level() == Level::position && step.stableNorm() > spread_of_starts * size)
    step *= spread_of_starts * size / step.stableNorm();
  equations.unknowns(s) += step;
  moved = step.stableNorm() / size;
  return step.allFinite();
}

}  // namespace

std::optional<State> fit_where_others_hold(LevelRows& equations, const std::vector<int>& own,
                                           const std::vector<int>& others) {
  State s = fit_rows_from_anywhere(equations, equations.start(), others).state;
  double moved = 1.0;
  for (int k = 0; k < most_steps_of_fit && moved > least_step_of_fit; ++k)
    if (!step_on(equations, others, own, s, moved)) return std::nullopt;
  Vec r;
  Eigen::MatrixXd J;
  double worst = 0.0;
  if (moved > least_step_of_fit || !equations.evaluate(s, others, r, J, worst) || worst > LevelRows::holds_within)
    return std::nullopt;
  return s;
}

}  // namespace rheon
