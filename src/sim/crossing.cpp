#include "sim/crossing.hpp"

#include <cmath>

#include "la/products.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Jumps below this part of the terms that make up a row are round-off of drives that meet at the switching time.
constexpr double round_off = 1e-9;

}  // namespace

Crossing::Crossing(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      projector_(system),
      phi_before_(Vec::Zero(system.layout().nphi)),
      phi_after_(phi_before_),
      w_before_(Vec::Zero(system.layout().rows())),
      w_after_(w_before_) {}

Status Crossing::demands(const State& s, Vec& phi, Vec& w) {
  if (auto ok = system_->evaluate(s, want_position_projection | Want::energy, terms_); !ok) return ok;
  phi = terms_.phi;
  w.head(phi.size()) = terms_.phi_dot;
  w.tail(terms_.psi.size()) = terms_.psi;
  return {};
}

Status Crossing::cross(State& s, double side, Jump& jump) {
  jump = {};
  if (auto ok = demands(s, phi_before_, w_before_); !ok) return ok;
  const double energy = terms_.kinetic;
  const double before = s.side;
  s.side = side;
  if (auto ok = demands(s, phi_after_, w_after_); !ok) return ok;
  const Pattern& A = system_->jacobian_pattern();
  const int nphi = system_->layout().nphi;
  for (int i = 0; i < nphi; ++i) {
    const double step = std::abs(phi_after_[i] - phi_before_[i]);
    if (step <= round_off * (1.0 + std::abs(phi_before_[i])) || step <= jump.amount) continue;
    jump.position_row = i;
    jump.amount = step;
  }
  if (jump.position_row >= 0) {
    s.side = before;
    return {};
  }
  for (int i = 0; i < A.rows; ++i) {
    const double step = std::abs(w_after_[i] - w_before_[i]);
    const double size = row_size(A, i, terms_.A, s.v.data()) + std::abs(w_before_[i]) + std::abs(w_after_[i]);
    if (step <= round_off * size || step <= jump.amount) continue;
    jump.velocity_row = i;
    jump.amount = step;
  }
  if (jump.velocity_row < 0) return {};
  if (auto ok = projector_.velocity(s); !ok) return ok;
  if (auto ok = system_->evaluate(s, Want::energy, terms_); !ok) return ok;
  jump.energy = terms_.kinetic - energy;
  s.work_driving += jump.energy;
  return {};
}

}  // namespace rheon
