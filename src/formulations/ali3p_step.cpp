#include "formulations/ali3p_step.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "constraints/row_rank.hpp"
#include "core/index.hpp"
#include "la/products.hpp"
#include "methods/ali3p_equations.hpp"
#include "methods/newton_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Newton's method with a matrix that is there already.
constexpr Want want_residual = Want::position | Want::jacobian | Want::mass | Want::force;
/// A correction that keeps more than this part of the one before is slow: one pass per iteration no longer does. A choice: it
/// decides on the time that a step takes, not on where it ends.
constexpr double slow_pass = 0.1;

}  // namespace

Ali3pStep::Ali3pStep(const System& system, const OptionValues& values, bool kernels)
    : NewtonForm(system, values),
      terms_(system.make_terms()),
      index1_(system),
      phi_pattern_(system.jacobian_pattern().head(system.layout().nphi)),
      penalty_(values.number("penalty")),
      kernels_(kernels),
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

Status Ali3pStep::start(State& s) {
  if (auto ok = index1_.solve(s); !ok) return ok;
  if (!s.memory.holds<Ali3pMemory>()) s.memory = make_memory();
  Ali3pMemory& memory = s.memory.as<Ali3pMemory>();
  memory.carried = s.lambda;
  memory.auxiliary = s.a;
  if (auto ok = find_dependent_rows(s, memory.left_out); !ok) return ok;
  if (!newton_) make_solvers(s);  // now rather than in the first step, which shall take no longer than others
  return {};
}

Memory Ali3pStep::make_memory() const {
  const Layout& n = system_->layout();
  return Memory(Ali3pMemory{.carried = Vec::Zero(n.rows()),
                            .left_out = {IndexList(n.nphi, n.nphi), IndexList(n.rows(), n.rows())},
                            .auxiliary = Vec::Zero(n.nv)});
}

/// Where there are too many rows for a dense decomposition, elimination alone shows whether rows are dependent: then either
/// none or all are left out.
Status Ali3pStep::find_dependent_rows(State& s, Ali3pLeftOut& left_out) {
  const Layout& n = system_->layout();
  std::vector<int> all(at(n.rows()));
  std::iota(all.begin(), all.end(), 0);
  const std::vector<int> position_rows(all.begin(), all.begin() + n.nphi);
  if (n.rows() > most_rows_for_rank) {
    bool dependent = false;
    if (auto ok = index1_.find_dependence(s, dependent); !ok) return ok;
    left_out.corrections.set(dependent ? position_rows : std::vector<int>{});
    left_out.projections.set(dependent ? all : std::vector<int>{});
    return {};
  }
  const Terms& terms = index1_.terms();
  const auto without = [](const std::vector<int>& rows, const std::vector<int>& independent) {
    std::vector<int> rest;
    std::set_difference(rows.begin(), rows.end(), independent.begin(), independent.end(), std::back_inserter(rest));
    return rest;
  };
  left_out.corrections.set(without(position_rows, analyse_rows(*system_, terms, position_rows).independent));
  left_out.projections.set(without(all, analyse_rows(*system_, terms).independent));
  return {};
}

Status Ali3pStep::begin(const Scheme& scheme, const State& from, double h) {
  from_ = &from;
  const Layout& n = system_->layout();
  const Ali3pMemory& memory = memory_of(from);
  rule_.begin(scheme, from, memory.auxiliary.data(), h);
  it_.t = from.t + h;
  it_.same_piece(from);
  it_.lambda = memory.carried;
  if (!carried_) it_.lambda.tail(n.npsi).setZero();
  rule_.predict(dq_);
  rule_.follow(dq_, it_);
  begin_iteration();
  converges_slowly_ = newton_factored_ = false;
  if (!newton_) make_solvers(from);
  by_kernel_ = kernel_ && *kernel_ && kernel_->serves(memory.left_out);
  if (by_kernel_) kernel_->begin(from, it_, dq_, {rule_.velocity_scale(), rule_.scale(), rule_.h()});
  return {};
}

