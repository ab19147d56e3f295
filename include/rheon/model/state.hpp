// State: where the mechanism is, with all that a method needs for its next step.
//
//   State s = find_initial_state(system).state;                    // rheon/sim/initial.hpp: t, side, q, v
//   if (const Status ok = stepper->start(s); !ok) …                // a, lambda, memory: now it is complete
//   Simulation later(system, request, s);                          // goes on from there
//
// A run with fixed steps that begins at a saved State takes the same steps as the run that it comes from, bit for bit; under error
// control that also takes the StepMemory (a SavedState, rheon/sim/run.hpp, has both). In models so large that the sparse solver KLU
// serves they agree to round-off only, since KLU keeps the pivots of its first matrix.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "rheon/model/memory.hpp"

namespace rheon {

using Index = int;
using Vec = Eigen::VectorXd;

/// Sizes of a system: coordinates, velocities, rows at position level, rows at velocity level.
struct Layout {
  Index nq = 0, nv = 0, nphi = 0, npsi = 0;
  Index rows() const { return nphi + npsi; }
};

/// Power, or work since the start, by where it comes from. With the energies it makes up the account of a run.
struct Works {
  double applied = 0.0;   ///< of applied forces that no potential gives, friction apart
  double friction = 0.0;  ///< of friction, dampers and drag, and of constraints that do work (section nonideal)
  double driving = 0.0;   ///< of what is prescribed in time: rheonomic constraints, V and T that contain t

  double total() const { return applied + friction + driving; }
  Works& operator+=(const Works& w) {
    applied += w.applied;
    friction += w.friction;
    driving += w.driving;
    return *this;
  }
  friend Works operator+(Works a, const Works& b) { return a += b; }
  friend Works operator*(double k, const Works& w) { return {k * w.applied, k * w.friction, k * w.driving}; }
};

/// A value; copies are independent. Sizes are those of the System that made it (System::make_state); in SI units.
struct State {
  double t = 0.0;
  double side = 0.0;               ///< a time inside the smooth piece of the loads that this state belongs to
  std::int64_t n = 0;              ///< accepted steps so far
  Vec q, v, a, lambda;             ///< a = v'; lambda with position-level rows first
  Vec z;                           ///< what a method adds to the motion: integrated along with it
  Memory memory;                   ///< what a method keeps from step to step: a struct of its own
  Vec anchors;                     ///< near the tracked angles of the last accepted step: they determine whole turns
  double h = 0.0;                  ///< step size that error control proposes next, 0: none yet
  double error = 0.0;              ///< last accepted error estimate of the step control, 0: none yet
  Works power;                     ///< at this state, inside the piece that `side` names
  Works work;                      ///< since the run began
  double energy_constraint = 0.0;  ///< stored in the springs that stand for constraints, if any do
  double energy_start = 0.0;       ///< kinetic and potential energy when the run began
  double energy_projected = 0.0;   ///< what projections onto the constraints have added since; mostly they take away

  /// Takes over what holds for a whole step: the piece of the loads and the anchors of the angles.
  void same_piece(const State& other) {
    side = other.side;
    anchors = other.anchors;
  }
};

}  // namespace rheon
