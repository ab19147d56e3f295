// `ali3p`: index-3 augmented Lagrangian with projections of velocities and accelerations. [Gonzalez2015], [Dopico2015]
//
//   Newton on dq = q_{k+1} - q_k with Newmark's v = gamma/(beta h) dq + v^, a = dq/(beta h^2) + a^:
//     [M + gamma h C + beta h^2 (K + H + phi_q^T alpha phi_q)] d = -beta h^2 (M a - Q + phi_q^T (lambda* + alpha phi)
//                                                                              + psi_v^T lambda^)          (15)-(18)
//     lambda* += alpha (phi + phi_q d)                                                                     (9)
//   velocity projection      P (v - v*) + A^T sigma = 0,  phi' = 0, psi = 0                               (20)-(25)
//   acceleration projection  P (a - a*) + A^T kappa = 0,  A a = b             (see below)                 (26)-(31)
//   reactions                lambda = (lambda*, lambda^) + kappa        from the acceleration projection  (36)
//                            lambda = (lambda*, lambda^) + sigma/(dv/da)      from the velocity projection (42)
//
//   paper            code
//   lambda*, lambda^ held_ (rows at position level, rows at velocity level)
//   alpha            penalty * m_i / (beta h^2): dimensionless penalty, m_i the effective mass of the row
//   P, c             option projection-weight: mass (P = M, c = 1) or tangent (P = M + gamma h C + beta h^2 (K + H), c = beta h^2)
//   xi, omega        not used: violations are removed by the projections
//
// Departures, each deliberate:
// - the velocity-level reaction of the previous step, psi_v^T lambda^, stands in the Newton stage (option
//   velocity-reaction: carried). As printed (option printed) it is absent and the method is of first order for
//   velocity-level constraints.
// - the unknown is the increment dq: 4/h^2 q itself would lose ten digits at h = 1e-5.
// - lambda* is updated with the linear prediction of phi, so that equilibrium holds to round-off for the final pair
//   (a*, lambda*) and the noise of phi does not enter the reactions.
// - projections are iterated to round-off with their own multipliers; psi nonlinear in v is solved by Newton.
// - the acceleration projection sees the forces at the projected velocities: P (a - a*) + A^T kappa = Q(v) - Q(v*), so that
//   M a + A^T lambda = Q holds for what is reported. Where forces depend on velocities these are therefore projected with
//   P = M + gamma h C + beta h^2 (K + H): in the mass metric a stiff damper would be moved, and its force thrown into a.
// - (24), (25), (30), (31), (43) are used with their misprints corrected.
//
// With a collocation method in the place of Newmark's rule the step is that of collocation.hpp, of higher order.
#include <algorithm>
#include <cmath>
#include <limits>

#include "formulations/collocation.hpp"
#include "formulations/index1.hpp"
#include "formulations/kinds.hpp"
#include "formulations/newmark_step.hpp"
#include "formulations/newton_form.hpp"
#include "formulations/newton_options.hpp"
#include "formulations/rate_support.hpp"
#include "formulations/reaction_split.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int max_velocity_newton = 20;
/// A correction that falls by less than this is slow: one pass per iteration no longer does.
constexpr double slow = 0.1;

constexpr OptionSpec options[] = {
    {.name = "penalty",
     .type = OptionType::number,
     .fallback = "1e6",
     .min = 1.0,
     .max = 1e9,
     .help = "dimensionless penalty: the constraint residual falls by about this factor per iteration (less for rows "
             "that nearly depend on each other)"},
    {.name = "alpha",
     .type = OptionType::number,
     .fallback = "0",
     .min = 0.0,
     .help = "penalty of the position stage as the papers give it, in units of mass over time squared for rows in "
             "lengths; 0: from the dimensionless penalty"},
    {.name = "projections",
     .type = OptionType::choice,
     .fallback = "both",
     .choices = "both|none",
     .help = "project velocities and accelerations after the position stage, or leave them as the integrator gives "
             "them (unstable; kept to show it)"},
    {.name = "projection-weight",
     .type = OptionType::choice,
     .fallback = "mass",
     .choices = "mass|tangent",
     .help = "weight P of the projections: M (velocities: tangent where forces depend on them), or tangent: the Newton "
             "matrix M + h/2 C + h^2/4 (K + H), which saves a factorisation"},
    {.name = "reactions",
     .type = OptionType::choice,
     .fallback = "acceleration",
     .choices = "acceleration|velocity",
     .help = "projection from which the reactions are recovered"},
    {.name = "velocity-reaction",
     .type = OptionType::choice,
     .fallback = "carried",
     .choices = "carried|printed",
     .help = "reaction of velocity-level constraints in the Newton stage: carried over from the previous step (second "
             "order), or absent as printed in the paper (first order)"},
    {.name = "full-tangent",
     .type = OptionType::boolean,
     .fallback = "true",
     .help = "include the curvature of the constraints in the Newton matrix"},
    newton_tolerance_option(),
    max_iterations_option(),
};

