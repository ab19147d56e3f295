// Stepper: a formulation and an integrator, paired and checked, that take one step. For loops of one's own; `run` and
// Simulation (rheon/sim/run.hpp) add step control, switching loads, rows and the summary.
//
//   const FormulationKind& f = find_formulation("lagrange");
//   const IntegratorKind& i = find_integrator("rk4");
//   Problems problems;
//   const OptionValues options = OptionValues::resolve(stepper_options(f, i), {}, problems);
//   const auto stepper = make_stepper(system, f, i, options);      // the system must outlive it
//   State now = find_initial_state(system).state, next = now;
//   Status ok = stepper->start(now);
//   while (ok && now.t < 1.0) { ok = stepper->step(now, 0.01, next).status; std::swap(now, next); }
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/integrators/methods.hpp"

namespace rheon {

/// `error` is relative to the tolerances given: the step is good if it is at most 1. Without tolerances it is 0.
struct StepReport {
  Status status;
  double error = 0.0;
};

/// Made by `make_stepper`, and not to be derived from: nothing takes a stepper of the user's own, and a minor version may add
/// functions. Methods of one's own are a RateForm, a StepForm or an IntegratorKind.
///
/// Refers to its system and kinds, owns its scratch numbers. One thread at a time. Functions return what went wrong as a Status
/// and do not throw; System::describe makes text of it. States must have the sizes of the system; that is not checked.
class RHEON_API Stepper {
 public:
  virtual ~Stepper() = default;
  /// Gives the memory of a state that comes from elsewhere, whose other parts fit the system, the struct of the method. What is
  /// wrong with it; "" if nothing is.
  virtual std::string take_over(State& s) const = 0;
  /// Makes a state with t, side, q, v complete: at the start, and after a load switched.
  virtual Status start(State& s) = 0;
  /// One step; `from` is untouched, so a refused step has nothing to undo. `to` is complete if the status is ok and
  /// the error at most 1; it may be overwritten otherwise. No allocation after the first step.
  virtual StepReport step(const State& from, double h, State& to) = 0;
  /// A complete state inside the last step (theta in 0..1); only if `interpolates()`. `from` and `to` of that step
  /// must still be unchanged.
  virtual Status sample(double theta, State& out) = 0;
  virtual bool interpolates() const = 0;
  virtual int error_order() const = 0;  ///< 0: no error estimate
  /// Both above 0: from now on steps estimate their error. Only with an error estimate.
  virtual void set_tolerance(double relative, double absolute) = 0;
  /// May a fixed step whose iteration fails be taken in several shorter ones?
  virtual bool divides_failed_steps() const { return false; }
  virtual Counters counters() const = 0;
};

/// Why a formulation cannot honour a system (names the constraint), or an integrator does not go with a formulation;
/// "" if there is nothing against it.
RHEON_API std::string objection(const System& system, const FormulationKind& formulation);
RHEON_API std::string objection(const FormulationKind& formulation, const IntegratorKind& integrator,
                                const Methods& methods = {});

/// Checks that the formulation honours every constraint of the system and that the pairing makes sense; throws
/// UsageError naming the constraint and the formulations, or the integrators, of `methods` that would do.
RHEON_API void check_pairing(const System& system, const FormulationKind& formulation, const IntegratorKind& integrator,
                             const Methods& methods = {});

/// Throws UsageError as `check_pairing` does, and OptionError for an option that does not suit the system. The options are those
/// of `stepper_options`, resolved. The stepper refers to the system and to what the two kinds refer to; all of that must outlive
/// it, and a temporary system is refused by the compiler. Options and `methods` may go: messages name the kinds of `methods`, in
/// which these two need not be.
RHEON_API std::unique_ptr<Stepper> make_stepper(const System& system, const FormulationKind& formulation,
                                                const IntegratorKind& integrator, const OptionValues& options,
                                                const Methods& methods = {});
std::unique_ptr<Stepper> make_stepper(const System&& system, const FormulationKind& formulation,
                                      const IntegratorKind& integrator, const OptionValues& options,
                                      const Methods& methods = {}) = delete;

/// Value of the option `projection` that asks for error control: its tolerance says when.
inline constexpr std::string_view projection_when_needed = "needed";

/// Options that belong to the pairing: those of the formulation, the integrator, and for rate forms of projection and,
/// with an implicit rule, of its iteration.
RHEON_API std::vector<OptionSpec> stepper_options(const FormulationKind& formulation, const IntegratorKind& integrator);

/// Those of them that belong to no single kind: projection and iteration for rate forms.
RHEON_API std::vector<OptionSpec> shared_options();

}  // namespace rheon
