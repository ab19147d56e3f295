// Whether a run may go on from a state that comes from elsewhere.
#pragma once

#include <optional>
#include <string>

#include "rheon/sim/step_memory.hpp"
#include "rheon/sim/stepper.hpp"
#include "sim/plan.hpp"
#include "sim/step_control.hpp"

namespace rheon {

/// What is wrong with a state for this system, by itself: lengths, numbers that are not finite; "" if nothing is.
std::string objection_to(const State& s, const System& system);

/// Room for what error control remembers of a run of this system, with no switches or with all of the model's.
StepMemory room_for_control(const System& system, std::size_t switches);

/// Where a run is to go on, and what error control remembers.
struct Resumption {
  State state;
  std::optional<StepMemory> control;
};

/// What is wrong with it for this run, "" if nothing is: besides, its time, the number of its step, what error control remembers,
/// and what the method keeps. The latter gets the struct of the method.
std::string take_over(Resumption& from, const System& system, const Plan& plan, const StepControl& control,
                      const Stepper& stepper);

[[noreturn]] void refuse_state(const System& system, const std::string& why);  ///< a ModelError

}  // namespace rheon
