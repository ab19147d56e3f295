#include "constraints/stiff_projection.hpp"

#include "model/wants.hpp"

namespace rheon {

StiffProjection::StiffProjection(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      tangent_(system),
      weighted_(system, tangent_.pattern()),
      P_(tangent_.make_values()) {}

Status StiffProjection::project(const State& from, double h, bool positions, State& s) {
  s.a = from.a;
  s.lambda = from.lambda;
  if (auto ok = system_->evaluate(s, want_full_newton, terms_); !ok) return ok;
  tangent_.assemble(terms_, 0.5 * h, 0.25 * h * h, true, P_);
  if (positions)
    if (auto ok = weighted_.position(P_, s); !ok) return ok;
  return weighted_.velocity(P_, s);
}

}  // namespace rheon
