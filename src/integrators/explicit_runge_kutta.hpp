// One explicit Runge-Kutta step of any tableau on y = (q, v, z), with the works of the forces integrated alongside.
#pragma once

#include <vector>

#include "rheon/integrators/kind.hpp"

namespace rheon {

class ExplicitRungeKutta {
 public:
  ExplicitRungeKutta(const System& system, RateForm& form, const Tableau& tableau);

  /// From `from` (complete: its a is v') to q, v, z and works of `to`; a and lambda of `to` are only set if
  /// `end_is_complete()`. Keeps the stages for the error and the interpolant.
  Status step(const State& from, double h, State& to);
  bool end_is_complete() const { return tableau_->last_is_end; }
  /// Largest component of the error estimate, each relative to absolute + relative * |y|. After `step`.
  double error(const State& from, const State& to, double relative, double absolute) const;
  /// q, v, z at from.t + theta h, after `complete_end`.
  void interpolate(double theta, State& out) const;
  /// Fills a, lambda and powers of a state whose t, side, q, v, z are set.
  Status complete(State& s) { return form_->rate(s, scratch_rates_); }
  /// Completes the end of the step, unless the last stage did, and keeps both ends for `interpolate`.
  Status complete_end(const State& from, State& to, bool moved);

 private:
  Status rate_of_start(const State& from);
  void advance(const State& from, const double* weights, int count, double h, State& s) const;

  const System* system_;
  RateForm* form_;
  const Tableau* tableau_;
  std::vector<Rates> rates_;
  std::vector<Vec> a_;
  std::vector<double> power_applied_, power_driving_;
  State stage_;
  Rates end_rates_, scratch_rates_;
  const State* from_ = nullptr;
  const State* to_ = nullptr;
  double h_ = 0.0;
};

}  // namespace rheon
