#include "constraints/projector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/index.hpp"
#include "methods/allowed_error.hpp"
#include "methods/energy_equations.hpp"
#include "methods/row_equations.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double satisfied = row_round_off;
/// If Newton stops gaining above that, this part of the terms of a row is still accepted as satisfied: some thousand roundings. A
/// choice; smaller, and rows with terms that cancel are refused.
constexpr double accepted = 1e-12;
/// Parts of the residual before. What keeps more than the first is round-off if it is small enough; a correction of positions
/// that leaves more than the second has gained nothing, however it was shortened. Choices: Newton's method leaves far less.
constexpr double halved = 0.5, unchanged_from = 0.999;
/// Part of an angle by which a row may be off: its own round-off and that of a sum.
constexpr double round_off_of_angles = 4 * eps;
/// Bounds on time. Newton's method takes two or three from a step, and more from initial values; halved so often, a correction
/// is 1/4096 of itself. Velocities that stop halving after so many do not converge.
constexpr int max_newton = 40;
constexpr int max_halvings = 12;
constexpr int most_stalled = 8;
/// Factors from nearby serve while each iteration leaves no more than this: a choice between their number and that of iterations.
constexpr double good_contraction = 1e-2;

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
      general_(system.model().general_speeds),
      terms_(system.make_terms()),
      gradient_pattern_(general_ ? system.gradient_pattern() : system.jacobian_pattern().head(system.layout().nphi)),
      metric_pattern_(general_ ? identity_pattern(system.layout().nq) : system.mass_pattern()),
      metric_(general_ ? metric_pattern_.col.size() : 0, 1.0),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
      mass_(system.mass_pattern()) {
  const Layout& n = system.layout();
  if (general_ || n.npsi > 0)
    phi_saddle_.emplace(metric_pattern_, gradient_pattern_, metric_pattern_, true, inner_penalty);
  zero_ = x_ = Vec::Zero(std::max(n.nq, n.nv));
  mu_ = g_ = Vec::Zero(n.rows());
  q_before_ = Vec::Zero(n.nq);
  speed_ = v_before_ = Vec::Zero(n.nv);
  system.prepare(Want::energy, terms_);
  system.prepare(wanted_for_positions(), terms_);
  system.prepare(want_velocity_projection, terms_);
}

void Projector::lock(std::vector<bool> coordinates, std::vector<bool> velocities) {
  locked_q_ = std::move(coordinates);
  locked_v_ = std::move(velocities);
}

/// Largest phi relative to the size of the terms that make it up: sum_j |phi_q,j q_j|, and 1 for constants in it.
Projector::Worst Projector::worst_position(const State& s) {
  const Pattern& p = gradient_pattern_;
  NumberAlgebra numbers;
  Worst w;
  for (int i = 0; i < p.rows; ++i) {
    const double relative = relative_position_residual(numbers, p, i, gradient(), s.q.data(), terms_.phi[i]);
    if (!(relative <= w.relative)) w = {i, terms_.phi[i], relative};
  }
  return w;
}

/// Angles of many turns are given to their round-off only, and rows that tie them together need not agree any better. A
/// row contains an anchor times what it changes by where that goes on by one turn.
bool Projector::is_round_off_of_angles(State& s) {
  if (s.anchors.size() == 0) return false;
  constexpr double full_turn = 2 * std::numbers::pi;
  NumberAlgebra numbers;
  const int rows = gradient_pattern_.rows;
  auto residuals = g_.head(rows), allowed = mu_.head(rows);
  residuals = terms_.phi;
  for (int i = 0; i < rows; ++i)
    allowed[i] = accepted * size_of_position_row(numbers, gradient_pattern_, i, gradient(), s.q);
  for (double& anchor : s.anchors) {
    const double here = anchor;
    anchor += full_turn;
    const Status ok = system_->evaluate(s, Want::position, terms_);
    anchor = here;
    if (!ok) return false;
    for (int i = 0; i < rows; ++i)
      allowed[i] += round_off_of_angles * std::abs((terms_.phi[i] - residuals[i]) / full_turn * here);
  }
  terms_.phi = residuals;
  return (residuals.array().abs() <= allowed.array()).all();
}

Projector::Worst Projector::worst_velocity(const State& s) {
  const Pattern& A = system_->jacobian_pattern();
  const int nphi = system_->layout().nphi;
  NumberAlgebra numbers;
  mass_.set(terms_.M);
  velocities_of_largest_energy(numbers, mass_.mass(), s.v, speed_);
  Worst w;
  for (int i = 0; i < A.rows; ++i) {
    const double value = velocity_residual(terms_.phi_dot, terms_.psi, i);
    const double constant = i < nphi ? terms_.phi_t[i] : 0.0;
    const double relative = relative_velocity_residual(numbers, A, i, terms_.A, speed_.data(), constant, value);
    if (!(relative <= w.relative)) w = {i, value, relative};
  }
  return w;
}

