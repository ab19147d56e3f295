// Whole turns of the tracked angles over a step, also where an angle moves by more than half a turn.
#pragma once

#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

class TurnCounter {
 public:
  explicit TurnCounter(const System& system);

  /// Moves the anchors of `to`, at the end of a step from `from`, to the values of the angles there. The turns are those
  /// that the rates at both ends make. `not_converged` where they do not tell, and where a row or force that counts turns
  /// has seen others inside the step: a smaller step helps. Hot: no allocation.
  Status count(const State& from, State& to);

 private:
  void gather(const State& s);
  bool any_far(double h) const;
  Status refused(std::size_t angle, double movement) const;

  InputMap map_;
  expr::Tape values_, rates_, accelerations_;
  std::vector<bool> seen_;                              ///< by a row or force: how many turns it has made
  std::vector<double> inputs_, work_, before_, after_;  ///< rates at both ends
  std::vector<double> bend_before_, bend_after_;        ///< accelerations there
};

}  // namespace rheon
