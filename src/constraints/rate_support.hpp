// The end of a step: the powers and q', once a and lambda are known. Both together: complete_rates.
#pragma once

#include "rheon/methods/form.hpp"

namespace rheon {

inline Status complete_q_dot(const System& system, Terms& terms, const State& s, Rates& rates) {
  if (!system.model().general_speeds) {
    rates.q_dot = s.v;
    return {};
  }
  if (auto ok = system.evaluate(s, Want::rates, terms); !ok) return ok;
  rates.q_dot = terms.q_dot;
  return {};
}

inline Status complete_powers(const System& system, Terms& terms, State& s) {
  if (system.has_power())
    if (auto ok = system.evaluate(s, Want::power, terms); !ok) return ok;
  s.power = terms.power;
  return {};
}

}  // namespace rheon
