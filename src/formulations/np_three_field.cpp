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
//   lambda^R, its momentum    State::z: lam, mu = lam', then Lam of the last step (start of the next iteration)
//   penalty                   rho, dimensionless: G has the unit of Lam
//   m, c, k, f                constraint_inertia.hpp, plus the options damping and stiffness times m
//
// The abstract leaves the discretisation open; this one is of second order without any projection. For M(q) the term
// dT/dq of (7) is part of Q at the midpoint. Lam belongs to the midpoint; the multipliers reported at the end of the
// step are those of the equations of motion there.
#include <cmath>
#include <limits>

#include "formulations/constraint_inertia.hpp"
#include "formulations/index1.hpp"
#include "formulations/kinds.hpp"
#include "formulations/newton_options.hpp"
#include "formulations/np_options.hpp"
#include "formulations/tangent.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

constexpr OptionSpec options[] = {
    np_damping_option("20"),
    np_stiffness_option("100"),
    np_coefficients_option,
    {.name = "rho",
     .type = OptionType::number,
     .fallback = "1e4",
     .min = 1.0,
     .max = 1e9,
     .help = "dimensionless penalty: the residual of the constraints falls by about this factor per iteration"},
    newton_tolerance_option,
    max_iterations_option,
};

class NpThreeField final : public StepForm {
 public:
  NpThreeField(const System& system, const OptionValues& values)
      : system_(&system),
        mid_(system.make_terms()),
        end_(system.make_terms()),
        index1_(system),
        inertia0_(system),
        inertia1_(system),
        inertia_(system),
        tangent_(system),
        metric_(system),
        newton_(tangent_.pattern(), system.jacobian_pattern(), system.mass_pattern(), false, 1.0),
        P_(tangent_.make_values()),
        damping_(values.number("damping")),
        stiffness_(values.number("stiffness")),
        rho_(values.number("rho")),
        tolerance_(values.number("newton-tolerance")),
        max_iterations_(values.integer("max-iterations")),
        tangents_(values.choice("coefficients") == "model"),
        m_(system.make_state()),
        e_(system.make_state()) {
    const Layout& n = system.layout();
    force_ = d_ = Vec::Zero(n.nv);
    w0_ = w1_ = phi0_ = Lam_ = G_ = weight_ = Vec::Zero(n.rows());
  }

  Index added_state() const override { return 3 * system_->layout().rows(); }
  Status start(State& s) override;
  Status begin(const Scheme&, const State& from, double h) override;
  Status evaluate() override;
  bool converged() const override { return change_ <= tolerance_ && residual_ <= tolerance_; }
  double last_change() const override { return change_; }
  int max_iterations() const override { return max_iterations_; }
  Status improve() override;
  Status finish(State& to) override;
  Counters counters() const override {
    return {mid_.evaluations + end_.evaluations + index1_.counters().evaluations,
            newton_.factorisations + inertia0_.factorisations + inertia1_.factorisations + inertia_.factorisations +
                index1_.counters().factorisations,
            iterations_};
  }

 private:
  Status coefficients_at_middle();
  void collect(const Terms& terms, Vec& w) const {
    w.head(terms.phi_dot.size()) = terms.phi_dot;
    w.tail(terms.psi.size()) = terms.psi;
  }

  const System* system_;
  Terms mid_, end_;
  Index1 index1_;
  ConstraintInertia inertia0_, inertia1_, inertia_;  ///< at the start, the end, the middle
  Tangent tangent_;
  MassMetric metric_;
  SaddleSolver newton_;
  SparseValues P_;
  double damping_, stiffness_, rho_, tolerance_;
  int max_iterations_;
  bool tangents_;
  const State* from_ = nullptr;
  double h_ = 0.0, change_ = 0.0, residual_ = 0.0, speed_ = 0.0, resolution_ = 0.0;
  State m_, e_;
  Vec force_, d_, w0_, w1_, phi0_, Lam_, G_, weight_;
  long long iterations_ = 0;
};

Status NpThreeField::start(State& s) {
  const bool first = s.z.size() != added_state();
  if (auto ok = index1_.solve(s); !ok) return ok;
  if (first) s.z = Vec::Zero(added_state());
  s.z.tail(s.lambda.size()) = -s.lambda;
  return {};
}

