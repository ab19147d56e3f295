// Small motions about a state: eigenvalues and mode shapes of the constrained equations of motion, from exact
// derivatives. Constraints may be holonomic or not, linear in the velocities or not, redundant or not. Any thread.
//
//   for (const Mode& mode : linearise(system).modes) std::printf("%g Hz\n", mode.frequency());
#pragma once

#include <Eigen/Core>
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// A steady motion whose coordinates turn (a wheel with unit vectors that turn with it) is q(t) = exp(G t) q(0) + c(t).
/// In a frame that goes along, its equations have constant coefficients; without G they have not.
struct LineariseOptions {
  std::optional<Eigen::MatrixXd> generator;        ///< G: nq x nq, acts on coordinates and, with v = q', on velocities
  std::optional<Eigen::MatrixXd> speed_generator;  ///< nv x nv, needed with G if the model has generalised speeds
};

/// What the state is, and so what the eigenvalues mean.
enum class Reference : unsigned char {
  equilibrium,  ///< at rest, and stays there
  steady,       ///< moves, with constant coefficients: eigenvalues show growth and decay as at an equilibrium
  frozen        ///< the coefficients change along the motion: eigenvalues are those of this instant
};

/// x(t) = Re(shape exp(eigenvalue t)). A pair stands for itself and its conjugate.
struct RHEON_API Mode {
  std::complex<double> eigenvalue;  ///< 1/s; imaginary part not negative
  bool pair = false;
  double uncertainty = 0.0;  ///< of the eigenvalue, from rounding of the model's terms, to first order; inf: defective
  double frequency() const;  ///< of the oscillation, Hz
  double natural_frequency() const;  ///< |eigenvalue| / 2 pi, Hz
  double damping_ratio() const;      ///< -Re / |eigenvalue|
  double time_constant() const;      ///< 1 / |Re|, s; inf if the real part is zero
  Eigen::VectorXcd q, v;             ///< shape; the largest component of q is 1
  /// How much of it belongs to integrals of controllers, 0 to 1: their participation factors.
  double integral_share = 0.0;
};

/// A motion with eigenvalue zero: nothing drives it back.
struct ZeroMode {
  Eigen::VectorXd q, v;
};

/// A value that refers to nothing. Rates in SI units, times in s.
struct Linearisation {
  std::string model, file;
  double time = 0.0;
  /// Names, in the order of shapes. The integral of a controller is a velocity without coordinate, `motor.integral`.
  std::vector<std::string> coordinates, velocities;
  std::vector<std::string> integrals;  ///< those of `velocities` that are integrals of controllers
  Reference reference = Reference::equilibrium;
  /// By their numbers, each in its own unit: |q'| of coordinates, |v'| of velocities. Rates below 1e-12 count as rest.
  double largest_rate = 0.0, largest_acceleration = 0.0;
  std::string rate_of, acceleration_of;  ///< the coordinate and the velocity that have them; "" if there are none
  /// Largest of a row, in its unit; eigenvalues are off by about as much.
  double position_violation = 0.0, velocity_violation = 0.0;
  int rank = 0;  ///< of the constraint rows
  int position_freedoms = 0, velocity_freedoms = 0;
  std::vector<Mode> modes;           ///< eigenvalues other than zero, by size
  int zeros = 0;                     ///< how often zero is an eigenvalue
  std::vector<ZeroMode> zero_modes;  ///< its eigenvectors; fewer than `zeros` where motions go on at constant speed
  std::vector<std::string> notes;
  /// The equations behind it: (dq, dv) = basis y, y' = matrix y. Dense, as all that is behind it.
  Eigen::MatrixXd matrix, basis;
};

/// Linearises about t, side, q, v of `state`; accelerations and multipliers are solved for. Time is held.
/// Throws UsageError (constraints that do work, a generator that does not fit) and ModelError (no linearisation here).
RHEON_API Linearisation linearise(const System& system, const State& state, const LineariseOptions& options = {});

/// About the initial state; throws ModelError if there is none. About an equilibrium near it: give find_equilibrium(system).state.
RHEON_API Linearisation linearise(const System& system, const LineariseOptions& options = {});

}  // namespace rheon
