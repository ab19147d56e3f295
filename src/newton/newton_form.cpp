#include "newton/newton_form.hpp"

#include <cmath>

#include "methods/newton_equations.hpp"

namespace rheon {

NewtonForm::NewtonForm(const System& system, const OptionValues& values)
    : system_(&system),
      forces_(system),
      metric_(system),
      tangent_(system),
      P_(tangent_.make_values()),
      force_(Vec::Zero(system.layout().nv)),
      d_(force_),
      tolerance_(values.number("newton-tolerance")),
      max_iterations_(values.integer("max-iterations")) {
  if (!forces_.depend_on_multipliers() || system.layout().rows() < 2) return;
  split_.emplace(system);
  before_ = Vec::Zero(system.layout().rows());
}

/// Next to singular positions rows that are all but dependent have no share: then the multipliers stay as they are.
Status NewtonForm::keep_force(Status shared, Vec& lambda) {
  if (shared.code == Code::not_finite) return shared;
  if (!shared) lambda = before_;
  return {};
}

Status NewtonForm::share(const Terms& all_rows, Vec& lambda) {
  if (!split_) return {};
  before_ = lambda;
  return keep_force(split_->apply(all_rows, lambda), lambda);
}

Status NewtonForm::share_change(const Terms& all_rows, Vec& mu) {
  if (!split_) return {};
  before_ = mu;
  return keep_force(split_->apply_again(all_rows, mu), mu);
}

void NewtonForm::balance(const Terms& terms, const Vec& a, const Vec& lambda) {
  NumberAlgebra numbers;
  force_.setZero();
  missing_force(numbers, *system_, terms.M, terms.A, terms.Q, a, lambda, -1.0, force_);
  if (forces_.any()) force_ -= forces_.force();
}

void NewtonForm::judge_residual(double motion, double violation) {
  motion_ = motion;
  residual_ = motion > 0.0 ? violation / motion : violation > 0.0 ? 1.0 : 0.0;
}

Status NewtonForm::judge_change(double size, double floor) {
  ++iterations_;
  change_ = size <= floor ? 0.0 : size / motion_;
  if (!std::isfinite(size)) return {Code::not_finite, -1, 0, size, "Newton correction"};
  return {};
}

}  // namespace rheon
