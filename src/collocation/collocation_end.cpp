// The end of a step of collocation: where it arrives, its works, its error, and what is between its ends.
#include "collocation/collocation.hpp"
#include "collocation/work_error.hpp"
#include "core/index.hpp"
#include "core/lagrange_polynomial.hpp"
#include "methods/allowed_error.hpp"
#include "methods/energy_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

void CollocationForm::end_of_step(State& to) const {
  const Layout& n = system_->layout();
  const int last = tableau_->stages - 1;
  if (tableau_->stiffly_accurate) {
    to.q = stage_[at(last)].q;
    to.v = stage_[at(last)].v;
    return;
  }
  to.q = from_->q;
  to.v = from_->v;
  for (int i = 0; i <= last; ++i) {
    const double b = tableau_->b[at(i)];
    if (settings_.stabilised)
      to.q += b * unknowns_.segment(matrix_.y(i), n.nv);
    else
      to.q += (b * h_) * stage_[at(i)].v;
    to.v += b * unknowns_.segment(matrix_.x(i), n.nv);
  }
}

/// From the stages, as polynomials of time.
void CollocationForm::set_multipliers_of_end(State& s) const {
  s.lambda.setZero();
  for (int i = 0; i < tableau_->stages; ++i)
    s.lambda += lagrange_polynomial(tableau_->c, i, 1.0) * stage_[at(i)].lambda;
}

/// Least movements, then round-off. Positions move in the metric P, so that stiff springs are not stretched; velocities
/// too if the last stage is the end, otherwise in the metric M: superconvergence at Gauss points asks for corrections
/// along M^-1 A^T [Ascher1991].
Status CollocationForm::put_on_constraints(State& s) {
  if (auto ok = weighted_.position(P_, s); !ok) return ok;
  if (auto ok = projector_.position(s); !ok) return ok;
  if (tableau_->stiffly_accurate) {
    if (auto ok = weighted_.velocity(P_, s); !ok) return ok;
  } else if (forces_.any()) {  // corrections along M^-1 (A^T - N)
    set_multipliers_of_end(s);
    if (auto ok = forces_.evaluate(s); !ok) return ok;
    tangent_.assemble(start_terms_, 0.0, 0.0, false, M_);
    if (auto ok = weighted_.velocity(M_, s, &forces_); !ok) return ok;
  }
  return projector_.velocity(s);
}

Status CollocationForm::stage_powers() {
  if (!system_->has_power()) return {};
  for (int i = 0; i < tableau_->stages; ++i)
    if (auto ok = system_->evaluate(stage_[at(i)], Want::power, terms_[at(i)]); !ok) return ok;
  return {};
}

/// Works are one more differential equation, integrated with the weights of the method. The impulses of the velocity projection do
/// their part of the driving work.
void CollocationForm::integrate_works(const Vec& v_before, State& to) {
  to.work = from_->work;
  if (!system_->has_power()) return;
  for (int i = 0; i < tableau_->stages; ++i) to.work += (h_ * tableau_->b[at(i)]) * terms_[at(i)].power;
  const double driving = work_of_drives(*system_, index1_.terms(), v_before, to.v, difference_);
  to.work.driving += driving;
  projected_energy_ -= driving;
}

Status CollocationForm::energy(const State& s, double& value) {
  if (system_->layout().rows() == 0) return {};
  return find_mechanical_energy(*system_, s, terms_.front(), value);
}

Status CollocationForm::finish(State& to) {
  keep_stages(to);
  end_of_step(to);
  V_old_.front() = to.v;
  double before = 0.0, after = 0.0;
  if (auto ok = energy(to, before); !ok) return ok;
  if (auto ok = put_on_constraints(to); !ok) return ok;
  if (auto ok = energy(to, after); !ok) return ok;
  projected_energy_ = after - before;
  if (auto ok = stage_powers(); !ok) return ok;
  if (auto ok = index1_.solve(to); !ok) return ok;
  integrate_works(V_old_.front(), to);
  to_ = &to;
  return {};
}

