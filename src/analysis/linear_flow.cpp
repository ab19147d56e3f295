#include "analysis/linear_flow.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/decompositions.hpp"
#include "la/definiteness.hpp"
#include "la/diagonal_mass.hpp"
#include "la/row_space.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Rounding of one term of a model, with a few operations in it.
constexpr Real rounding = 4 * std::numeric_limits<double>::epsilon();

/// Dependent rows must agree on tangents as well as rounding and the choice of the rows allow, relative to the tangents: rows that
/// depend to 1e-9 (rank_tolerance) with a thousand times room. A choice; those that do not agree differ by about one.
constexpr Real flow_agreement = 1e-6L;

class FlowAtState {
 public:
  FlowAtState(const System& system, const State& state, const LineariseOptions& options)
      : system_(system), options_(options), state_(state), terms_(system.make_terms()) {}

  LinearFlow run() {
    evaluate(want_stabilised_rate | Want::rates | Want::gradient);
    M_ = dense(system_.mass_pattern(), terms_.M);
    A_ = dense(system_.jacobian_pattern(), terms_.A);
    const RealMatrix L = mass_root(), L_q = general() ? RealMatrix(RealMatrix::Identity(n_.nq, n_.nq)) : L;
    const RealMatrix phi_q = general() ? dense(system_.gradient_pattern(), terms_.phi_q) : A_.topRows(n_.nphi);
    const RowSpace velocities(A_, L, tolerance), positions(phi_q, L_q, tolerance);
    solve_motion(velocities);
    evaluate(Want::tangent | Want::curvature | Want::slopes | Want::flow);
    make_tangents(positions, velocities);
    make_flow(positions, velocities);
    subtract_generator();
    out_.metric = RealMatrix::Zero(n_.nq + n_.nv, n_.nq + n_.nv);
    out_.metric.topLeftCorner(n_.nq, n_.nq) = L_q.transpose();
    out_.metric.bottomRightCorner(n_.nv, n_.nv) = L.transpose();
    return std::move(out_);
  }

 private:
  static constexpr Real tolerance = rank_tolerance;
  bool general() const { return system_.model().general_speeds; }
  void evaluate(Want want);
  RealMatrix mass_root();
  void solve_motion(const RowSpace& velocities);
  void make_tangents(const RowSpace& positions, const RowSpace& velocities);
  void make_flow(const RowSpace& positions, const RowSpace& velocities);
  void subtract_generator();
  [[noreturn]] void refuse(const Place& place, std::string element, std::string what, std::string remedy) const {
    throw ModelError({{place, std::move(element), std::move(what),
                       "at t = " + brief_text(state_.t) + ", the state to linearise about", std::move(remedy)}});
  }

  const System& system_;
  const LineariseOptions& options_;
  const Layout n_ = system_.layout();
  State state_;
  Terms terms_;
  RealMatrix M_, A_;
  RealMatrix free_mass_;  ///< root of N^T M N
  LinearFlow out_;
};

void FlowAtState::evaluate(Want want) {
  const Status ok = system_.evaluate(state_, want, terms_);
  const auto finite = [](const auto&... values) {
    return (Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())).allFinite() &&
            ...);
  };
  if (!ok) refuse(system_.model().inertia_place, "", system_.describe(ok), "linearise about a state inside the domain");
  if (!finite(terms_.H, terms_.w_q, terms_.R, terms_.e_q, terms_.e_v, terms_.r_q, terms_.r_v, terms_.phi_q))
    refuse(system_.model().inertia_place, "", "a derivative of the constraints is not finite",
           "linearise about a state at which the constraints are smooth");
}

/// L with M = L L^T; where some motion has no mass, of the diagonal, massless coordinates with the mean of the others.
RealMatrix FlowAtState::mass_root() {
  const Pattern& pattern = system_.mass_pattern();
  if (singular_direction(pattern, terms_.M) < 0 && n_.nv > 0) {
    if (auto L = cholesky_root(M_)) return *std::move(L);
  }
  DiagonalMass diagonal(pattern);
  diagonal.set(terms_.M);
  return RealMatrix(diagonal.mass().cwiseSqrt().cast<Real>().asDiagonal());
}

/// a and lambda of the state, and how large the forces are that balance.
void FlowAtState::solve_motion(const RowSpace& velocities) {
  const RealVector Q = terms_.Q.cast<Real>();
  const RealMatrix& N = velocities.null_basis();
  auto root = cholesky_root(N.transpose() * M_ * N);
  if (velocities.freedoms() > 0 && !root)
    refuse(system_.model().inertia_place, "", "a motion that the constraints allow has no mass",
           "give every coordinate a mass, or hold it by a constraint");
  if (root) free_mass_ = *std::move(root);
  out_.a = velocities.particular(terms_.b.cast<Real>());
  if (velocities.freedoms() > 0)
    out_.a += N * solve_with_root(free_mass_, RealVector(N.transpose() * (Q - M_ * out_.a)));
  const RealVector lambda = velocities.multipliers(Q - M_ * out_.a);
  out_.q_dot = terms_.q_dot.cast<Real>();
  out_.rank = velocities.rank();
  state_.a = out_.a.cast<double>();
  state_.lambda = lambda.cast<double>();
  out_.position_violation = terms_.phi.size() > 0 ? terms_.phi.cwiseAbs().maxCoeff() : 0.0;
  for (const Vec* w : {&terms_.phi_dot, &terms_.psi})
    if (w->size() > 0) out_.velocity_violation = std::max(out_.velocity_violation, w->cwiseAbs().maxCoeff());
  const RealVector reactions = A_.cwiseAbs().transpose() * lambda.cwiseAbs();
  DiagonalMass diagonal(system_.mass_pattern());
  diagonal.set(terms_.M);
  const Vec forces = (Q.cwiseAbs() + reactions).cast<double>(), inertia = (M_ * out_.a).cast<double>();
  out_.force_scale = diagonal.force_norm(forces.data());
  out_.acceleration = diagonal.force_norm(inertia.data());
}

