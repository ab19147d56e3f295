// The end of the step of `ali3p` by the general solver: projections of velocities and accelerations (20)-(31), and reactions of least
// norm. [Gonzalez2015]; the right sides are those of methods/ali3p_equations.hpp.
#include <limits>

#include "formulations/ali3p_step.hpp"
#include "la/products.hpp"
#include "methods/ali3p_equations.hpp"
#include "methods/energy_equations.hpp"
#include "methods/row_equations.hpp"

namespace rheon {

namespace {

/// Newton's method on psi(v): converges in three to six from the velocities of a step, and doubles the digits near its end. The
/// rest is room.
constexpr int max_velocity_newton = 20;
/// Of the largest velocity. Changes of some roundings are none; those that no longer halve are round-off below the second, which is
/// a choice: larger, and a slow start could pass for an end.
constexpr double velocity_resolution = 4 * std::numeric_limits<double>::epsilon(), largest_idle_velocity = 1e-10;
/// Forces of multipliers of least norm may differ from those that they replace by this part of the largest. A choice: smaller, and
/// reactions are not of least norm more often; larger, and M a + A^T lambda = Q holds to fewer digits.
constexpr double most_out_of_balance = 1e-10;

}  // namespace

/// With the tangent weight and no velocity-level rows the Newton factorisation serves as it is.
Ali3pStep::Weight Ali3pStep::tangent_metric() {
  return {&tangent_.pattern(), &P_, system_->layout().npsi == 0 ? &*newton_ : &*tangent_projection_};
}

Ali3pStep::Weight Ali3pStep::mass_metric() { return {&system_->mass_pattern(), &terms_.M, &*projection_}; }

/// Factors the matrices of the projections at the iterate.
Status Ali3pStep::prepare_projection() {
  if (!tangent_weight_) {
    projection_->weigh(terms_.M, terms_.A);
    if (auto ok = projection_->factor(terms_.M, terms_.A); !ok) return ok;
  }
  if (!tangent_velocities_) return {};
  assemble_tangent();
  if (system_->layout().npsi == 0) return newton_factored_ ? Status{} : factor_newton();
  tangent_projection_->weigh(terms_.M, terms_.A);
  return tangent_projection_->factor(P_, terms_.A);
}

/// Impulses of the reactions bring those of forces that depend on them.
Status Ali3pStep::add_impulses(const Weight& weight) {
  g_.setZero();
  if (auto ok = share(terms_, sigma_); !ok) return ok;
  return forces_.correct(it_.v, sigma_, [&](const Vec& force, Vec& v, Vec& sigma) {
    const Status ok = weight.solver->solve(*weight.P, terms_.A, force.data(), g_.data(), v.data(), sigma.data());
    return ok ? share_change(terms_, sigma) : ok;
  });
}

Status Ali3pStep::project_velocity() {
  const Layout& n = system_->layout();
  const Weight weight = tangent_velocities_ ? tangent_metric() : mass_metric();
  const Pattern& A = system_->jacobian_pattern();
  v_star_ = it_.v;
  Q_star_ = terms_.Q;
  NumberAlgebra numbers;
  force_.setZero();
  multiply_add(*weight.pattern, *weight.P, v_star_.data(), 1.0, force_.data());
  double before = std::numeric_limits<double>::infinity();
  for (int pass = 1; pass <= max_velocity_newton; ++pass) {
    // rows linearised at the present v: A v_new = A v - w(v)
    velocity_right_side(numbers, AllEntries{n.rows()}, terms_.phi_dot, terms_.psi, g_);
    multiply_add(A, terms_.A, it_.v.data(), 1.0, g_.data());
    sigma_.setZero();
    d_ = it_.v;
    if (auto ok = weight.solver->solve(*weight.P, terms_.A, force_.data(), g_.data(), it_.v.data(), sigma_.data());
        !ok) {
      ok.where = "velocity projection";
      return ok;
    }
    if (forces_.any())
      if (auto ok = add_impulses(weight); !ok) return ok;
    const double change = (it_.v - d_).lpNorm<Eigen::Infinity>();
    if (auto ok = system_->evaluate(it_, projection_want(), terms_); !ok) return ok;
    if (system_->linear_velocity_rows()) return {};
    // the gradient moved with v: quadratic convergence, so a change that no longer falls is round-off
    const double size = it_.v.lpNorm<Eigen::Infinity>();
    if (change <= velocity_resolution * size || (change >= 0.5 * before && change <= largest_idle_velocity * size))
      return {};
    before = change;
    if (auto ok = prepare_projection(); !ok) return ok;
  }
  return {Code::not_converged, -1, max_velocity_newton, before, "velocity projection"};
}

/// Of the projection of velocities.
void Ali3pStep::find_projected_energy() {
  projected_energy_ = energy_of_change(*system_, terms_, v_star_, it_.v, force_);
}

Status Ali3pStep::project_acceleration() {
  const Weight weight = tangent_weight_ ? tangent_metric() : mass_metric();
  a_star_ = it_.a;
  force_.setZero();
  if (tangent_weight_) {
    multiply_add(*weight.pattern, *weight.P, a_star_.data(), 1.0, force_.data());
    NumberAlgebra numbers;
    if (damped_) add_change_of_loads(numbers, terms_.Q, Q_star_, force_);
  } else {
    // M a* = Q* - A^T lambda* where the iteration has settled; next to singular positions it leaves more than round-off of
    // multipliers that are hardly determined, which must not be thrown out of balance for good
    force_ = damped_ ? terms_.Q : Q_star_;
    multiply_transposed_add(system_->jacobian_pattern(), terms_.A, it_.lambda.data(), -1.0, force_.data());
  }
  kappa_.setZero();
  auto ok = weight.solver->solve(*weight.P, terms_.A, force_.data(), terms_.b.data(), it_.a.data(), kappa_.data());
  ok.where = "acceleration projection";
  return ok;
}

/// With dependent rows only A^T lambda is determined: take the lambda of least norm that gives the same forces. Next to
/// singular positions rows that are all but dependent count as dependent there, and forces would differ: then the lambda
/// that is in balance is kept.
Status Ali3pStep::split_reactions(State& to) {
  force_.setZero();
  multiply_transposed_add(system_->jacobian_pattern(), terms_.A, to.lambda.data(), 1.0, force_.data());
  if (tangent_weight_ || !project_) {
    projection_->weigh(terms_.M, terms_.A);
    if (auto ok = projection_->factor(terms_.M, terms_.A); !ok) return ok;
  }
  g_.setZero();
  d_.setZero();
  sigma_.setZero();
  const double size = force_.lpNorm<Eigen::Infinity>();
  if (auto ok = projection_->solve(terms_.M, terms_.A, force_.data(), g_.data(), d_.data(), sigma_.data()); !ok)
    return ok;
  multiply_transposed_add(system_->jacobian_pattern(), terms_.A, sigma_.data(), -1.0, force_.data());
  if (force_.lpNorm<Eigen::Infinity>() <= most_out_of_balance * size) to.lambda = sigma_;
  return {};
}

}  // namespace rheon
