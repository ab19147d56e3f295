#include "integrators/explicit_runge_kutta.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "integrators/combination.hpp"

namespace rheon {

ExplicitRungeKutta::ExplicitRungeKutta(const System& system, RateForm& form, const Tableau& tableau)
    : RateIntegrator(system, form), tableau_(&tableau), stage_(system.make_state()) {
  const std::size_t stages = at(tableau.all_stages());
  rates_.assign(stages, zero_rates());
  a_.assign(stages, Vec::Zero(system.layout().nv));
  power_.assign(stages, Works{});
  weights_.assign(stages, 0.0);
  stage_.z = Vec::Zero(form.added_state());
  zero_ = error_ = Vec::Zero(std::max({system.layout().nq, system.layout().nv, form.added_state()}));
}

void ExplicitRungeKutta::advance(const State& from, const double* weights, int count, double h, State& s) const {
  Combination q, v, z;
  for (int j = 0; j < count; ++j) {
    if (weights[j] == 0.0) continue;
    q.add(h * weights[j], rates_[at(j)].q_dot);
    v.add(h * weights[j], a_[at(j)]);
    z.add(h * weights[j], rates_[at(j)].z_dot);
  }
  s.z.resize(from.z.size());
  q.apply(from.q.data(), s.q.data(), static_cast<Index>(from.q.size()));
  v.apply(from.v.data(), s.v.data(), static_cast<Index>(from.v.size()));
  if (from.z.size() > 0) z.apply(from.z.data(), s.z.data(), static_cast<Index>(from.z.size()));
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
  if (auto ok = form_->rate(stage_, rates_[at(i)]); !ok) return ok;
  a_[at(i)] = stage_.a;
  power_[at(i)] = stage_.power;
  return {};
}

Status ExplicitRungeKutta::step(const State& from, double h, State& to) {
  const Tableau& tab = *tableau_;
  if (auto ok = rate_of_start(from, stage_, rates_[0]); !ok) return ok;
  a_[0] = from.a;
  power_[0] = from.power;
  const double* row = tab.a.data();
  for (int i = 1; i < tab.stages; row += i, ++i)
    if (auto ok = stage(i, from, tab.c[at(i)], row, h); !ok) return ok;
  to.t = from.t + h;
  to.same_piece(from);
  add_works(from, tab.b.data(), tab.stages, h, to);
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
  from_ = &from;
  h_ = h;
  extended_ = false;
  return {};
}

double ExplicitRungeKutta::largest_error(std::span<const double> weights, const State& from, const State& to,
                                         double relative, double absolute) const {
  double worst = 0.0;
  const auto judge = [&](const Vec& before, const Vec& after, auto&& rate) {
    Combination sum;
    for (int i = 0; i < tableau_->stages; ++i)
      if (weights[at(i)] != 0.0) sum.add(weights[at(i)], rate(i));
    const auto n = static_cast<Index>(before.size());
    sum.apply(zero_.data(), error_.data(), n);
    for (Index k = 0; k < n; ++k) {
      const double size = absolute + relative * std::max(std::abs(before[k]), std::abs(after[k]));
      const double e = std::abs(h_ * error_[k]);
      if (!(e <= worst * size)) worst = e / size;  // also catches NaN
    }
  };
  judge(from.q, to.q, [&](int i) -> const Vec& { return rates_[at(i)].q_dot; });
  judge(from.v, to.v, [&](int i) -> const Vec& { return a_[at(i)]; });
  if (form_->added_state_acts()) judge(from.z, to.z, [&](int i) -> const Vec& { return rates_[at(i)].z_dot; });
  return worst;
}

/// Two estimates are combined as in the code DOP853: e5^2 / sqrt(e5^2 + 0.01 e3^2), of order h^8. [Hairer1993] II.10
double ExplicitRungeKutta::error(const State& from, const State& to, double relative, double absolute) const {
  const double e = largest_error(tableau_->error, from, to, relative, absolute);
  if (tableau_->second_error.empty() || e == 0.0) return e;
  const double second = largest_error(tableau_->second_error, from, to, relative, absolute);
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
  for (int i = tab.stages; !extended_ && i < tab.all_stages(); row += i, ++i)
    if (auto ok = stage(i, *from_, tab.dense->c[at(i - tab.stages)], row, h_); !ok) return ok;
  extended_ = true;
  continuous_weights(tab, theta, weights_);
  out.t = from_->t + theta * h_;
  out.same_piece(*from_);
  out.n = from_->n;
  out.energy_projected = from_->energy_projected;
  advance(*from_, weights_.data(), tab.all_stages(), h_, out);
  add_works(*from_, weights_.data(), tab.all_stages(), h_, out);
  return {};
}

}  // namespace rheon
