// Static equilibrium: the call behind `rheon statics`. Any thread; the system is used during the call alone.
//
//   const Equilibrium e = find_equilibrium(system);
//   if (!e.found) std::puts(e.reason.c_str());
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/model/system.hpp"
#include "rheon/sim/results.hpp"

namespace rheon {

struct StaticsRequest {
  /// Coordinates to start from, nq of them; they are moved onto the constraints. Absent: the initial values.
  std::optional<Vec> start;
  bool stable = false;  ///< go on from an unstable equilibrium to a stable one
};

enum class Stability : unsigned char { stable, neutral, unstable };
RHEON_API const char* to_text(Stability stability);

/// An equilibrium at the model's start time: Q(q, v = 0) = A^T lambda, phi(q) = 0. A value that refers to nothing. SI units: a
/// force along a length in m is in N, about an angle in rad in N m.
struct Equilibrium {
  bool found = false;
  std::string reason;         ///< why none was found; "" otherwise
  State state;                ///< t, q, lambda, with v = a = 0; if none was found, where the residual is least
  Eigen::MatrixXd reactions;  ///< of each constraint row (down) on each velocity coordinate (across): -A_ij lambda_i
  Vec outputs;                ///< of the model, in its order: in a mechanism the forces in its joints are among them
  double potential = 0.0;     ///< J
  /// The component of Q - A^T lambda that is largest by its number, with its sign; in the unit of that force. Forces along the free
  /// motions balance to 1e-12 of their terms where an equilibrium is found.
  double residual = 0.0;
  std::string residual_at;  ///< the velocity coordinate that has it; "" in a system without any
  double moved = 0.0;   ///< largest change of a coordinate from the start by its number, in the unit of that coordinate
  bool jumped = false;  ///< the path from the start ended at a limit point; it came to rest elsewhere
  long long iterations = 0;
  int freedom = 0;  ///< degrees of freedom, velocity-level rows counted as held
  /// Eigenvalues of the stiffness Z^T (K + H) Z of the free motions, ascending, in the metric of the diagonal of M: squares
  /// of angular frequencies (1/s^2) if M is diagonal. Their real parts if the stiffness is not symmetric.
  Vec stiffness;
  int negative = 0;       ///< of them
  int zero = 0;           ///< to round-off of the terms that cancel in them; these are reported as 0
  bool symmetric = true;  ///< false: forces without a potential; stability then is that against slow motion only
  Stability stability = Stability::stable;
  std::string direction;  ///< velocities that take part most in the softest motion; "" without freedom
  std::string neutral;    ///< velocities that take part most in motions without stiffness; "" if there are none
  std::vector<std::string> notes;
};

/// The equilibrium to which the system comes if the forces that would hold it at its start are taken away slowly; if that
/// path ends at a limit point, the one at which it comes to rest from there. Rows at position level hold at the start
/// time. Those at velocity level restrict the movement from the start (psi_v dq = 0) and may carry a reaction.
///
/// Throws ModelError for initial values that contradict the constraints, and for rows nonlinear in the velocities, whose
/// direction at rest is not defined, for constraints that do work, and for integrals of controllers; UsageError for a start of the
/// wrong length or one that cannot be moved onto the constraints. An equilibrium that does not exist or was not reached is a
/// result. Matrices are dense: time grows with the cube of the number of coordinates.
RHEON_API Equilibrium find_equilibrium(const System& system, const StaticsRequest& request = {});

/// One row with the channels of a run; of an equilibrium of this system.
RHEON_API Results to_results(const System& system, const Equilibrium& equilibrium);

}  // namespace rheon
