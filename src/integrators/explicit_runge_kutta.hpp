// One explicit Runge-Kutta step of any tableau.
//
// A step is taken in the first way that can: as one program (step_program.hpp), by numbers, or with a State for each stage. All make
// the same operations in the same order, and so the same bits, which tests/unit/integrators/step_program_test.cpp holds them to.
// The sums over the stages are stated apart in them because they are carried out differently: numbers sum all terms of one stage at
// once, in registers (combination.hpp); a program adds a term to all sums as soon as its stage is known, while it is at hand; and
// with States there are also powers, z and what methods keep.
#pragma once

#include <optional>
#include <vector>

#include "integrators/combination.hpp"
#include "integrators/rate_integrator.hpp"
#include "integrators/step_program.hpp"
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
  bool step_by_program(const State& from, double h, State& to);
  bool step_by_numbers(const State& from, double h, State& to);
  Status step_by_stages(const State& from, double h, State& to);
  Combination sum_of(const double* weights, int count, double h) const;
  void keep_rates(int stage, const Vec& a);
  Status stage(int i, const State& from, double c, const double* row, double h);
  void advance(const State& from, const double* weights, int count, double h, State& s) const;
  void add_works(const State& from, const double* weights, int count, double h, State& s) const;
  double largest_error(bool second, const State& from, const State& to, double relative, double absolute) const;
  const double* error_sum(bool second) const;
  double* rates_of(int stage) { return rates_.data() + stage * stride_; }
  const double* rates_of(int stage) const { return rates_.data() + stage * stride_; }

  const Tableau* tableau_;
  Index nq_, nv_, nz_;         ///< nz: what is added to the state, if it moves
  Index stride_;               ///< q', v', z' of a stage
  std::vector<double> rates_;  ///< of one stage after the other, then what the program gives
  Rates stage_rates_;
  std::vector<Works> power_;
  std::vector<double> weights_;  ///< of a sample
  std::vector<double> zero_;
  mutable std::vector<double> error_;
  State stage_;
  CodedRate* coded_;                    ///< the form, if it takes part in programs
  std::optional<StepProgram> program_;  ///< made when it is asked for first
  bool by_program_ = false;             ///< the last step
  std::vector<double> motion_;          ///< of a stage, as InputMap counts it
  std::vector<double> start_;           ///< q, v at the start of the step
  const State* from_ = nullptr;
  double h_ = 0.0;
  bool extended_ = false;  ///< the extra stages of this step's continuous extension have been evaluated
};

}  // namespace rheon
