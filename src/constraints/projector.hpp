// Projection of positions and velocities onto the constraints, with the least movement in the mass metric. (With
// generalised speeds there is no mass metric of positions: they move least in the plain sense.)
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "constraints/index1.hpp"
#include "kernels/distance_kernel.hpp"
#include "kernels/projection_kernel.hpp"

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
  /// Position (if asked for), then velocity, with fewer evaluations than one by one. `energy_added`: by the projection.
  Status project(State& s, bool positions, double& energy_added);
  /// How far `s` is off: the least change that would satisfy the worst row, its components relative to absolute + relative |q|
  /// (|v| for velocities), as in the error of a step.
  Status measure(const State& s, bool positions, double relative, double absolute, double& distance);

  /// For projections that follow: rows that depend on others, see ProjectionKernel. Where they do not, it is found out.
  void leave_out(const std::vector<int>& rows) { left_out_ = rows; }

  /// Velocities are moved at least once, however little they are off: given values that are far smaller than others are
  /// met as well. For the start of a run.
  bool thorough = false;

  /// Set when a projection changes a state; whoever asks resets it.
  bool moved = false;

  Counters counters() const {
    return {terms_.evaluations, saddle_.factorisations + (phi_saddle_ ? phi_saddle_->factorisations : 0), 0};
  }

 private:
  struct Worst {
    int row = -1;
    double value = 0.0, relative = 0.0;
  };
  Worst worst_velocity(const State& s);
  SparseValues& gradient() { return general_ ? terms_.phi_q : terms_.A; }
  const SparseValues& metric() const { return general_ ? metric_ : terms_.M; }
  Want wanted_for_positions() const;
  Worst worst_position(const State& s);
  bool is_round_off_of_angles(State& s);
  Status evaluate_positions(const State& s);
  Status both(State& s);
  bool project_by_kernel(ProjectionKernel& kernel, State& s, bool positions, double& energy_added);
  Status move_positions(State& s);
  Status move_velocities(State& s);
  /// With rows at position level alone and no generalised speeds, one matrix serves both.
  SaddleSolver& phi_solver() { return phi_saddle_ ? *phi_saddle_ : saddle_; }

  const System* system_;
  bool general_;  ///< with generalised speeds
  Terms terms_;
  Pattern gradient_pattern_;  ///< phi_q
  Pattern metric_pattern_;    ///< of the metric of positions: M, or the identity with generalised speeds
  SparseValues metric_;
  SaddleSolver saddle_;
  std::optional<SaddleSolver> phi_saddle_;
  /// For velocities alone, and with positions; made when it is asked for first.
  std::array<std::optional<ProjectionKernel>, 2> kernel_;
  std::vector<int> left_out_;
  std::optional<DistanceKernel> distance_;  ///< likewise
  bool factored_ = false;                   ///< saddle_ has factors from near here
  std::vector<bool> locked_q_, locked_v_;
  DiagonalMass mass_;
  Vec zero_, x_, mu_, g_, q_before_, v_before_, speed_;
};

}  // namespace rheon
