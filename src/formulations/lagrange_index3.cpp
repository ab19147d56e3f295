// `lagrange-index3`: equilibrium and constraints solved together at the end of the step, the industrial standard.
//
//   M a + A^T lambda = Q,   phi(q, t) = 0,   psi(q, v, t) = 0,   v and a from the Newmark family (see newmark_step.hpp)
//
//   Newton:  [ M + c C + k (K + H)   A^T ] [ d         ]   [ -k (M a + A^T lambda - Q) ]       k = 1/(da/dq), c = dv/da
//            [ A                      0  ] [ k dlambda ] = [ -phi ;  -(k/c) psi        ]
//
// with A^T - N and Q + F where forces F depend on lambda, N = dF/dlambda (multiplier_forces.hpp).
//
// The scaling by k is what keeps the matrix well-conditioned as h falls (unscaled, its condition grows as 1/h^4). The
// dependence of psi on q is left out of the matrix: it is smaller than psi_v by h. Rows that follow from others are left out
// (left_out_rows.hpp). Constraints hold at position level (velocity level for psi) only; without damping in the
// integrator, velocities and multipliers then oscillate and grow, so velocities are projected by default and a, lambda
// taken consistent with them (option velocity-projection). Switched off, it is the classical method.
#include "constraints/index1.hpp"
#include "constraints/left_out_rows.hpp"
#include "constraints/projector.hpp"
#include "constraints/reaction_split.hpp"
#include "constraints/weighted_projection.hpp"
#include "formulations/kinds.hpp"
#include "methods/energy_equations.hpp"
#include "model/wants.hpp"
#include "newton/newmark_step.hpp"
#include "newton/newton_form.hpp"
#include "newton/newton_options.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options_of_lagrange_index3[] = {
    {.name = "velocity-projection",
     .type = OptionType::boolean,
     .fallback = "true",
     .help = "project velocities after each step and take accelerations and multipliers consistent with them; false is "
             "the classical method, which needs a damping integrator"},
    newton_tolerance_option(),
    max_iterations_option(),
};

struct Index3Memory {
  Vec auxiliary;           ///< acceleration of the scheme
  bool dependent = false;  ///< are rows dependent?
  LeftOutMemory left_out;
  static void fields(auto&& field, auto&... m) {
    field("auxiliary_acceleration", any_number, m.auxiliary...);
    field("dependent", any_number, m.dependent...);
    LeftOutMemory::fields(field, m.left_out...);
  }
};

class LagrangeIndex3 final : public NewtonForm {
 public:
  LagrangeIndex3(const System& system, const OptionValues& values)
      : NewtonForm(system, values),
        terms_(system.make_terms()),
        index1_(system),
        projector_(system),
        split_(system),
        weighted_(system, tangent_.pattern()),
        newton_(tangent_.pattern(), system.jacobian_pattern(), system.mass_pattern(), false, inner_penalty),
        left_out_(system),
        project_(values.boolean("velocity-projection")),
        it_(system.make_state()) {
    const Layout& n = system.layout();
    dq_ = Vec::Zero(n.nv);
    g_ = mu_ = Vec::Zero(n.rows());
    newton_.leave_out(&left_out_.rows());
    if (shares()) all_A_ = terms_.A;
  }

  Memory make_memory() const override {
    return Memory(Index3Memory{.auxiliary = Vec::Zero(system_->layout().nv), .left_out = left_out_.make_memory()});
  }
  Status start(State& s) override;
  Status begin(const Scheme& scheme, const State& from, double h) override;
  Status evaluate() override;
  Status improve() override;
  Status finish(State& to) override;
  double projected_energy() const override { return projected_energy_; }
  Counters counters() const override {
    return Counters{terms_.evaluations, newton_.factorisations + split_.factorisations(), iterations_} +
           index1_.counters() + projector_.counters() + weighted_.counters();
  }

 private:
  Status share_over_all_rows(Vec& mu);

  Terms terms_;
  Index1 index1_;
  Projector projector_;
  ReactionSplit split_;
  WeightedProjection weighted_;
  SaddleSolver newton_;
  LeftOutRows left_out_;
  bool project_;
  double projected_energy_ = 0.0;
  NewmarkStep rule_;
  State it_;
  Vec dq_, g_, mu_;
  SparseValues all_A_;  ///< of all rows, where multipliers are shared inside a step
};

Status LagrangeIndex3::start(State& s) {
  if (auto ok = index1_.solve(s); !ok) return ok;
  if (!s.memory.holds<Index3Memory>()) s.memory = make_memory();
  Index3Memory& memory = s.memory.as<Index3Memory>();
  memory.auxiliary = s.a;
  memory.dependent = rows_dependent(*system_, index1_.terms());
  left_out_.find(s, memory.left_out);
  return {};
}

