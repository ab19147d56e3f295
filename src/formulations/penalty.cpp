// `penalty`: constraints as stiff springs, M a + phi_q^T alpha phi = Q, with the Newmark family. [Dopico2015] (7)
//
//   Newton:  [M + c C + k (K + H + phi_q^T alpha phi_q)] d = -k (M a + phi_q^T alpha phi - Q)      k = 1/(da/dq)
//
// Kept because the paper shows how it fails: the springs are never at rest, their energy grows at large steps until the
// run blows up, and the reaction lambda = alpha phi oscillates about the true one. alpha is the option of that name, or
// penalty * m_i / k with m_i the effective mass of the row at the start: the distance from the rigid motion then falls
// as h^2 like everything else, instead of ending at 1/alpha. Motion converges with integrators that damp the springs; of
// the reactions no convergence is claimed.
#include "constraints/constraint_springs.hpp"
#include "constraints/index1.hpp"
#include "formulations/kinds.hpp"
#include "methods/energy_equations.hpp"
#include "model/wants.hpp"
#include "newton/newmark_step.hpp"
#include "newton/newton_form.hpp"
#include "newton/newton_options.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options_of_penalty[] = {
    spring_penalty_option,
    spring_alpha_option,
    newton_tolerance_option(),
    max_iterations_option(),
};

struct PenaltyMemory {
  Vec auxiliary;  ///< acceleration of the scheme
  SpringMemory springs;
  static void fields(auto&& field, auto&... m) {
    field("auxiliary_acceleration", any_number, m.auxiliary...);
    SpringMemory::fields(field, m.springs...);
  }
};

class Penalty final : public NewtonForm {
 public:
  Penalty(const System& system, const OptionValues& values)
      : NewtonForm(system, values),
        terms_(system.make_terms()),
        index1_(system),
        newton_(tangent_.pattern(), system.jacobian_pattern(), system.mass_pattern(), false, 1.0),
        springs_(system, values),
        it_(system.make_state()) {
    dq_ = Vec::Zero(system.layout().nv);
    stiffness_ = weight_ = Vec::Zero(system.layout().rows());
  }

  Memory make_memory() const override {
    return Memory(PenaltyMemory{.auxiliary = Vec::Zero(system_->layout().nv), .springs = springs_.make_memory()});
  }

  Status start(State& s) override {
    const bool first = !s.memory.holds<PenaltyMemory>();
    if (auto ok = index1_.solve(s); !ok) return ok;
    if (first) s.memory = make_memory();
    PenaltyMemory& memory = s.memory.as<PenaltyMemory>();
    if (first) {
      springs_.start(index1_.terms(), memory.springs);
    } else {  // a load switched: the springs are as they were
      springs_.stiffness(memory.springs, 1.0, stiffness_);
      if (auto ok = springs_.complete(stiffness_, s); !ok) return ok;
    }
    memory.auxiliary = s.a;
    return {};
  }

  Status begin(const Scheme& scheme, const State& from, double h) override {
    const PenaltyMemory& memory = from.memory.as<PenaltyMemory>();
    rule_.begin(scheme, from, memory.auxiliary.data(), h);
    it_.t = from.t + h;
    it_.same_piece(from);
    springs_.stiffness(memory.springs, rule_.scale(), stiffness_);
    weight_ = rule_.scale() * stiffness_;
    rule_.predict(dq_);
    rule_.follow(dq_, it_);
    begin_iteration();
    return {};
  }

  Status evaluate() override {
    if (auto ok = system_->evaluate(it_, Want::position, terms_); !ok) return ok;
    it_.lambda = stiffness_.cwiseProduct(terms_.phi);
    if (auto ok = system_->evaluate(it_, want_full_newton, terms_); !ok) return ok;
    balance(terms_, it_.a, it_.lambda);
    metric_.set(terms_);
    judge_residual(rule_.motion(metric_, dq_, it_), 0.0);
    return {};
  }

  Status improve() override {
    const double k = rule_.scale();
    tangent_.assemble(terms_, rule_.velocity_scale(), k, true, P_);
    newton_.set_weights(weight_.data());
    if (auto ok = newton_.factor(P_, terms_.A); !ok) return ok;
    d_ = -k * force_;
    newton_.solve_augmented(d_.data());
    rule_.correct(d_, dq_, it_);
    return judge_change(metric_.norm(d_), position_resolution * metric_.norm(it_.q));
  }

  Status finish(State& to) override {
    to.q = it_.q;
    to.v = it_.v;
    to.a = it_.a;
    to.lambda = it_.lambda;
    to.memory = rule_.from().memory;
    PenaltyMemory& memory = to.memory.as<PenaltyMemory>();
    rule_.auxiliary(to.a, memory.auxiliary);
    ConstraintSprings::keep(stiffness_, memory.springs);
    to.energy_constraint = energy_of_springs(terms_.phi, to.lambda);
    return complete_powers(*system_, terms_, to);
  }

  Counters counters() const override {
    return Counters{terms_.evaluations, newton_.factorisations, iterations_} + index1_.counters() + springs_.counters();
  }

 private:
  Terms terms_;
  Index1 index1_;
  SaddleSolver newton_;
  ConstraintSprings springs_;
  NewmarkStep rule_;
  State it_;
  Vec dq_, stiffness_, weight_;
};

std::unique_ptr<StepForm> make_penalty(const System& system, const OptionValues& values) {
  return std::make_unique<Penalty>(system, values);
}

}  // namespace

FormulationKind penalty_kind() {
  return {.name = "penalty",
          .title = "constraints as stiff springs (kept for comparison: reactions oscillate, large steps blow up)",
          .reference = "Dopico2015 (7)",
          .options = options_of_penalty,
          .claims = {.redundant = true, .order = 2, .reaction_order = 0, .needs_damping = true},
          .default_integrator = "trapezoidal",
          .make_newmark = &make_penalty,
          .stores_energy = true};
}

}  // namespace rheon
