// Error control that has run into a singular position. (Where loads switch steps collapse as well; there going back costs
// some steps and does no harm.)
//
// Near such a position a motion a little off its branch has a pole: v off the branch grows as 1/distance. A step that
// happens to end there makes all that follow resolve the pole, each a part of the distance that is left, and they never
// arrive. From further away one step passes the position without seeing any of it. So when steps collapse, the run goes
// back to where they were long and begins with another length. At tolerances so small that round-off near the position
// exceeds them no length is accepted; then one step across is taken with a larger error, which is reported.
//
// All that decides on the motion is in a StepMemory, which is saved with the state; the rest is what is reported at the end.
#pragma once

#include <string>
#include <vector>

#include "rheon/sim/step_memory.hpp"

namespace rheon {

class StepRecovery {
 public:
  /// No earlier steps; `s` has the sizes of all states to come.
  void begin(const State& s);
  /// Goes on with what was saved.
  void begin(const StepMemory& memory) { memory_ = memory; }
  const StepMemory& memory() const { return memory_; }
  bool can_return() const { return memory_.length > 0.0; }
  double return_time() const { return memory_.origin.t; }  ///< time of the state that `take` returns to
  /// To be called after every accepted step, with its error in parts of the tolerance.
  void passed(const State& from, double h, double error);
  /// A new piece of the loads begins: `take` cannot return past here.
  void forget() { memory_.length = 0.0; }
  /// Length of the last long step, 0 if there is none yet.
  double last_long() const { return memory_.length; }
  /// If the step proposed at `now` has collapsed: puts `now` back to where steps were long, with a new proposal.
  bool take(State& now);
  bool due(const State& now) const;                               ///< will it?
  double counted_until() const { return memory_.counted_until; }  ///< after this time another collapse is a new one
  /// Is the next step one to be taken up to `loosened` times the tolerance? Says so once, after recoveries that did not help:
  /// the permission is used up by asking.
  bool take_permission_to_exceed();
  bool may_exceed_tolerance() const { return memory_.may_exceed_tolerance; }
  void forbid_exceeding() { memory_.may_exceed_tolerance = false; }  ///< the next step keeps the tolerance
  /// Counts steps in a row that are too short, and returns how many.
  int count_short(bool too_short);
  /// In tolerances. Round-off close to singular positions makes estimates of this size; what is beyond is no noise. A choice:
  /// smaller, and more runs stop there; larger, and the step may be off by what its note says.
  static constexpr double loosened = 1e4;

  /// Are steps collapsed, and is there nothing left to try? Then BranchMonitor looks at what the memory says of that time.
  bool watching() const { return memory_.watch.on; }
  StepMemory& watched() { return memory_; }
  StepMemory& looks() { return memory_; }  ///< for Simulation::Impl::look_for_switch
  /// What happened, for the notes of a run. `where`: what collapsed the steps, as CollapseCause::text() says it.
  void add_notes(const std::string& where, std::vector<std::string>& notes) const;

 private:
  void watch_on(const State& from, double h);

  StepMemory memory_;
  long long taken_ = 0;
  long long beyond_tolerance_ = 0;  ///< steps taken beyond the tolerance
  double worst_error_ = 0.0;        ///< the largest estimate among them, in parts of the tolerance
};

}  // namespace rheon
