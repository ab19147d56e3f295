// `penalty`: constraints as stiff springs, M a + phi_q^T alpha phi = Q, with the Newmark family. [Dopico2015] (7)
//
//   Newton:  [M + c C + k (K + H + phi_q^T alpha phi_q)] d = -k (M a + phi_q^T alpha phi - Q)      k = 1/(da/dq)
//
// Kept because the paper shows how it fails: the springs are never at rest, their energy grows at large steps until the
// run blows up, and the reaction lambda = alpha phi oscillates about the true one. alpha is the option of that name, or
// penalty * m_i / k with m_i the effective mass of the row at the start: the distance from the rigid motion then falls
// as h^2 like everything else, instead of ending at 1/alpha. Motion converges with integrators that damp the springs; of
// the reactions no convergence is claimed.
#include <cmath>
#include <limits>

#include "formulations/constraint_springs.hpp"
#include "formulations/index1.hpp"
#include "formulations/kinds.hpp"
#include "formulations/newmark_step.hpp"
#include "formulations/newton_options.hpp"
#include "formulations/rate_support.hpp"
#include "formulations/tangent.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

constexpr OptionSpec options[] = {
    spring_penalty_option,
    spring_alpha_option,
    newton_tolerance_option,
    max_iterations_option,
};

class Penalty final : public StepForm {
 public:
  Penalty(const System& system, const OptionValues& values)
      : system_(&system),
        terms_(system.make_terms()),
        index1_(system),
        tangent_(system),
        metric_(system),
        newton_(tangent_.pattern(), system.jacobian_pattern(), system.mass_pattern(), false, 1.0),
        P_(tangent_.make_values()),
        springs_(system, values),
        tolerance_(values.number("newton-tolerance")),
        max_iterations_(values.integer("max-iterations")),
        it_(system.make_state()) {
    dq_ = d_ = force_ = Vec::Zero(system.layout().nv);
    stiffness_ = weight_ = Vec::Zero(system.layout().rows());
  }

  Index added_state() const override { return system_->layout().nv + springs_.size(); }

  Status start(State& s) override {
    // z: the auxiliary acceleration of the scheme, then what the springs keep
    const Layout& n = system_->layout();
    const bool first = s.z.size() != added_state();
    if (auto ok = index1_.solve(s); !ok) return ok;
    if (first) {
      s.z.resize(added_state());
      springs_.start(index1_.terms(), s.z.data() + n.nv);
    } else {  // a load switched: the springs are as they were
      springs_.stiffness(s.z.data() + n.nv, 1.0, stiffness_);
      if (auto ok = springs_.complete(stiffness_, s); !ok) return ok;
    }
    s.z.head(n.nv) = s.a;
    return {};
  }

  Status begin(const Scheme& scheme, const State& from, double h) override {
    rule_.begin(scheme, from, from.z.data(), h);
    it_.t = from.t + h;
    it_.side = from.side;
    springs_.stiffness(from.z.data() + from.a.size(), rule_.scale(), stiffness_);
    weight_ = rule_.scale() * stiffness_;
    rule_.predict(dq_);
    rule_.follow(dq_, it_);
    change_ = std::numeric_limits<double>::infinity();
    return {};
  }

  Status evaluate() override {
    if (auto ok = system_->evaluate(it_, Want::position, terms_); !ok) return ok;
    it_.lambda = stiffness_.cwiseProduct(terms_.phi);
    if (auto ok = system_->evaluate(it_, want_full_newton, terms_); !ok) return ok;
    force_ = -terms_.Q;
    multiply_add(system_->mass_pattern(), terms_.M, it_.a.data(), 1.0, force_.data());
    multiply_transposed_add(system_->jacobian_pattern(), terms_.A, it_.lambda.data(), 1.0, force_.data());
    const double h = rule_.h();
    displacement_ = metric_.norm(terms_, dq_) + h * metric_.norm(terms_, rule_.from().v) +
                    h * h * (metric_.norm(terms_, it_.a) + metric_.norm(terms_, rule_.from().a));
    return {};
  }

  bool converged() const override { return change_ <= tolerance_; }
  double last_change() const override { return change_; }
  int max_iterations() const override { return max_iterations_; }

  Status improve() override {
    ++iterations_;
    const double k = rule_.scale();
    tangent_.assemble(terms_, rule_.velocity_scale(), k, P_);
    tangent_.add_curvature(terms_, k, P_);
    newton_.set_weights(weight_.data());
    if (auto ok = newton_.factor(P_, terms_.A); !ok) return ok;
    d_ = -k * force_;
    newton_.solve_augmented(d_.data());
    dq_ += d_;
    rule_.follow(dq_, it_);
    const double size = metric_.norm(terms_, d_);
    change_ = size <= 16 * eps * metric_.norm(terms_, it_.q) ? 0.0 : size / displacement_;
    if (!std::isfinite(size)) return {Code::not_finite, -1, 0, size, "Newton correction"};
    return {};
  }

  Status finish(State& to) override {
    to.t = it_.t;
    to.side = it_.side;
    to.q = it_.q;
    to.v = it_.v;
    to.a = it_.a;
    to.lambda = it_.lambda;
    to.z = rule_.from().z;
    rule_.auxiliary(to.a, to.z.head(to.a.size()));
    springs_.keep(stiffness_, to.z.data() + to.a.size());
    to.energy_constraint = 0.5 * terms_.phi.dot(to.lambda);
    if (auto ok = complete_powers(*system_, terms_, to); !ok) return ok;
    return {};
  }

  Counters counters() const override {
    return {terms_.evaluations + index1_.counters().evaluations, newton_.factorisations, iterations_};
  }

 private:
  const System* system_;
  Terms terms_;
  Index1 index1_;
  Tangent tangent_;
  MassMetric metric_;
  SaddleSolver newton_;
  SparseValues P_;
  ConstraintSprings springs_;
  double tolerance_;
  int max_iterations_;
  NewmarkStep rule_;
  double change_ = 0.0, displacement_ = 0.0;
  State it_;
  Vec dq_, d_, force_, stiffness_, weight_;
  long long iterations_ = 0;
};

std::unique_ptr<StepForm> make(const System& system, const OptionValues& values) {
  return std::make_unique<Penalty>(system, values);
}

}  // namespace

FormulationKind penalty_kind() {
  return {.name = "penalty",
          .title = "constraints as stiff springs (kept for comparison: reactions oscillate, large steps blow up)",
          .reference = "Dopico2015 (7)",
          .options = options,
          .claims = {.redundant = true, .massless = false, .order = 2, .reaction_order = 0, .needs_damping = true},
          .default_integrator = "trapezoidal",
          .make_newmark = &make,
          .stores_energy = true};
}

}  // namespace rheon