Want Projector::wanted_for_positions() const {
  return general_ ? Want::position | Want::gradient : want_position_projection;
}

Status Projector::evaluate_positions(const State& s) { return system_->evaluate(s, wanted_for_positions(), terms_); }

Status Projector::position(State& s) {
  if (gradient_pattern_.rows == 0) return {};
  if (auto ok = evaluate_positions(s); !ok) return ok;
  return move_positions(s);
}

Status Projector::velocity(State& s) {
  if (system_->layout().rows() == 0) return {};
  if (auto ok = system_->evaluate(s, want_velocity_projection, terms_); !ok) return ok;
  factored_ = false;
  return move_velocities(s);
}

Status Projector::project(State& s, bool positions, double& energy_added) {
  energy_added = 0.0;
  auto& kernel = kernel_[positions ? 1 : 0];
  if (!kernel || kernel->left_out() != left_out_) kernel.emplace(*system_, positions, left_out_);
  if (*kernel && project_by_kernel(*kernel, s, positions, energy_added)) return {};
  double before = 0.0, after = 0.0;
  if (auto ok = find_mechanical_energy(*system_, s, terms_, before); !ok) return ok;
  if (auto ok = positions ? both(s) : velocity(s); !ok) return ok;
  if (auto ok = find_mechanical_energy(*system_, s, terms_, after); !ok) return ok;
  energy_added = after - before;
  return {};
}

Status Projector::measure(const State& s, bool positions, double relative, double absolute, double& distance) {
  if (!distance_) distance_.emplace(*system_, positions);
  if (*distance_ && distance_->run(s, relative, absolute, distance)) return {};
  const Want velocities = Want::jacobian;
  if (auto ok = system_->evaluate(s, positions ? wanted_for_positions() | velocities : velocities, terms_); !ok)
    return ok;
  distance = 0.0;
  NumberAlgebra numbers;
  const auto judge = [&](double residual, const Pattern& p, int row, const SparseValues& values, const Vec& x) {
    const auto allowed = [&](int j) { return allowed_change(numbers, x[j], relative, absolute); };
    const double part = residual == 0.0 ? 0.0 : distance_of_row(numbers, p, row, values, allowed, residual);
    if (!(part <= distance)) distance = part;  // also where no coordinate moves the row, or not finite
  };
  const Layout& n = system_->layout();
  const Pattern& A = system_->jacobian_pattern();
  for (int i = 0; positions && i < n.nphi; ++i) judge(terms_.phi[i], gradient_pattern_, i, gradient(), s.q);
  for (int i = 0; i < n.rows(); ++i) judge(velocity_residual(terms_.phi_dot, terms_.psi, i), A, i, terms_.A, s.v);
  return {};
}

/// Newton's method as below, without its precautions: where it does not converge at once, nothing has been changed.
bool Projector::project_by_kernel(ProjectionKernel& kernel, State& s, bool positions, double& energy_added) {
  // from a step within its tolerance two or three do; with more the general solver is better
  constexpr int most_corrections = 8;
  q_before_ = s.q;
  v_before_ = s.v;
  const bool moved_before = moved;
  double energy = 0.0, last_q = 1.0, last_v = 1.0;
  for (int pass = 0; pass <= most_corrections && kernel.run(s); ++pass) {
    if (pass == 0) energy = kernel.energy();
    const double off_q = positions ? kernel.position() : 0.0, off_v = kernel.velocity();
    // round-off that falls no further is accepted as it is
    const bool q_done = off_q <= satisfied || (off_q <= accepted && off_q > halved * last_q);
    const bool v_done = off_v <= satisfied || (off_v <= accepted && off_v > halved * last_v);
    if (q_done && v_done) {
      energy_added = kernel.energy() - energy;
      return true;
    }
    if (!q_done) {
      s.q += Eigen::Map<const Vec>(kernel.dq(), s.q.size());
      last_q = off_q;
    } else {
      s.v += Eigen::Map<const Vec>(kernel.dv(), s.v.size());
      last_v = off_v;
    }
    moved = true;
  }
  s.q = q_before_;
  s.v = v_before_;
  moved = moved_before;
  return false;
}

