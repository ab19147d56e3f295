// The Newton iteration that drives a StepForm through one step.
#pragma once

#include "rheon/methods/form.hpp"

namespace rheon {

/// `from` untouched, `to` complete on success. `not_converged` contains the last relative change.
Status newton_step(StepForm& form, const Scheme& scheme, const State& from, double h, State& to);

}  // namespace rheon