class Ali3p final : public NewtonForm {
 public:
  Ali3p(const System& system, const OptionValues& values);
  Index added_state() const override { return system_->layout().rows() + 1 + system_->layout().nv; }
  Status start(State& s) override;
  Status begin(const Scheme& scheme, const State& from, double h) override;
  Status evaluate() override;
  Status improve() override;
  Status finish(State& to) override;
  double projected_energy() const override { return projected_energy_; }
  Counters counters() const override;

 private:
  void assemble_tangent();
  Status correct_once(double scale);
  Status correct_fully(double scale);
  struct Weight {
    const Pattern* pattern;
    const SparseValues* P;
    SaddleSolver* solver;
  };
  Weight tangent_metric();
  Weight mass_metric();
  Status prepare_projection();
  Status project_velocity();
  Status project_acceleration();
  Status split_reactions(State& to);

  Terms terms_;
  Index1 index1_;
  Pattern phi_pattern_;
  SaddleSolver newton_, projection_, tangent_projection_;
  bool tangent_weight_, from_acceleration_, carried_, full_tangent_, project_;
  bool damped_;              ///< do forces depend on velocities?
  bool tangent_velocities_;  ///< velocities are projected in the tangent metric
  double alpha_;
  double projected_energy_ = 0.0;

  const State* from_ = nullptr;
  bool stubborn_ = false;  ///< within this step, one pass per iteration was too slow
  NewmarkStep rule_;
  State it_;  ///< the iterate; lambda holds (lambda*, lambda^)
  Vec dq_, v_star_, a_star_, Q_star_, sigma_, kappa_, g_;
};

Ali3p::Ali3p(const System& system, const OptionValues& values)
    : NewtonForm(system, values),
      terms_(system.make_terms()),
      index1_(system),
      phi_pattern_(system.jacobian_pattern().head(system.layout().nphi)),
      newton_(tangent_.pattern(), phi_pattern_, system.mass_pattern(), false, values.number("penalty")),
      projection_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true,
                  values.number("penalty")),
      tangent_projection_(tangent_.pattern(), system.jacobian_pattern(), system.mass_pattern(), false,
                          values.number("penalty")),
      tangent_weight_(values.choice("projection-weight") == "tangent"),
      from_acceleration_(values.choice("reactions") == "acceleration"),
      carried_(values.choice("velocity-reaction") == "carried"),
      full_tangent_(values.boolean("full-tangent")),
      project_(values.choice("projections") == "both"),
      damped_(system.damping_pattern().nonzeros() > 0),
      tangent_velocities_(tangent_weight_ || (damped_ && from_acceleration_)),
      alpha_(values.number("alpha")),
      it_(system.make_state()) {
  const Layout& n = system.layout();
  dq_ = v_star_ = a_star_ = Q_star_ = Vec::Zero(n.nv);
  sigma_ = kappa_ = g_ = Vec::Zero(n.rows());
  if (!project_ && n.npsi > 0)
    throw OptionError("projections", "velocity-level " + system.describe_row(n.nphi) +
                                         " is met by the projections alone; leave the option at \"both\"");
}

Status Ali3p::start(State& s) {
  if (auto ok = index1_.solve(s); !ok) return ok;
  // z: the multipliers carried to the next step, whether rows are dependent, the auxiliary acceleration of the scheme
  const Layout& n = system_->layout();
  s.z.resize(added_state());
  s.z.head(n.rows()) = s.lambda;
  s.z[n.rows()] = rows_dependent(*system_, index1_.terms()) ? 1.0 : 0.0;
  s.z.tail(n.nv) = s.a;
  return {};
}

Status Ali3p::begin(const Scheme& scheme, const State& from, double h) {
  from_ = &from;
  rule_.begin(scheme, from, from.z.data() + system_->layout().rows() + 1, h);
  it_.t = from.t + h;
  it_.same_piece(from);
  it_.lambda = from.z.head(system_->layout().rows());
  if (!carried_) it_.lambda.tail(system_->layout().npsi).setZero();
  rule_.predict(dq_);
  rule_.follow(dq_, it_);
  begin_iteration();
  stubborn_ = false;
  return {};
}

Status Ali3p::evaluate() {
  if (auto ok = system_->evaluate(it_, full_tangent_ ? want_full_newton : want_newton, terms_); !ok) return ok;
  balance(terms_, it_.a, it_.lambda);  // (15) without the penalty
  metric_.set(terms_);
  judge_residual(rule_.motion(metric_, dq_, it_), metric_.position_violation(terms_, it_.q));
  return {};
}

