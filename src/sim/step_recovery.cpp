#include "sim/step_recovery.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/number_text.hpp"

namespace rheon {

namespace {
/// A step below this part of the last long one has collapsed. Error control shortens a step by less where a motion is
/// smooth, and by this much at corners of the forces, where a recovery costs some steps and does no harm. A choice.
constexpr double collapsed = 0.01;
/// A step of at least this part of the longest is long, and the run goes back to where the last one began. A choice: smaller, and
/// that is closer to the position.
constexpr double long_part = 0.5;
/// The longest is that of so many steps: approaching a pole, each step is about 3/4 of the one before, and after 16 of them they
/// have collapsed.
constexpr int remembered = 30;
/// Lengths with which to begin again, in parts of the longest step; the last is for the step that may exceed the tolerance: the
/// position is up to 1/2 + 3/8 + ... = 2 of them away, and it must end well beyond. The others are a choice: any lengths that do
/// not end at the same places will do.
constexpr double beginnings[] = {0.8, 0.65, 0.9, 3.0};
static_assert(std::size(beginnings) == StepMemory::most_recoveries);

}  // namespace

void StepRecovery::begin(const State& s) {
  memory_ = {};
  memory_.watch.velocity = Vec::Zero(s.v.size());
  memory_.last_look = s.t;
  memory_.origin = s;
}

int StepRecovery::count_short(bool too_short) { return memory_.too_short = too_short ? memory_.too_short + 1 : 0; }

bool StepRecovery::take_permission_to_exceed() { return std::exchange(memory_.may_exceed_tolerance, false); }

/// From the first collapsed step on with which there is nothing left to try, until steps are long again.
void StepRecovery::watch_on(const State& from, double h) {
  StepMemory& m = memory_;
  const bool before = m.watch.on;
  const double length = before ? m.watch.length : m.length;
  const bool tried_all = m.recoveries == StepMemory::most_recoveries && from.t <= m.counted_until;
  m.watch.on = tried_all && h < collapsed * length;
  if (before || !m.watch.on) return;
  m.watch.start = from.t;
  m.watch.length = length;
  m.watch.speed = m.watch.acceleration = m.watch.explained = 0.0;
  m.watch.velocity = from.v;
}

void StepRecovery::passed(const State& from, double h, double error) {
  if (error > 1.0) {
    ++beyond_tolerance_;
    worst_error_ = std::max(worst_error_, error);
  }
  StepMemory& m = memory_;
  const bool watched = m.watch.on;
  watch_on(from, h);
  // what is watched is compared with where it came from
  if (h >= m.length || (!m.watch.on && (watched || ++m.since > remembered))) {
    m.length = h;
    m.since = 0;
  }
  if (h >= long_part * m.length) m.origin = from;
}

bool StepRecovery::due(const State& now) const {
  const StepMemory& m = memory_;
  if (!(now.h < collapsed * m.length) || !(m.origin.t < now.t)) return false;
  return now.t > m.counted_until || m.recoveries < StepMemory::most_recoveries;
}

bool StepRecovery::take(State& now) {
  if (!due(now)) return false;
  StepMemory& m = memory_;
  if (now.t > m.counted_until) {
    m.recoveries = 0;
    m.counted_until = now.t + 2 * m.length;
  }
  const double energy_start = now.energy_start;
  now = m.origin;
  now.energy_start = energy_start;
  now.h = beginnings[m.recoveries++] * m.length;
  m.may_exceed_tolerance = m.recoveries == StepMemory::most_recoveries;
  ++taken_;
  return true;
}

void StepRecovery::add_notes(const std::string& where, std::vector<std::string>& notes) const {
  if (taken_ > 0)
    notes.push_back("steps collapsed " + counted(taken_, "time") + " " + where +
                    "; each time the run went back to where they were long and began with another length");
  if (beyond_tolerance_ > 0)
    notes.push_back(counted(beyond_tolerance_, "step") + " across such places taken with an estimated error of up to " +
                    brief_text(worst_error_) + " times the tolerance");
}

}  // namespace rheon