Status NpThreeField::begin(const Scheme&, const State& from, double h) {
  from_ = &from;
  h_ = h;
  if (auto ok = system_->evaluate(from, want_position_projection, end_); !ok) return ok;
  if (auto ok = inertia0_.update(end_); !ok) return ok;
  collect(end_, w0_);
  phi0_.head(end_.phi.size()) = end_.phi;
  m_.t = from.t + 0.5 * h;
  e_.t = from.t + h;
  m_.side = e_.side = from.side;
  e_.v = from.v + h * from.a;
  Lam_ = from.z.tail(Lam_.size());
  m_.lambda = e_.lambda = -Lam_;
  change_ = residual_ = std::numeric_limits<double>::infinity();
  return coefficients_at_middle();
}

/// Damping and stiffness of the rows, at the predicted midpoint: they multiply violations, so that is near enough.
Status NpThreeField::coefficients_at_middle() {
  m_.v = 0.5 * (from_->v + e_.v);
  m_.q = from_->q + (0.5 * h_) * m_.v;
  m_.a.setZero();
  if (auto ok = system_->evaluate(m_, want_newton, mid_); !ok) return ok;
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
  if (auto ok = system_->evaluate(e_, want_position_projection, end_); !ok) return ok;
  if (auto ok = inertia1_.update(end_); !ok) return ok;
  collect(end_, w1_);
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
  speed_ = metric_.norm(mid_, from_->v) + metric_.norm(mid_, e_.v) + h_ * metric_.norm(mid_, from_->a);
  resolution_ = 64 * eps * (speed_ + h_ * metric_.force_norm(mid_, mid_.Q));
  double violation = 0.0;  // as a velocity in the mass metric
  for (Index i = 0; i < G_.size(); ++i)
    if (inertia1_.mass[i] > 0.0) violation = std::max(violation, h_ * std::abs(G_[i]) / std::sqrt(inertia1_.mass[i]));
  violation = std::max(0.0, violation - resolution_);
  residual_ = speed_ > 0.0 ? violation / speed_ : violation > 0.0 ? 1.0 : 0.0;
  return {};
}

Status NpThreeField::improve() {
  ++iterations_;
  // d(force)/d(v1) = M + h/2 C + h^2/4 (K + H) + a_m^T rho (m1 + h c/2 + h^2 k/4) a_1, with a_m for a_1
  tangent_.assemble(mid_, 0.5 * h_, 0.25 * h_ * h_, P_);
  tangent_.add_curvature(mid_, 0.25 * h_ * h_, P_);
  weight_ = inertia1_.mass + (0.5 * h_) * inertia_.damping;
  weight_.head(end_.phi.size()) += (0.25 * h_ * h_) * inertia_.stiffness.head(end_.phi.size());
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
  const double size = metric_.norm(mid_, d_);
  change_ = size <= resolution_ ? 0.0 : size / speed_;
  if (!std::isfinite(size)) return {Code::not_finite, -1, 0, size, "Newton correction"};
  return {};
}

Status NpThreeField::finish(State& to) {
  const Index m = system_->layout().rows();
  to.t = e_.t;
  to.side = e_.side;
  to.q = e_.q;
  to.v = e_.v;
  to.z = from_->z;
  for (Index i = 0; i < m; ++i) {
    const double lam0 = from_->z[i], mu0 = from_->z[m + i];
    const double c = inertia_.damping[i], k = inertia_.stiffness[i];
    const double right =
        Lam_[i] + inertia_.force[i] + inertia0_.mass[i] * mu0 / h_ - 0.5 * c * mu0 - k * (lam0 + 0.25 * h_ * mu0);
    const double left = inertia1_.mass[i] / h_ + 0.5 * c + 0.25 * h_ * k;
    const double mu1 = left > 0.0 ? right / left : 0.0;
    to.z[m + i] = mu1;
    to.z[i] = lam0 + 0.5 * h_ * (mu0 + mu1);
    to.z[2 * m + i] = Lam_[i];
  }
  return index1_.solve(to);
}

std::unique_ptr<StepForm> make(const System& system, const OptionValues& values) {
  return std::make_unique<NpThreeField>(system, values);
}

}  // namespace

FormulationKind np_three_field_kind() {
  return {.name = "np-three-field",
          .title = "three-field weak form with multipliers of own inertia, augmented Lagrangian time stepping",
          .reference = "Paraskevopoulos2016 (7)-(9); Natsiavas2015",
          .options = options,
          .claims =
              {.nonholonomic = true, .nonlinear_nonholonomic = true, .redundant = true, .massless = false, .order = 2},
          .default_integrator = "implicit-midpoint",
          .make_midpoint = &make};
}

}  // namespace rheon
