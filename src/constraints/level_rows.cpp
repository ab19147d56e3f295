#include "constraints/level_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "methods/row_equations.hpp"

namespace rheon {

namespace {

/// Round-off of a row of rates or accelerations, as a part of its terms: some thousand times that of a single term.
constexpr double round_off_of_level_row = 1e-12;

}  // namespace

LevelRows::LevelRows(const System& system, Level level, const State& start)
    : system_(system), terms_(system.make_terms()), level_(level), start_(start) {
  if (level_ == Level::acceleration) start_.a = Vec::Zero(system.layout().nv);
  weigh();
}

/// With the terms of the present state, whose positions, rates or accelerations are x.
LevelRows::RowResidual LevelRows::row_at(const Vec& x, int row) const {
  const Pattern& p = pattern();
  RowResidual out{0.0, level_ == Level::position ? 1.0 : 0.0};
  double along = 0.0;
  for (int e = p.start[at(row)]; e < p.start[at(row) + 1]; ++e) {
    const double term = gradients()[at(e)] * x[p.col[at(e)]];
    along += term;
    out.size += std::abs(term);
  }
  if (level_ == Level::position) out.residual = terms_.phi[row];
  if (level_ == Level::velocity) out.residual = velocity_residual(terms_.phi_dot, terms_.psi, row);
  if (level_ == Level::acceleration) out.residual = along - terms_.b[row];
  out.size = std::max({out.size, std::abs(out.residual), std::abs(out.residual - along)});
  return out;
}

bool LevelRows::evaluate(const State& s, const std::vector<int>& rows, Vec& r, Eigen::MatrixXd& J, double& worst) {
  if (!system_.evaluate(s, Want::position | Want::jacobian | Want::gradient | Want::bias, terms_)) return false;
  const Pattern& p = pattern();
  const Vec& x = unknowns(s);
  r.resize(static_cast<Eigen::Index>(rows.size()));
  J = Eigen::MatrixXd::Zero(r.size(), x.size());
  worst = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const RowResidual now = row_at(x, rows[k]);
    const double weight = weights_[rows[k]];
    r[i] = weight * now.residual;
    // at rest all terms vanish, and a row about rates holds: what they are compared with must not vanish with them
    const double size =
        level_ == Level::position ? now.size : motion_ / weight + round_off_of_level_row / holds_within * now.size;
    if (now.residual != 0.0) worst = std::max(worst, std::abs(now.residual) / size);
    for (int e = p.start[at(rows[k])]; e < p.start[at(rows[k]) + 1]; ++e)
      J(i, p.col[at(e)]) = weight * gradients()[at(e)];
  }
  return r.allFinite() && J.allFinite();
}

void LevelRows::weigh() {
  const Pattern& p = pattern();
  weights_ = Vec::Ones(system_.layout().rows());
  motion_ = 0.0;
  if (!system_.evaluate(start_, Want::position | Want::jacobian | Want::gradient | Want::bias, terms_)) return;
  for (int row = 0; row < p.rows; ++row) {
    const auto entries =
        Eigen::Map<const Vec>(gradients().data() + p.start[at(row)], p.start[at(row) + 1] - p.start[at(row)]);
    if (const double length = entries.stableNorm(); length > 0.0 && std::isfinite(length)) weights_[row] = 1.0 / length;
    if (level_ == Level::position) continue;
    const double size = weights_[row] * row_at(unknowns(start_), row).size;
    if (std::isfinite(size)) motion_ = std::max(motion_, size);
  }
}

}  // namespace rheon
