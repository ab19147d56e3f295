#include "constraints/drift.hpp"

#include <cmath>

#include "la/products.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

void include_violation(double value, int row, Drift& drift) {
  drift.norm += value * value;
  if (std::abs(value) > drift.worst || drift.row < 0) {
    drift.worst = std::abs(value);
    drift.row = row;
  }
}

}  // namespace

Status measure_drift(const System& system, const State& state, Terms& terms, Drifts& drifts) {
  drifts = {};
  const Layout& n = system.layout();
  if (n.rows() == 0) return {};
  if (auto ok = system.evaluate(state, want_drift, terms); !ok) return ok;
  for (int i = 0; i < n.nphi; ++i) include_violation(terms.phi[i], i, drifts.position);
  for (int i = 0; i < n.rows(); ++i)
    include_violation(velocity_residual(terms.phi_dot, terms.psi, i), i, drifts.velocity);
  terms.b *= -1.0;
  multiply_add(system.jacobian_pattern(), terms.A, state.a.data(), 1.0, terms.b.data());
  for (int i = 0; i < n.rows(); ++i) include_violation(terms.b[i], i, drifts.acceleration);
  for (Drift* d : {&drifts.position, &drifts.velocity, &drifts.acceleration}) {
    d->norm = std::sqrt(d->norm);
    if (!std::isfinite(d->norm)) return {Code::not_finite, d->row, 0, d->norm, "constraint violation"};
  }
  return {};
}

}  // namespace rheon
