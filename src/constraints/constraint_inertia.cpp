#include "constraints/constraint_inertia.hpp"

#include "la/products.hpp"

namespace rheon {

ConstraintInertia::ConstraintInertia(const System& system)
    : system_(&system),
      solver_(make_linear_solver(system.mass_pattern(), true)),
      direction_(Eigen::MatrixXd::Zero(system.layout().nv, system.layout().rows())),
      scratch_(Vec::Zero(system.layout().nv)) {
  mass = force = damping = stiffness = Vec::Zero(system.layout().rows());
}

Status ConstraintInertia::update(const Terms& terms) {
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  ++factorisations;
  if (auto ok = solver_->factor(terms.M); !ok) return ok;
  const Pattern& A = system_->jacobian_pattern();
  for (int i = 0; i < A.rows; ++i) {
    scratch_.setZero();
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k) scratch_[A.col[at(k)]] = terms.A[at(k)];
    solver_->solve(scratch_.data());
    double mobility = 0.0;
    for (int k = A.start[at(i)]; k < A.start[at(i) + 1]; ++k) mobility += terms.A[at(k)] * scratch_[A.col[at(k)]];
    mass[i] = mobility > 0.0 ? 1.0 / mobility : 0.0;  // a row without gradient has no say
    direction_.col(i) = mass[i] * scratch_;
  }
  return {};
}

double ConstraintInertia::along(const Pattern& p, const SparseValues& B, int row) {
  scratch_.setZero();
  multiply_add(p, B, direction_.col(row).data(), 1.0, scratch_.data());
  return scratch_.dot(direction_.col(row));
}

void ConstraintInertia::project(const Terms& terms, bool tangents) {
  for (Index i = 0; i < mass.size(); ++i) {
    force[i] = direction_.col(i).dot(terms.Q);
    damping[i] = tangents ? along(system_->damping_pattern(), terms.C, i) : 0.0;
    stiffness[i] = tangents ? along(system_->stiffness_pattern(), terms.K, i) : 0.0;
  }
}

}  // namespace rheon
