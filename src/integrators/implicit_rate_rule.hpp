// The implicit midpoint rule and the trapezoidal rule for rate forms. Both ask for the solution of
//   w = base + h/2 F(tau, w),   y = (q, v, z), F = y':
//   midpoint      base = y_0,           tau = t + h/2,   y_1 = 2 w - y_0
//   trapezoidal   base = y_0 + h/2 F_0, tau = t + h,     y_1 = w
// It is found by fixed-point iteration while that contracts well, else by Newton's method with a Jacobian of
// differences. [Hairer1996] IV.8
#pragma once

#include <span>

#include "integrators/rate_integrator.hpp"
#include "la/dense_solver.hpp"
#include "rheon/core/options.hpp"
#include "rheon/integrators/kind.hpp"

namespace rheon {

/// Options of the iteration, for pairings of a rate form with an implicit rule.
std::span<const OptionSpec> rate_rule_options();

class ImplicitRateRule final : public RateIntegrator {
 public:
  ImplicitRateRule(const System& system, RateForm& form, RateRule rule, const OptionValues& options);

  Status step(const State& from, double h, State& to) override;
  Status complete_end(const State& from, State& to, bool moved) override;
  bool iterates() const override { return true; }
  long long iterations() const override { return iterations_; }

 private:
  Status set_up(const State& from);
  bool contract();
  Status newton();
  Status find_jacobian();
  Status rate_at(const Vec& w, Vec& f);
  double size_of_change(bool late) const;

  RateRule rule_;
  double tolerance_;
  int max_iterations_;
  Index nq_, nv_, nz_;  ///< of z, only what has a rate
  State stage_;
  Rates rates_;
  Vec start_, base_, guess_, w_, f_, change_, moved_w_, moved_f_;
  Pattern full_;
  SparseValues jacobian_;
  DenseLu solver_;
  double h_ = 0.0;
  long long iterations_ = 0;
};

}  // namespace rheon