StepQuadrature& CollocationForm::quadrature() {
  if (!quadrature_) quadrature_.emplace(*system_, tableau_->quadrature_order);
  return *quadrature_;
}

Status CollocationForm::error(double relative, double absolute, double& error) {
  if (tableau_->error_order == 0)
    return quadrature().error(*from_, *to_, h_, dependent(*from_), relative, absolute, error);
  if (auto ok = estimate_.estimate(*from_, start_terms_, h_, dQ_, dV_); !ok) return ok;
  double worst = 0.0;
  const auto judge = [&](const Vec& e, const Vec& before, const Vec& after) {
    for (Index k = 0; k < e.size(); ++k) {
      const double part = std::abs(e[k]) / allowed_error(before[k], after[k], relative, absolute);
      if (!(part <= worst)) worst = part;  // also catches NaN
    }
  };
  judge(estimate_.q, from_->q, to_->q);
  judge(estimate_.v, from_->v, to_->v);
  if (system_->has_power()) {
    const double part = work_error(estimated_work_error(), from_->work, to_->work, relative, absolute);
    if (!(part <= worst)) worst = part;
  }
  error = worst;
  return {};
}

/// The embedded formula for works, whose rates depend on nothing that they change: no filter.
Works CollocationForm::estimated_work_error() const {
  const int stages = tableau_->stages;
  Works sum = (tableau_->error_start * h_) * from_->power;
  for (int j = 0; j < stages; ++j) {
    double weight = 0.0;
    for (int i = 0; i < stages; ++i) weight += tableau_->error[at(i)] * tableau_->a[at(i * stages + j)];
    sum += (h_ * weight) * terms_[at(j)].power;
  }
  return sum;
}

/// Only where the estimate is the error to leading order; an embedded one is larger.
Status CollocationForm::extrapolate(State& to) {
  if (tableau_->error_order > 0 || quadrature().stiff()) return {};
  double added = 0.0;
  if (auto ok = quadrature().extrapolate(to, added); !ok) return ok;
  to.energy_projected += added;
  return {};
}

/// Of the increment of stage i in the polynomial through the start and all stages.
double CollocationForm::stage_weight(int i, double theta) const {
  return lagrange_polynomial(tableau_->c, i, theta, theta / tableau_->c[at(i)]);
}

/// The same polynomial; what the projections at the end added is spread evenly.
Works CollocationForm::work_inside(double theta) const {
  const int stages = tableau_->stages;
  if (!system_->has_power()) return from_->work;
  const auto increment = [&](int i) {
    Works sum;
    for (int j = 0; j < stages; ++j) sum += (h_ * tableau_->a[at(i * stages + j)]) * terms_[at(j)].power;
    return sum;
  };
  Works out = from_->work + theta * (to_->work + (-1.0) * from_->work + (-1.0) * increment(stages - 1));
  for (int i = 0; i < stages; ++i) out += stage_weight(i, theta) * increment(i);
  return out;
}

/// The collocation polynomial through the start and all stages, put on the constraints.
Status CollocationForm::sample(double theta, State& out) {
  if (!tableau_->stiffly_accurate) return quadrature().sample(*from_, *to_, h_, theta, out);
  out.t = from_->t + theta * h_;
  out.same_piece(*from_);
  out.n = to_->n;
  out.q = from_->q;
  out.v = from_->v;
  out.memory = from_->memory;
  for (int i = 0; i < tableau_->stages; ++i) {
    const double weight = stage_weight(i, theta);
    out.q += weight * dQ_[at(i)];
    out.v += weight * dV_[at(i)];
  }
  out.work = work_inside(theta);
  out.energy_projected = (1.0 - theta) * from_->energy_projected + theta * to_->energy_projected;
  if (auto ok = put_on_constraints(out); !ok) return ok;
  return index1_.solve(out);
}

}  // namespace rheon
