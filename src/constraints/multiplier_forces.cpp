#include "constraints/multiplier_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "model/feedback_status.hpp"
#include "model/inlined_terms.hpp"
#include "model/multiplier_force_nodes.hpp"

namespace rheon {

namespace {

/// Of Newton's method, which takes three to ten, and of one of its corrections, down to a millionth. Choices: bounds
/// on time, far beyond what a law with an answer needs.
constexpr int max_force_iterations = 50, max_force_halvings = 20;
/// Of a sum of a few terms, each the product of a few numbers, relative to their sizes.
constexpr double round_off = 64 * std::numeric_limits<double>::epsilon();
/// A defect that no longer falls is round-off of the answers to forces if it is below this part of its terms: some hundred times
/// that of a sum. A choice.
constexpr double most_left = 1e-11;
constexpr const char* iteration = "iteration for the multipliers that forces of section nonideal depend on";

}  // namespace

MultiplierForces::MultiplierForces(const System& system)
    : any_(!system.model().nonideal.empty()), map_(system.model().inputs) {
  if (!any_) return;
  Model model(system.model());
  auto& graph = model.graph;
  std::vector<expr::Node> nodes = multiplier_force_nodes(model);
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < map_.nv; ++j)
    for (int k = 0; k < map_.nc; ++k) {
      if (!graph.depends_on(nodes[at(j)], map_.lambda(k))) continue;
      const expr::Node slope = graph.derivative(nodes[at(j)], map_.lambda(k));
      for (int i = 0; i < map_.nc; ++i) linear_ = linear_ && !graph.depends_on(slope, map_.lambda(i));
      entries.emplace_back(j, k);  // in the order of the pattern
      nodes.push_back(slope);
      rows_.push_back(k);
      if (along_.empty() || along_.back() != j) along_.push_back(j);
    }
  std::sort(rows_.begin(), rows_.end());
  rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
  pattern_ = Pattern::from_entries(map_.nv, map_.nc, std::move(entries));
  tape_ = expr::Tape(graph, nodes);
  slopes_.resize(pattern_.col.size());
  inputs_.resize(at(map_.size()));
  outputs_.resize(nodes.size());
  work_.resize(tape_.work_size());
  const auto size = static_cast<Index>(rows_.size()), forces = static_cast<Index>(along_.size());
  Y_ = Eigen::MatrixXd::Zero(map_.nv, forces);
  Z_ = Eigen::MatrixXd::Zero(map_.nc, forces);
  J_ = Eigen::MatrixXd::Zero(size, size);
  pivot_.resize(rows_.size());
  unit_ = answer_a_ = force_ = Vec::Zero(map_.nv);
  answer_lambda_ = without_ = Vec::Zero(map_.nc);
  ideal_ = x_ = change_ = defect_ = size_ = most_ = Vec::Zero(size);
}

Status MultiplierForces::evaluate(const State& s) {
  if (!any_) return {};
  double* in = gather_motion(s, inputs_.data());
  for (const Vec* part : {&s.a, &s.lambda}) in = std::copy_n(part->data(), part->size(), in);
  tape_.evaluate(inputs_.data(), outputs_.data(), work_.data());
  for (Index j = 0; j < force_.size(); ++j) {
    force_[j] = outputs_[at(j)];
    if (!std::isfinite(force_[j])) return {Code::not_finite, j, 0, force_[j], "generalised force"};
  }
  for (std::size_t k = 0; k < slopes_.size(); ++k) {
    const double slope = outputs_[at(map_.nv) + k];
    slopes_[k] = std::isfinite(slope) ? slope : 0.0;
  }
  return {};
}

/// F and N at the multipliers x_, and the defect lambda_0 + Z F - lambda.
Status MultiplierForces::evaluate_defect(State& s) {
  for (std::size_t i = 0; i < rows_.size(); ++i) s.lambda[rows_[i]] = x_[static_cast<Index>(i)];
  if (auto ok = evaluate(s); !ok) return ok;
  for (Index i = 0; i < x_.size(); ++i) {
    double sum = ideal_[i] - x_[i], terms_size = std::abs(ideal_[i]) + std::abs(x_[i]);
    for (std::size_t k = 0; k < along_.size(); ++k) {
      const double part = Z_(rows_[at(i)], static_cast<Index>(k)) * force_[along_[k]];
      sum += part;
      terms_size += std::abs(part);
    }
    defect_[i] = sum;
    size_[i] = terms_size;
  }
  return {};
}

/// 1 - Z N
void MultiplierForces::find_matrix() {
  const Pattern& N = pattern_;
  J_.setIdentity();
  for (std::size_t k = 0; k < along_.size(); ++k) {
    const int j = along_[k];
    for (int e = N.start[at(j)]; e < N.start[at(j) + 1]; ++e) {
      const double slope = slopes_[at(e)];
      const auto column = std::lower_bound(rows_.begin(), rows_.end(), N.col[at(e)]) - rows_.begin();
      for (Index i = 0; i < J_.rows(); ++i)
        J_(i, static_cast<Index>(column)) -= Z_(rows_[at(i)], static_cast<Index>(k)) * slope;
    }
  }
}