void FlowAtState::make_tangents(const RowSpace& positions, const RowSpace& velocities) {
  const int nu = positions.freedoms(), np = velocities.freedoms();
  const RealMatrix drift = -dense(system_.row_slope_pattern(), terms_.w_q) * positions.null_basis();
  if (const int row = velocities.missed_row(drift, flow_agreement); row >= 0)
    refuse(system_.model().constraints[at(row)].place, "constraint \"" + system_.row_name(row) + "\"",
           "depends on other constraints at this state but not next to it: there is no linearisation",
           "choose a state away from the singular one, or write the constraint without the power that makes it flat");
  out_.position_freedoms = nu;
  out_.velocity_freedoms = np;
  out_.X = RealMatrix::Zero(n_.nq + n_.nv, nu + np);
  out_.S = RealMatrix::Zero(nu + np, n_.nq + n_.nv);
  out_.X.topLeftCorner(n_.nq, nu) = positions.null_basis();
  out_.X.bottomLeftCorner(n_.nv, nu) = velocities.particular(drift);
  out_.X.bottomRightCorner(n_.nv, np) = velocities.null_basis();
  out_.S.topLeftCorner(nu, n_.nq) = positions.coordinates();
  out_.S.bottomRightCorner(np, n_.nv) = velocities.coordinates();
}

void FlowAtState::make_flow(const RowSpace& positions, const RowSpace& velocities) {
  const RealMatrix K = dense(system_.stiffness_pattern(), terms_.K), H = dense(system_.curvature_pattern(), terms_.H),
                   C = dense(system_.damping_pattern(), terms_.C),
                   R = dense(system_.reaction_slope_pattern(), terms_.R),
                   e_q = dense(system_.acceleration_slope_pattern(false), terms_.e_q),
                   e_v = dense(system_.acceleration_slope_pattern(true), terms_.e_v);
  RealMatrix r_q = RealMatrix::Zero(n_.nq, n_.nq), r_v = RealMatrix::Identity(n_.nq, n_.nv);
  if (general())
    r_q = dense(system_.rate_slope_pattern(false), terms_.r_q),
    r_v = dense(system_.rate_slope_pattern(true), terms_.r_v);
  out_.q_ddot = r_q * out_.q_dot + r_v * out_.a;
  const RealMatrix X_q = out_.X.topRows(n_.nq), X_v = out_.X.bottomRows(n_.nv);
  const RealMatrix bound = velocities.particular(-(e_q * X_q + e_v * X_v));  // the part of dv' that the rows demand
  const RealMatrix& S_u = positions.coordinates();
  RealMatrix free = velocities.null_basis().transpose();
  if (free.rows() > 0) free = solve_with_root(free_mass_, std::move(free));
  const auto stack = [](const RealMatrix& upper, const RealMatrix& lower) {
    RealMatrix both(upper.rows() + lower.rows(), upper.cols());
    both << upper, lower;
    return both;
  };
  out_.J = stack(S_u * (r_q * X_q + r_v * X_v), -free * ((K + H) * X_q + (C + R) * X_v + M_ * bound));
  const auto size = [](const RealMatrix& B) { return RealMatrix(B.cwiseAbs()); };
  out_.noise =
      rounding *
      stack(size(S_u) * (size(r_q) * size(X_q) + size(r_v) * size(X_v)),
            size(free) * ((size(K) + size(H)) * size(X_q) + (size(C) + size(R)) * size(X_v) + size(M_) * size(bound)));
  // entries of K and C may be small by cancellation: then they are rounding of the largest
  out_.zero_noise = out_.noise;
  const int nu = out_.position_freedoms, np = out_.velocity_freedoms;
  for (const auto& [row, col, rows, cols] :
       {std::array{0, 0, nu, nu}, {0, nu, nu, np}, {nu, 0, np, nu}, {nu, nu, np, np}})
    if (rows > 0 && cols > 0)
      out_.zero_noise.block(row, col, rows, cols).array() += out_.noise.block(row, col, rows, cols).maxCoeff();
  const RealVector terms = size(K) * state_.q.cast<Real>().cwiseAbs() + size(C) * state_.v.cast<Real>().cwiseAbs();
  const Vec forces = terms.cast<double>();
  DiagonalMass diagonal(system_.mass_pattern());
  diagonal.set(terms_.M);
  out_.force_scale += diagonal.force_norm(forces.data());
}

/// In a frame that moves with x(t) = exp(G t) x the constant matrix is J - G.
void FlowAtState::subtract_generator() {
  if (!options_.generator) return;
  const RealMatrix G = options_.generator->cast<Real>();
  const RealMatrix G_v = options_.speed_generator ? options_.speed_generator->cast<Real>().eval() : G;
  RealMatrix GX(n_.nq + n_.nv, out_.X.cols());
  GX << G * out_.X.topRows(n_.nq), G_v * out_.X.bottomRows(n_.nv);
  out_.J -= out_.S * GX;
  out_.noise += rounding * out_.S.cwiseAbs() * GX.cwiseAbs();
}

}  // namespace

LinearFlow linear_flow(const System& system, const State& state, const LineariseOptions& options) {
  return FlowAtState(system, state, options).run();
}

}  // namespace rheon
