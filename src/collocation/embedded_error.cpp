#include "collocation/embedded_error.hpp"

#include "constraints/index1.hpp"
#include "core/index.hpp"

namespace rheon {

namespace {}  // namespace

EmbeddedError::EmbeddedError(const System& system, const CollocationTableau& tableau, const Tangent& tangent)
    : q(Vec::Zero(system.layout().nq)),
      v(Vec::Zero(system.layout().nv)),
      system_(&system),
      tableau_(&tableau),
      tangent_(&tangent),
      solver_(tangent.pattern(), system.jacobian_pattern(), system.mass_pattern(), false, inner_penalty),
      values_(tangent.pattern().col.size()),
      force_(v),
      zero_(Vec::Zero(system.layout().rows())),
      sigma_(zero_) {}

Status EmbeddedError::estimate(const State& from, const Terms& terms, double h, const std::vector<Vec>& dQ,
                               const std::vector<Vec>& dV) {
  const double g = tableau_->error_start * h;
  tangent_->assemble(terms, g, g * g, false, values_);
  q = g * from.v;
  v = g * from.a;
  for (int i = 0; i < tableau_->stages; ++i) {
    q += tableau_->error[at(i)] * dQ[at(i)];
    v += tableau_->error[at(i)] * dV[at(i)];
  }
  force_.setZero();
  multiply_add(system_->mass_pattern(), terms.M, v.data(), 1.0, force_.data());
  multiply_add(system_->stiffness_pattern(), terms.K, q.data(), -g, force_.data());
  solver_.weigh(terms.M, terms.A);
  if (auto ok = solver_.factor(values_, terms.A); !ok) return ok;
  v.setZero();
  sigma_.setZero();
  if (auto ok = solver_.solve(values_, terms.A, force_.data(), zero_.data(), v.data(), sigma_.data()); !ok) return ok;
  q += g * v;
  return {};
}

}  // namespace rheon
