// Steps of a method that exists only as a step (StepForm), by Newton's iteration.
//
// It is in `sim` since it is a Stepper, what a run takes its steps by. The iteration is newton/newton_step.cpp, and what it
// solves the form knows. Here is what a run wants of every step: works, error, and the energy that projections have added.
#pragma once

#include <memory>

#include "rheon/sim/stepper.hpp"

namespace rheon {

/// `scheme`: weights of the Newmark family; as made by default for forms with a rule of their own.
std::unique_ptr<Stepper> make_newton_stepper(const System& system, std::unique_ptr<StepForm> form,
                                             const Scheme& scheme);

}  // namespace rheon
