// Error control that has run into a singular position.
//
// Near such a position a motion a little off its branch has a pole: v off the branch grows as 1/distance. A step that
// happens to end there makes all that follow resolve the pole, each a part of the distance that is left, and they never
// arrive. From further away one step passes the position without seeing any of it. So when steps collapse, the run goes
// back to where they were long and begins with another length. At tolerances so small that round-off near the position
// exceeds them no length is accepted; then one step across is taken with a larger error, which is told.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rheon/model/state.hpp"

namespace rheon {

class Retreat {
 public:
  /// To be told of every accepted step, with its error in parts of the tolerance.
  void passed(const State& from, double h, double error);
  /// A new piece of the loads begins: there is no way back.
  void forget() { length_ = 0.0; }
  /// If the step proposed at `now` has collapsed: puts `now` back to where steps were long, with a new proposal.
  bool take(State& now);
  /// Is the next step one to be taken up to `loosened` times the tolerance? Says so once, after retreats that did not help.
  bool insists() { return std::exchange(insisting_, false); }
  /// Round-off close to singular positions makes estimates of this size; what is beyond is no noise.
  static constexpr double loosened = 1e4;
  /// Adds what happened to the notes of a run.
  void tell(std::vector<std::string>& notes) const;

 private:
  long long taken_ = 0;
  long long insisted_ = 0;    ///< steps taken beyond the tolerance
  double worst_error_ = 0.0;  ///< the largest estimate among them, in parts of the tolerance
  State origin_;              ///< start of the last long step
  double length_ = 0.0;       ///< of that step; 0: none yet
  int short_steps_ = 0;       ///< since then
  double place_ = 0.0;        ///< up to where the retreats from one collapse are counted
  int from_here_ = 0;
  bool insisting_ = false;
};

}  // namespace rheon
