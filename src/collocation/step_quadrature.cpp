#include "collocation/step_quadrature.hpp"

#include <algorithm>
#include <cmath>

#include "collocation/work_error.hpp"
#include "core/hermite.hpp"
#include "core/index.hpp"
#include "core/lobatto.hpp"
#include "methods/allowed_error.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Each divides what is stiff by 1 + (h omega)^2/4, which is M + h^2/4 K over M; three leave 6e-5 of it at h omega = 10. A choice.
constexpr int filter_passes = 3;
/// Part of the error that the filter may take away where nothing is stiff. An oscillation without damping loses as much to three
/// passes at h omega = 1. A choice.
constexpr double most_taken = 0.5;

}  // namespace

StepQuadrature::StepQuadrature(const System& system, int order)
    : system_(&system),
      filters_(system.stiffness_pattern().nonzeros() > 0 || system.damping_pattern().nonzeros() > 0),
      tangent_(system),
      index1_(system),
      projector_(system),
      terms_(system.make_terms()),
      P_(tangent_.make_values()),
      e_q_(Vec::Zero(system.layout().nq)),
      e_v_(Vec::Zero(system.layout().nv)),
      force_(e_v_),
      g_(Vec::Zero(system.layout().rows())),
      sigma_(g_) {
  if (order <= 2) {
    nodes_ = lobatto::nodes_3;
    weights_ = lobatto::weights_3;
  } else {
    nodes_ = lobatto::nodes_4;
    weights_ = lobatto::weights_4;
    matrix_ = lobatto::inner_rows_4;
  }
  inside_.assign(nodes_.size() - 2, system.make_state());
  if (filters_)
    solver_.emplace(tangent_.pattern(), system.jacobian_pattern(), system.mass_pattern(), false, inner_penalty);
}

/// v is the cubic through v and a of both ends: the quintic's derivative would have the error of the displacement over h.
void StepQuadrature::interpolate(const State& from, const State& to, double h, double theta, State& s) const {
  s.t = from.t + theta * h;
  s.same_piece(from);
  s.v = cubic_value(theta, h)(from.v, to.v, from.a, to.a);
  s.q = quintic_value(theta, h)(from.q, to.q, from.v, to.v, from.a, to.a);
}

/// v += theta^2 (1 - theta)^2 W, with W such that v' comes closest to the accelerations at both nodes inside: of fourth
/// degree then, off by O(h^5).
void StepQuadrature::add_bubble(const State& from, const State& to, double h, double theta, State& s) const {
  const double x = nodes_[1], y = 1.0 - x;
  const double slope = 2 * x * y * (y - x), weight = std::pow(theta * (1.0 - theta), 2) / (2 * slope);
  // the cubic's slopes at x and y differ by (y - x) times h (a_0 - a_1), whatever v is
  s.v += (weight * h) * (inside_[0].a - inside_[1].a - (y - x) * (from.a - to.a));
}

Status StepQuadrature::accelerations(const State& from, const State& to, double h) {
  inside_from_ = from.t;
  inside_h_ = h;
  for (std::size_t i = 0; i < inside_.size(); ++i) interpolate(from, to, h, nodes_[i + 1], inside_[i]);
  for (State& s : inside_)
    if (auto ok = index1_.accelerate(s); !ok) return ok;
  if (matrix_.empty()) return {};
  correct_states(from, to, h);
  for (State& s : inside_)
    if (auto ok = index1_.accelerate(s); !ok) return ok;
  return {};
}

void StepQuadrature::correct_states(const State& from, const State& to, double h) {
  const std::size_t n = nodes_.size();
  const auto row = [&](std::size_t i, std::size_t j) { return h * matrix_[i * n + j]; };
  for (std::size_t i = 0; i < inside_.size(); ++i) {
    inside_[i].v = from.v + row(i, 0) * from.a + row(i, n - 1) * to.a;
    for (std::size_t j = 0; j < inside_.size(); ++j) inside_[i].v += row(i, j + 1) * inside_[j].a;
  }
  for (std::size_t i = 0; i < inside_.size(); ++i) {
    inside_[i].q = from.q + row(i, 0) * from.v + row(i, n - 1) * to.v;
    for (std::size_t j = 0; j < inside_.size(); ++j) inside_[i].q += row(i, j + 1) * inside_[j].v;
  }
}

