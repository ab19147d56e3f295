#include "motion/switch_crossing.hpp"

#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "core/number_text.hpp"
#include "la/products.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Jumps below this part of the terms that make up a row (or of masses, or energies) are round-off of drives that meet at the
/// switching time. A choice: drives that are written with fewer digits jump; larger, and small jumps go without their impulse.
constexpr double jump_round_off = 1e-9;
/// And so are speeds that move nothing by more than this until the loads switch again, in units of coordinates of ordinary
/// size: drives that come to rest leave their round-off, of which any part is large.
constexpr double standstill = 1e-12;

}  // namespace

SwitchCrossing::SwitchCrossing(const System& system)
    : system_(&system),
      terms_(system.make_terms()),
      projector_(system),
      phi_before_(Vec::Zero(system.layout().nphi)),
      phi_after_(phi_before_),
      w_before_(Vec::Zero(system.layout().rows())),
      w_after_(w_before_),
      v_before_(Vec::Zero(system.layout().nv)),
      M_before_(terms_.M) {}

Status SwitchCrossing::demands(const State& s, Vec& phi, Vec& w) {
  if (auto ok = system_->evaluate(s, want_position_projection | Want::energy, terms_); !ok) return ok;
  phi = terms_.phi;
  velocity_residuals(terms_.phi_dot, terms_.psi, w);
  return {};
}

Status SwitchCrossing::cross(State& s, double side, Jump& jump) {
  const double before = s.side;
  v_before_ = s.v;
  if (auto ok = demands(s, phi_before_, w_before_); !ok) return ok;
  jump = {};
  M_before_ = terms_.M;
  kinetic_before_ = terms_.kinetic;
  s.side = side;
  length_ = 2 * std::abs(side - s.t);
  const Status ok = cross_into(s, jump);
  if (!ok || !jump.refusal.empty()) {
    s.side = before;
    s.v = v_before_;
  }
  return ok;
}

Status SwitchCrossing::cross_into(State& s, Jump& jump) {
  if (auto ok = demands(s, phi_after_, w_after_); !ok) return ok;
  jump.refusal = jump_of_masses();
  if (jump.refusal.empty()) jump.refusal = jump_of_positions();
  if (jump.refusal.empty()) find_jump_of_velocities(s, jump);
  if (!jump.refusal.empty() || jump.velocity_row < 0) return {};
  if (auto ok = projector_.velocity(s); !ok) return ok;
  if (auto ok = system_->evaluate(s, Want::energy, terms_); !ok) return ok;
  jump.energy = terms_.kinetic - kinetic_before_;
  s.work.driving += jump.energy;
  return {};
}

std::string SwitchCrossing::jump_of_masses() const {
  // an entry off the diagonal that vanishes is measured by the masses that it couples
  const Pattern& M = system_->mass_pattern();
  const auto mass = [&](int j) { return std::abs(terms_.M[at(M.find(j, j))]) + std::abs(M_before_[at(M.find(j, j))]); };
  bool jumps = false;
  double heaviest = 0.0;
  for (int i = 0; i < M.rows; ++i) {
    heaviest = std::max(heaviest, mass(i));
    for (int k = M.start[at(i)]; k < M.start[at(i) + 1]; ++k) {
      const double a = terms_.M[at(k)], b = M_before_[at(k)], coupled = std::sqrt(mass(i) * mass(M.col[at(k)]));
      jumps = jumps || std::abs(a - b) > jump_round_off * std::max(coupled, std::abs(a) + std::abs(b));
    }
  }
  // 2 T = m v^2: by speeds
  const double a = terms_.kinetic, b = kinetic_before_;
  const double speed = std::abs(std::sqrt(std::abs(a)) - std::sqrt(std::abs(b)));
  jumps = jumps || (std::abs(a - b) > jump_round_off * (std::abs(a) + std::abs(b)) &&
                    speed * length_ > standstill * std::sqrt(heaviest));
  if (!jumps) return {};
  return "the kinetic energy, or a mass in it, jumps at this switching time, and what momentum comes with it is not "
         "known: let it change in a finite time";
}

std::string SwitchCrossing::jump_of_positions() const {
  int row = -1;
  double largest = 0.0;
  for (int i = 0; i < system_->layout().nphi; ++i) {
    const double step = std::abs(phi_after_[i] - phi_before_[i]);
    if (step > jump_round_off * (1.0 + std::abs(phi_before_[i])) && step > largest) row = i, largest = step;
  }
  if (row < 0) return {};
  return system_->describe_row(row) + " jumps by " + brief_text(largest) +
         " at this switching time, and positions cannot: let it get there in a finite time";
}

void SwitchCrossing::find_jump_of_velocities(const State& s, Jump& jump) const {
  const Pattern& A = system_->jacobian_pattern();
  for (int i = 0; i < A.rows; ++i) {
    const double step = std::abs(w_after_[i] - w_before_[i]);
    const double size = row_size(A, i, terms_.A, s.v.data()) + std::abs(w_before_[i]) + std::abs(w_after_[i]);
    if (step <= jump_round_off * size || step * length_ <= standstill) continue;
    if (system_->model().constraints[at(i)].kind == ConstraintKind::nonlinear_velocity)
      jump.refusal =
          system_->describe_row(i) + " jumps by " + brief_text(step) +
          " at this switching time, and since it is nonlinear in the velocities, its impulse depends on how it "
          "gets there: let it change in a finite time";
    if (step > jump.amount) jump.velocity_row = i, jump.amount = step;
  }
}

}  // namespace rheon
