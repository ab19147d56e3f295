// The two families of formulations. A RateForm gives accelerations from (t, q, v); a StepForm exists only as a step.
// Objects hold scratch numbers, never history: whatever a method must remember lives in State.
#pragma once

#include "rheon/model/system.hpp"

namespace rheon {

/// Work done, for the summary. Iterations are those of Newton's method.
struct Counters {
  long long evaluations = 0, factorisations = 0, iterations = 0;
};

/// Time derivatives that a RateForm hands to an integrator; v' is in the State itself.
struct Rates {
  Vec q_dot, z_dot;
};

class RateForm {
 public:
  virtual ~RateForm() = default;
  /// Length of State::z.
  virtual Index added_state() const { return 0; }
  /// Fills a, lambda and the powers of `s` and the rates, from t, side, q, v, z.
  virtual Status rate(State& s, Rates& rates) = 0;
  virtual Counters counters() const = 0;
};

/// Newmark family: v = gamma/(beta h) dq + …, a = dq/(beta h^2) + …
struct Scheme {
  double beta = 0.25;
  double gamma = 0.5;
};

/// One implicit step, driven by a Newton iteration: begin; then evaluate, and until converged improve and evaluate
/// again; finish.
class StepForm {
 public:
  virtual ~StepForm() = default;
  virtual Index added_state() const { return 0; }
  /// Makes a, lambda, z and the powers of `s` consistent with t, side, q, v: at the start and after a load switched.
  virtual Status start(State& s) = 0;
  /// Predicts the end of the step. `from` must stay alive and unchanged until `finish`.
  virtual Status begin(const Scheme& scheme, const State& from, double h) = 0;
  virtual Status evaluate() = 0;           ///< residual at the iterate
  virtual bool converged() const = 0;      ///< judged by the last change and the present residual
  virtual Status improve() = 0;            ///< one Newton correction
  virtual double last_change() const = 0;  ///< relative, for messages
  virtual Status finish(State& to) = 0;    ///< projections, reactions; `to` is complete
  virtual int max_iterations() const = 0;
  virtual Counters counters() const = 0;
};

}  // namespace rheon
