#include "sim/conflict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "core/index.hpp"
#include "la/decompositions.hpp"

namespace rheon {

namespace {

/// A row holds if it is missed by less than this part of the size of its terms: far above what least squares leave of
/// rows that agree, far below what lengths that do not fit do.
constexpr double holds_within = 1e-8;
/// Round-off of a row, as part of the size of its terms.
constexpr double size_round_off = 1e-12;
/// Directions of which rows hold less than this count as free, as for the rank.
constexpr double held = 1e-9;
/// Rows missed by less than this part of the most missed one carry nothing of the conflict.
constexpr double carries_nothing = 1e-5;
constexpr int max_iterations = 80;
/// Steps towards where all others hold and one element gives way least; done when they are this part of the positions.
constexpr int max_steps = 40;
constexpr double settled = 1e-10;
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
ConflictSearch::RowResidual ConflictSearch::row_at(const Vec& x, int row) const {
  const int nphi = system_.layout().nphi;
  const Pattern& p = pattern();
  RowResidual out{0.0, level_ == Level::position ? 1.0 : 0.0};
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
    const RowResidual now = row_at(x, rows[k]);
    const double weight = weights_[rows[k]];
    r[i] = weight * now.residual;
    // at rest all terms vanish, and a row about rates holds: what they are compared with must not vanish with them
    const double size =
        level_ == Level::position ? now.size : motion_ / weight + size_round_off / holds_within * now.size;
    if (now.residual != 0.0) worst = std::max(worst, std::abs(now.residual) / size);
    for (int e = p.start[at(rows[k])]; e < p.start[at(rows[k]) + 1]; ++e)
      J(i, p.col[at(e)]) = weight * gradients()[at(e)];
  }
  return r.allFinite() && J.allFinite();
}

/// Rows weigh so that their gradients have unit length at the start, whatever their units.
void ConflictSearch::weigh(const State& start) {
  const Pattern& p = pattern();
  weights_ = Vec::Ones(system_.layout().rows());
  motion_ = 0.0;
  if (!system_.evaluate(start, Want::position | Want::jacobian | Want::gradient | Want::bias, terms_)) return;
  for (int row = 0; row < p.rows; ++row) {
    const auto entries =
        Eigen::Map<const Vec>(gradients().data() + p.start[at(row)], p.start[at(row) + 1] - p.start[at(row)]);
    if (const double length = entries.stableNorm(); length > 0.0 && std::isfinite(length)) weights_[row] = 1.0 / length;
    if (level_ == Level::position) continue;
    const double size = weights_[row] * row_at(level_ == Level::velocity ? start.v : start.a, row).size;
    if (std::isfinite(size)) motion_ = std::max(motion_, size);
  }
}

/// The coordinates of the point (else of the vector, else all of the model's own) along which the row has the steepest
/// slope, as a direction of unit length; nothing where it has no slope or the speeds are the model's own.
Vec ConflictSearch::steepest_point(int row, std::string& unit) const {
  const Model& m = system_.model();
  const Pattern& p = pattern();
  std::map<std::pair<bool, std::string>, Vec> points;  // lengths and others, each by its name before the dot
  bool angles = true;
  for (int e = p.start[at(row)]; e < p.start[at(row) + 1] && !m.general_speeds; ++e) {
    const Coordinate& c = m.coordinates[at(p.col[at(e)])];
    const auto name = c.name.rfind('.') + 1;  // 0 if there is no dot
    Vec& slope = points.try_emplace({c.unit != "m", c.name.substr(0, name)}, Vec::Zero(p.cols)).first->second;
    slope[p.col[at(e)]] = gradients()[at(e)];
    if (c.unit != "m") angles = angles && (name > 0 || c.unit == "rad");
  }
  Vec best;
  for (const bool others : {false, true}) {
    for (const auto& [key, slope] : points)
      if (key.first == others && slope.stableNorm() > (best.size() > 0 ? best.stableNorm() : 0.0)) best = slope;
    if (best.size() == 0) continue;
    unit = !others ? "m" + per_time() : angles ? "rad" + per_time() : "";
    return best.stableNormalized();
  }
  unit.clear();
  return best;
}

/// Unit of rows that are lengths or angles as they stand: those of joints that hold a place may depend on directions
/// alone (of points that are fixed to them), those of angles on points alone.
std::optional<std::string> ConflictSearch::own_unit(int row, const std::string& guessed) const {
  const std::string& text = system_.model().constraints[at(row)].text;
  if (text == "the rate is as prescribed") return "";
  if (text == "the angle is as prescribed" || text == "angles in proportion") return "rad" + per_time();
  const bool length =
      text.starts_with("no offset") || text.ends_with("are one") || text.find("touches the") != text.npos;
  if (length && guessed.starts_with("rad")) return "m" + per_time();
  return std::nullopt;
}

/// How far that point would have to go along the slope for the row to hold: Newton's method in one unknown.
Missed ConflictSearch::missed(State s, int row) {
  Missed out;
  Vec along, r;
  Eigen::MatrixXd J;
  double worst = 0.0, first = 0.0;
  for (int k = 0; k < max_steps; ++k) {
    if (!evaluate(s, {row}, r, J, worst)) break;
    if (k == 0) along = steepest_point(row, out.unit);
    const double residual = r[0] / weights_[row];
    if (along.size() == 0) return {residual, ""};
    if (const auto unit = own_unit(row, out.unit)) return {residual, *unit};
    const double slope = J.row(0).dot(along) / weights_[row];
    const double step = residual / slope;
    if (k == 0) first = step;
    if (!std::isfinite(step)) break;
    out.value += step;
    if (std::abs(step) <= settled * std::abs(out.value)) return out;
    unknowns(s) -= step * along;
  }
  return {first, out.unit};  // it never holds along that line: to first order
}

/// The shortest change of what is looked for that misses the rows least.
ConflictSearch::Fit ConflictSearch::fit_linear(const State& start, const std::vector<int>& rows) {
  Fit best;
  best.state = start;
  Eigen::MatrixXd J;
  double worst = 0.0;
  best.evaluated = evaluate(best.state, rows, best.residuals, J, worst);
  // the second time for the round-off of the first
  for (int pass = 0; pass < 2 && best.evaluated && worst > holds_within && J.size() > 0; ++pass) {
    unknowns(best.state) -= least_squares(J, best.residuals, held).x;
    best.evaluated = evaluate(best.state, rows, best.residuals, J, worst);
  }
  best.holds = best.evaluated && worst <= holds_within;
  return best;
}

ConflictSearch::Fit ConflictSearch::fit(const State& start, const std::vector<int>& rows) {
  if (is_linear()) return fit_linear(start, rows);
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

/// Other starts only where there may be more than one compromise.
ConflictSearch::Fit ConflictSearch::fit_from_anywhere(const State& start, const std::vector<int>& rows) {
  Fit first = fit(start, rows);
  if (first.holds || is_linear()) return first;
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

/// One step of Newton's method towards where `others` hold, and, on what they leave free, of least squares for `own`.
bool ConflictSearch::step_on(const std::vector<int>& others, const std::vector<int>& own, State& s, double& moved) {
  Vec r, r_own;
  Eigen::MatrixXd J, J_own;
  double worst = 0.0;
  if (!evaluate(s, others, r, J, worst) || !evaluate(s, own, r_own, J_own, worst)) return false;
  const Eigen::Index n = J_own.cols();
  Vec step = Vec::Zero(n);
  Eigen::MatrixXd free = Eigen::MatrixXd::Identity(n, n);
  if (J.size() > 0) {
    step = -least_squares(J, r, held).x;
    const PivotedQr<double> qr = pivoted_qr(Eigen::MatrixXd(J.transpose()), Basis::whole);
    Eigen::Index rank = 0;
    while (rank < qr.pivots.size() && qr.pivots[rank] > held * qr.pivots[0]) ++rank;
    free = qr.Q.rightCols(n - rank);
  }
  const Eigen::MatrixXd G = J_own * free;
  if (const double size = G.stableNorm();
      G.size() > 0 && size > held)  // rows are of unit length: else they are not free
    step += free * least_squares(G, -(r_own + J_own * step), held / size).x;
  const double size = 1.0 + unknowns(s).stableNorm();
  if (level_ == Level::position && step.stableNorm() > spread * size) step *= spread * size / step.stableNorm();
  unknowns(s) += step;
  moved = step.stableNorm() / size;
  return step.allFinite();
}

Conflict::Element ConflictSearch::give_way(const State& start, const std::vector<int>& own,
                                           const std::vector<int>& others) {
  Conflict::Element element{element_of(own.front()), std::nullopt};
  Fit rest = fit_from_anywhere(start, others);
  State s = rest.state;
  double moved = 1.0;
  for (int k = 0; k < max_steps && moved > settled; ++k)
    if (!step_on(others, own, s, moved)) return element;
  Vec r;
  Eigen::MatrixXd J;
  double worst = 0.0;
  if (moved > settled || !evaluate(s, others, r, J, worst) || worst > holds_within) return element;
  for (const int row : own)
    if (const Missed one = missed(s, row); !element.least || std::abs(one.value) > std::abs(element.least->value))
      element.least = one;
  return element;
}

void ConflictSearch::describe(const State& start, const std::vector<int>& rows, Conflict& conflict) {
  const auto elements = by_element(rows);
  for (std::size_t k = 0; k < elements.size(); ++k)
    conflict.elements.push_back(conflict.smallest && elements.size() > 1
                                    ? give_way(start, elements[k], joined(elements, k))
                                    : Conflict::Element{element_of(elements[k].front()), std::nullopt});
  const auto size = [](const Conflict::Element& e) {
    return e.least ? std::abs(e.least->value) : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(conflict.elements.begin(), conflict.elements.end(),
                   [&](const Conflict::Element& a, const Conflict::Element& b) { return size(a) < size(b); });
  const Fit compromise = fit(start, rows);
  for (const int row : rows) conflict.missed.push_back(missed(compromise.state, row));
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
  describe(begin, rows, conflict);
  return conflict;
}

}  // namespace rheon
