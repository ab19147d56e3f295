// Error control that has run into a singular position. (Where loads switch steps collapse as well; there going back costs
// some steps and does no harm.)
//
// Near such a position a motion a little off its branch has a pole: v off the branch grows as 1/distance. A step that
// happens to end there makes all that follow resolve the pole, each a part of the distance that is left, and they never
// arrive. From further away one step passes the position without seeing any of it. So when steps collapse, the run goes
// back to where they were long and begins with another length. At tolerances so small that round-off near the position
// exceeds them no length is accepted; then one step across is taken with a larger error, which is told.
//
// All that decides on the motion is in State::control: a few numbers, then the state at which the last long step began. Here
// is only what is told at the end.
#pragma once

#include <string>
#include <vector>

#include "rheon/model/state.hpp"

namespace rheon {

class Retreat {
 public:
  /// Sizes `control` of a state whose other parts have their sizes, unless it was saved with the state.
  static void prepare(State& s);
  /// What is wrong with `control` of a state that comes from elsewhere; "" if nothing is, or it is empty.
  static std::string objection_to(const State& s);
  static bool has_way_back(const State& s);
  static double way_back(const State& s);  ///< the time it leads to
  /// To be told of every accepted step, with its error in parts of the tolerance; `from` hands its memory over to `to`.
  void passed(State& from, double h, double error, State& to);
  /// A new piece of the loads begins: there is no way back.
  static void forget(State& s);
  /// Length of the last long step, 0 if there is none yet.
  static double last_long(const State& s);
  /// If the step proposed at `now` has collapsed: puts `now` back to where steps were long, with a new proposal.
  bool take(State& now);
  static bool due(const State& now);       ///< will it?
  static double behind(const State& now);  ///< when a place is passed from which `take` went back
  /// Is the next step one to be taken up to `loosened` times the tolerance? Says so once, after retreats that did not help.
  static bool insists(State& now);
  static bool will_insist(const State& now);
  static void renounce(State& now);  ///< it will not
  /// Counts steps in a row that are `hopeless`ly short, and tells how many.
  static int count_short(State& now, bool hopeless);
  /// Round-off close to singular positions makes estimates of this size; what is beyond is no noise.
  static constexpr double loosened = 1e4;
  /// Puts `s` back to where steps were long.
  static void bring_back(State& s);

  /// What is watched while steps are collapsed and there is nothing left to try; see BranchWatch.
  struct Watch {
    double t = 0.0;             ///< when that began
    double length = 0.0;        ///< of the last long step then
    double speed = 0.0;         ///< then, 0: not known yet; as BranchWatch measures it
    double acceleration = 0.0;  ///< then
    double explained = 0.0;     ///< change of velocity since that has its reasons
  };
  static bool watching(const State& s);
  static Watch watch(const State& s);
  static void keep_watch(State& s, const Watch& watch);
  static auto watched_velocity(const State& s) { return s.control.tail(s.v.size()); }
  /// Adds what happened to the notes of a run.
  /// `where`: what collapsed the steps, as CollapseCause tells it.
  void tell(const std::string& where, std::vector<std::string>& notes) const;

 private:
  static void watch_on(const State& from, double h, State& to);

  long long taken_ = 0;
  long long insisted_ = 0;    ///< steps taken beyond the tolerance
  double worst_error_ = 0.0;  ///< the largest estimate among them, in parts of the tolerance
};

}  // namespace rheon
