#include "formulations/projector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// A residual this small relative to its terms is round-off of its evaluation.
constexpr double satisfied = 8 * eps;
/// If Newton stops gaining above that, this much is still accepted as satisfied.
constexpr double accepted = 1e-12;
/// Smaller than any velocity in any unit: what is left when motion has died out by round-off.
constexpr double nothing = 1e-100;
constexpr int max_newton = 40;
constexpr int max_halvings = 12;

Pattern identity_pattern(int n) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i);
  return Pattern::from_entries(n, n, std::move(entries));
}

/// Takes the locked unknowns out of the problem: their columns of A vanish, M keeps only their diagonal.
void freeze(const std::vector<bool>& locked, const Pattern& A_pattern, SparseValues& A, const Pattern& M_pattern,
            SparseValues& M) {
  if (locked.empty()) return;
  for (std::size_t k = 0; k < A_pattern.col.size(); ++k)
    if (locked[at(A_pattern.col[k])]) A[k] = 0.0;
  for (int i = 0; i < M_pattern.rows; ++i)
    for (int k = M_pattern.start[at(i)]; k < M_pattern.start[at(i) + 1]; ++k) {
      const int j = M_pattern.col[at(k)];
      if (j != i && (locked[at(i)] || locked[at(j)])) M[at(k)] = 0.0;
      if (j == i && locked[at(i)] && M[at(k)] == 0.0) M[at(k)] = 1.0;  // any weight will do for what does not move
    }
}

}  // namespace

Projector::Projector(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      gradient_pattern_(system.model().general_speeds ? system.gradient_pattern()
                                                      : system.jacobian_pattern().head(system.layout().nphi)),
      metric_pattern_(system.model().general_speeds ? identity_pattern(system.layout().nq) : system.mass_pattern()),
      metric_(metric_pattern_.col.size(), 1.0),
      phi_saddle_(metric_pattern_, gradient_pattern_, metric_pattern_, true, inner_penalty),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
      mass_(system.mass_pattern()) {
  const Layout& n = system.layout();
  zero_ = x_ = Vec::Zero(std::max(n.nq, n.nv));
  mu_ = g_ = Vec::Zero(n.rows());
  q_before_ = Vec::Zero(n.nq);
}

void Projector::lock(std::vector<bool> coordinates, std::vector<bool> velocities) {
  locked_q_ = std::move(coordinates);
  locked_v_ = std::move(velocities);
}

/// Largest phi relative to the size of the terms that make it up: sum_j |phi_q,j q_j|, and 1 for constants in it.
Projector::Worst Projector::worst_position(const State& s) {
  const Pattern& p = gradient_pattern_;
  Worst w;
  for (int i = 0; i < p.rows; ++i) {
    const double size = 1.0 + row_size(p, i, gradient(), s.q.data());
    const double relative = std::abs(terms_.phi[i]) / size;
    if (!(relative <= w.relative)) w = {i, terms_.phi[i], relative};
  }
  return w;
}

Projector::Worst Projector::worst_velocity(const State& s) {
  const Pattern& A = system_->jacobian_pattern();
  const int nphi = system_->layout().nphi;
  mass_.set(terms_.M);
  const auto root_mass = [&](int j) { return std::sqrt(mass_.mass()[j]); };
  double root_energy = 0.0;
  for (int j = 0; j < s.v.size(); ++j) root_energy = std::max(root_energy, root_mass(j) * std::abs(s.v[j]));
  // what a coordinate's velocity could be, so that round-off of one that should be zero is not held against itself
  const auto speed = [&](int j) { return root_energy / root_mass(j); };
  Worst w;
  for (int i = 0; i < A.rows; ++i) {
    const double value = i < nphi ? terms_.phi_dot[i] : terms_.psi[i - nphi];
    double size = i < nphi ? std::abs(terms_.phi_t[i]) : 0.0;
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k) size += std::abs(terms_.A[at(k)]) * speed(A.col[at(k)]);
    const double relative = std::abs(value) / (size + nothing);
    if (!(relative <= w.relative)) w = {i, value, relative};
  }
  return w;
}

Status Projector::position(State& s) {
  if (gradient_pattern_.rows == 0) return {};
  const Want want = system_->model().general_speeds ? Want::position | Want::gradient : want_position_projection;
  if (auto ok = system_->evaluate(s, want, terms_); !ok) return ok;
  Worst now = worst_position(s);
  for (int pass = 0; pass < max_newton; ++pass) {
    if (now.relative <= satisfied) return {Code::ok, -1, pass, 0.0, ""};
    if (!system_->model().general_speeds) metric_ = terms_.M;
    freeze(locked_q_, gradient_pattern_, gradient(), metric_pattern_, metric_);
    phi_saddle_.weigh(metric_, gradient());
    if (auto ok = phi_saddle_.factor(metric_, gradient()); !ok) return ok;
    g_.head(gradient_pattern_.rows) = -terms_.phi;
    x_.setZero();
    mu_.setZero();
    // an inconsistent linear step (dependent rows far from the solution) still points the right way: least squares
    const Status linear = phi_saddle_.solve(metric_, gradient(), zero_.data(), g_.data(), x_.data(), mu_.data());
    if (linear.code == Code::not_finite) return linear;
    q_before_ = s.q;
    moved = true;
    const Worst before = now;
    double scale = 1.0;
    for (int halving = 0; halving <= max_halvings; ++halving, scale *= 0.5) {
      s.q = q_before_ + scale * x_.head(s.q.size());
      const Status ok = system_->evaluate(s, want, terms_);
      now = worst_position(s);
      if (ok && now.relative < before.relative) break;
    }
    if (!(now.relative < 0.999 * before.relative)) {
      if (before.relative <= accepted) {
        s.q = q_before_;
        return {Code::ok, -1, pass, 0.0, ""};
      }
      return {Code::rank_lost, before.row, pass, before.value, "position projection"};
    }
  }
  if (now.relative <= accepted) return {Code::ok, -1, max_newton, 0.0, ""};
  return {Code::not_converged, now.row, max_newton, now.value, "position projection"};
}

Status Projector::velocity(State& s) {
  const Layout& n = system_->layout();
  if (n.rows() == 0) return {};
  if (auto ok = system_->evaluate(s, want_velocity_projection, terms_); !ok) return ok;
  Worst now = worst_velocity(s), before = now;
  for (int pass = 0; pass < max_newton; ++pass) {
    if (now.relative <= satisfied) return {Code::ok, -1, pass, 0.0, ""};
    freeze(locked_v_, system_->jacobian_pattern(), terms_.A, system_->mass_pattern(), terms_.M);
    saddle_.weigh(terms_.M, terms_.A);
    if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
    g_.head(n.nphi) = -terms_.phi_dot;
    g_.tail(n.npsi) = -terms_.psi;
    x_.setZero();
    mu_.setZero();
    const Status linear = saddle_.solve(terms_.M, terms_.A, zero_.data(), g_.data(), x_.data(), mu_.data());
    if (linear.code == Code::not_finite) return linear;
    s.v += x_.head(s.v.size());
    moved = true;
    before = now;
    if (auto ok = system_->evaluate(s, want_velocity_projection, terms_); !ok) return ok;
    now = worst_velocity(s);
    const bool stalled = !(now.relative < 0.5 * before.relative);
    if (stalled && now.relative <= accepted) return {Code::ok, -1, pass, 0.0, ""};
    if (stalled && pass > 8) break;
  }
  if (now.relative <= accepted) return {Code::ok, -1, max_newton, 0.0, ""};
  return {Code::rank_lost, now.row, max_newton, now.value, "velocity projection"};
}

}  // namespace rheon
