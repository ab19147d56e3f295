// Whole turns of the tracked angles over a step, also where an angle moves by more than half a turn.
#pragma once

#include <vector>

#include "model/angle_rates.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class TurnCounter {
 public:
  explicit TurnCounter(const System& system);

  /// Moves the anchors of `to`, at the end of a step from `from`, to about the values of the angles there, or leaves them where
  /// they are as long as all angles are near them and nothing counts turns. The turns are those that the rates at both ends
  /// make. `not_converged` where they do not determine them, and where a row or force that counts turns has seen others inside the
  /// step: a smaller step helps. Of `terms` only the inputs are written. Hot: no allocation.
  Status count(const State& from, State& to, Terms& terms);

 private:
  /// Sines and cosines in a state and a moment later: all that a short step needs. A function of the state and of dt alone;
  /// the end of a step is the start of the next one, where it is not computed again.
  struct Look {
    double dt = 0.0;
    Vec q, v;
    std::vector<double> arm, ahead;
    double fastest = 0.0;  ///< angle that an arm turns by in dt
  };
  static double fastest(const Look& look);
  bool is_of(const Look& look, const State& s, double dt) const;
  void look_at(const State& s, double dt, Look& look);
  bool all_move_little(const State& from, const State& to);
  bool all_near(const Vec& anchors);
  Status count_turns(const State& from, State& to);
  void find_ends(const Vec& anchors);

  bool any_far(double h) const;
  Status refused(std::size_t angle, double movement) const;

  const System* system_;
  int angles_;
  AngleRates rates_;
  std::vector<bool> seen_;  ///< by a row or force: how many turns it has made
  bool any_seen_ = false;
  Look start_look_, end_look_;
  Vec known_anchors_;  ///< of which these are the sines and cosines
  std::vector<double> anchor_arm_;
  Vec start_, end_;                               ///< values of the angles at both ends of the step
  std::vector<double> before_, after_;            ///< rates at both ends
  std::vector<double> bend_before_, bend_after_;  ///< accelerations there
};

}  // namespace rheon
