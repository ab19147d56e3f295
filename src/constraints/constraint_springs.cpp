#include "constraints/constraint_springs.hpp"

#include <algorithm>

#include "constraints/kept_numbers.hpp"
#include "constraints/rate_support.hpp"
#include "la/products.hpp"
#include "model/wants.hpp"

namespace rheon {

ConstraintSprings::ConstraintSprings(const System& system, const OptionValues& values)
    : system_(&system),
      metric_(system),
      terms_(system.make_terms()),
      mass_(make_linear_solver(system.mass_pattern(), true)),
      penalty_(values.number("penalty")),
      alpha_(values.number("alpha")) {}

// z: a number for each row, and whether these are effective masses (0) or the stiffness itself (1)
void ConstraintSprings::start(const Terms& terms, double* z) {
  const int rows = system_->layout().rows();
  metric_.set(terms);
  double largest = 0.0;
  for (int i = 0; i < rows; ++i) largest = std::max(largest, z[i] = metric_.effective_mass(terms, i));
  for (int i = 0; i < rows; ++i)
    if (z[i] == 0.0) z[i] = largest;  // the gradient vanishes just here
  z[rows] = 0.0;
}

std::string ConstraintSprings::objection_to(const double* z) const {
  const Index rows = system_->layout().rows();
  const bool sound = is_mark(z[rows]) && std::all_of(z, z + rows, [](double k) { return k >= 0.0; });
  return sound ? "" : "the stiffness of its constraints makes no sense";
}

void ConstraintSprings::stiffness(const double* z, double scale, Vec& k) const {
  const Index rows = system_->layout().rows();
  for (Index i = 0; i < rows; ++i) k[i] = alpha_ > 0.0 ? alpha_ : z[rows] != 0.0 ? z[i] : penalty_ * z[i] / scale;
}

void ConstraintSprings::keep(const Vec& k, double* z) const {
  std::copy_n(k.data(), k.size(), z);
  z[k.size()] = 1.0;
}

Status ConstraintSprings::complete(const Vec& k, State& s) {
  if (auto ok = system_->evaluate(s, want_stabilised_rate, terms_); !ok) return ok;
  s.lambda = k.cwiseProduct(terms_.phi);
  s.a = terms_.Q;
  multiply_transposed_add(system_->jacobian_pattern(), terms_.A, s.lambda.data(), -1.0, s.a.data());
  ++factorisations_;
  if (auto ok = mass_->factor(terms_.M); !ok) return ok;
  mass_->solve(s.a.data());
  s.energy_constraint = 0.5 * s.lambda.dot(terms_.phi);
  return complete_powers(*system_, terms_, s);
}

}  // namespace rheon
