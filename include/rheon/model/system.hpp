// System: the assembled equations of a model. Immutable; one System serves many threads, each with its own Terms.
//
//   M v' + A^T lambda = Q,   A = [phi_q T; psi_v],   A v' = b,   q' = T v + D
//
//   const System system(read_model("pendulum.yaml"));
//   State s = find_initial_state(system).state;                    // rheon/sim/initial.hpp
//   Terms terms = system.make_terms();                             // one a thread
//   if (const Status ok = system.evaluate(s, Want::mass | Want::force, terms); !ok)
//     std::puts(system.describe(ok).c_str());
//
// Everything is in SI units; angles are in rad. phi and psi have the units of the constraints as written. Q_i is in W per unit of
// v_i, and each component of M v' and A^T lambda has the unit of Q; so lambda_k is in J per unit of phi_k, or in W per unit of
// psi_k. What a user's own formulation needs is here (rheon/methods/form.hpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/core/status.hpp"
#include "rheon/la/sparse.hpp"
#include "rheon/model/model.hpp"
#include "rheon/model/state.hpp"

namespace rheon {

/// What `System::evaluate` shall compute; values are or-ed together. Results are the members of Terms that have the
/// names given here.
enum class Want : unsigned {
  none = 0,
  position = 1u << 0,    ///< phi
  rows = 1u << 1,        ///< A
  row_rates = 1u << 15,  ///< phi_t (all of phi' at v = 0), psi, phi_dot
  jacobian = rows | row_rates,
  mass = 1u << 2,       ///< M
  force = 1u << 3,      ///< Q
  bias = 1u << 4,       ///< b
  tangent = 1u << 5,    ///< K = d(M a - Q)/dq, C = d(M a - Q)/dv, needs a
  curvature = 1u << 6,  ///< H = d(A^T lambda)/dq, needs lambda
  energy = 1u << 7,     ///< kinetic, potential
  power = 1u << 8,      ///< power; needs a and lambda
  rates = 1u << 9,      ///< q_dot
  outputs = 1u << 10,   ///< q_ddot and the named outputs; needs a and lambda
  nonideal = 1u << 13,  ///< forces by which constraints do work; needs lambda
  gradient = 1u << 11,  ///< phi_q; only filled with generalised speeds (otherwise it is the upper part of A)
  slopes = 1u << 12,    ///< w_q = d(phi', psi)/dq, R = d(A^T lambda)/dv, needs lambda
  flow = 1u << 14,      ///< e_q, e_v = d(A v' - b)/d(q, v), needs a; r_q, r_v = dq'/d(q, v), only with general speeds
};
constexpr Want operator|(Want a, Want b) {
  return static_cast<Want>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr Want without(Want set, Want part) {
  return static_cast<Want>(static_cast<unsigned>(set) & ~static_cast<unsigned>(part));
}
constexpr bool has(Want set, Want part) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(part)) == static_cast<unsigned>(part);
}

/// What `evaluate` has computed, and scratch numbers of one thread. Made by System::make_terms for that System, and of no use with
/// another one. Holds no history: after `evaluate` what was wanted is there, what was not is as it was. Copies are independent.
/// What is public may be overwritten, but for M: where M is constant it is computed once.
class Terms {
 public:
  Vec phi, phi_dot, phi_t, psi;  ///< phi_dot = A v + phi_t on position-level rows; psi at the present v
  Vec Q, b, q_dot, q_ddot, outputs, nonideal;
  SparseValues M, A, K, C, H, phi_q, w_q, R, e_q, e_v, r_q, r_v;  ///< values on the patterns of the System
  double kinetic = 0.0, potential = 0.0;
  Works power;
  long long evaluations = 0;  ///< how often Q was wanted, in all calls

 private:
  friend class System;
  friend struct SystemInside;
  std::vector<double> inputs_;        ///< t, side, anchors, q, v, a, lambda as the expressions see them
  std::vector<double> local_, work_;  ///< values on their way to the others, and scratch
  std::vector<double> angle_work_;    ///< scratch of the tracked angles
  bool has_mass_ = false;             ///< M is constant and already there
};

/// The equations of one model, and all that is known about them before a run.
///
/// Owns its model and everything that it refers to; references that it hands out hold as long as it does. Cannot be
/// copied. A System that serves several simulations, or outlives the place that made it, is best held by
/// `std::make_shared<const System>(model)`: see Simulation. Moving it makes references to the old place invalid.
///
/// All functions are const and may be called from any thread at the same time, each with Terms and States of its own.
/// Those that are hot neither throw nor allocate: they return a Status.
class RHEON_API System {
 public:
  /// Differentiates, orders, lays out: milliseconds for a few bodies, seconds for thousands. Throws ModelError for what
  /// cannot be assembled, and UsageError for a value of RHEON_CODE that makes no sense (see executor_description).
  explicit System(Model model);
  ~System();
  System(System&&) noexcept;

  const Layout& layout() const;
  const Model& model() const;
  /// Patterns: M, C, R are nv x nv; K, H nv x nq; A, e_v rows x nv; w_q, e_q rows x nq; phi_q is nphi x nq, r_q nq x nq,
  /// r_v nq x nv, and these three are empty unless speeds are general.
  const Pattern& mass_pattern() const;
  const Pattern& jacobian_pattern() const;
  const Pattern& stiffness_pattern() const;
  const Pattern& damping_pattern() const;
  const Pattern& curvature_pattern() const;
  const Pattern& gradient_pattern() const;
  const Pattern& row_slope_pattern() const;                    ///< w_q
  const Pattern& reaction_slope_pattern() const;               ///< R
  const Pattern& acceleration_slope_pattern(bool in_v) const;  ///< e_q or e_v
  const Pattern& rate_slope_pattern(bool in_v) const;          ///< r_q or r_v
  bool linear_velocity_rows() const;                           ///< no row is nonlinear in v
  bool constant_mass() const;                                  ///< M depends on nothing
  bool has_power() const;                                      ///< false: the powers of forces and drives are always 0
  /// Times at which a load switches, in s, sorted. A step must not go across one: State::side says on which side it is.
  const std::vector<double>& switching_times() const;

  /// All allocation happens here, and where something is wanted for the first time. M is there already if it is constant.
  Terms make_terms() const;
  /// Makes ready for `evaluate`, for what may be wanted for the first time in the middle of a run.
  void prepare(Want want, Terms& terms) const;
  State make_state() const;  ///< sized, zero; not a consistent one, for which see find_initial_state
  /// Hot: writes what is wanted into `terms`, at t, side, q, v, anchors of `state` and, where Want says so, a and lambda. The
  /// state must have the sizes of this System, as those of `make_state` have; that is not checked. The status is ok or
  /// `not_finite`, with the coordinate (force, mass) or the constraint row in `row`.
  Status evaluate(const State& state, Want want, Terms& terms) const;
  /// Moves the anchors of the tracked angles to where the state is: once after every accepted step, while no angle has
  /// moved by half a turn. Hot, like evaluate; of `terms` only scratch is written.
  void track_angles(State& state, Terms& terms) const;

  // --- texts; row and i must be in range
  std::string row_name(int row) const;      ///< name of a constraint row
  std::string describe_row(int row) const;  ///< `constraint "steer" (pursuit.yaml:12)`
  std::string velocity_name(int i) const;   ///< `xA'` or a speed's name
  /// Text of a status that came out of the hot loop: what failed, where, which element, the number.
  std::string describe(const Status& status) const;

 private:
  friend struct SystemInside;  ///< what rheon's own methods see beyond this
  struct RHEON_LOCAL Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rheon
