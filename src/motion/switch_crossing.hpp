// Switching times: what constraints ask for may jump there.
#pragma once

#include <string>

#include "constraints/projector.hpp"

namespace rheon {

/// What happened at a switching time.
struct Jump {
  std::string refusal;    ///< what jumps and cannot; empty: nothing
  int velocity_row = -1;  ///< velocities followed this row by an impulse; -1: they did not jump
  double amount = 0.0;    ///< of that row's residual
  double energy = 0.0;    ///< brought by the impulse
};

/// Takes a state from one smooth piece of the loads to the next. If constraints ask for other speeds from there on, the
/// velocities follow by an impulse of the constraints, M dv = -A^T sigma, whose work is driving work. Positions and masses
/// cannot jump, nor can rows nonlinear in the velocities: their impulse depends on how they get there.
class SwitchCrossing {
 public:
  explicit SwitchCrossing(const System& system);
  /// `s` is complete at the switching time, as the end of the piece before; `side` lies in the piece that begins. If it
  /// cannot be crossed, `s` stays as it is.
  Status cross(State& s, double side, Jump& jump);

 private:
  Status demands(const State& s, Vec& phi, Vec& w);
  Status cross_into(State& s, Jump& jump);
  std::string jump_of_masses() const;
  std::string jump_of_positions() const;
  void find_jump_of_velocities(const State& s, Jump& jump) const;

  const System* system_;
  Terms terms_;
  Projector projector_;
  Vec phi_before_, phi_after_, w_before_, w_after_, v_before_;
  SparseValues M_before_;
  double kinetic_before_ = 0.0;
  double length_ = 0.0;  ///< of the piece that begins
};

}  // namespace rheon
