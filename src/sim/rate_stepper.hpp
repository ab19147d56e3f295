// Steps of a method that gives accelerations (RateForm): an integrator of rates, then projection onto the constraints.
//
// It is in `sim` since it is a Stepper, what a run takes its steps by. The mathematics is elsewhere: accelerations in
// `formulations`, steps in `integrators`, projections in `constraints`. Here is their order, and what decides whether a step is
// good.
#pragma once

#include <memory>
#include <string_view>

#include "integrators/rate_integrator.hpp"
#include "rheon/sim/stepper.hpp"

namespace rheon {

/// The integrator must be one that asks this form. `projection`: the option of that name. The system must outlive the stepper.
std::unique_ptr<Stepper> make_rate_stepper(const System& system, std::unique_ptr<RateForm> form,
                                           std::unique_ptr<RateIntegrator> integrator, std::string_view projection);

}  // namespace rheon
