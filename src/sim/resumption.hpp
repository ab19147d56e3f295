// Whether a run may go on from a state that comes from elsewhere.
#pragma once

#include <string>

#include "rheon/sim/stepper.hpp"
#include "sim/plan.hpp"
#include "sim/step_control.hpp"

namespace rheon {

/// What is wrong with a state for this system, by itself: lengths, numbers that are not finite; "" if nothing is.
std::string objection_to(const State& s, const System& system);

/// The same for this run: also its time, the number of its step, and what the method and error control keep in it.
std::string objection_to(const State& s, const System& system, const Plan& plan, const StepControl& control,
                         const Stepper& stepper);

[[noreturn]] void refuse_state(const System& system, const std::string& why);  ///< a ModelError

}  // namespace rheon
