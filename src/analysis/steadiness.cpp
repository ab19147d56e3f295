#include "analysis/steadiness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/decompositions.hpp"
#include "la/matrix_exponential.hpp"

namespace rheon {

namespace {

double largest_real(const RealVector& x) { return x.size() == 0 ? 0.0 : static_cast<double>(x.cwiseAbs().maxCoeff()); }

struct Carried {
  State state;
  RealMatrix E;  ///< takes (dq, dv) here to (dq, dv) there
};

/// q(s) = exp(G s) q + c(s), where q' = G q + c' at the state fixes c; or straight on with constant acceleration.
Carried carry(const System& system, const State& state, const LineariseOptions& options, const LinearFlow& here,
              Real s) {
  const Layout& n = system.layout();
  Carried out{state, RealMatrix::Identity(n.nq + n.nv, n.nq + n.nv)};
  out.state.t += static_cast<double>(s);
  if (!options.generator) {
    out.state.q += (s * here.q_dot + s * s / 2 * here.q_ddot).cast<double>();
    out.state.v += (s * here.a).cast<double>();
    return out;
  }
  const RealMatrix G = options.generator->cast<Real>();
  const RealMatrix G_v = options.speed_generator ? options.speed_generator->cast<Real>().eval() : G;
  const RealVector q = state.q.cast<Real>();
  RealMatrix affine = RealMatrix::Zero(n.nq + 1, n.nq + 1);
  affine.topLeftCorner(n.nq, n.nq) = s * G;
  affine.topRightCorner(n.nq, 1) = s * (here.q_dot - G * q);
  const RealMatrix E = matrix_exponential(affine);
  out.E.topLeftCorner(n.nq, n.nq) = E.topLeftCorner(n.nq, n.nq);
  out.E.bottomRightCorner(n.nv, n.nv) = matrix_exponential(s * G_v);
  out.state.q = (E.topLeftCorner(n.nq, n.nq) * q + E.topRightCorner(n.nq, 1)).cast<double>();
  out.state.v = (out.E.bottomRightCorner(n.nv, n.nv) * state.v.cast<Real>()).cast<double>();
  return out;
}

/// What the group makes of the motion is a motion: it keeps the constraints, and has the accelerations there.
bool continues(const LinearFlow& here, const LinearFlow& there, const Carried& next) {
  // of 1 or of the largest rate: half the digits, since accelerations are second derivatives
  constexpr double within = 1e-7;
  const auto nv = here.a.size();
  const RealVector a = next.E.bottomRightCorner(nv, nv) * here.a;
  const double scale = 1.0 + largest_real(here.q_dot);
  return there.position_violation <= here.position_violation + within &&
         there.velocity_violation <= here.velocity_violation + within * scale &&
         largest_real(there.a - a) <= within * (scale + largest_real(a));
}

}  // namespace

double time_ahead(const LinearFlow& here, const LineariseOptions& options) {
  double fastest = std::max({1.0, largest_real(here.q_dot), std::sqrt(largest_real(here.q_ddot))});
  if (options.generator) fastest = std::max(fastest, options.generator->norm());
  if (options.speed_generator) fastest = std::max(fastest, options.speed_generator->norm());
  return 1.0 / fastest;
}

double change_of_coefficients(const System& system, const State& state, const LineariseOptions& options,
                              const LinearFlow& here, double ahead) {
  constexpr double no_comparison = std::numeric_limits<double>::infinity();
  const Carried next = carry(system, state, options, here, static_cast<Real>(ahead));
  LinearFlow there;
  try {
    there = linear_flow(system, next.state, options);
  } catch (const ModelError&) {
    return no_comparison;
  }
  if (there.J.rows() != here.J.rows()) return no_comparison;
  if (options.generator && !continues(here, there, next)) return no_comparison;
  // tangents here, carried there, must be tangents; what the flow makes of them, carried back, depends on no choice of a
  // basis and on no metric
  const int nq = system.layout().nq, nv = system.layout().nv, nu = here.position_freedoms, np = here.velocity_freedoms;
  const RealMatrix carried = next.E * here.X, coordinates = there.S * carried;
  const RealMatrix off_tangent = carried - there.X * coordinates;
  RealMatrix one = here.metric * here.X * here.J;
  RealMatrix two = here.metric * (inverse(next.E) * (there.X * (there.J * coordinates)));
  // velocities in units of position times the rate of the system, so that all blocks compare
  Real rate = std::sqrt(one.bottomLeftCorner(nv, nu).norm()) + one.bottomRightCorner(nv, np).norm();
  if (!(rate > 0)) rate = 1;
  for (RealMatrix* F : {&one, &two}) {
    F->bottomLeftCorner(nv, nu) /= rate;
    F->topRightCorner(nq, np) *= rate;
  }
  const double tilt = carried.size() > 0 ? static_cast<double>(off_tangent.norm() / carried.norm()) : 0.0;
  const Real size = one.norm();
  const double change = size > 0 ? static_cast<double>((two - one).norm() / size) : largest_real(two.reshaped());
  return std::max(change, tilt);
}

}  // namespace rheon