/// Factors of J_ with row pivoting, and its determinant. False where it is not positive.
bool MultiplierForces::eliminate() {
  const auto n = static_cast<Index>(J_.rows());
  determinant_ = 1.0;
  for (Index k = 0; k < n; ++k) {
    Index best = k;
    for (Index i = k + 1; i < n; ++i)
      if (std::abs(J_(i, k)) > std::abs(J_(best, k))) best = i;
    pivot_[at(k)] = best;
    if (best != k) {
      J_.row(k).swap(J_.row(best));
      determinant_ = -determinant_;
    }
    determinant_ *= J_(k, k);
    if (J_(k, k) == 0.0) break;
    for (Index i = k + 1; i < n; ++i) {
      const double factor = J_(i, k) /= J_(k, k);
      for (Index j = k + 1; j < n; ++j) J_(i, j) -= factor * J_(k, j);
    }
  }
  return determinant_ > 0.0;
}

/// change_ <- J^-1 change_
void MultiplierForces::substitute() {
  const auto n = static_cast<Index>(J_.rows());
  for (Index k = 0; k < n; ++k) std::swap(change_[k], change_[pivot_[at(k)]]);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) change_[i] -= J_(i, j) * change_[j];
  for (Index i = n; i-- > 0;) {
    for (Index j = i + 1; j < n; ++j) change_[i] -= J_(i, j) * change_[j];
    change_[i] /= J_(i, i);
  }
}

/// Factors J_, or says which row feeds back on itself most.
Status MultiplierForces::check_sign() {
  Index worst = 0;
  if (J_.rows() > 0) J_.diagonal().minCoeff(&worst);
  if (eliminate()) return {};
  return {Code::singular, rows_[at(worst)], 0, determinant_, feedback_lost};
}

/// Worst defect as a part of its terms, over all rows.
double MultiplierForces::judge() const {
  double worst = 0.0;
  for (Index i = 0; i < defect_.size(); ++i)
    if (defect_[i] != 0.0) worst = std::max(worst, std::abs(defect_[i]) / size_[i]);
  return worst;
}

/// There may be other solutions than the one found.
Status MultiplierForces::check_other_signs(State& s) {
  const auto n = static_cast<Index>(rows_.size());
  Status found;
  for (Index flipped = 0; flipped <= (n > 1 ? n : 0) && found; ++flipped) {
    for (Index i = 0; i < n; ++i) s.lambda[rows_[at(i)]] = flipped == 0 || flipped == i + 1 ? -x_[i] : x_[i];
    if (!evaluate(s)) continue;  // a law that is not defined there
    find_matrix();
    found = check_sign();
  }
  for (Index i = 0; i < n; ++i) s.lambda[rows_[at(i)]] = x_[i];
  if (auto ok = evaluate(s); !ok) return ok;
  return found;
}

Status MultiplierForces::iterate(State& s) {
  for (Index i = 0; i < x_.size(); ++i) x_[i] = ideal_[i] = s.lambda[rows_[at(i)]];
  if (auto ok = evaluate_defect(s); !ok) return ok;
  if (rows_.empty()) return {};
  double off = judge();
  for (int k = 0; k < max_force_iterations; ++k) {
    find_matrix();
    if (auto ok = check_sign(); !ok) return ok;
    if (off <= round_off) return linear_ ? Status{} : check_other_signs(s);
    change_ = defect_;
    substitute();
    most_ = x_;
    const double before = off;
    double part = 1.0;
    for (int halvings = 0;; ++halvings, part *= 0.5) {
      x_ = most_ + part * change_;
      if (auto ok = evaluate_defect(s); !ok) return ok;
      off = judge();
      if (off < before || off <= round_off || halvings == max_force_halvings) break;
    }
    if (linear_) return {};
    if (!(off < before)) {
      if (!(before <= most_left)) return {Code::not_converged, rows_.front(), k + 1, off, iteration};
      return check_other_signs(s);
    }
  }
  return {Code::not_converged, rows_.front(), max_force_iterations, off, iteration};
}

Status MultiplierForces::correct(Vec& d, Vec& mu) {
  if (rows_.empty()) return {};
  find_matrix();
  if (auto ok = check_sign(); !ok) return ok;
  for (Index i = 0; i < change_.size(); ++i) change_[i] = mu[rows_[at(i)]];
  substitute();
  const Pattern& N = pattern_;
  for (std::size_t k = 0; k < along_.size(); ++k) {
    double sum = 0.0;  // of N mu along this velocity
    for (int e = N.start[at(along_[k])]; e < N.start[at(along_[k]) + 1]; ++e) {
      const auto column = std::lower_bound(rows_.begin(), rows_.end(), N.col[at(e)]) - rows_.begin();
      sum += slopes_[at(e)] * change_[static_cast<Index>(column)];
    }
    d += sum * Y_.col(static_cast<Index>(k));
    mu += sum * Z_.col(static_cast<Index>(k));
  }
  return {};
}

}  // namespace rheon
