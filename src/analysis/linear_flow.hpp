// The exact linearisation of the index-1 flow at one state, restricted to what the constraints allow.
//
//   flow        q' = r(q, v, t),   M v' + A^T lambda = Q,   A v' = b
//   slopes      [ M  A^T ] [ dv'     ]     [ K + H   C + R ] [ dq ]
//               [ A   0  ] [ dlambda ] = - [  e_q     e_v  ] [ dv ],     dq' = r_q dq + r_v dv,   e = A v' - b
//   tangents    phi_q dq = 0,   w_q dq + A dv = 0,   w = (phi', psi)
//
// Tangent vectors are x = (dq, dv) = X y with y = S x, where
//   y = (u, p),  u = N_q^T W dq,  p = N^T M dv,   N, N_q: orthonormal bases of the null spaces of A and phi_q
// Coordinates in the planes that are tangent at the state: S does not change along the motion, so that y' = S J X y holds
// at any state, at equilibrium or not.
#pragma once

#include "la/extended.hpp"
#include "rheon/analysis/linearise.hpp"

namespace rheon {

struct LinearFlow {
  RealMatrix J;           ///< y' = J y
  RealMatrix noise;       ///< what rounding of the model's terms can do to the entries of J
  RealMatrix zero_noise;  ///< the same, also for entries that are small by cancellation within an expression
  RealMatrix X, S;
  RealMatrix metric;  ///< upper triangular: lengths of (dq, dv) are those of metric * (dq, dv)
  int position_freedoms = 0, velocity_freedoms = 0, rank = 0;
  RealVector q_dot, q_ddot, a;  ///< time held
  double force_scale = 0.0;     ///< size of the terms that balance in M a, in the metric of the mass
  double acceleration = 0.0;    ///< of a in the same metric
  double position_violation = 0.0, velocity_violation = 0.0;
};

/// Throws ModelError if a term is not finite, if masses are missing, or if rows lose their rank here.
LinearFlow linear_flow(const System& system, const State& state, const LineariseOptions& options);

}  // namespace rheon
