// Switching times: what constraints ask for may jump there.
#pragma once

#include "formulations/projector.hpp"

namespace rheon {

/// What happened at a switching time. A row of -1: nothing jumped.
struct Jump {
  int position_row = -1, velocity_row = -1;
  double amount = 0.0;  ///< of that row's residual
  double energy = 0.0;  ///< brought by the impulse
};

/// Takes a state from one smooth piece of the loads to the next. If constraints ask for other speeds from there on, the
/// velocities follow by an impulse of the constraints, M dv = -A^T sigma, whose work is driving work. Positions cannot
/// jump: that is told and left to the caller.
class Crossing {
 public:
  explicit Crossing(const System& system);
  /// `s` is complete at the switching time, as the end of the piece before; `side` lies in the piece that begins.
  Status cross(State& s, double side, Jump& jump);

 private:
  Status demands(const State& s, Vec& phi, Vec& w);

  const System* system_;
  Terms terms_;
  Projector projector_;
  Vec phi_before_, phi_after_, w_before_, w_after_;
};

}  // namespace rheon