/// Once, when it is known which rows follow from others. The general solver is made ready ahead, so that a step that needs
/// it allocates nothing. Behind a kernel few steps do, so its elimination is then not worth machine code.
void Ali3pStep::make_solvers(const State& from) {
  if (kernels_ && project_ && !tangent_weight_ && alpha_ == 0.0 && !forces_.any())
    kernel_.emplace(*system_, tangent_.pattern(),
                    Ali3pKernelSettings{.full_tangent = full_tangent_,
                                        .damped = damped_,
                                        .tangent_velocities = tangent_velocities_,
                                        .from_acceleration = from_acceleration_},
                    memory_of(from).left_out);
  const bool as_program = !(kernel_ && *kernel_);
  const Pattern &A = system_->jacobian_pattern(), &M = system_->mass_pattern();
  newton_.emplace(tangent_.pattern(), phi_pattern_, M, false, penalty_, as_program);
  projection_.emplace(M, A, M, true, penalty_, as_program);
  if (tangent_velocities_ && system_->layout().npsi > 0)
    tangent_projection_.emplace(tangent_.pattern(), A, M, false, penalty_, as_program);
  system_->prepare(newton_want(), terms_);
  system_->prepare(want_residual, terms_);
  system_->prepare(projection_want(), terms_);
  if (system_->has_power()) system_->prepare(Want::power, terms_);
}

/// The rest of the step is taken by the general solver.
void Ali3pStep::leave_kernel() {
  kernel_->iterate(it_, dq_);
  by_kernel_ = false;
}

Status Ali3pStep::evaluate() {
  if (by_kernel_) {
    if (!settled()) return {};  // its corrections evaluate for themselves
    if (kernel_->project_velocities()) {
      judge_residual(kernel_->motion(), kernel_->violation());
      // a row left out that does not come along is needed after all
      if (converged() || !kernel_->leaves_out()) return {};
    }
    leave_kernel();
  }
  return evaluate_terms();
}

Want Ali3pStep::newton_want() const { return full_tangent_ ? want_full_newton : want_newton; }

Want Ali3pStep::projection_want() const {
  const Want want = damped_ ? want_rate : want_acceleration_projection;
  return system_->linear_velocity_rows() ? want : want | Want::row_rates;
}

Status Ali3pStep::evaluate_terms() {
  // velocities are projected in the metric of the tangent at the last iterate
  const bool reuses = newton_factored_ && newton_->direct() && last_expected() && !tangent_velocities_;
  if (auto ok = system_->evaluate(it_, reuses ? want_residual : newton_want(), terms_); !ok) return ok;
  if (auto ok = share(terms_, it_.lambda); !ok) return ok;
  if (auto ok = forces_.evaluate(it_); !ok) return ok;
  balance(terms_, it_.a, it_.lambda);  // (15) without the penalty
  metric_.set(terms_);
  judge_residual(rule_.motion(metric_, dq_, it_), metric_.position_violation(terms_, it_.q));
  return {};
}

void Ali3pStep::assemble_tangent() {
  const double c = rule_.velocity_scale(), k = rule_.scale();
  tangent_.assemble(terms_, c, k, full_tangent_, P_);
}

Status Ali3pStep::improve() {
  if (by_kernel_) {
    if (kernel_->improve(!last_expected())) {
      motion_ = kernel_->motion();
      return note_change(kernel_->correction(), position_resolution * kernel_->position());
    }
    leave_kernel();
    if (auto ok = evaluate_terms(); !ok) return ok;
  }
  const double scale = rule_.scale();
  if (!(newton_factored_ && newton_->direct() && last_expected())) {
    assemble_tangent();
    if (auto ok = factor_newton(); !ok) return ok;
  }
  const bool fully = converges_slowly_ || newton_->direct() || forces_.any();
  if (auto ok = fully ? correct_fully(scale) : correct_once(scale); !ok) return ok;
  rule_.correct(d_, dq_, it_);
  return note_change(metric_.norm(d_), position_resolution * metric_.norm(it_.q));
}

Status Ali3pStep::note_change(double size, double floor) {
  const double before = change_;
  const Status ok = judge_change(size, floor);
  converges_slowly_ = converges_slowly_ || change_ > slow_pass * before;
  return ok;
}

Status Ali3pStep::factor_newton() {
  newton_->weigh(terms_.M, terms_.A);
  if (alpha_ > 0.0) newton_->set_weights(alpha_ * rule_.scale());
  newton_factored_ = true;
  return newton_->factor(P_, terms_.A);
}

/// One pass of the augmented Lagrangian, as in the paper: (16)-(18), and (9) with the linear prediction of phi. The only form in
/// which the penalty itself is the method; the kernel and `correct_fully` solve the limit of such passes.
Status Ali3pStep::correct_once(double scale) {
  const double* w = newton_->weights();
  d_ = -scale * force_;
  for (int i = 0; i < phi_pattern_.rows; ++i) g_[i] = w[i] * terms_.phi[i];
  multiply_transposed_add(phi_pattern_, terms_.A, g_.data(), -1.0, d_.data());
  newton_->solve_augmented(d_.data());
  g_.head(phi_pattern_.rows) = terms_.phi;
  multiply_add(phi_pattern_, terms_.A, d_.data(), 1.0, g_.data());
  for (int i = 0; i < phi_pattern_.rows; ++i) it_.lambda[i] += w[i] * g_[i] / scale;
  return {};
}

