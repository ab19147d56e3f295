#include "sim/singularity_crossing.hpp"

#include "core/number_text.hpp"
#include "model/exchange_states.hpp"

namespace rheon {

namespace {

/// The longer steps that are tried, in parts of the step: far enough beyond to be regular, near enough to be accurate. A choice;
/// the first two have to agree where a step jumps.
constexpr double reaches[] = {1.5, 1.25, 2.0};

}  // namespace

SingularityCrossing::SingularityCrossing(const System& system)
    : motion_(system), beyond_(system.make_state()), between_(beyond_), other_(beyond_) {}

bool SingularityCrossing::cross(Stepper& stepper, const State& from, double h, State& to) {
  for (const double reach : reaches)
    if (look_across(stepper, from, h, reach)) {
      adopt(to);
      return true;
    }
  return false;
}

void SingularityCrossing::smooth(Stepper& stepper, const State& from, State& to) {
  if (!motion_.jumps(from, to)) return;
  // noise of another kind makes longer steps smooth by chance; then two of them differ
  const double h = to.t - from.t;
  if (!look_across(stepper, from, h, reaches[0])) return;
  exchange_states(between_, other_);
  if (!look_across(stepper, from, h, reaches[1])) return;
  if (motion_.agree(from, other_, between_, h) && motion_.is_of_constraints(to, between_, h)) adopt(to);
}

/// between_ at from.t + h out of a step of `reach` times the length.
bool SingularityCrossing::look_across(Stepper& stepper, const State& from, double h, double reach) {
  if (const StepReport report = stepper.step(from, reach * h, beyond_); !report.status) return false;
  beyond_.t = from.t + reach * h;
  return !motion_.jumps(from, beyond_) && motion_.interpolate(from, beyond_, h, between_);
}

void SingularityCrossing::adopt(State& to) {
  if (crossings_++ == 0) first_time_ = between_.t;
  motion_.balance(beyond_, between_);
  exchange_states(to, between_);
}

void SingularityCrossing::add_notes(std::vector<std::string>& notes) const {
  if (crossings_ == 0) return;
  notes.push_back(
      counted(crossings_, "step") + " (first at t = " + brief_text(first_time_) +
      " s) failed or made the motion jump, as steps do that end on a singular position, where constraints do "
      "not distinguish the branches of a motion: the states there are taken from longer steps across it");
}

}  // namespace rheon
