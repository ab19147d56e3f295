#include "analysis/steadiness.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "la/decompositions.hpp"

namespace rheon {

namespace {

double largest(const RealVector& x) { return x.size() == 0 ? 0.0 : static_cast<double>(x.cwiseAbs().maxCoeff()); }

/// exp(B) by its series; B is of size one by the choice of `time_ahead`.
RealMatrix exponential(const RealMatrix& B) {
  RealMatrix sum = RealMatrix::Identity(B.rows(), B.cols()), term = sum;
  for (int k = 1; k < 200; ++k) {
    term = (term * B / static_cast<Real>(k)).eval();
    sum += term;
    if (term.cwiseAbs().maxCoeff() < 1e-20L * sum.cwiseAbs().maxCoeff()) break;
  }
  return sum;
}

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
  const RealMatrix E = exponential(affine);
  out.E.topLeftCorner(n.nq, n.nq) = E.topLeftCorner(n.nq, n.nq);
  out.E.bottomRightCorner(n.nv, n.nv) = exponential(s * G_v);
  out.state.q = (E.topLeftCorner(n.nq, n.nq) * q + E.topRightCorner(n.nq, 1)).cast<double>();
  out.state.v = (out.E.bottomRightCorner(n.nv, n.nv) * state.v.cast<Real>()).cast<double>();
  return out;
}

/// The flow on all of (dq, dv), zero across the tangents: does not depend on the choice of a basis.
RealMatrix whole(const LinearFlow& f) { return f.X * f.J * f.S; }

}  // namespace

double time_ahead(const LinearFlow& here, const LineariseOptions& options) {
  double fastest = std::max({1.0, largest(here.q_dot), std::sqrt(largest(here.q_ddot))});
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
  const int nq = system.layout().nq, nv = system.layout().nv;
  const RealMatrix back = inverse(next.E);
  const RealMatrix& root = here.metric;
  const auto scaled = [&](const RealMatrix& F) {
    return RealMatrix(root * F * root.triangularView<Eigen::Upper>().solve(RealMatrix::Identity(nq + nv, nq + nv)));
  };
  RealMatrix one = scaled(whole(here)), two = scaled(back * whole(there) * next.E);
  // velocities in units of position times the rate of the system, so that all blocks compare
  Real rate = std::sqrt(one.bottomLeftCorner(nv, nq).norm()) + one.bottomRightCorner(nv, nv).norm();
  if (!(rate > 0)) rate = 1;
  for (RealMatrix* F : {&one, &two}) {
    F->bottomLeftCorner(nv, nq) /= rate;
    F->topRightCorner(nq, nv) *= rate;
  }
  const Real size = one.norm();
  return size > 0 ? static_cast<double>((two - one).norm() / size) : largest(two.reshaped());
}

}  // namespace rheon
