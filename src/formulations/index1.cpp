#include "formulations/index1.hpp"

#include "formulations/rate_support.hpp"
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
  return complete_powers(*system_, terms_, s);
}

}  // namespace rheon
