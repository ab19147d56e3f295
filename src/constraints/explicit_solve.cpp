#include "constraints/explicit_solve.hpp"

#include "la/products.hpp"

namespace rheon {

ExplicitSolve::ExplicitSolve(const System& system, double tolerance)
    : system_(&system),
      tolerance_(tolerance),
      rows_(system),
      inverse_(system.layout().rows(), system.layout().nv),
      shares_(system.layout().rows(), system.layout().nv),
      cholesky_(system.layout().nv) {
  const Layout& n = system.layout();
  Bt_ = Eigen::MatrixXd::Zero(n.nv, n.rows());
  B_ = met_ = Eigen::MatrixXd::Zero(n.rows(), n.nv);
  residual_ = y_ = Vec::Zero(n.rows());
  x_ = Vec::Zero(n.nv);
}

Status ExplicitSolve::solve(const Terms& terms, const Vec& g, State& s) {
  rows_.gather(terms);
  ++factorisations;
  if (!cholesky_.factor(rows_.M)) {
    Eigen::Index worst = 0;
    const double pivot = rows_.M.diagonal().minCoeff(&worst);
    return {Code::singular, static_cast<int>(worst), 0, pivot, "mass matrix"};
  }
  s.a = terms.Q;  // a0
  cholesky_.solve_lower(s.a);
  cholesky_.solve_upper(s.a);
  s.lambda.setZero();
  if (g.size() > 0) {
    Bt_ = rows_.A.transpose();
    cholesky_.solve_lower(Bt_);
    B_ = Bt_.transpose();
    const bool all = left_out_ == nullptr || left_out_->empty();
    if (!all) {
      met_ = B_;
      for (const int row : *left_out_) met_.row(row).setZero();
      shares_.factor(B_, tolerance_, system_->layout().rows() - static_cast<int>(left_out_->size()));
    }
    inverse_.factor(all ? B_ : met_, tolerance_);
    residual_ = g;
    multiply_add(system_->jacobian_pattern(), terms.A, s.a.data(), -1.0, residual_.data());
    y_ = rows_.scale.cwiseProduct(residual_);
    inverse_.apply(y_, x_);
    (all ? inverse_ : shares_).apply_transposed(x_, y_);
    s.lambda = -rows_.scale.cwiseProduct(y_);
    cholesky_.solve_upper(x_);
    s.a += x_;
  }
  if (!s.a.allFinite()) return {Code::not_finite, -1, 0, s.a.sum(), "explicit equation of motion"};
  return {};
}

void ExplicitSolve::release(const Vec& force, Vec& acceleration, Vec& mu) {
  acceleration = force;
  cholesky_.solve_lower(acceleration);
  if (mu.size() > 0) {
    y_.noalias() = B_ * acceleration;
    inverse_.apply(y_, x_);
    acceleration -= x_;
    (left_out_ == nullptr || left_out_->empty() ? inverse_ : shares_).apply_transposed(x_, y_);
    mu = rows_.scale.cwiseProduct(y_);
  }
  cholesky_.solve_upper(acceleration);
}

Status ExplicitSolve::add(MultiplierForces& forces, State& s) {
  const auto respond = [&](const Vec& force, Vec& a, Vec& lambda) -> Status {
    release(force, a, lambda);
    return {};
  };
  if (auto ok = forces.add(s, respond); !ok) return ok;
  if (!s.a.allFinite()) return {Code::not_finite, -1, 0, s.a.sum(), "explicit equation of motion"};
  return {};
}

}  // namespace rheon
