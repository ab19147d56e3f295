#include "integrators/implicit_rate_rule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "newton/newton_options.hpp"

namespace rheon {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Round-off of a coordinate or a speed, relative to its size: of the few sums that a stage is made of.
constexpr double stage_round_off = 4 * epsilon;
/// Fixed-point iteration is given up for Newton's method if two iterations leave more than this (a rate of about 0.3 each). A
/// choice, of time alone.
constexpr double least_gain_of_two = 0.1;
/// Changes that no longer fall count as round-off of the rates if they are below this many tolerances. A choice: 1e-8 of the
/// displacement at the usual 1e-12; smaller, and steps with noisier rates fail.
constexpr double stall_limit = 1e4;
/// Iterations after which a velocity that moves positions by less than their round-off counts as found. A choice: by then what
/// can be found to more digits is.
constexpr int late = 3;

constexpr OptionSpec options_of_rules[] = {
    newton_tolerance_option("1e-12",
                            "implicit rules: an iteration ends when it changes less than this part of the step's "
                            "displacement",
                            1e-15),
    max_iterations_option("30", "implicit rules: iterations in a step, of each kind, before it is divided", 3),
};

double largest_of(const Vec& x, Index begin, Index count) {
  return count > 0 ? x.segment(begin, count).cwiseAbs().maxCoeff() : 0.0;
}

}  // namespace

std::span<const OptionSpec> rate_rule_options() { return options_of_rules; }

ImplicitRateRule::ImplicitRateRule(const System& system, RateForm& form, RateRule rule, const OptionValues& values)
    : RateIntegrator(system, form),
      rule_(rule),
      tolerance_(values.number("newton-tolerance")),
      max_iterations_(values.integer("max-iterations")),
      nq_(system.layout().nq),
      nv_(system.layout().nv),
      nz_(form.added_state()),
      stage_(system.make_state()),
      rates_(zero_rates()),
      full_(Pattern::full(static_cast<int>(nq_ + nv_ + nz_))),
      jacobian_(static_cast<std::size_t>(full_.nonzeros())),
      solver_(full_) {
  stage_.z = Vec::Zero(form.added_state());
  start_ = base_ = guess_ = w_ = f_ = change_ = moved_w_ = moved_f_ = Vec::Zero(nq_ + nv_ + nz_);
}

/// Base and first guess, an explicit Euler step to tau, from the rates at the start.
Status ImplicitRateRule::set_up(const State& from) {
  if (auto ok = rate_of_start(from, stage_, rates_); !ok) return ok;
  stage_.z = from.z;
  stage_.memory = from.memory;
  start_ << from.q, from.v, from.z;
  f_ << rates_.q_dot, from.a, rates_.z_dot;
  const bool at_end = rule_ == RateRule::trapezoidal;
  base_ = start_;
  if (at_end) base_ += 0.5 * h_ * f_;
  guess_ = base_ + 0.5 * h_ * f_;
  stage_.t = from.t + (at_end ? h_ : 0.5 * h_);
  stage_.same_piece(from);
  return {};
}

Status ImplicitRateRule::rate_at(const Vec& w, Vec& f) {
  stage_.q = w.head(nq_);
  stage_.v = w.segment(nq_, nv_);
  stage_.z = w.tail(nz_);
  if (auto ok = form_->rate(stage_, rates_); !ok) return ok;
  f << rates_.q_dot, stage_.a, rates_.z_dot;
  return {};
}

/// Largest change in q, v or z relative to what may remain: 1 or less is converged. That is the tolerance's part of the
/// displacement in this step, and round-off. At rest the displacement is itself round-off; so after a few iterations a
/// change of v also counts as found if it moves no position by more than round-off.
double ImplicitRateRule::size_of_change(bool is_late) const {
  if (!std::isfinite(change_.sum())) return std::numeric_limits<double>::infinity();
  const double q = largest_of(w_, 0, nq_), v = largest_of(w_, nq_, nv_), z = largest_of(w_, nq_ + nv_, nz_);
  double worst = 0.0;
  const auto judge = [&](Index begin, Index count, double size) {
    double displacement = 0.0;
    for (Index i = begin; i < begin + count; ++i) displacement = std::max(displacement, std::abs(w_[i] - start_[i]));
    const double change = largest_of(change_, begin, count);
    if (change > 0.0) worst = std::max(worst, change / (tolerance_ * displacement + stage_round_off * size));
  };
  judge(0, nq_, q + h_ * v);
  judge(nq_, nv_, is_late ? v + (1.0 + q) / h_ : v);
  if (form_->added_state_acts()) judge(nq_ + nv_, nz_, z);
  return worst;
}

