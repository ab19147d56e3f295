#include "integrators/explicit_runge_kutta.hpp"

#include <algorithm>
#include <cmath>

#include "collocation/work_error.hpp"
#include "core/index.hpp"

namespace rheon {

ExplicitRungeKutta::ExplicitRungeKutta(const System& system, RateForm& form, const Tableau& tableau)
    : RateIntegrator(system, form),
      tableau_(&tableau),
      nq_(system.layout().nq),
      nv_(system.layout().nv),
      nz_(form.added_state()),
      stride_(nq_ + nv_ + nz_),
      stage_rates_(zero_rates()),
      stage_(system.make_state()),
      coded_(dynamic_cast<CodedRate*>(&form)) {
  const std::size_t stages = at(tableau.all_stages());
  rates_.assign(stages * at(stride_), 0.0);
  power_.assign(stages, Works{});
  weights_.assign(stages, 0.0);
  stage_.z = Vec::Zero(form.added_state());
  zero_.assign(at(stride_), 0.0);
  start_ = zero_;
  motion_.assign(at(system.model().inputs.a(0)), 0.0);
  error_ = zero_;
}

Combination ExplicitRungeKutta::sum_of(const double* weights, int count, double h) const {
  Combination sum;
  for (int j = 0; j < count; ++j)
    if (weights[j] != 0.0) sum.add(h * weights[j], rates_of(j));
  return sum;
}

void ExplicitRungeKutta::advance(const State& from, const double* weights, int count, double h, State& s) const {
  const Combination sum = sum_of(weights, count, h);
  s.z = from.z;
  sum.apply(from.q.data(), s.q.data(), 0, nq_);
  sum.apply(from.v.data(), s.v.data(), nq_, nv_);
  if (nz_ > 0) sum.apply(from.z.data(), s.z.data(), nq_ + nv_, nz_);
}

void ExplicitRungeKutta::add_works(const State& from, const double* weights, int count, double h, State& s) const {
  s.work = from.work;
  if (!system_->has_power()) return;
  for (int j = 0; j < count; ++j) s.work += (h * weights[j]) * power_[at(j)];
}

Status ExplicitRungeKutta::stage(int i, const State& from, double c, const double* row, double h) {
  stage_.t = from.t + c * h;
  stage_.same_piece(from);
  advance(from, row, i, h, stage_);
  if (auto ok = form_->rate(stage_, stage_rates_); !ok) return ok;
  keep_rates(i, stage_.a);
  power_[at(i)] = stage_.power;
  return {};
}

void ExplicitRungeKutta::keep_rates(int stage, const Vec& a) {
  double* to = std::copy_n(stage_rates_.q_dot.data(), nq_, rates_of(stage));
  to = std::copy_n(a.data(), nv_, to);
  if (nz_ > 0) std::copy_n(stage_rates_.z_dot.data(), nz_, to);
}

Status ExplicitRungeKutta::step(const State& from, double h, State& to) {
  to.t = from.t + h;
  to.same_piece(from);
  by_program_ = step_by_program(from, h, to);
  if (!by_program_ && !step_by_numbers(from, h, to))
    if (auto ok = step_by_stages(from, h, to); !ok) return ok;
  from_ = &from;
  h_ = h;
  extended_ = false;
  return {};
}

bool ExplicitRungeKutta::step_by_program(const State& from, double h, State& to) {
  if (coded_ == nullptr || nz_ > 0 || !coded_->as_coded(from)) return false;
  if (!program_) {
    program_.emplace(*system_, *coded_, *tableau_, stride_);
    if (*program_) rates_.resize(at(program_->size()));
  }
  if (!*program_ || !program_->run(from, h, rates_.data())) return false;
  coded_->count_rates(tableau_->stages - 1, program_->independence(rates_.data()));
  const double* const end = program_->end(rates_.data());
  std::copy_n(end, nq_, to.q.data());
  std::copy_n(end + nq_, nv_, to.v.data());
  to.z = from.z;
  to.memory = from.memory;
  to.work = from.work;
  if (!tableau_->last_is_end) return true;
  std::copy_n(rates_of(tableau_->stages - 1) + nq_, nv_, to.a.data());
  std::copy_n(program_->multipliers(rates_.data()), to.lambda.size(), to.lambda.data());
  to.power = {};
  return true;
}

/// As `step_by_stages`, without a State for each stage.
bool ExplicitRungeKutta::step_by_numbers(const State& from, double h, State& to) {
  const Tableau& tab = *tableau_;
  if (coded_ == nullptr || nz_ > 0 || !coded_->begin_numbers(from)) return false;
  gather_motion(from, motion_.data());
  double* const y = motion_.data() + system_->model().inputs.q(0);
  double* const v = y + nq_;
  std::copy_n(y, nq_ + nv_, start_.data());
  const double* row = tab.a.data();
  for (int i = 0; i < tab.stages; row += i, ++i) {
    double* const rates = rates_of(i);
    if (i > 0) {
      motion_[at(system_->model().inputs.t())] = from.t + tab.c[at(i)] * h;
      sum_of(row, i, h).apply(start_.data(), y, 0, nq_ + nv_);
    }
    std::copy_n(v, nq_, rates);
    const bool last = tab.last_is_end && i == tab.stages - 1;
    if (i == 0)
      std::copy_n(from.a.data(), nv_, rates + nq_);
    else if (!coded_->accelerate(motion_.data(), rates + nq_, last ? to.lambda.data() : nullptr))
      return false;
    if (last) std::copy_n(rates + nq_, nv_, to.a.data());
  }
  if (!tab.last_is_end) sum_of(tab.b.data(), tab.stages, h).apply(start_.data(), y, 0, nq_ + nv_);
  std::copy_n(y, nq_, to.q.data());
  std::copy_n(v, nv_, to.v.data());
  to.z = from.z;
  to.memory = from.memory;
  to.work = from.work;
  to.power = {};
  return true;
}

Status ExplicitRungeKutta::step_by_stages(const State& from, double h, State& to) {
  const Tableau& tab = *tableau_;
  if (auto ok = rate_of_start(from, stage_, stage_rates_); !ok) return ok;
  keep_rates(0, from.a);
  power_[0] = from.power;
  stage_.memory = from.memory;
  const double* row = tab.a.data();
  for (int i = 1; i < tab.stages; row += i, ++i)
    if (auto ok = stage(i, from, tab.c[at(i)], row, h); !ok) return ok;
  add_works(from, tab.b.data(), tab.stages, h, to);
  to.memory = from.memory;
  if (tab.last_is_end) {
    to.q = stage_.q;
    to.v = stage_.v;
    to.z = stage_.z;
    to.a = stage_.a;
    to.lambda = stage_.lambda;
    to.power = stage_.power;
    to.energy_constraint = stage_.energy_constraint;
  } else {
    advance(from, tab.b.data(), tab.stages, h, to);
  }
  return {};
}

const double* ExplicitRungeKutta::error_sum(bool second) const {
  if (by_program_) return program_->error(rates_.data(), second);
  const std::span<const double> weights = second ? tableau_->second_error : tableau_->error;
  Combination sum;
  for (int i = 0; i < tableau_->stages; ++i)
    if (weights[at(i)] != 0.0) sum.add(weights[at(i)], rates_of(i));
  sum.apply(zero_.data(), error_.data(), 0, stride_);
  return error_.data();
}

double ExplicitRungeKutta::largest_error(bool second, const State& from, const State& to, double relative,
                                         double absolute) const {
  const double* error = error_sum(second);
  double worst = 0.0;
  const auto judge = [&](const Vec& before, const Vec& after) {
    const double part =
        largest_part({error, before.data(), after.data(), h_, relative, absolute}, static_cast<Index>(before.size()));
    if (!(part <= worst)) worst = part;  // also catches NaN
    error += before.size();
  };
  judge(from.q, to.q);
  if (worst == worst) judge(from.v, to.v);
  if (worst == worst && nz_ > 0 && form_->added_state_acts()) judge(from.z, to.z);
  if (worst == worst && system_->has_power()) {
    const std::span<const double> weights = second ? tableau_->second_error : tableau_->error;
    Works sum;
    for (int i = 0; i < tableau_->stages; ++i) sum += (h_ * weights[at(i)]) * power_[at(i)];
    const double part = work_error(sum, from.work, to.work, relative, absolute);
    if (!(part <= worst)) worst = part;
  }
  return worst;
}

/// Two estimates are combined as in the code DOP853: e5^2 / sqrt(e5^2 + 0.01 e3^2), of order h^8. [Hairer1993] II.10
double ExplicitRungeKutta::error(const State& from, const State& to, double relative, double absolute) const {
  const double e = largest_error(false, from, to, relative, absolute);
  if (tableau_->second_error.empty() || e == 0.0) return e;
  const double second = largest_error(true, from, to, relative, absolute);
  return e * (e / std::hypot(e, 0.1 * second));
}

Status ExplicitRungeKutta::complete_end(const State&, State& to, bool moved) {
  if (tableau_->last_is_end && !moved) return {};
  return complete(to);
}

/// Without regard to a projection of the end: what is sampled is projected itself.
Status ExplicitRungeKutta::interpolate(double theta, State& out) {
  const Tableau& tab = *tableau_;
  const double* row = tab.dense->a.data();
  if (!extended_) stage_.memory = from_->memory;
  for (int i = tab.stages; !extended_ && i < tab.all_stages(); row += i, ++i)
    if (auto ok = stage(i, *from_, tab.dense->c[at(i - tab.stages)], row, h_); !ok) return ok;
  extended_ = true;
  continuous_weights(tab, theta, weights_);
  out.t = from_->t + theta * h_;
  out.same_piece(*from_);
  out.n = from_->n;
  out.memory = from_->memory;
  out.energy_projected = from_->energy_projected;
  advance(*from_, weights_.data(), tab.all_stages(), h_, out);
  add_works(*from_, weights_.data(), tab.all_stages(), h_, out);
  return {};
}

}  // namespace rheon