Status StepQuadrature::filter(const State& to, double h, bool dependent) {
  if (auto ok = system_->evaluate(to, want_newton, terms_); !ok) return ok;
  tangent_.assemble(terms_, 0.5 * h, 0.25 * h * h, false, P_);
  solver_->expect_dependent(dependent);
  solver_->weigh(terms_.M, terms_.A);
  if (auto ok = solver_->factor(P_, terms_.A); !ok) return ok;
  for (Vec* e : {&e_q_, &e_v_}) {
    g_.setZero();
    multiply_add(system_->jacobian_pattern(), terms_.A, e->data(), 1.0, g_.data());
    for (int pass = 0; pass < filter_passes; ++pass) {
      force_.setZero();
      multiply_add(system_->mass_pattern(), terms_.M, e->data(), 1.0, force_.data());
      if (auto ok = solver_->solve_afresh(P_, terms_.A, force_.data(), g_.data(), e->data(), sigma_.data()); !ok)
        return ok;
    }
  }
  return {};
}

Status StepQuadrature::error(const State& from, const State& to, double h, bool dependent, double relative,
                             double absolute, double& error) {
  index1_.expect_dependent(dependent);
  if (dependent) index1_.look_for_dependent_at(from);
  if (auto ok = accelerations(from, to, h); !ok) return ok;
  const std::size_t last = nodes_.size() - 1;
  e_v_ = to.v - from.v - (h * weights_[0]) * from.a - (h * weights_[last]) * to.a;
  e_q_ = to.q - from.q - h * from.v - (h * h * weights_[0]) * from.a;
  for (std::size_t i = 1; i < last; ++i) {
    e_v_ -= (h * weights_[i]) * inside_[i - 1].a;
    e_q_ -= (h * h * weights_[i] * (1.0 - nodes_[i])) * inside_[i - 1].a;
  }
  plain_q_ = e_q_;
  plain_v_ = e_v_;
  if (filters_)
    if (auto ok = filter(to, h, dependent); !ok) return ok;
  double plain = 0.0, taken = 0.0;
  error = 0.0;
  const auto judge = [&](const Vec& e, const Vec& without, const Vec& before, const Vec& after) {
    for (Index k = 0; k < e.size(); ++k) {
      const double scale = 1.0 / allowed_error(before[k], after[k], relative, absolute);
      const double part = scale * std::abs(e[k]);
      if (!(part <= error)) error = part;  // also catches NaN
      plain = std::max(plain, scale * std::abs(without[k]));
      taken = std::max(taken, scale * std::abs(without[k] - e[k]));
    }
  };
  judge(e_q_, plain_q_, from.q, to.q);
  judge(e_v_, plain_v_, from.v, to.v);
  stiff_ = taken > most_taken * plain;
  // where something is stiff, powers at states that are not on its slow motion say nothing
  if (system_->has_power() && !stiff_) {
    const Works e = to.work + -1.0 * work(from, to, h);
    const double part = work_error(e, from.work, to.work, relative, absolute);
    if (!(part <= error)) error = part;
  }
  return {};
}

Status StepQuadrature::extrapolate(State& to, double& energy_added) {
  to.q -= e_q_;
  to.v -= e_v_;
  if (auto ok = projector_.project(to, true, energy_added); !ok) return ok;
  index1_.expect_dependent(false);  // on the constraints rows agree
  return index1_.accelerate(to);
}

Works StepQuadrature::work(const State& from, const State& to, double h) const {
  const std::size_t last = nodes_.size() - 1;
  Works sum = from.work + (h * weights_[0]) * from.power + (h * weights_[last]) * to.power;
  for (std::size_t i = 1; i < last; ++i) sum += (h * weights_[i]) * inside_[i - 1].power;
  return sum;
}

Status StepQuadrature::sample(const State& from, const State& to, double h, double theta, State& out) {
  interpolate(from, to, h, theta, out);
  const bool known = inside_h_ == h && inside_from_ == from.t;
  // where something may be stiff, accelerations at states that are not on its slow motion say nothing about it
  if (!matrix_.empty() && (!filters_ || (known && !stiff_))) {
    if (!known)
      if (auto ok = accelerations(from, to, h); !ok) return ok;
    add_bubble(from, to, h, theta, out);
  }
  out.n = to.n;
  out.memory = from.memory;
  out.energy_projected = (1.0 - theta) * from.energy_projected + theta * to.energy_projected;
  double added = 0.0;
  if (auto ok = projector_.project(out, true, added); !ok) return ok;
  if (auto ok = index1_.solve(out); !ok) return ok;
  out.work = cubic_value(theta, h)(from.work, to.work, from.power, to.power);
  return {};
}

Counters StepQuadrature::counters() const {
  Counters sum = index1_.counters() + projector_.counters();
  if (solver_) sum = sum + Counters{terms_.evaluations, solver_->factorisations, 0};
  return sum;
}

}  // namespace rheon
