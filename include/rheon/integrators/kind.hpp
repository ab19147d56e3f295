// The table of integrators, and what one of the user's own consists of: data alone. That is a tableau of an explicit Runge-Kutta
// method, the weights of a member of the Newmark family, or a collocation tableau; rheon has the code that takes the steps. An
// integrator of another kind (a multistep or an extrapolation method, a class of one's own) cannot be added; what exists only as a
// step of its own is a StepForm (rheon/methods/form.hpp). Functions here may be called from any thread; tables do not change.
//
//   constexpr double a[] = {2.0 / 3}, b[] = {0.25, 0.75}, c[] = {0.0, 2.0 / 3};           // Ralston's method
//   const Tableau ralston{.stages = 2, .a = a, .b = b, .c = c, .error = {}, .second_error = {}};
//   const IntegratorKind kind{.name = "ralston", .title = "Ralston's method", .reference = "", .order = 2,
//                             .tableau = &ralston};                                        // then Methods::add(kind)
#pragma once

#include <complex>
#include <span>
#include <string_view>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/core/options.hpp"
#include "rheon/formulations/kind.hpp"

namespace rheon {

/// Continuous extension of a step, u(theta) = y_0 + h sum b_i(theta) k_i: the cubic through both ends and their rates,
/// and further terms theta^2 (1 - theta)^2, theta^3 (1 - theta)^2, theta^3 (1 - theta)^3, … [Hairer1993] II.6.
/// It may have stages of its own, which are evaluated only when a sample is asked for.
struct DenseOutput {
  int order = 0;                  ///< of u itself
  int end = 0;                    ///< the stage that is the rate at the end of the step
  std::span<const double> a, c;   ///< its own stages; the rows of `a` go on where those of the method end
  std::span<const double> terms;  ///< weights of the further terms over all stages, row after row; may be empty
};

/// Stages of any tableau at most, those of its dense output included.
inline constexpr int most_stages = 32;

/// Explicit Runge-Kutta method as data. `a` is strictly lower triangular, row after row (stage i has i entries); `b` and `c`
/// have one entry a stage. The lists are not owned.
struct Tableau {
  int stages = 0;
  std::span<const double> a, b, c;
  std::span<const double> error;         ///< b - b_hat, empty if there is no estimate
  std::span<const double> second_error;  ///< of a still lower order; empty if there is but one estimate
  int error_order = 0;                   ///< the estimate (both combined) falls as h^(error_order + 1)
  bool last_is_end = false;              ///< the last stage is the end point (FSAL)
  const DenseOutput* dense = nullptr;    ///< none: steps must land on the times of samples
  /// Stages, those of the continuous extension included.
  int all_stages() const { return stages + (dense != nullptr ? static_cast<int>(dense->c.size()) : 0); }
};

/// b_i(theta) of a tableau with dense output, theta in 0 .. 1; `weights` must have room for `all_stages()` entries, one a stage.
RHEON_API void continuous_weights(const Tableau& tableau, double theta, std::span<double> weights);

/// Implicit rules for rate forms.
enum class RateRule : unsigned char { none, midpoint, trapezoidal };

/// One row of the table, or the user's own (Methods). An integrator may serve several families; pairs() says which
/// formulations it goes with. Nothing that it refers to is owned: it must stay as long as the row is used.
struct IntegratorKind {
  std::string_view name;  ///< one word
  std::string_view title;
  std::string_view reference;  ///< key in docs/references.bib; may be empty
  std::span<const OptionSpec> options = {};
  int order = 0;                                     ///< of the motion; the order tests hold rheon's own to it
  const Tableau* tableau = nullptr;                  ///< rate forms, explicit
  RateRule rule = RateRule::none;                    ///< rate forms, implicit
  Scheme (*newmark)(const OptionValues&) = nullptr;  ///< step forms of the Newmark family
  bool midpoint = false;                             ///< step forms with a midpoint rule of their own
  const CollocationTableau* collocation = nullptr;   ///< step forms made for collocation
  bool varies = false;                               ///< Newmark family: keeps its order with steps of varying length
  bool damps = false;                                ///< oscillations that the step cannot resolve die out
};

/// Does the integrator serve a family that the formulation belongs to?
RHEON_API bool pairs(const FormulationKind& formulation, const IntegratorKind& integrator);

/// Does a pairing estimate the error of its steps, so that their length may follow from a tolerance?
RHEON_API bool has_error_control(const FormulationKind& formulation, const IntegratorKind& integrator);
/// The formulations of the table with which it does.
RHEON_API std::vector<std::string_view> controlled_formulations(const IntegratorKind& integrator);

/// Orders that a pairing claims; 0: no convergence is claimed.
struct ClaimedOrder {
  int motion = 0, reactions = 0;
};
RHEON_API ClaimedOrder claimed_order(const FormulationKind& formulation, const IntegratorKind& integrator);

/// Linear stability: |R(z)| with y_1 = R(h lambda) y_0 for y' = lambda y. Only for integrators of rate forms (those with
/// a tableau or a rule); others depend on their formulation and give NaN.
RHEON_API double amplification(const IntegratorKind& integrator, std::complex<double> z);

/// All rows, in the order of `rheon list`.
RHEON_API std::span<const IntegratorKind> integrators();
/// By name; throws UsageError with the nearest name. Of the table alone: see Methods for the user's own.
RHEON_API const IntegratorKind& find_integrator(std::string_view name);

}  // namespace rheon
