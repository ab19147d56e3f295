#include "sim/conflict.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/index.hpp"
#include "la/decompositions.hpp"

namespace rheon {

namespace {

/// A row holds if it is missed by less than this part of the size of its terms: far above what least squares leave of
/// rows that agree, far below what lengths that do not fit do.
constexpr double holds_within = 1e-8;
/// Rows missed by less than this part of the most missed one carry nothing of the conflict.
constexpr double carries_nothing = 1e-5;
constexpr int max_iterations = 80;
/// How far other starts are from the given one, as part of the largest coordinate.
constexpr double spread = 0.5;

std::vector<int> joined(const std::vector<std::vector<int>>& parts, std::size_t without) {
  std::vector<int> rows;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (k != without) rows.insert(rows.end(), parts[k].begin(), parts[k].end());
  return rows;
}

}  // namespace

/// With the terms of the present state, whose positions, rates or accelerations are x.
ConflictSearch::Row ConflictSearch::row_at(const Vec& x, int row) const {
  const int nphi = system_.layout().nphi;
  const Pattern& p = pattern();
  Row out{0.0, level_ == Level::position ? 1.0 : 0.0};
  double along = 0.0;
  for (int e = p.start[at(row)]; e < p.start[at(row) + 1]; ++e) {
    const double term = gradients()[at(e)] * x[p.col[at(e)]];
    along += term;
    out.size += std::abs(term);
  }
  if (level_ == Level::position) out.residual = terms_.phi[row];
  if (level_ == Level::velocity) out.residual = row < nphi ? terms_.phi_dot[row] : terms_.psi[row - nphi];
  if (level_ == Level::acceleration) out.residual = along - terms_.b[row];
  out.size = std::max({out.size, std::abs(out.residual), std::abs(out.residual - along)});
  if (!(out.size > 0.0)) out.size = 1.0;
  return out;
}

/// Residuals and gradients, rows divided by their size at the start of the search; `worst`: the largest of the residuals.
bool ConflictSearch::evaluate(const State& s, const std::vector<int>& rows, Vec& r, Eigen::MatrixXd& J, double& worst) {
  if (!system_.evaluate(s, Want::position | Want::jacobian | Want::gradient | Want::bias, terms_)) return false;
  const Pattern& p = pattern();
  const Vec& x = level_ == Level::position ? s.q : level_ == Level::velocity ? s.v : s.a;
  r.resize(static_cast<Eigen::Index>(rows.size()));
  J = Eigen::MatrixXd::Zero(r.size(), x.size());
  worst = 0.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const Row now = row_at(x, rows[k]);
    const double weight = weights_[rows[k]];
    r[i] = weight * now.residual;
    worst = std::max(worst, std::abs(now.residual) / now.size);
    for (int e = p.start[at(rows[k])]; e < p.start[at(rows[k]) + 1]; ++e)
      J(i, p.col[at(e)]) = weight * gradients()[at(e)];
  }
  return r.allFinite() && J.allFinite();
}

/// Rows weigh so that their gradients have unit length at the start, whatever their units.
void ConflictSearch::weigh(const State& start) {
  const Pattern& p = pattern();
  weights_ = Vec::Ones(system_.layout().rows());
  if (!system_.evaluate(start, Want::position | Want::jacobian | Want::gradient | Want::bias, terms_)) return;
  for (int row = 0; row < p.rows; ++row) {
    double square = 0.0;
    for (int e = p.start[at(row)]; e < p.start[at(row) + 1]; ++e) square += gradients()[at(e)] * gradients()[at(e)];
    if (square > 0.0 && std::isfinite(square)) weights_[row] = 1.0 / std::sqrt(square);
  }
}

ConflictSearch::Fit ConflictSearch::fit(const State& start, const std::vector<int>& rows) {
  Fit best;
  best.state = start;
  Vec r, r_next;
  Eigen::MatrixXd J, J_next;
  double worst = 0.0, worst_next = 0.0, damping = 1e-3;
  best.evaluated = evaluate(best.state, rows, r, J, worst);
  for (int pass = 0; best.evaluated && worst > holds_within && pass < max_iterations; ++pass) {
    Eigen::MatrixXd H = J.transpose() * J;
    const double size = H.size() > 0 ? H.diagonal().maxCoeff() : 0.0;  // nothing may move at all
    if (!(size > 0.0)) break;
    H.diagonal().array() += damping * damping * size;
    State next = best.state;
    unknowns(next) -= solve_symmetric(H, J.transpose() * r);
    if (evaluate(next, rows, r_next, J_next, worst_next) && r_next.norm() < r.norm()) {
      const bool stalled = r_next.norm() > (1.0 - 1e-10) * r.norm();
      best.state = std::move(next);
      std::swap(r, r_next);
      std::swap(J, J_next);
      worst = worst_next;
      damping = std::max(1e-7, 0.2 * damping);
      if (stalled) break;
    } else {
      damping *= 8.0;
      if (damping > 1e8) break;
    }
  }
  best.holds = best.evaluated && worst <= holds_within;
  best.residuals = r;
  return best;
}

