#include "formulations/newton_form.hpp"

#include <cmath>

#include "la/products.hpp"

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
      max_iterations_(values.integer("max-iterations")) {}

void NewtonForm::balance(const Terms& terms, const Vec& a, const Vec& lambda) {
  force_ = -terms.Q;
  if (forces_.any()) force_ -= forces_.force();
  multiply_add(system_->mass_pattern(), terms.M, a.data(), 1.0, force_.data());
  multiply_transposed_add(system_->jacobian_pattern(), terms.A, lambda.data(), 1.0, force_.data());
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
