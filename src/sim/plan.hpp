// What a run shall do, made of the request, the model's `simulate:` section and defaults.
#pragma once

#include <memory>

#include "rheon/sim/run.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon {

struct Plan {
  Methods methods;  ///< whose rows the next two may be
  const FormulationKind* formulation = nullptr;
  const IntegratorKind* integrator = nullptr;
  OptionValues options;
  double start = 0.0, end = 0.0;
  double step = 0.0;       ///< 0: error control
  double tolerance = 0.0;  ///< 0: fixed step
  double absolute_tolerance = 0.0, largest_step = 0.0, first_step = 0.0;
  int samples = 0;
  std::vector<double> times;        ///< of the rows; empty: `samples` even intervals
  bool land_on_times = false;       ///< error control ends steps there
  std::vector<std::string> advice;  ///< why this method, if it was to be chosen
};

/// Throws UsageError or, for what the model file says, ModelError.
Plan make_plan(const System& system, const RunRequest& request);

/// The same for options that do not suit the model.
std::unique_ptr<Stepper> make_stepper(const System& system, const Plan& plan);

}  // namespace rheon