/// Other starts only where positions matter: rates and accelerations have one compromise (rows nonlinear in the rates
/// may have more).
ConflictSearch::Fit ConflictSearch::fit_from_anywhere(const State& start, const std::vector<int>& rows) {
  Fit first = fit(start, rows);
  if (first.holds || level_ == Level::acceleration) return first;
  std::mt19937 random(1);
  State other = start;
  const Vec& centre = unknowns(other);
  const Vec given = centre;
  const double size = given.size() > 0 && given.cwiseAbs().maxCoeff() > 0.0 ? given.cwiseAbs().maxCoeff() : 1.0;
  for (int k = 0; k < other_starts; ++k) {
    Vec& x = unknowns(other);
    for (Eigen::Index i = 0; i < x.size(); ++i)
      x[i] = given[i] + spread * size * (static_cast<double>(random()) / 2147483648.0 - 1.0);
    Fit found = fit(other, rows);
    if (found.holds || (found.evaluated && !first.evaluated)) first = std::move(found);
    if (first.holds) break;
  }
  return first;
}

/// What is left out together: all rows of a body, joint or driver, but each initial value by itself.
std::string ConflictSearch::element_of(int row) const {
  const ConstraintRow& c = system_.model().constraints[at(row)];
  return c.group == "initial" ? c.name : c.group;
}

std::vector<std::vector<int>> ConflictSearch::by_element(const std::vector<int>& rows) const {
  std::vector<std::vector<int>> elements;
  for (const int row : rows) {
    const auto known = std::find_if(elements.begin(), elements.end(), [&](const std::vector<int>& e) {
      return element_of(e.front()) == element_of(row);
    });
    if (known == elements.end())
      elements.push_back({row});
    else
      known->push_back(row);
  }
  return elements;
}

/// At the compromise J^T r = 0: rows with r = 0 do not push against the others.
std::vector<int> ConflictSearch::loaded_rows(const State& start, const Fit& compromise, const std::vector<int>& all) {
  const double most = compromise.residuals.cwiseAbs().maxCoeff();
  std::vector<int> loaded;
  for (const auto& element : by_element(all))
    if (std::any_of(element.begin(), element.end(), [&](int row) {
          return std::abs(compromise.residuals[row]) > carries_nothing * most;  // all rows were tried: row is its place
        }))
      loaded.insert(loaded.end(), element.begin(), element.end());
  return fit_from_anywhere(start, loaded).holds ? all : loaded;
}

std::vector<std::vector<int>> ConflictSearch::shrink(const State& start, std::vector<std::vector<int>> parts) {
  for (std::size_t k = 0; k < parts.size();) {
    if (parts.size() > 1 && !fit_from_anywhere(start, joined(parts, k)).holds)
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
    else
      ++k;
  }
  return parts;
}

void ConflictSearch::tell(const State& start, const std::vector<int>& rows, Conflict& conflict) {
  Fit compromise = fit(start, rows);
  Vec r;
  Eigen::MatrixXd J;
  double worst = 0.0;
  const bool known = evaluate(compromise.state, rows, r, J, worst);
  for (const int row : rows) {
    if (std::find(conflict.elements.begin(), conflict.elements.end(), element_of(row)) == conflict.elements.end())
      conflict.elements.push_back(element_of(row));
    conflict.missed.push_back(known ? row_at(unknowns(compromise.state), row).residual : std::nan(""));
  }
  conflict.rows = rows;
}

std::optional<Conflict> ConflictSearch::find(const State& start) {
  const Layout& n = system_.layout();
  std::vector<int> all(at(level_ == Level::position ? n.nphi : n.rows()));
  std::iota(all.begin(), all.end(), 0);
  if (all.empty()) return std::nullopt;
  State begin = start;
  if (level_ == Level::acceleration) begin.a = Vec::Zero(n.nv);
  weigh(begin);
  Conflict conflict;
  conflict.smallest = static_cast<int>(all.size()) <= max_rows;
  Fit together = conflict.smallest ? fit_from_anywhere(begin, all) : fit(begin, all);
  if (!together.evaluated) return std::nullopt;
  if (together.holds) {
    solution_ = std::move(together.state);
    return std::nullopt;
  }
  std::vector<int> rows = loaded_rows(begin, together, all);
  if (conflict.smallest) {
    std::vector<std::vector<int>> single;
    for (const auto& element : shrink(begin, by_element(rows)))
      for (const int row : element) single.push_back({row});
    rows = joined(shrink(begin, single), single.size());
    std::sort(rows.begin(), rows.end());
  }
  tell(begin, rows, conflict);
  return conflict;
}

}  // namespace rheon
