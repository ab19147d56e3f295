// The table of formulations: what exists, what each one claims, which options it takes.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "rheon/core/options.hpp"
#include "rheon/formulations/form.hpp"

namespace rheon {

/// What a formulation can honour. The conformance tests check every claim.
struct Claims {
  bool nonholonomic = false;            ///< velocity-level rows, linear in v
  bool nonlinear_nonholonomic = false;  ///< velocity-level rows, nonlinear in v
  bool redundant = false;               ///< dependent rows
  bool general_speeds = false;          ///< v other than q'
  int order = 0;                        ///< of the method itself; 0: that of the integrator
};

using MakeRateForm = std::unique_ptr<RateForm> (*)(const System&, const OptionValues&);
using MakeStepForm = std::unique_ptr<StepForm> (*)(const System&, const OptionValues&);

struct FormulationKind {
  std::string_view name;
  std::string_view title;
  std::string_view reference;  ///< key in docs/references.bib, with equations
  std::span<const OptionSpec> options = {};
  Claims claims = {};
  std::string_view default_integrator;
  std::variant<MakeRateForm, MakeStepForm> make;
  bool is_step_form() const { return std::holds_alternative<MakeStepForm>(make); }
};

std::span<const FormulationKind> formulations();
/// By name; throws UsageError with the nearest name.
const FormulationKind& find_formulation(std::string_view name);

}  // namespace rheon