/// The same correction iterated until the linearised constraints hold: for nearly dependent rows, which one pass
/// hardly changes.
Status Ali3pStep::correct_fully(double scale) {
  force_ *= -scale;
  g_.head(phi_pattern_.rows) = -terms_.phi;
  const auto share = [&](Vec& mu) { return share_change(terms_, mu); };
  if (auto ok = solve_correction(*newton_, terms_.A, g_, sigma_, share); !ok) return ok;
  NumberAlgebra numbers;
  add_multipliers(numbers, AllEntries{system_->layout().rows()}, sigma_, 1.0 / scale, it_.lambda);  // (9)
  return {};
}

/// Which rows are left out does not change within a run; the rest is to be written.
Ali3pMemory& Ali3pStep::next_memory(State& to) const {
  if (!to.memory.holds<Ali3pMemory>()) to.memory = from_->memory;
  Ali3pMemory& memory = to.memory.as<Ali3pMemory>();
  memory.left_out = memory_of(*from_).left_out;
  return memory;
}

void Ali3pStep::finish_by_kernel(State& to) {
  Ali3pMemory& memory = next_memory(to);
  kernel_->result(to, memory.carried);
  rule_.auxiliary(to.a, memory.auxiliary);
  projected_energy_ = kernel_->projected_energy();
  to.power = kernel_->power();
}

Status Ali3pStep::error(double relative, double absolute, double& error) {
  if (!quadrature_) quadrature_.emplace(*system_, error_order());
  return quadrature_->error(*from_, *to_, rule_.h(), memory_of(*from_).left_out.any(), relative, absolute, error);
}

Status Ali3pStep::extrapolate(State& to) {
  double added = 0.0;
  if (quadrature_->stiff()) return {};
  if (auto ok = quadrature_->extrapolate(to, added); !ok) return ok;
  to.energy_projected += added;
  to.work = quadrature_->work(*from_, to, rule_.h());
  Ali3pMemory& memory = to.memory.as<Ali3pMemory>();
  memory.carried = to.lambda;
  rule_.auxiliary(to.a, memory.auxiliary);
  return {};
}

Status Ali3pStep::sample(double theta, State& out) {
  if (!quadrature_) quadrature_.emplace(*system_, error_order());
  return quadrature_->sample(*from_, *to_, rule_.h(), theta, out);
}

Status Ali3pStep::finish(State& to) {
  to_ = &to;
  if (by_kernel_) {
    if (kernel_->project_accelerations()) {
      finish_by_kernel(to);
      return {};
    }
    leave_kernel();
    if (auto ok = evaluate_terms(); !ok) return ok;
  }
  kappa_.setZero();
  sigma_.setZero();
  if (system_->layout().rows() > 0 && project_) {
    if (auto ok = prepare_projection(); !ok) return ok;
    if (auto ok = project_velocity(); !ok) return ok;
    find_projected_energy();
    // forces that depend on the multipliers change with them: then all of the equations at the end are solved
    if (auto ok = forces_.any() ? index1_.solve(it_) : project_acceleration(); !ok) return ok;
  }
  to.q = it_.q;
  to.v = it_.v;
  to.a = it_.a;
  Ali3pMemory& memory = next_memory(to);
  NumberAlgebra numbers;
  const AllEntries rows{system_->layout().rows()};
  memory.carried = it_.lambda;
  add_multipliers(numbers, rows, kappa_, memory.carried);  // (36)
  rule_.auxiliary(to.a, memory.auxiliary);
  if (from_acceleration_ || forces_.any())
    to.lambda = memory.carried;
  else
    add_multipliers(numbers, rows, sigma_, 1.0 / rule_.velocity_scale(), to.lambda = it_.lambda);  // (42)
  if (memory.left_out.any())
    if (auto ok = split_reactions(to); !ok) return ok;
  return complete_powers(*system_, terms_, to);
}

Counters Ali3pStep::counters() const {
  long long factorisations = 0;
  for (const auto* solver : {&newton_, &projection_, &tangent_projection_})
    if (*solver) factorisations += (*solver)->factorisations;
  return Counters{terms_.evaluations, factorisations, iterations_} + index1_.counters() +
         (kernel_ ? kernel_->counters() : Counters{}) + (quadrature_ ? quadrature_->counters() : Counters{});
}

}  // namespace rheon
