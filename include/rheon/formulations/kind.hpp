// The table of formulations: what exists, what each one claims, which options it takes. A formulation of the user's own is a
// row of the same kind: see Methods. Functions here may be called from any thread; tables do not change.
//
//   constexpr FormulationKind mine{.name = "mine", .title = "what it does", .reference = "", .options = my_options,
//                                  .claims = {.nonholonomic = true}, .default_integrator = "dopri5",
//                                  .make_rate = [](const System& system, const OptionValues& values)
//                                      -> std::unique_ptr<RateForm> { return std::make_unique<Mine>(system, values); }};
//   request.methods.add(mine);                                     // a RunRequest; examples/cpp/own_method.cpp is a program
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "rheon/core/api.hpp"
#include "rheon/core/options.hpp"
#include "rheon/methods/form.hpp"

namespace rheon {

/// What a formulation can honour. A model that needs more is refused before a run begins. rheon's own rows are held to their claims
/// by tests; those of a user's own formulation are taken at their word.
struct Claims {
  bool nonholonomic = false;            ///< velocity-level rows, linear in v
  bool nonlinear_nonholonomic = false;  ///< velocity-level rows, nonlinear in v
  bool redundant = false;               ///< dependent rows
  bool general_speeds = false;          ///< v other than q'
  bool nonideal = false;                ///< constraints that do work (section `nonideal` of a model)
  bool varying_mass = true;             ///< a mass matrix that depends on the configuration
  int order = 0;                        ///< of the method itself; 0: that of the integrator
  int reaction_order = -1;              ///< of reactions, where lower; -1: the same; 0: no convergence claimed
  bool needs_damping = false;           ///< convergence is claimed with integrators that damp only
  int most_velocities = 0;              ///< its matrices are dense: larger systems are refused; 0: any size
};

/// Functions that make a form for one run, which owns it; not null. The system outlives the form, the options do not. They throw
/// OptionError for a value that does not suit the system. Runs in several threads call them at the same time.
using MakeRateForm = std::unique_ptr<RateForm> (*)(const System&, const OptionValues&);
using MakeStepForm = std::unique_ptr<StepForm> (*)(const System&, const OptionValues&);
using MakeCollocation = std::unique_ptr<StepForm> (*)(const System&, const CollocationTableau&, const OptionValues&);

/// One row of the table. A rate form goes with every integrator of rates; a step form with the integrators of the
/// families for which it has a maker. Nothing that it refers to is owned: it must stay as long as the row is used.
struct FormulationKind {
  std::string_view name;       ///< one word
  std::string_view title;      ///< a line for lists and help
  std::string_view reference;  ///< key in docs/references.bib, with equations; may be empty
  std::span<const OptionSpec> options = {};
  Claims claims = {};
  std::string_view default_integrator;  ///< of a run that names none; must go with it
  MakeRateForm make_rate = nullptr;
  MakeStepForm make_newmark = nullptr;         ///< Newmark family: trapezoidal, newmark, hht, generalised-alpha
  MakeStepForm make_midpoint = nullptr;        ///< its own midpoint rule
  MakeCollocation make_collocation = nullptr;  ///< implicit Runge-Kutta methods on the constrained equations
  bool estimates_error = false;                ///< its step of the Newmark family does
  bool stores_energy = false;  ///< constraints are springs: State::energy_constraint is part of the energy
  bool is_step_form() const { return make_rate == nullptr; }
};

/// All rows, in the order of `rheon list`.
RHEON_API std::span<const FormulationKind> formulations();
/// By name; throws UsageError with the nearest name. Of the table alone: see Methods for the user's own.
RHEON_API const FormulationKind& find_formulation(std::string_view name);

}  // namespace rheon
