#include "constraints/weighted_projection.hpp"

#include <cmath>

#include "constraints/index1.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {
/// Quadratic convergence: from the distance of a step's error, 1e-3 of the state, to round-off in three. What is left is taken by
/// the projection in the metric of the masses, which follows (docs/adr/010).
constexpr int passes = 3;
/// A step smaller than this part of the state leaves nothing for another one: its square is round-off.
constexpr double small_step = 1e-8;

/// Violations at round-off are not worth a factorisation.
bool holds(const Pattern& p, int rows, const SparseValues& A, const Vec& x, const Vec& g, double constant) {
  NumberAlgebra numbers;
  for (int i = 0; i < rows; ++i) {
    if (!(std::abs(g[i]) <= row_round_off * size_of_row(numbers, p, i, A, x, constant))) return false;
  }
  return true;
}
}  // namespace

WeightedProjection::WeightedProjection(const System& system, const Pattern& P)
    : system_(&system),
      terms_(system.make_terms()),
      phi_pattern_(system.jacobian_pattern().head(system.layout().nphi)),
      phi_solver_(P, phi_pattern_, system.mass_pattern(), false, inner_penalty),
      solver_(P, system.jacobian_pattern(), system.mass_pattern(), false, inner_penalty),
      zero_(Vec::Zero(system.layout().nv)),
      step_(zero_),
      g_(Vec::Zero(system.layout().rows())),
      mu_(g_) {}

Status WeightedProjection::correct(SaddleSolver& solver, const SparseValues& P, Vec& x, MultiplierForces* forces) {
  solver.weigh(terms_.M, terms_.A);
  step_.setZero();
  if (!solver.factor(P, terms_.A)) return {};
  mu_.setZero();
  const Status ok = solver.solve(P, terms_.A, zero_.data(), g_.data(), step_.data(), mu_.data());
  if (ok.code == Code::not_finite) return ok;
  if (ok && forces != nullptr) {
    g_.setZero();
    const auto respond = [&](const Vec& force, Vec& a, Vec& mu) {
      return solver.solve(P, terms_.A, force.data(), g_.data(), a.data(), mu.data());
    };
    if (auto answered = forces->correct(step_, mu_, respond); !answered) return answered;
  }
  if (ok) x += step_;
  return {};
}

Status WeightedProjection::position(const SparseValues& P, State& s) {
  const int rows = phi_pattern_.rows;
  for (int pass = 0; rows > 0 && pass < passes; ++pass) {
    if (auto ok = system_->evaluate(s, want_position_projection, terms_); !ok) return ok;
    g_.head(rows) = -terms_.phi;
    if (holds(phi_pattern_, rows, terms_.A, s.q, g_, 1.0)) return {};
    if (auto ok = correct(phi_solver_, P, s.q); !ok) return ok;
    if (step_.cwiseAbs().maxCoeff() <= small_step * s.q.cwiseAbs().maxCoeff()) return {};
  }
  return {};
}

Status WeightedProjection::velocity(const SparseValues& P, State& s, MultiplierForces* forces) {
  const Layout& n = system_->layout();
  for (int pass = 0; n.rows() > 0 && pass < passes; ++pass) {
    if (auto ok = system_->evaluate(s, want_velocity_projection, terms_); !ok) return ok;
    NumberAlgebra numbers;
    velocity_right_side(numbers, AllEntries{n.rows()}, terms_.phi_dot, terms_.psi, g_);
    if (holds(system_->jacobian_pattern(), n.rows(), terms_.A, s.v, g_, 0.0)) return {};
    if (auto ok = correct(solver_, P, s.v, forces); !ok) return ok;
    if (system_->linear_velocity_rows()) return {};
    if (step_.cwiseAbs().maxCoeff() <= small_step * s.v.cwiseAbs().maxCoeff()) return {};
  }
  return {};
}

}  // namespace rheon
