#include "formulations/index1.hpp"

#include "model/wants.hpp"

namespace rheon {

Index1::Index1(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true, inner_penalty),
      g_(Vec::Zero(system.layout().rows())) {}

Status Index1::solve(State& s, const Stabilisation& gains) {
  if (auto ok = system_->evaluate(s, gains.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
  g_ = terms_.b;
  gains.subtract_from(g_, terms_);
  saddle_.weigh(terms_.M, terms_.A);
  if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
  s.a.setZero();
  s.lambda.setZero();
  if (auto ok = saddle_.solve(terms_.M, terms_.A, terms_.Q.data(), g_.data(), s.a.data(), s.lambda.data()); !ok)
    return ok;
  if (system_->has_power())
    if (auto ok = system_->evaluate(s, Want::power, terms_); !ok) return ok;
  s.power_applied = terms_.power_applied;
  s.power_driving = terms_.power_driving;
  return {};
}

}  // namespace rheon
