// `energy-momentum`: the midpoint rule with discrete gradients, which conserves energy and momenta. [Dopico2015] section 3
//
//   v_m = dq/h,  a_m = 2/h^2 dq - 2/h v0,  q1 = q0 + dq,  v1 = 2 v_m - v0
//   M a_m + G^T sigma + psi_v^T lambda = Q_m               G, and in Q_m the conservative forces: discrete gradients
//   multipliers none:      sigma = alpha (phi0 + phi1)/2   as in the paper (32): constraints are springs
//   multipliers iterated:  sigma such that phi1 = 0        beyond the paper: no distance from the rigid motion is left
//   velocity level:        psi = 0 at the midpoint
//
// Since G dq = phi1 - phi0 for every row, T + V + 1/2 phi^T alpha phi is conserved to round-off with the first choice
// and T + V with the second, for any step; momenta follow the symmetries of the model (model/discrete_gradient.hpp).
//
//   paper       code
//   (24)        a discrete gradient for each row: one mean-value point for all rows does not exist in general
//   (26), (28)  secants with their limits, by the same discrete gradient
//   (36)        the tangent, with the curvature of the constraints (option full-tangent) or without
//   alpha       option alpha, or from the dimensionless penalty (constraint_springs.hpp)
//
// The rows of the Newton matrix are those of the midpoint, G, for those of phi1: close enough but near singular positions,
// where the two may have nothing in common. If the iteration is slow, the rows of the end take their place.
//
// Rows that follow from others are left out (left_out_rows.hpp): at the midpoint they are not quite dependent, and G^T sigma
// of all of them would not be determined by phi1 = 0.
//
// v1 = 2 dq/h - v0 misses the speed that a drive prescribes, the more a step turns: by 2 (1 - x/tan x) of the chord's speed in
// steady rotation by 2 x, and a miss goes on from step to step with changing sign. Where it is as large as 1.4 rad a step make it,
// the velocities at the end are projected: beyond, they would have nothing to do with the motion.
//
// Reported at the end of a step: with multipliers, a and lambda of the equations of motion there; without, lambda =
// alpha phi1 and the a that belongs to it.
#include <algorithm>
#include <cmath>

#include "constraints/constraint_springs.hpp"
#include "constraints/index1.hpp"
#include "constraints/left_out_rows.hpp"
#include "constraints/projector.hpp"
#include "core/index.hpp"
#include "formulations/kinds.hpp"
#include "la/mixed_saddle.hpp"
#include "methods/energy_equations.hpp"
#include "model/discrete_gradient.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"
#include "newton/newton_form.hpp"
#include "newton/newton_options.hpp"