/// Fixed-point iteration. Two iterations are judged together because q and v take turns in passing changes on.
bool ImplicitRateRule::contract() {
  double last = std::numeric_limits<double>::infinity(), before_last = last;
  w_ = guess_;
  for (int k = 1; k <= max_iterations_; ++k) {
    if (!rate_at(w_, f_)) return false;
    ++iterations_;
    change_ = base_ + 0.5 * h_ * f_ - w_;
    w_ += change_;
    const double size = size_of_change(k >= late);
    if (size <= 1.0 || (size >= last && size <= stall_limit)) return true;
    if (!(size <= least_gain_of_two * before_last) && k > 2) return false;
    before_last = last;
    last = size;
  }
  return false;
}

/// 1 - h/2 F_y by forward differences at w, and its factors. A disturbance of sqrt(eps) of the variable, or of 1 in its
/// unit, balances truncation and round-off.
Status ImplicitRateRule::find_jacobian() {
  const auto n = static_cast<std::size_t>(w_.size());
  moved_w_ = w_;
  for (std::size_t j = 0; j < n; ++j) {
    const auto column = static_cast<Index>(j);
    const double x = w_[column];
    moved_w_[column] = x + std::sqrt(epsilon) * std::max(std::abs(x), 1.0);
    if (auto ok = rate_at(moved_w_, moved_f_); !ok) return ok;
    const double factor = 0.5 * h_ / (moved_w_[column] - x);
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = static_cast<Index>(i);
      jacobian_[i * n + j] = (i == j ? 1.0 : 0.0) - factor * (moved_f_[row] - f_[row]);
    }
    moved_w_[column] = x;
  }
  return solver_.factor(jacobian_);
}

Status ImplicitRateRule::newton() {
  w_ = guess_;
  if (auto ok = rate_at(w_, f_); !ok) return ok;
  bool stale = true;
  double size = std::numeric_limits<double>::infinity();
  for (int k = 1; k <= max_iterations_; ++k) {
    if (stale)
      if (auto ok = find_jacobian(); !ok) return ok;
    ++iterations_;
    change_ = base_ + 0.5 * h_ * f_ - w_;
    solver_.solve(change_.data());
    w_ += change_;
    const double last = size;
    size = size_of_change(k >= late);
    if (!std::isfinite(size)) break;
    if (auto ok = rate_at(w_, f_); !ok) return ok;
    if (size <= 1.0 || (size >= last && size <= stall_limit)) return {};
    // a new Jacobian costs an evaluation a variable: is going on with this one dearer, or longer than there is room for?
    const double affordable = std::min<double>(static_cast<double>(w_.size()), max_iterations_ - k);
    stale = size >= last || std::log(size) > affordable * std::log(last / size);
  }
  return {Code::not_converged, -1, max_iterations_, size * tolerance_, "Newton iteration of the implicit rule"};
}

Status ImplicitRateRule::step(const State& from, double h, State& to) {
  h_ = h;
  if (auto ok = set_up(from); !ok) return ok;
  if (!contract())
    if (auto ok = newton(); !ok) return ok;
  if (rule_ == RateRule::midpoint) w_ = 2.0 * w_ - start_;
  to.t = from.t + h;
  to.same_piece(from);
  to.q = w_.head(nq_);
  to.v = w_.segment(nq_, nv_);
  to.z = w_.tail(nz_);
  to.memory = from.memory;
  return {};
}

/// Works by the rule itself: the power at the midpoint, or the mean of both ends.
Status ImplicitRateRule::complete_end(const State& from, State& to, bool) {
  if (auto ok = complete(to); !ok) return ok;
  to.work = from.work + h_ * (rule_ == RateRule::midpoint ? stage_.power : 0.5 * (from.power + to.power));
  return {};
}

}  // namespace rheon
