// `np-three-field`: the weak form in positions, velocities and momenta, stepped by an augmented Lagrangian iteration.
// [Paraskevopoulos2016] (7)-(9), [Natsiavas2015]
//
//   q1 = q0 + h (v0 + v1)/2                                                     (q, v linear in a step, momenta constant)
//   M_m (v1 - v0) = h [Q_m + a_m^T (Lam - rho G)]                               (_m: at the midpoint)
//   G = (m1 w1 - m0 w0)/h + c (w0 + w1)/2 + k (phi0 + phi1)/2 = 0,              w = (phi', psi); k for phi rows only
//   Lam <- Lam - rho G after every iteration
//   (m1 mu1 - m0 mu0)/h + c (mu0 + mu1)/2 + k (lam0 + lam1)/2 = Lam + f,        lam1 = lam0 + h (mu0 + mu1)/2
//
//   paper                     code
//   lambda^R, its momentum    lam, mu = lam' of ThreeFieldMemory
//   penalty                   rho, dimensionless: G has the unit of Lam
//   m, c, k, f                constraint_inertia.hpp, plus the options damping and stiffness times m
//
// The abstract leaves the discretisation open; this one is of second order without any projection. For M(q) the term
// dT/dq of (7) is part of Q at the midpoint. Lam belongs to the midpoint; the multipliers reported at the end of the
// step are those of the equations of motion there.
#include <algorithm>
#include <cmath>
#include <limits>

#include "constraints/constraint_inertia.hpp"
#include "constraints/index1.hpp"
#include "constraints/left_out_rows.hpp"
#include "constraints/reaction_split.hpp"
#include "formulations/kinds.hpp"
#include "formulations/np_options.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"
#include "newton/newton_form.hpp"
#include "newton/newton_options.hpp"

namespace rheon {

namespace {

/// Of velocities and of what forces in balance leave in them, over a few evaluations.
constexpr double speed_round_off = 64 * std::numeric_limits<double>::epsilon();

/// Violations that keep more than this part, twice in a row, have reached what dependent rows have against each other. A choice:
/// Newton's method is far faster until there; more often in a row costs iterations.
constexpr double stall_factor = 0.9;
constexpr int stalls_of_a_plateau = 2;

constexpr OptionSpec options_of_np_three_field[] = {
    np_damping_option("20"),
    np_stiffness_option("100"),
    np_coefficients_option,
    {.name = "rho",
     .type = OptionType::number,
     .fallback = "1e4",
     .min = 1.0,
     .max = 1e9,
     .help = "dimensionless penalty: the residual of the constraints falls by about this factor per iteration"},
    newton_tolerance_option(),
    max_iterations_option(),
};

struct ThreeFieldMemory {
  Vec lam, mu;             ///< mu = lam'
  Vec Lam;                 ///< of the last step: start of the next iteration
  bool dependent = false;  ///< are rows dependent?
  LeftOutMemory left_out;
  static void fields(auto&& field, auto&... m) {
    field("lam", any_number, m.lam...);
    field("mu", any_number, m.mu...);
    field("Lam", any_number, m.Lam...);
    field("dependent", any_number, m.dependent...);
    LeftOutMemory::fields(field, m.left_out...);
  }
};

class NpThreeField final : public NewtonForm {
 public:
  NpThreeField(const System& system, const OptionValues& values)
      : NewtonForm(system, values),
        mid_(system.make_terms()),
        end_(system.make_terms()),
        index1_(system),
        inertia0_(system),
        inertia1_(system),
        inertia_(system),
        newton_(tangent_.pattern(), system.jacobian_pattern(), system.mass_pattern(), false, 1.0),
        left_out_(system),
        damping_(values.number("damping")),
        stiffness_(values.number("stiffness")),
        rho_(values.number("rho")),
        tangents_(values.choice("coefficients") == "model"),
        m_(system.make_state()),
        e_(system.make_state()) {
    w0_ = w1_ = phi0_ = Lam_ = G_ = weight_ = Vec::Zero(system.layout().rows());
  }

  Memory make_memory() const override {
    const Vec none = Vec::Zero(system_->layout().rows());
    return Memory(ThreeFieldMemory{.lam = none, .mu = none, .Lam = none, .left_out = left_out_.make_memory()});
  }
  Status start(State& s) override;
  Status begin(const Scheme&, const State& from, double h) override;
  Status evaluate() override;
  Status improve() override;
  Status finish(State& to) override;
  Counters counters() const override {
    const long long factorisations =
        newton_.factorisations + inertia0_.factorisations + inertia1_.factorisations + inertia_.factorisations;
    return Counters{mid_.evaluations + end_.evaluations, factorisations, iterations_} + index1_.counters();
  }

