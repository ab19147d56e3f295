#include "formulations/embedded_error.hpp"

#include <algorithm>

#include "formulations/index1.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Pattern union_of(std::initializer_list<const Pattern*> parts) {
  std::vector<std::pair<int, int>> entries;
  for (const Pattern* p : parts) {
    const auto more = entries_of(*p);
    entries.insert(entries.end(), more.begin(), more.end());
  }
  return Pattern::from_entries(parts.begin()[0]->rows, parts.begin()[0]->cols, std::move(entries));
}

void add(const std::vector<int>& place, const SparseValues& from, double scale, SparseValues& to) {
  for (std::size_t k = 0; k < place.size(); ++k) to[at(place[k])] += scale * from[k];
}

}  // namespace

EmbeddedError::EmbeddedError(const System& system, const CollocationTableau& tableau)
    : q(Vec::Zero(system.layout().nq)),
      v(Vec::Zero(system.layout().nv)),
      system_(&system),
      tableau_(&tableau),
      terms_(system.make_terms()),
      tangent_pattern_(
          union_of({&system.mass_pattern(), &system.damping_pattern(), &system.stiffness_pattern()})),
      M_place_(placement(system.mass_pattern(), tangent_pattern_)),
      C_place_(placement(system.damping_pattern(), tangent_pattern_)),
      K_place_(placement(system.stiffness_pattern(), tangent_pattern_)),
      solver_(tangent_pattern_, system.jacobian_pattern(), system.mass_pattern(), false, inner_penalty),
      tangent_(tangent_pattern_.col.size()),
      force_(v),
      zero_(Vec::Zero(system.layout().rows())),
      sigma_(zero_) {}

Status EmbeddedError::estimate(const State& from, double h, const std::vector<Vec>& dQ, const std::vector<Vec>& dV) {
  const double g = tableau_->error_start * h;
  if (auto ok = system_->evaluate(from, want_newton, terms_); !ok) return ok;
  std::fill(tangent_.begin(), tangent_.end(), 0.0);
  add(M_place_, terms_.M, 1.0, tangent_);
  add(C_place_, terms_.C, g, tangent_);
  add(K_place_, terms_.K, g * g, tangent_);
  q = g * from.v;
  v = g * from.a;
  for (int i = 0; i < tableau_->stages; ++i) {
    q += tableau_->error[at(i)] * dQ[at(i)];
    v += tableau_->error[at(i)] * dV[at(i)];
  }
  force_.setZero();
  multiply_add(system_->mass_pattern(), terms_.M, v.data(), 1.0, force_.data());
  multiply_add(system_->stiffness_pattern(), terms_.K, q.data(), -g, force_.data());
  solver_.weigh(terms_.M, terms_.A);
  if (auto ok = solver_.factor(tangent_, terms_.A); !ok) return ok;
  v.setZero();
  sigma_.setZero();
  if (auto ok = solver_.solve(tangent_, terms_.A, force_.data(), zero_.data(), v.data(), sigma_.data()); !ok) return ok;
  q += g * v;
  return {};
}

}  // namespace rheon
