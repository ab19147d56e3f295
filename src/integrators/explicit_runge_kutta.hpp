// One explicit Runge-Kutta step of any tableau.
#pragma once

#include <vector>

#include "integrators/rate_integrator.hpp"
#include "rheon/integrators/kind.hpp"

namespace rheon {

class ExplicitRungeKutta final : public RateIntegrator {
 public:
  ExplicitRungeKutta(const System& system, RateForm& form, const Tableau& tableau);

  /// Keeps the stages for the error and the interpolant.
  Status step(const State& from, double h, State& to) override;
  Status complete_end(const State& from, State& to, bool moved) override;
  double error(const State& from, const State& to, double relative, double absolute) const override;
  int error_order() const override { return tableau_->error.empty() ? 0 : tableau_->error_order; }
  bool interpolates() const override { return tableau_->dense != nullptr; }
  Status interpolate(double theta, State& out) override;

 private:
  Status stage(int i, const State& from, double c, const double* row, double h);
  void advance(const State& from, const double* weights, int count, double h, State& s) const;
  void add_works(const State& from, const double* weights, int count, double h, State& s) const;
  double largest_error(std::span<const double> weights, const State& from, const State& to, double relative,
                       double absolute) const;

  const Tableau* tableau_;
  std::vector<Rates> rates_;
  std::vector<Vec> a_;
  std::vector<Works> power_;
  std::vector<double> weights_;  ///< of a sample
  Vec zero_;
  mutable Vec error_;
  State stage_;
  const State* from_ = nullptr;
  double h_ = 0.0;
  bool extended_ = false;  ///< the extra stages of this step's continuous extension have been evaluated
};

}  // namespace rheon