namespace rheon {

namespace {

/// A correction that keeps more than this part of the one before, while it is not yet round-off, is slow. A choice.
constexpr double slow_correction = 0.3;
/// Near singular positions round-off is larger than the tolerance: so many corrections in a row that do not fall, all of them
/// below this part of the displacement, are of that kind. A choice: larger, and energy is kept to fewer digits there; smaller, and
/// more such steps fail (docs/adr/013).
constexpr int idle_corrections = 4;
constexpr double largest_round_off = 1e-11;
/// Of rows that depend on each other, in parts of their mobility: far above round-off, far below what moves.
constexpr double row_regularisation = 1e-12;
/// Of the chord's speed, by which a driven row may be missed: 2 (1 - x/tan x) of it in steady rotation by 2 x, so 1.4 rad a step. A
/// choice; smaller, and more steps are projected.
constexpr double largest_miss = 0.34;
/// Part of the speed that a row prescribes below which a miss is round-off.
constexpr double resolved_speed = 1e-9;

/// Rows that keep less of their pivot than this take the passes of SaddleSolver, not elimination: nearer to singular positions,
/// rigid rows leave round-off in the multipliers that energy would show. A choice: with 1e-7, as in other methods, and with
/// 1e-3 the tests pass, too.
constexpr double clearly_apart = 1e-5;
/// Part of the coordinates below which a correction is round-off. Energy is conserved as well as the iteration converges, so it
/// goes on further than that of other methods.
constexpr double energy_resolution = 0.25 * position_resolution;

constexpr OptionSpec options_of_energy_momentum[] = {
    {.name = "multipliers",
     .type = OptionType::choice,
     .fallback = "iterated",
     .choices = "iterated|none",
     .help = "iterated: position-level rows hold at the end of each step; none: they are springs, as in the paper"},
    spring_penalty_option,
    spring_alpha_option,
    {.name = "full-tangent",
     .type = OptionType::boolean,
     .fallback = "true",
     .help = "include the curvature of the constraints in the Newton matrix"},
    newton_tolerance_option("1e-13",
                            "stop when the correction falls below this part of the step's displacement; "
                            "energy is conserved as well as this (near singular positions as round-off allows)"),
    max_iterations_option(),
};

struct EnergyMomentumMemory {
  Vec lambda;  ///< multipliers at the last midpoint
  SpringMemory springs;
  LeftOutMemory left_out;
  static void fields(auto&& field, auto&... m) {
    field("midpoint_multipliers", any_number, m.lambda...);
    SpringMemory::fields(field, m.springs...);
    LeftOutMemory::fields(field, m.left_out...);
  }
};

class EnergyMomentum final : public NewtonForm {
 public:
  EnergyMomentum(const System& system, const OptionValues& values);
  Memory make_memory() const override {
    return Memory(EnergyMomentumMemory{.lambda = Vec::Zero(system_->layout().rows()),
                                       .springs = springs_.make_memory(),
                                       .left_out = left_out_.make_memory()});
  }
  Status start(State& s) override;
  Status begin(const Scheme&, const State& from, double h) override;
  Status evaluate() override;
  Status improve() override;
  Status finish(State& to) override;
  bool integrates_works() const override { return true; }
  double projected_energy() const override { return projected_energy_; }
  Counters counters() const override {
    return Counters{mid_.evaluations + end_.evaluations, newton_.factorisations + mixed_.factorisations, iterations_} +
           springs_.counters() + index1_.counters() + projector_.counters();
  }

 private:
  void follow();
  Status correct();
  Status correct_with_rows_of_end();
  Status meet_drives(State& to);

