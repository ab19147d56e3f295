#include "integrators/explicit_runge_kutta.hpp"

#include <algorithm>
#include <cmath>

namespace rheon {

namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }
}  // namespace

ExplicitRungeKutta::ExplicitRungeKutta(const System& system, RateForm& form, const Tableau& tableau)
    : system_(&system), form_(&form), tableau_(&tableau), stage_(system.make_state()) {
  const Layout& n = system.layout();
  const Rates zero{Vec::Zero(n.nq), Vec::Zero(form.added_state())};
  rates_.assign(at(tableau.stages), zero);
  a_.assign(at(tableau.stages), Vec::Zero(n.nv));
  power_applied_.assign(at(tableau.stages), 0.0);
  power_driving_.assign(at(tableau.stages), 0.0);
  end_rates_ = scratch_rates_ = zero;
  stage_.z = zero.z_dot;
}

/// The State carries v' at the start; only what it does not carry is computed.
Status ExplicitRungeKutta::rate_of_start(const State& from) {
  a_[0] = from.a;
  power_applied_[0] = from.power_applied;
  power_driving_[0] = from.power_driving;
  if (form_->added_state() == 0 && !system_->model().general_speeds) {
    rates_[0].q_dot = from.v;
    return {};
  }
  stage_ = from;
  return form_->rate(stage_, rates_[0]);
}

void ExplicitRungeKutta::advance(const State& from, const double* weights, int count, double h, State& s) const {
  s.q = from.q;
  s.v = from.v;
  s.z = from.z;
  for (int j = 0; j < count; ++j) {
    if (weights[j] == 0.0) continue;
    s.q += (h * weights[j]) * rates_[at(j)].q_dot;
    s.v += (h * weights[j]) * a_[at(j)];
    s.z += (h * weights[j]) * rates_[at(j)].z_dot;
  }
}

Status ExplicitRungeKutta::step(const State& from, double h, State& to) {
  const Tableau& tab = *tableau_;
  if (auto ok = rate_of_start(from); !ok) return ok;
  stage_.side = from.side;
  const double* row = tab.a.data();
  for (int i = 1; i < tab.stages; ++i) {
    stage_.t = from.t + tab.c[at(i)] * h;
    advance(from, row, i, h, stage_);
    row += i;
    if (auto ok = form_->rate(stage_, rates_[at(i)]); !ok) return ok;
    a_[at(i)] = stage_.a;
    power_applied_[at(i)] = stage_.power_applied;
    power_driving_[at(i)] = stage_.power_driving;
  }
  to.t = from.t + h;
  to.side = from.side;
  to.work_applied = from.work_applied;
  to.work_driving = from.work_driving;
  for (int i = 0; i < tab.stages; ++i) {
    to.work_applied += h * tab.b[at(i)] * power_applied_[at(i)];
    to.work_driving += h * tab.b[at(i)] * power_driving_[at(i)];
  }
  if (tab.last_is_end) {
    to.q = stage_.q;
    to.v = stage_.v;
    to.z = stage_.z;
    to.a = stage_.a;
    to.lambda = stage_.lambda;
    to.power_applied = stage_.power_applied;
    to.power_driving = stage_.power_driving;
  } else {
    advance(from, tab.b.data(), tab.stages, h, to);
  }
  h_ = h;
  return {};
}

double ExplicitRungeKutta::error(const State& from, const State& to, double relative, double absolute) const {
  double worst = 0.0;
  const auto judge = [&](const Vec& before, const Vec& after, auto&& rate) {
    for (Index k = 0; k < before.size(); ++k) {
      double sum = 0.0;
      for (int i = 0; i < tableau_->stages; ++i) sum += tableau_->error[at(i)] * rate(i)[k];
      const double size = absolute + relative * std::max(std::abs(before[k]), std::abs(after[k]));
      const double e = std::abs(h_ * sum) / size;
      if (!(e <= worst)) worst = e;  // also catches NaN
    }
  };
  judge(from.q, to.q, [&](int i) -> const Vec& { return rates_[at(i)].q_dot; });
  judge(from.v, to.v, [&](int i) -> const Vec& { return a_[at(i)]; });
  judge(from.z, to.z, [&](int i) -> const Vec& { return rates_[at(i)].z_dot; });
  return worst;
}

Status ExplicitRungeKutta::complete_end(const State& from, State& to, bool moved) {
  from_ = &from;
  to_ = &to;
  if (tableau_->last_is_end && !moved) {
    end_rates_ = rates_.back();
    return {};
  }
  return form_->rate(to, end_rates_);
}

/// Cubic Hermite through both ends, plus the fifth term where the method has one. [Hairer1993] (II.6.12)
void ExplicitRungeKutta::interpolate(double theta, State& out) const {
  const double one = 1.0 - theta;
  const auto blend = [&](const Vec& y0, const Vec& y1, const Vec& f0, const Vec& f1, auto&& rate, Vec& y) {
    for (Index k = 0; k < y0.size(); ++k) {
      const double r2 = y1[k] - y0[k];
      const double r3 = h_ * f0[k] - r2;
      const double r4 = r2 - h_ * f1[k] - r3;
      double r5 = 0.0;
      if (!tableau_->dense.empty())
        for (int i = 0; i < tableau_->stages; ++i) r5 += h_ * tableau_->dense[at(i)] * rate(i)[k];
      y[k] = y0[k] + theta * (r2 + one * (r3 + theta * (r4 + one * r5)));
    }
  };
  out.t = from_->t + theta * h_;
  out.side = from_->side;
  out.n = to_->n;
  blend(
      from_->q, to_->q, rates_[0].q_dot, end_rates_.q_dot, [&](int i) -> const Vec& { return rates_[at(i)].q_dot; },
      out.q);
  blend(
      from_->v, to_->v, a_[0], to_->a, [&](int i) -> const Vec& { return a_[at(i)]; }, out.v);
  blend(
      from_->z, to_->z, rates_[0].z_dot, end_rates_.z_dot, [&](int i) -> const Vec& { return rates_[at(i)].z_dot; },
      out.z);
  out.work_applied = from_->work_applied + theta * (to_->work_applied - from_->work_applied);
  out.work_driving = from_->work_driving + theta * (to_->work_driving - from_->work_driving);
}

}  // namespace rheon