void Ali3p::assemble_tangent() {
  const double c = rule_.velocity_scale(), k = rule_.scale();
  tangent_.assemble(terms_, c, k, P_);
  if (full_tangent_) tangent_.add_curvature(terms_, k, P_);
}

Status Ali3p::improve() {
  const double scale = rule_.scale();
  assemble_tangent();
  newton_.weigh(terms_.M, terms_.A);
  if (alpha_ > 0.0) newton_.set_weights(alpha_ * scale);
  if (auto ok = newton_.factor(P_, terms_.A); !ok) return ok;
  if (auto ok = stubborn_ || newton_.direct() ? correct_fully(scale) : correct_once(scale); !ok) return ok;
  dq_ += d_;
  rule_.follow(dq_, it_);
  const double before = change_;
  const Status ok = judge_change(metric_.norm(d_), position_resolution * metric_.norm(it_.q));
  stubborn_ = stubborn_ || change_ > slow * before;
  return ok;
}

/// One pass of the augmented Lagrangian, as in the paper: (16)-(18), and (9) with the linear prediction of phi.
Status Ali3p::correct_once(double scale) {
  const double* w = newton_.weights();
  d_ = -scale * force_;
  for (int i = 0; i < phi_pattern_.rows; ++i) g_[i] = w[i] * terms_.phi[i];
  multiply_transposed_add(phi_pattern_, terms_.A, g_.data(), -1.0, d_.data());
  newton_.solve_augmented(d_.data());
  g_.head(phi_pattern_.rows) = terms_.phi;
  multiply_add(phi_pattern_, terms_.A, d_.data(), 1.0, g_.data());
  for (int i = 0; i < phi_pattern_.rows; ++i) it_.lambda[i] += w[i] * g_[i] / scale;
  return {};
}

/// The same correction iterated until the linearised constraints hold: for nearly dependent rows, on which one pass
/// hardly gets a grip.
Status Ali3p::correct_fully(double scale) {
  force_ *= -scale;
  g_.head(phi_pattern_.rows) = -terms_.phi;
  d_.setZero();
  sigma_.setZero();
  const Status ok = newton_.solve(P_, terms_.A, force_.data(), g_.data(), d_.data(), sigma_.data());
  if (!ok && ok.code != Code::rank_lost) return ok;  // what is left of the rows, the next iteration sees
  for (int i = 0; i < phi_pattern_.rows; ++i) it_.lambda[i] += sigma_[i] / scale;
  return {};
}

/// With the tangent weight and no velocity-level rows the Newton factorisation serves as it is.
Ali3p::Weight Ali3p::tangent_metric() {
  return {&tangent_.pattern(), &P_, system_->layout().npsi == 0 ? &newton_ : &tangent_projection_};
}

Ali3p::Weight Ali3p::mass_metric() { return {&system_->mass_pattern(), &terms_.M, &projection_}; }

/// Factors the matrices of the projections at the iterate.
Status Ali3p::prepare_projection() {
  if (!tangent_weight_) {
    projection_.weigh(terms_.M, terms_.A);
    if (auto ok = projection_.factor(terms_.M, terms_.A); !ok) return ok;
  }
  if (!tangent_velocities_) return {};
  assemble_tangent();
  if (system_->layout().npsi == 0) return {};
  tangent_projection_.weigh(terms_.M, terms_.A);
  return tangent_projection_.factor(P_, terms_.A);
}

Status Ali3p::project_velocity() {
  const Layout& n = system_->layout();
  const Weight weight = tangent_velocities_ ? tangent_metric() : mass_metric();
  const Pattern& A = system_->jacobian_pattern();
  v_star_ = it_.v;
  Q_star_ = terms_.Q;
  force_.setZero();
  multiply_add(*weight.pattern, *weight.P, v_star_.data(), 1.0, force_.data());
  double before = std::numeric_limits<double>::infinity();
  for (int pass = 1; pass <= max_velocity_newton; ++pass) {
    // rows linearised at the present v: A v_new = A v - w(v)
    g_.head(n.nphi) = -terms_.phi_dot;
    g_.tail(n.npsi) = -terms_.psi;
    multiply_add(A, terms_.A, it_.v.data(), 1.0, g_.data());
    sigma_.setZero();
    d_ = it_.v;
    if (auto ok = weight.solver->solve(*weight.P, terms_.A, force_.data(), g_.data(), it_.v.data(), sigma_.data());
        !ok) {
      ok.where = "velocity projection";
      return ok;
    }
    const double change = (it_.v - d_).cwiseAbs().maxCoeff();
    const bool linear = system_->linear_velocity_rows();
    const Want want = damped_ ? want_rate : want_acceleration_projection;
    if (auto ok = system_->evaluate(it_, linear ? want : want | Want::row_rates, terms_); !ok) return ok;
    if (linear) return {};
    // the gradient moved with v: quadratic convergence, so a change that no longer falls is round-off
    const double size = it_.v.cwiseAbs().maxCoeff();
    if (change <= 4 * eps * size || (change >= 0.5 * before && change <= 1e-10 * size)) return {};
    before = change;
    if (auto ok = prepare_projection(); !ok) return ok;
  }
  return {Code::not_converged, -1, max_velocity_newton, before, "velocity projection"};
}

