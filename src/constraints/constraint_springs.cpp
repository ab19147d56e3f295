#include "constraints/constraint_springs.hpp"

#include <algorithm>

#include "la/products.hpp"
#include "methods/energy_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

ConstraintSprings::ConstraintSprings(const System& system, const OptionValues& values)
    : system_(&system),
      metric_(system),
      terms_(system.make_terms()),
      mass_(make_linear_solver(system.mass_pattern(), true)),
      penalty_(values.number("penalty")),
      alpha_(values.number("alpha")) {}

void ConstraintSprings::start(const Terms& terms, SpringMemory& memory) {
  const int rows = system_->layout().rows();
  metric_.set(terms);
  double largest = 0.0;
  Vec& masses = memory.masses;
  for (int i = 0; i < rows; ++i) largest = std::max(largest, masses[i] = metric_.effective_mass(terms, i));
  for (int i = 0; i < rows; ++i)
    if (masses[i] == 0.0) masses[i] = largest;  // the gradient vanishes just here
  memory.chosen = false;
}

void ConstraintSprings::stiffness(const SpringMemory& memory, double scale, Vec& k) const {
  for (Index i = 0; i < k.size(); ++i)
    k[i] = alpha_ > 0.0 ? alpha_ : memory.chosen ? memory.stiffness[i] : penalty_ * memory.masses[i] / scale;
}

Status ConstraintSprings::complete(const Vec& k, State& s) {
  if (auto ok = system_->evaluate(s, want_stabilised_rate, terms_); !ok) return ok;
  s.lambda = k.cwiseProduct(terms_.phi);
  s.a = terms_.Q;
  multiply_transposed_add(system_->jacobian_pattern(), terms_.A, s.lambda.data(), -1.0, s.a.data());
  ++factorisations_;
  if (auto ok = mass_->factor(terms_.M); !ok) return ok;
  mass_->solve(s.a.data());
  s.energy_constraint = energy_of_springs(terms_.phi, s.lambda);
  return complete_powers(*system_, terms_, s);
}

}  // namespace rheon