Status LagrangeIndex3::begin(const Scheme& scheme, const State& from, double h) {
  const Index3Memory& memory = from.memory.as<Index3Memory>();
  rule_.begin(scheme, from, memory.auxiliary.data(), h);
  it_.t = from.t + h;
  it_.same_piece(from);
  it_.lambda = from.lambda;
  left_out_.read(memory.left_out);
  if (!shares()) left_out_.drop(it_.lambda);
  rule_.predict(dq_);
  rule_.follow(dq_, it_);
  begin_iteration();
  return {};
}

Status LagrangeIndex3::evaluate() {
  if (auto ok = system_->evaluate(it_, want_full_newton, terms_); !ok) return ok;
  if (auto ok = share(terms_, it_.lambda); !ok) return ok;
  if (shares()) all_A_ = terms_.A;
  if (auto ok = forces_.evaluate(it_); !ok) return ok;
  balance(terms_, it_.a, it_.lambda);
  left_out_.drop(terms_);
  metric_.set(terms_);
  const double h = rule_.h();
  judge_residual(rule_.motion(metric_, dq_, it_),
                 metric_.position_violation(terms_, it_.q) + h * metric_.velocity_violation(terms_, it_.q, it_.v, h));
  return {};
}

Status LagrangeIndex3::improve() {
  const Layout& n = system_->layout();
  const double k = rule_.scale(), c = rule_.velocity_scale();
  tangent_.assemble(terms_, c, k, true, P_);
  newton_.weigh(terms_.M, terms_.A);
  if (auto ok = newton_.factor(P_, terms_.A); !ok) return ok;
  force_ *= -k;
  g_.head(n.nphi) = -terms_.phi;
  g_.tail(n.npsi) = -(k / c) * terms_.psi;
  const auto share = [&](Vec& mu) { return share_over_all_rows(mu); };
  if (auto ok = solve_correction(newton_, terms_.A, g_, mu_, share); !ok) return ok;
  it_.lambda += mu_ / k;
  rule_.correct(d_, dq_, it_);
  return judge_change(metric_.norm(d_), position_resolution * metric_.norm(it_.q));
}

/// Rows that are left out carry a share, too.
Status LagrangeIndex3::share_over_all_rows(Vec& mu) {
  if (!shares()) return {};
  std::swap(terms_.A, all_A_);
  const Status ok = share_change(terms_, mu);
  std::swap(terms_.A, all_A_);
  return ok;
}

Status LagrangeIndex3::finish(State& to) {
  to.q = it_.q;
  to.v = it_.v;
  to.memory = rule_.from().memory;
  Index3Memory& memory = to.memory.as<Index3Memory>();
  if (project_) {
    // M + c C + k (K + H): velocities that stiff springs and dampers tie to the constrained ones come along
    tangent_.assemble(terms_, rule_.velocity_scale(), rule_.scale(), true, P_);
    if (auto ok = weighted_.velocity(P_, to, forces_.any() ? &forces_ : nullptr); !ok) return ok;
    if (auto ok = projector_.velocity(to); !ok) return ok;
    projected_energy_ = energy_of_change(*system_, terms_, it_.v, to.v, force_);
    if (auto ok = index1_.solve_left_out(to, left_out_.rows()); !ok) return ok;
    left_out_.review(index1_.terms(), index1_.independence(), memory.left_out);
  } else {
    to.a = it_.a;
    to.lambda = it_.lambda;
    if (!left_out_.rows().empty())
      if (auto ok = system_->evaluate(to, want_full_newton, terms_); !ok) return ok;
    left_out_.review(terms_, newton_.independence(), memory.left_out);
    if (memory.dependent)
      if (auto ok = split_.apply(terms_, to.lambda); !ok) return ok;
    if (auto ok = complete_powers(*system_, terms_, to); !ok) return ok;
  }
  rule_.auxiliary(to.a, memory.auxiliary);
  return {};
}

std::unique_ptr<StepForm> make_lagrange_index3(const System& system, const OptionValues& values) {
  return std::make_unique<LagrangeIndex3>(system, values);
}

}  // namespace

FormulationKind lagrange_index3_kind() {
  return {
      .name = "lagrange-index3",
      .title = "index-3 Lagrange multipliers with HHT, generalised-alpha or the trapezoidal rule",
      .reference = "Arnold2007; Hilber1977; Chung1993",
      .options = options_of_lagrange_index3,
      .claims = {.nonholonomic = true, .nonlinear_nonholonomic = true, .redundant = true, .nonideal = true, .order = 2},
      .default_integrator = "generalised-alpha",
      .make_newmark = &make_lagrange_index3};
}

}  // namespace rheon