Status Projector::both(State& s) {
  if (general_ || gradient_pattern_.rows == 0) {
    if (auto ok = position(s); !ok) return ok;
    return velocity(s);
  }
  if (auto ok = position(s); !ok) return ok;
  return move_velocities(s);
}

/// Newton's method, with the factors of its first iteration while these are good enough.
Status Projector::move_positions(State& s) {
  SaddleSolver& solver = phi_solver();
  factored_ = false;
  bool fresh = false;  // the solver has factors of this call
  Worst now = worst_position(s);
  for (int pass = 0; pass < max_newton; ++pass) {
    if (now.relative <= satisfied) return {Code::ok, -1, pass, 0.0, ""};
    if (!fresh) {
      freeze(locked_q_, gradient_pattern_, gradient(), metric_pattern_, general_ ? metric_ : terms_.M);
      if (!locked_q_.empty()) SystemInside::forget_mass(terms_);  // what is there is not the mass any more
      solver.weigh(metric(), gradient());
      if (auto ok = solver.factor(metric(), gradient()); !ok) return ok;
      fresh = solver.direct() && locked_q_.empty();
      factored_ = fresh && !phi_saddle_;
    }
    g_.head(gradient_pattern_.rows) = -terms_.phi;
    x_.setZero();
    mu_.setZero();
    // an inconsistent linear step (dependent rows far from the solution) still points the right way: least squares
    const Status linear = fresh ? solver.apply(zero_.data(), g_.data(), x_.data(), mu_.data())
                                : solver.solve(metric(), gradient(), zero_.data(), g_.data(), x_.data(), mu_.data());
    if (linear.code == Code::not_finite) return linear;
    q_before_ = s.q;
    moved = true;
    const Worst before = now;
    double scale = 1.0;
    for (int halving = 0; halving <= max_halvings; ++halving, scale *= 0.5) {
      s.q = q_before_ + scale * x_.head(s.q.size());
      const Status ok = evaluate_positions(s);
      now = worst_position(s);
      if (ok && now.relative < before.relative) break;
    }
    if (!(now.relative < unchanged_from * before.relative)) {
      s.q = q_before_;
      if (auto ok = evaluate_positions(s); !ok) return ok;
      if (before.relative <= accepted || is_round_off_of_angles(s)) return {Code::ok, -1, pass, 0.0, ""};
      return {Code::rank_lost, before.row, pass, before.value, "position projection"};
    }
    fresh = fresh && now.relative < good_contraction * before.relative;
  }
  if (now.relative <= accepted) return {Code::ok, -1, max_newton, 0.0, ""};
  return {Code::not_converged, now.row, max_newton, now.value, "position projection"};
}

Status Projector::move_velocities(State& s) {
  const Layout& n = system_->layout();
  NumberAlgebra numbers;
  Worst now = worst_velocity(s), before = now;
  bool fresh = factored_ && locked_v_.empty();
  for (int pass = 0; pass < max_newton; ++pass) {
    const bool exact = now.value == 0.0 || (!thorough && now.relative <= satisfied);
    if (exact || (pass > 0 && now.relative <= satisfied)) return {Code::ok, -1, pass, 0.0, ""};
    if (!fresh) {
      freeze(locked_v_, system_->jacobian_pattern(), terms_.A, system_->mass_pattern(), terms_.M);
      if (!locked_v_.empty()) SystemInside::forget_mass(terms_);
      saddle_.weigh(terms_.M, terms_.A);
      if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
      fresh = saddle_.direct() && locked_v_.empty();
    }
    velocity_right_side(numbers, AllEntries{n.rows()}, terms_.phi_dot, terms_.psi, g_);
    x_.setZero();
    mu_.setZero();
    const Status linear = fresh ? saddle_.apply(zero_.data(), g_.data(), x_.data(), mu_.data())
                                : saddle_.solve(terms_.M, terms_.A, zero_.data(), g_.data(), x_.data(), mu_.data());
    if (linear.code == Code::not_finite) return linear;
    s.v += x_.head(s.v.size());
    moved = true;
    before = now;
    if (auto ok = system_->evaluate(s, want_velocity_projection, terms_); !ok) return ok;
    now = worst_velocity(s);
    const bool stalled = !(now.relative < halved * before.relative);
    if (stalled && now.relative <= accepted) return {Code::ok, -1, pass, 0.0, ""};
    if (stalled && pass > most_stalled) break;
    fresh = fresh && now.relative < good_contraction * before.relative;
  }
  if (now.relative <= accepted) return {Code::ok, -1, max_newton, 0.0, ""};
  return {Code::rank_lost, now.row, max_newton, now.value, "velocity projection"};
}

}  // namespace rheon
