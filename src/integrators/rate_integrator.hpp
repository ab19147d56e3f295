// One step of a rate form, y = (q, v, z), with the works of the forces integrated alongside.
#pragma once

#include "rheon/methods/form.hpp"

namespace rheon {

class RateIntegrator {
 public:
  RateIntegrator(const System& system, RateForm& form);
  virtual ~RateIntegrator() = default;

  /// From `from` (complete: its a is v') to t, q, v, z and the memory of `to`, which `complete_end` completes. Until the next call
  /// `from` must stay alive and unchanged for `interpolate`.
  virtual Status step(const State& from, double h, State& to) = 0;
  /// Fills a, lambda, powers and works at the end of the step; `moved`: a projection changed it.
  virtual Status complete_end(const State& from, State& to, bool moved) = 0;
  /// Fills a, lambda and powers of a state whose t, side, q, v, z and memory are set.
  Status complete(State& s) { return form_->rate(s, scratch_rates_); }

  /// Largest component of the error estimate, each relative to absolute + relative * |y|. After `step`.
  virtual double error(const State& /*from*/, const State& /*to*/, double /*relative*/, double /*absolute*/) const {
    return 0.0;
  }
  virtual int error_order() const { return 0; }  ///< 0: no estimate
  /// t, q, v, z and works at from.t + theta h, to about the order of the method. After `step`.
  virtual bool interpolates() const { return false; }
  virtual Status interpolate(double /*theta*/, State&) { return {Code::not_converged, -1, 0, 0.0, "no interpolant"}; }
  virtual bool iterates() const { return false; }  ///< may a shorter step help an iteration that failed?
  virtual long long iterations() const { return 0; }

 protected:
  /// q' and z' at the start of the step; the State itself carries v', and only what it does not carry is computed.
  Status rate_of_start(const State& from, State& scratch, Rates& rates);
  Rates zero_rates() const;

  const System* system_;
  RateForm* form_;

 private:
  Rates scratch_rates_;
};

}  // namespace rheon
