#include "newton/newton_step.hpp"

namespace rheon {

Status newton_step(StepForm& form, const Scheme& scheme, const State& from, double h, State& to) {
  if (auto ok = form.begin(scheme, from, h); !ok) return ok;
  if (auto ok = form.evaluate(); !ok) return ok;
  int i = 0;
  do {
    if (i++ == form.max_iterations()) return {Code::not_converged, -1, i - 1, form.distance(), "Newton iteration"};
    if (auto ok = form.improve(); !ok) return ok;
    if (auto ok = form.evaluate(); !ok) return ok;
  } while (!form.converged());
  to.t = from.t + h;
  to.same_piece(from);
  auto ok = form.finish(to);
  ok.iterations = i;
  return ok;
}

}  // namespace rheon