  Terms mid_, end_;
  Index1 index1_;
  Projector projector_;
  double projected_energy_ = 0.0;
  SaddleSolver newton_;
  MixedSaddle mixed_;
  LeftOutRows left_out_;
  bool slow_ = false;  ///< within this step, the rows of the midpoint did not do
  int idle_ = 0;       ///< corrections of this step, the last ones, that did not fall
  DiscreteGradient::Work discrete_;
  bool iterated_, full_tangent_;
  ConstraintSprings springs_;
  const State* from_ = nullptr;
  double h_ = 0.0;
  State m_, e_;
  std::vector<int> driven_;  ///< rows at position level that contain time
  Vec dq_, stiffness_, weight_, phi0_, g_, mu_, both_;
};

EnergyMomentum::EnergyMomentum(const System& system, const OptionValues& values)
    : NewtonForm(system, values),
      mid_(system.make_terms()),
      end_(system.make_terms()),
      index1_(system),
      projector_(system),
      newton_(tangent_.pattern(), system.jacobian_pattern(), system.mass_pattern(), false, inner_penalty),
      mixed_(tangent_.pattern(), system.jacobian_pattern()),
      left_out_(system),
      discrete_(SystemInside::discrete_gradient(system).make_work()),
      iterated_(values.choice("multipliers") == "iterated"),
      full_tangent_(values.boolean("full-tangent")),
      springs_(system, values),
      m_(system.make_state()),
      e_(system.make_state()) {
  const Layout& n = system.layout();
  dq_ = Vec::Zero(n.nv);
  stiffness_ = weight_ = g_ = mu_ = Vec::Zero(n.rows());
  phi0_ = Vec::Zero(n.nphi);
  for (int i = 0; i < n.nphi; ++i)
    if (system.model().constraints[at(i)].kind == ConstraintKind::rheonomic) driven_.push_back(i);
  both_ = Vec::Zero(n.nv + n.rows());
  newton_.require_independence(clearly_apart);
  newton_.leave_out(&left_out_.rows());
  index1_.require_independence(clearly_apart);
  if (!iterated_ && n.npsi > 0)
    throw OptionError("multipliers", "velocity-level " + system.describe_row(n.nphi) +
                                         " cannot be a spring; leave the option at \"iterated\"");
}

Status EnergyMomentum::start(State& s) {
  const bool first = !s.memory.holds<EnergyMomentumMemory>();
  if (auto ok = index1_.solve(s); !ok) return ok;
  if (first) s.memory = make_memory();
  EnergyMomentumMemory& memory = s.memory.as<EnergyMomentumMemory>();
  if (first) springs_.start(index1_.terms(), memory.springs);
  if (iterated_) left_out_.find(s, memory.left_out);
  memory.lambda = s.lambda;
  if (first || iterated_) return {};
  springs_.stiffness(memory.springs, 1.0, stiffness_);  // a load switched: the springs are as they were
  return springs_.complete(stiffness_, s);
}

Status EnergyMomentum::begin(const Scheme&, const State& from, double h) {
  from_ = &from;
  h_ = h;
  m_.t = from.t + 0.5 * h;
  e_.t = from.t + h;
  m_.same_piece(from);
  e_.same_piece(from);
  const EnergyMomentumMemory& memory = from.memory.as<EnergyMomentumMemory>();
  m_.lambda = memory.lambda;
  left_out_.read(memory.left_out);
  left_out_.drop(m_.lambda);
  springs_.stiffness(memory.springs, 0.25 * h * h, stiffness_);
  if (auto ok = system_->evaluate(from, Want::position, end_); !ok) return ok;
  phi0_ = end_.phi;
  dq_ = h * from.v + (0.5 * h * h) * from.a;
  follow();
  begin_iteration();
  slow_ = false;
  idle_ = 0;
  return {};
}

void EnergyMomentum::follow() {
  m_.q = from_->q + 0.5 * dq_;
  m_.v = dq_ / h_;
  m_.a = (2.0 / (h_ * h_)) * dq_ - (2.0 / h_) * from_->v;
  e_.q = from_->q + dq_;
  e_.v = (2.0 / h_) * dq_ - from_->v;
}

Status EnergyMomentum::evaluate() {
  if (auto ok = system_->evaluate(e_, Want::position, end_); !ok) return ok;
  if (!iterated_) m_.lambda.head(phi0_.size()) = 0.5 * stiffness_.cwiseProduct(phi0_ + end_.phi);
  if (auto ok = system_->evaluate(m_, full_tangent_ ? want_full_newton : want_newton, mid_); !ok) return ok;
  SystemInside::discrete_gradient(*system_).correct(*from_, m_, e_, mid_, discrete_);
  mid_.phi = end_.phi;  // the rows hold at the end
  left_out_.drop(mid_);
  balance(mid_, m_.a, m_.lambda);
  metric_.set(mid_);
  double violation = h_ * metric_.velocity_violation(mid_, m_.q, m_.v, h_);
  if (iterated_) violation += metric_.position_violation(mid_, e_.q);
  judge_residual(metric_.norm(dq_) + h_ * metric_.norm(from_->v) + h_ * h_ * metric_.norm(m_.a), violation);
  return {};
}

/// d_ and the multipliers, with the tangent in P_.
Status EnergyMomentum::correct() {
  const Layout& n = system_->layout();
  const double k = 0.5 * h_ * h_;
  newton_.weigh(mid_.M, mid_.A);
  if (auto ok = newton_.factor(P_, mid_.A); !ok) return ok;
  force_ *= -k;
  g_.head(n.nphi) = -mid_.phi;
  g_.tail(n.npsi) = -h_ * mid_.psi;
  const auto share = [&](Vec& mu) { return share_change(mid_, mu); };
  if (auto ok = solve_correction(newton_, mid_.A, g_, mu_, share); !ok) return ok;
  m_.lambda += mu_ / k;
  return {};
}

Status EnergyMomentum::correct_with_rows_of_end() {
  const Layout& n = system_->layout();
  const double k = 0.5 * h_ * h_;
  if (auto ok = system_->evaluate(e_, Want::position | Want::jacobian, end_); !ok) return ok;
  left_out_.drop(end_);
  // velocity-level rows hold at the midpoint
  const Pattern& A = system_->jacobian_pattern();
  std::copy(mid_.A.begin() + A.start[at(n.nphi)], mid_.A.end(), end_.A.begin() + A.start[at(n.nphi)]);
  for (int i = 0; i < n.rows(); ++i) {
    const double mass = metric_.effective_mass(mid_, i);
    weight_[i] = mass > 0.0 ? row_regularisation / mass : 1.0;
  }
  if (auto ok = mixed_.factor(P_, mid_.A, end_.A, weight_.data()); !ok) return ok;
  both_.head(n.nv) = -k * force_;
  both_.segment(n.nv, n.nphi) = -end_.phi;
  both_.tail(n.npsi) = -h_ * mid_.psi;
  mixed_.solve(both_.data());
  d_ = both_.head(n.nv);
  m_.lambda += both_.tail(n.rows()) / k;
  return {};
}

Status EnergyMomentum::improve() {
  const double k = 0.5 * h_ * h_;
  // M + h/2 C + h^2/4 (K + H), with k = h^2/2 the scale of the residual
  tangent_.assemble(mid_, 0.5 * h_, 0.5 * k, full_tangent_, P_);
  if (iterated_) {
    if (auto ok = slow_ ? correct_with_rows_of_end() : correct(); !ok) return ok;
  } else {
    weight_ = (0.5 * k) * stiffness_;
    newton_.set_weights(weight_.data());
    if (auto ok = newton_.factor(P_, mid_.A); !ok) return ok;
    d_ = -k * force_;
    newton_.solve_augmented(d_.data());
  }
  dq_ += d_;
  follow();
  const double before = change_;
  const Status ok = judge_change(metric_.norm(d_), energy_resolution * metric_.norm(e_.q));
  slow_ = slow_ || change_ > slow_correction * before;
  idle_ = change_ > slow_correction * before && change_ <= largest_round_off ? idle_ + 1 : 0;
  if (idle_ >= idle_corrections) change_ = 0.0;
  return ok;
}

/// Projects the velocities at the end if they miss the speed of a driven row by too much. Of the energy that this takes, drives
/// account for their work.
Status EnergyMomentum::meet_drives(State& to) {
  projected_energy_ = 0.0;
  if (driven_.empty() || !iterated_) return {};
  if (auto ok = system_->evaluate(to, want_velocity_projection, end_); !ok) return ok;
  const double most = largest_miss * metric_.norm(dq_) / h_;
  const auto misses = [&](int i) {
    return std::abs(end_.phi_dot[i]) > resolved_speed * std::abs(end_.phi_t[i]) &&
           std::abs(end_.phi_dot[i]) * std::sqrt(metric_.effective_mass(end_, i)) > most;
  };
  if (std::none_of(driven_.begin(), driven_.end(), misses)) return {};
  if (auto ok = projector_.velocity(to); !ok) return ok;
  const double added = energy_of_change(*system_, end_, e_.v, to.v, force_);
  const double driving = work_of_drives(*system_, end_, e_.v, to.v, force_);
  to.work.driving += driving;
  projected_energy_ = added - driving;
  return {};
}

Status EnergyMomentum::finish(State& to) {
  to.q = e_.q;
  to.v = e_.v;
  to.memory = from_->memory;
  EnergyMomentumMemory& memory = to.memory.as<EnergyMomentumMemory>();
  memory.lambda = m_.lambda;
  to.work = from_->work;
  if (system_->has_power()) {  // the forces of the midpoint do their work on the whole displacement
    if (auto ok = system_->evaluate(m_, Want::power, mid_); !ok) return ok;
    to.work += h_ * mid_.power;
  }
  if (auto ok = meet_drives(to); !ok) return ok;
  if (iterated_) {
    if (auto ok = index1_.solve_left_out(to, left_out_.rows()); !ok) return ok;
    left_out_.review(index1_.terms(), index1_.independence(), memory.left_out);
    return {};
  }
  ConstraintSprings::keep(stiffness_, memory.springs);
  return springs_.complete(stiffness_, to);
}

std::unique_ptr<StepForm> make_energy_momentum(const System& system, const OptionValues& values) {
  return std::make_unique<EnergyMomentum>(system, values);
}

}  // namespace

FormulationKind energy_momentum_kind() {
  return {.name = "energy-momentum",
          .title = "midpoint rule with discrete gradients: energy and momenta conserved for any step",
          .reference = "Dopico2015 (16)-(36); OGonzalez1996",
          .options = options_of_energy_momentum,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .varying_mass = false,
                     .order = 2},
          .default_integrator = "implicit-midpoint",
          .make_midpoint = &make_energy_momentum,
          .stores_energy = true};
}

}  // namespace rheon
