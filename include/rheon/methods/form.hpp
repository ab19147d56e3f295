// The two families of formulations. A RateForm gives accelerations from (t, q, v); a StepForm exists only as a step.
// Objects hold scratch numbers, never history: whatever a method must remember lives in State.
//
// A user's own method derives from one of them (examples/cpp/own_method.cpp). One form serves one run in one thread: members
// need no locks. What is called in every step is hot: it returns a Status instead of throwing, and allocates nothing after its
// first call. Same state in, same bits out: no clocks, no random numbers, nothing kept from call to call.
//
//   class Free final : public RateForm {                 // M v' = Q; its maker throws UsageError for a model with constraints
//    public:
//     explicit Free(const System& system) : system_(&system), terms_(system.make_terms()) {}
//     Status rate(State& s, Rates& rates) override {
//       if (auto ok = system_->evaluate(s, Want::mass | Want::force, terms_); !ok) return ok;
//       for (Index i = 0; i < s.a.size(); ++i) s.a[i] = terms_.Q[i] / terms_.M[i];      // M is diagonal here
//       return complete_rates(*system_, terms_, s, rates);
//     }
//     Counters counters() const override { return {.evaluations = terms_.evaluations}; }
//
//    private:
//     const System* system_;
//     Terms terms_;
//   };
#pragma once

#include <span>

#include "rheon/core/api.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// Work done, for the summary. Iterations are those of Newton's method and of fixed points; repartitions count
/// how often a method chose its independent speeds anew.
struct Counters {
  long long evaluations = 0, factorisations = 0, iterations = 0, repartitions = 0;
  Counters operator+(const Counters& c) const {
    return {evaluations + c.evaluations, factorisations + c.factorisations, iterations + c.iterations,
            repartitions + c.repartitions};
  }
};

/// Time derivatives that a RateForm hands to an integrator; v' is in the State itself. Sized nq and `added_state()`.
struct Rates {
  Vec q_dot, z_dot;  ///< SI units, per s
};

/// Gives accelerations and multipliers from (t, q, v). Goes with every integrator of rates, which also projects onto the
/// constraints after each step; the form need not care for drift.
class RHEON_API RateForm {
 public:
  virtual ~RateForm() = default;
  /// Length of State::z: numbers with rates of their own, which are integrated along.
  virtual Index added_state() const { return 0; }
  /// Do q', v' or lambda depend on z? If not, neither error control nor implicit rules need to look at it.
  virtual bool added_state_acts() const { return true; }
  /// What it keeps from step to step, as that is before a run begins.
  virtual Memory make_memory() const { return {}; }
  /// At the start and after each accepted step: may change the memory of a state whose t, side, q, v are set, and nothing else.
  virtual Status update_memory(State&) { return {}; }
  /// Fills a, lambda and the powers of `s` and the rates, from t, side, q, v, z and its memory, which stays as it is: all stages
  /// of a step share it. Once a and lambda are there, complete_rates does the rest but for z'. A status that is not ok makes the
  /// step shorter, or ends the run with its text.
  virtual Status rate(State& s, Rates& rates) = 0;
  /// At the state of the last rate: the least part of its pivot that a row keeps beside the others, from 0 (dependent) to 1.
  /// 1 where that is not known.
  virtual double independence() const { return 1.0; }
  virtual Counters counters() const = 0;
};

/// Powers of `s`, once its a and lambda are known. `terms` are those of the form.
inline Status complete_powers(const System& system, Terms& terms, State& s) {
  if (system.has_power())
    if (auto ok = system.evaluate(s, Want::power, terms); !ok) return ok;
  s.power = terms.power;
  return {};
}

/// q' of `s`.
inline Status complete_q_dot(const System& system, Terms& terms, const State& s, Rates& rates) {
  if (!system.model().general_speeds) {
    rates.q_dot = s.v;
    return {};
  }
  if (auto ok = system.evaluate(s, Want::rates, terms); !ok) return ok;
  rates.q_dot = terms.q_dot;
  return {};
}

/// Throws UsageError if q, v, a or lambda of `s` does not have the length of the System, or t is not finite: a form has written
/// something else there.
RHEON_API void check_written(const System& system, const State& s);