 private:
  Status coefficients_at_middle();
  double worst_violation() const;
  double common_violation();

  Terms mid_, end_;
  Index1 index1_;
  ConstraintInertia inertia0_, inertia1_, inertia_;  ///< at the start, the end, the middle
  SaddleSolver newton_;
  LeftOutRows left_out_;
  double damping_, stiffness_, rho_;
  bool tangents_, dependent_ = false;
  const State* from_ = nullptr;
  double h_ = 0.0, resolution_ = 0.0, last_violation_ = 0.0;
  int stalls_ = 0;
  State m_, e_;
  Vec w0_, w1_, phi0_, Lam_, G_, weight_;
};

Status NpThreeField::start(State& s) {
  if (auto ok = index1_.solve(s); !ok) return ok;
  if (!s.memory.holds<ThreeFieldMemory>()) s.memory = make_memory();
  ThreeFieldMemory& memory = s.memory.as<ThreeFieldMemory>();
  memory.Lam = -s.lambda;
  memory.dependent = rows_dependent(*system_, index1_.terms());
  left_out_.find(s, memory.left_out);
  return {};
}

Status NpThreeField::begin(const Scheme&, const State& from, double h) {
  from_ = &from;
  h_ = h;
  if (auto ok = system_->evaluate(from, want_position_projection, end_); !ok) return ok;
  const ThreeFieldMemory& memory = from.memory.as<ThreeFieldMemory>();
  left_out_.read(memory.left_out);
  left_out_.drop(end_);
  if (auto ok = inertia0_.update(end_); !ok) return ok;
  velocity_residuals(end_.phi_dot, end_.psi, w0_);
  phi0_.head(end_.phi.size()) = end_.phi;
  m_.t = from.t + 0.5 * h;
  e_.t = from.t + h;
  m_.same_piece(from);
  e_.same_piece(from);
  e_.v = from.v + h * from.a;
  Lam_ = memory.Lam;
  left_out_.drop(Lam_);
  dependent_ = memory.dependent;
  m_.lambda = e_.lambda = -Lam_;
  begin_iteration();
  last_violation_ = std::numeric_limits<double>::infinity();
  stalls_ = 0;
  return coefficients_at_middle();
}

/// Damping and stiffness of the rows, at the predicted midpoint: the error of second order is that of the method.
Status NpThreeField::coefficients_at_middle() {
  m_.v = 0.5 * (from_->v + e_.v);
  m_.q = from_->q + (0.5 * h_) * m_.v;
  m_.a.setZero();
  if (auto ok = system_->evaluate(m_, want_newton, mid_); !ok) return ok;
  left_out_.drop(mid_);
  if (auto ok = inertia_.update(mid_); !ok) return ok;
  inertia_.project(mid_, tangents_);
  inertia_.damping += damping_ * inertia_.mass;
  inertia_.stiffness += stiffness_ * inertia_.mass;
  return {};
}

Status NpThreeField::evaluate() {
  m_.v = 0.5 * (from_->v + e_.v);
  m_.q = from_->q + (0.5 * h_) * m_.v;
  m_.a = (e_.v - from_->v) / h_;
  e_.q = from_->q + h_ * m_.v;
  if (auto ok = system_->evaluate(m_, want_full_newton, mid_); !ok) return ok;
  left_out_.drop(mid_);
  if (auto ok = system_->evaluate(e_, want_position_projection, end_); !ok) return ok;
  left_out_.drop(end_);
  if (auto ok = inertia1_.update(end_); !ok) return ok;
  velocity_residuals(end_.phi_dot, end_.psi, w1_);
  for (Index i = 0; i < G_.size(); ++i) {
    G_[i] =
        (inertia1_.mass[i] * w1_[i] - inertia0_.mass[i] * w0_[i]) / h_ + inertia_.damping[i] * 0.5 * (w0_[i] + w1_[i]);
    if (i < end_.phi.size()) G_[i] += inertia_.stiffness[i] * 0.5 * (phi0_[i] + end_.phi[i]);
  }
  // M (v1 - v0) - h (Q + a^T (Lam - rho G))
  force_ = -h_ * mid_.Q;
  d_ = e_.v - from_->v;
  multiply_add(system_->mass_pattern(), mid_.M, d_.data(), 1.0, force_.data());
  w1_ = Lam_ - rho_ * G_;
  multiply_transposed_add(system_->jacobian_pattern(), mid_.A, w1_.data(), -h_, force_.data());
  // what moves, and what forces in balance could move
  metric_.set(mid_);
  const double speed = metric_.norm(from_->v) + metric_.norm(e_.v) + h_ * metric_.norm(from_->a);
  resolution_ = speed_round_off * (speed + h_ * metric_.force_norm(mid_.Q));
  weight_ = inertia1_.mass + (0.5 * h_) * inertia_.damping;
  weight_.head(end_.phi.size()) += (0.25 * h_ * h_) * inertia_.stiffness.head(end_.phi.size());
  // positions are known to their round-off
  double violation = worst_violation();
  stalls_ = violation > stall_factor * last_violation_ ? stalls_ + 1 : 0;
  last_violation_ = violation;
  if (dependent_ && stalls_ >= stalls_of_a_plateau) violation = std::min(violation, common_violation());
  judge_residual(speed, std::max(0.0, violation - resolution_ - speed_round_off * metric_.norm(m_.q) / h_));
  return {};
}

/// The velocity that would remove the G of a row, in the mass metric.
double NpThreeField::worst_violation() const {
  double worst = 0.0;
  for (Index i = 0; i < G_.size(); ++i)
    if (weight_[i] > 0.0) worst = std::max(worst, h_ * std::abs(G_[i]) * std::sqrt(inertia1_.mass[i]) / weight_[i]);
  return worst;
}

/// The same for a^T G. Off the constraints the equations of dependent rows contradict each other a little; what they
/// have in common is all that the iteration can bring to zero.
double NpThreeField::common_violation() {
  double ratio = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < G_.size(); ++i)
    if (inertia1_.mass[i] > 0.0) ratio = std::min(ratio, weight_[i] / inertia1_.mass[i]);
  d_.setZero();
  multiply_transposed_add(system_->jacobian_pattern(), end_.A, G_.data(), 1.0, d_.data());
  return h_ * metric_.force_norm(d_) / ratio;
}

Status NpThreeField::improve() {
  // d(force)/d(v1) = M + h/2 C + h^2/4 (K + H) + a_m^T rho (m1 + h c/2 + h^2 k/4) a_1, with a_m for a_1
  tangent_.assemble(mid_, 0.5 * h_, 0.25 * h_ * h_, true, P_);
  weight_ *= rho_;
  newton_.set_weights(weight_.data());
  if (auto ok = newton_.factor(P_, mid_.A); !ok) return ok;
  d_ = -force_;
  newton_.solve_augmented(d_.data());
  e_.v += d_;
  // G at the new v1 by its linear prediction, so that the balance of forces holds for the pair (v1, Lam)
  w1_.setZero();
  multiply_add(system_->jacobian_pattern(), end_.A, d_.data(), 1.0, w1_.data());
  Lam_ -= rho_ * G_ + weight_.cwiseProduct(w1_) / h_;
  m_.lambda = -Lam_;
  return judge_change(metric_.norm(d_), resolution_);
}

Status NpThreeField::finish(State& to) {
  const Index m = system_->layout().rows();
  to.q = e_.q;
  to.v = e_.v;
  to.memory = from_->memory;
  ThreeFieldMemory& memory = to.memory.as<ThreeFieldMemory>();
  for (Index i = 0; i < m; ++i) {
    const double lam0 = memory.lam[i], mu0 = memory.mu[i];
    const double c = inertia_.damping[i], k = inertia_.stiffness[i];
    const double right =
        Lam_[i] + inertia_.force[i] + inertia0_.mass[i] * mu0 / h_ - 0.5 * c * mu0 - k * (lam0 + 0.25 * h_ * mu0);
    const double left = inertia1_.mass[i] / h_ + 0.5 * c + 0.25 * h_ * k;
    const double mu1 = left > 0.0 ? right / left : 0.0;
    memory.mu[i] = mu1;
    memory.lam[i] = lam0 + 0.5 * h_ * (mu0 + mu1);
  }
  memory.Lam = Lam_;
  if (auto ok = index1_.solve_left_out(to, left_out_.rows()); !ok) return ok;
  left_out_.review(index1_.terms(), index1_.independence(), memory.left_out);
  // where dependent rows contradict each other, Lam has grown along combinations that do nothing: begin without them
  if (dependent_ && stalls_ >= stalls_of_a_plateau) memory.Lam = -to.lambda;
  return {};
}

std::unique_ptr<StepForm> make_np_three_field(const System& system, const OptionValues& values) {
  return std::make_unique<NpThreeField>(system, values);
}

}  // namespace

FormulationKind np_three_field_kind() {
  return {.name = "np-three-field",
          .title = "three-field weak form with multipliers of own inertia, augmented Lagrangian time stepping",
          .reference = "Paraskevopoulos2016 (7)-(9); Natsiavas2015",
          .options = options_of_np_three_field,
          .claims = {.nonholonomic = true, .nonlinear_nonholonomic = true, .redundant = true, .order = 2},
          .default_integrator = "implicit-midpoint",
          .make_midpoint = &make_np_three_field};
}

}  // namespace rheon
