// Projection of positions and velocities onto the constraints, with the least movement in the mass metric. (With
// generalised speeds there is no mass metric of positions: they move least in the plain sense.)
#pragma once

#include <vector>

#include "formulations/index1.hpp"

namespace rheon {

class Projector {
 public:
  explicit Projector(const System& system);

  /// Coordinates and velocity coordinates that must not move; empty: all are free.
  void lock(std::vector<bool> coordinates, std::vector<bool> velocities);

  /// q such that phi(q, t) = 0 to round-off. `not_converged` or `rank_lost` with the worst row and its residual.
  Status position(State& s);
  /// v such that phi' = 0 and psi = 0 to round-off, q fixed.
  Status velocity(State& s);

  /// Set when a projection changes a state; whoever asks resets it.
  bool moved = false;

  Counters counters() const { return {terms_.evaluations, phi_saddle_.factorisations + saddle_.factorisations, 0}; }

 private:
  struct Worst {
    int row = -1;
    double value = 0.0, relative = 0.0;
  };
  Worst worst_velocity(const State& s);
  SparseValues& gradient() { return system_->model().general_speeds ? terms_.phi_q : terms_.A; }
  Worst worst_position(const State& s);

  const System* system_;
  Terms terms_;
  Pattern gradient_pattern_;  ///< phi_q
  Pattern metric_pattern_;    ///< of the metric of positions: M, or the identity with generalised speeds
  SparseValues metric_;
  SaddleSolver phi_saddle_, saddle_;
  std::vector<bool> locked_q_, locked_v_;
  DiagonalMass mass_;
  Vec zero_, x_, mu_, g_, q_before_;
};

}  // namespace rheon