Status Ali3p::project_acceleration() {
  const Weight weight = tangent_weight_ ? tangent_metric() : mass_metric();
  a_star_ = it_.a;
  force_.setZero();
  multiply_add(*weight.pattern, *weight.P, a_star_.data(), 1.0, force_.data());
  if (damped_) force_ += terms_.Q - Q_star_;
  kappa_.setZero();
  auto ok = weight.solver->solve(*weight.P, terms_.A, force_.data(), terms_.b.data(), it_.a.data(), kappa_.data());
  ok.where = "acceleration projection";
  return ok;
}

/// With dependent rows only A^T lambda is determined: take the lambda of least norm that gives the same forces.
Status Ali3p::split_reactions(State& to) {
  force_.setZero();
  multiply_transposed_add(system_->jacobian_pattern(), terms_.A, to.lambda.data(), 1.0, force_.data());
  if (tangent_weight_ || !project_) {
    projection_.weigh(terms_.M, terms_.A);
    if (auto ok = projection_.factor(terms_.M, terms_.A); !ok) return ok;
  }
  g_.setZero();
  d_.setZero();
  to.lambda.setZero();
  return projection_.solve(terms_.M, terms_.A, force_.data(), g_.data(), d_.data(), to.lambda.data());
}

Status Ali3p::finish(State& to) {
  kappa_.setZero();
  sigma_.setZero();
  if (system_->layout().rows() > 0 && project_) {
    if (auto ok = prepare_projection(); !ok) return ok;
    if (auto ok = project_velocity(); !ok) return ok;
    projected_energy_ = change_of_square(system_->mass_pattern(), terms_.M, v_star_.data(), it_.v.data());
    if (auto ok = project_acceleration(); !ok) return ok;
  }
  to.t = it_.t;
  to.same_piece(it_);
  to.q = it_.q;
  to.v = it_.v;
  to.a = it_.a;
  const Index rows = system_->layout().rows();
  to.z = from_->z;
  to.z.head(rows) = it_.lambda + kappa_;
  rule_.auxiliary(to.a, to.z.tail(system_->layout().nv));
  if (from_acceleration_)
    to.lambda = to.z.head(rows);
  else
    to.lambda = it_.lambda + sigma_ / rule_.velocity_scale();
  if (to.z[rows] != 0.0)
    if (auto ok = split_reactions(to); !ok) return ok;
  return complete_powers(*system_, terms_, to);
}

Counters Ali3p::counters() const {
  const long long factorisations =
      newton_.factorisations + projection_.factorisations + tangent_projection_.factorisations;
  return Counters{terms_.evaluations, factorisations, iterations_} + index1_.counters();
}

std::unique_ptr<StepForm> make(const System& system, const OptionValues& values) {
  return std::make_unique<Ali3p>(system, values);
}

/// Options that only Newmark's rule has, set to other than their defaults, are refused.
void refuse_newmark_options(const OptionValues& values) {
  Problems none;
  const OptionValues defaults = OptionValues::resolve(options, {}, none);
  for (const Setting& standard : defaults.all()) {
    if (standard.name == "newton-tolerance" || standard.name == "max-iterations") continue;
    for (const Setting& setting : values.all())
      if (setting.name == standard.name && setting.value != standard.value)
        throw OptionError(setting.name, "it belongs to the step of Newmark's family; with collocation leave it out");
  }
}

/// The higher-order member of the family: velocity-level rows at the stages of a collocation method, multipliers found
/// on the way, projections at the end.
std::unique_ptr<StepForm> make_collocation(const System& system, const CollocationTableau& tableau,
                                           const OptionValues& values) {
  refuse_newmark_options(values);
  return std::make_unique<CollocationForm>(system, tableau,
                                           CollocationSettings{.stabilised = false,
                                                               .tolerance = values.number("newton-tolerance"),
                                                               .max_iterations = values.integer("max-iterations")});
}

}  // namespace

FormulationKind ali3p_kind() {
  return {.name = "ali3p",
          .title = "index-3 augmented Lagrangian with projections of velocities and accelerations",
          .reference = "Gonzalez2015 (8)-(43); Dopico2015 section 4; Ascher1991 (collocation)",
          .options = options,
          .claims = {.nonholonomic = true, .nonlinear_nonholonomic = true, .redundant = true},
          .default_integrator = "trapezoidal",
          .make_newmark = &make,
          .make_collocation = &make_collocation};
}

}  // namespace rheon
