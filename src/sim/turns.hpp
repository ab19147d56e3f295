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
  /// has seen others inside the step: a smaller step helps. Of `terms` only the inputs are written. Hot: no allocation.
  Status count(const State& from, State& to, Terms& terms);

 private:
  void gather(const State& s);
  void find_coordinate_rates(const double* inputs);
  void move_along(double dt, bool velocities, const std::vector<double>& start, std::vector<double>& moved) const;
  void find_rates(const std::vector<double>& inputs, double dt, std::vector<double>& rates);
  void find_accelerations(double dt, std::vector<double>& accelerations);
  bool any_far(double h) const;
  Status refused(std::size_t angle, double movement) const;

  const System* system_;
  InputMap map_;
  expr::Tape arms_;              ///< sine and cosine of each angle, to a common factor
  expr::Tape coordinate_rates_;  ///< q', only with general speeds
  std::vector<bool> seen_;       ///< by a row or force: how many turns it has made
  std::vector<double> inputs_, moved_, beside_, q_dot_, work_;
  std::vector<double> arm_, arm_ahead_, arm_behind_;
  std::vector<double> before_, after_;                    ///< rates at both ends
  std::vector<double> bend_before_, bend_after_, other_;  ///< accelerations there
};

}  // namespace rheon