/// The end of a rate: both. Throws UsageError if a or lambda has the wrong length.
inline Status complete_rates(const System& system, Terms& terms, State& s, Rates& rates) {
  const Layout& n = system.layout();
  if (s.a.size() != n.nv || s.lambda.size() != n.rows()) check_written(system, s);
  if (auto ok = complete_powers(system, terms, s); !ok) return ok;
  return complete_q_dot(system, terms, s, rates);
}

/// Implicit Runge-Kutta method as data: `a` row after row, collocation at `c`.
struct CollocationTableau {
  int stages = 0;
  std::span<const double> a, b, c;
  bool stiffly_accurate = false;  ///< the last stage is the end point
  int error_order = 0;            ///< of the embedded estimate, which falls as h^(error_order + 1); 0: none
  /// The estimate: error_start h f(y0) + sum error_i (Y_i - y0), filtered by (I - error_start h J)^-1; or empty.
  std::span<const double> error;
  double error_start = 0.0;
  /// Without an embedded estimate: order of the method, whose error then is found by quadrature and falls as
  /// h^(quadrature_order + 1); 0: there is none.
  int quadrature_order = 0;
};

/// How a step form advances. Newmark family with the generalised-alpha weights: with the auxiliary acceleration e,
///   dq = h v + h^2 ((1/2 - beta) e + beta e_1),   v_1 = v + h ((1 - gamma) e + gamma e_1),
///   (1 - alpha_m) e_1 + alpha_m e = (1 - alpha_f) a_1 + alpha_f a      (alpha_m = alpha_f = 0: e = a)
struct Scheme {
  double beta = 0.25;
  double gamma = 0.5;
  double alpha_m = 0.0, alpha_f = 0.0;
  bool operator==(const Scheme&) const = default;
};

/// One implicit step, driven by a Newton iteration: begin and evaluate; then improve and evaluate again, once at least, until
/// converged; finish. At most `max_iterations()` corrections; then the step is taken in shorter ones, or the run stops.
class RHEON_API StepForm {
 public:
  virtual ~StepForm() = default;
  /// What it keeps from step to step, as that is before a run begins.
  virtual Memory make_memory() const { return {}; }
  /// Makes a, lambda, the memory and the powers of `s` consistent with t, side, q, v: at the start and after a load switched.
  virtual Status start(State& s) = 0;
  /// Predicts the end of the step, t + h. `from` must stay alive and unchanged until `finish`. A state of the form's own that
  /// `evaluate` hands to the System takes over the piece of the loads and the angles: `iterate.same_piece(from)`.
  virtual Status begin(const Scheme& scheme, const State& from, double h) = 0;
  virtual Status evaluate() = 0;        ///< residual at the iterate
  virtual bool converged() const = 0;   ///< judged by the last change and the present residual
  virtual Status improve() = 0;         ///< one Newton correction
  virtual double distance() const = 0;  ///< from convergence: last change or residual, relative, for messages
  /// Projections, reactions, and the end of the step. `to` has its t, side and anchors; what else it holds is left from any
  /// earlier step. To be written: q, v, a, lambda, the powers (complete_powers) and the memory, if the form has one: mostly
  /// `to.memory = from.memory`, then what changed.
  virtual Status finish(State& to) = 0;
  /// Does `finish` set the works too? Otherwise they are integrated by the trapezoidal rule.
  virtual bool integrates_works() const { return false; }
  /// Energy that projections added in the finished step.
  virtual double projected_energy() const { return 0.0; }
  /// The estimated error of a step falls as h^(error_order + 1); 0: there is no estimate.
  virtual int error_order() const { return 0; }
  /// Error of the finished step relative to absolute + relative |y|.
  virtual Status error(double /*relative*/, double /*absolute*/, double& /*error*/) { return {}; }
  /// After `error`, if that was good: takes the error off the end (local extrapolation) and makes it complete again.
  virtual Status extrapolate(State& /*to*/) { return {}; }
  /// A complete state inside the finished step, theta in 0..1; `from` and `to` must be unchanged.
  virtual bool interpolates() const { return false; }
  virtual Status sample(double /*theta*/, State&) { return {Code::not_converged, -1, 0, 0.0, "no interpolant"}; }
  virtual int max_iterations() const = 0;
  virtual Counters counters() const = 0;
};

}  // namespace rheon
