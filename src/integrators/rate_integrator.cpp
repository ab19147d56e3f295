#include "integrators/rate_integrator.hpp"

namespace rheon {

RateIntegrator::RateIntegrator(const System& system, RateForm& form)
    : system_(&system), form_(&form), scratch_rates_(zero_rates()) {}

Rates RateIntegrator::zero_rates() const { return {Vec::Zero(system_->layout().nq), Vec::Zero(form_->added_state())}; }

Status RateIntegrator::rate_of_start(const State& from, State& scratch, Rates& rates) {
  if (form_->added_state() == 0 && !system_->model().general_speeds) {
    rates.q_dot = from.v;
    rates.z_dot.setZero();
    return {};
  }
  scratch = from;
  return form_->rate(scratch, rates);
}

}  // namespace rheon
