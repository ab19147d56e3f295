// `augmented-lagrangian`: accelerations by penalty and multipliers with all three terms. [Dopico2015] (5)-(6),
// [Gonzalez2015] (7), [Bayo1996]
//
//   (M + A^T W A) v'_{i+1} = Q - A^T lambda_i + A^T W g,    lambda_{i+1} = lambda_i + W (A v'_{i+1} - g)
//   g = b - 2 xi omega w - omega^2 phi                      w = (phi', psi)
//
//   paper         code
//   alpha         W = penalty * m_i: dimensionless penalty times the effective mass of the row
//   xi, omega     options of the same names: the error equations phi'' + 2 xi omega phi' + omega^2 phi = 0
//   xi psi in (7) 2 xi omega psi: the printed term lacks 1/s
//
// v'_0 = M^-1 Q of the paper is lambda_0 = 0 here. In singular positions the matrix stays regular. Rows that follow from
// others contradict them a little at the stages of a step, and the iteration would not end: they are left out
// (left_out_rows.hpp), and share the reactions by least norm afterwards.
#include <algorithm>
#include <cmath>
#include <limits>

#include "constraints/left_out_rows.hpp"
#include "constraints/multiplier_forces.hpp"
#include "formulations/kinds.hpp"
#include "la/reduced_saddle.hpp"
#include "la/saddle_solver.hpp"
#include "methods/row_equations.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

/// Of a sum of a few terms.
constexpr double acceleration_round_off = 64 * std::numeric_limits<double>::epsilon();
/// A change of the accelerations that is not half of the one before, and below this part of them, is what the penalty makes of
/// round-off. 1e-13 gives the same; with 1e-9 a run with nearly dependent rows goes on that has to stop (tables_test.cpp).
constexpr double falls_slowly = 0.5, largest_idle_change = 1e-11;

constexpr OptionSpec options_of_augmented_lagrangian[] = {
    {.name = "penalty",
     .type = OptionType::number,
     .fallback = "1e6",
     .min = 1.0,
     .max = 1e9,
     .help = "dimensionless penalty: violation of the rows falls by this factor per iteration"},
    {.name = "xi", .type = OptionType::number, .fallback = "1", .min = 0.0, .help = "damping ratio of violations"},
    {.name = "omega",
     .type = OptionType::number,
     .fallback = "0",
     .unit = "1/s",
     .min = 0.0,
     .help = "frequency of violations: without projection, positions that left the constraints return within some "
             "1/omega; 10 is common"},
    {.name = "iteration-tolerance",
     .type = OptionType::number,
     .fallback = "1e-13",
     .min = 1e-15,
     .max = 1e-2,
     .help = "stop when the accelerations change by less than this part"},
    {.name = "multiplier-iterations",
     .type = OptionType::integer,
     .fallback = "50",
     .min = 1,
     .max = 10000,
     .help = "iterations after which an evaluation counts as failed"},
};

class AugmentedLagrangian final : public RateForm {
 public:
  AugmentedLagrangian(const System& system, const OptionValues& values)
      : system_(&system),
        terms_(system.make_terms()),
        saddle_(system.mass_pattern(), system.jacobian_pattern(), system.mass_pattern(), true,
                values.number("penalty")),
        damping_(2.0 * values.number("xi") * values.number("omega")),
        stiffness_(values.number("omega") * values.number("omega")),
        tolerance_(values.number("iteration-tolerance")),
        max_iterations_(values.integer("multiplier-iterations")),
        left_out_(system),
        shares_(system.mass_pattern(), system.jacobian_pattern()),
        mass_(system.mass_pattern()),
        forces_(system),
        g_(Vec::Zero(system.layout().rows())),
        r_(g_),
        zero_(g_),
        x_(Vec::Zero(system.layout().nv)) {}

  Memory make_memory() const override { return Memory(left_out_.make_memory()); }
  Status update_memory(State& s) override {
    return left_out_.update_memory(s, s.memory.as<LeftOutMemory>(), terms_, shares_);
  }

  Status rate(State& s, Rates& rates) override {
    if (auto ok = system_->evaluate(s, want_stabilised_rate, terms_); !ok) return ok;
    if (!left_out_.read(s.memory.as<LeftOutMemory>()).empty()) {
      all_rows_ = terms_.A;
      left_out_.drop(terms_);
    }
    g_ = terms_.b;
    NumberAlgebra numbers;
    subtract_violations(
        numbers, terms_.phi, terms_.phi_dot, terms_.psi, [&](int) { return damping_; }, [&](int) { return stiffness_; },
        g_);
    left_out_.drop(g_);
    saddle_.weigh(terms_.M, terms_.A);
    saddle_.stay_compliant();
    if (auto ok = saddle_.factor(terms_.M, terms_.A); !ok) return ok;
    shared_ = false;
    if (!left_out_.rows().empty()) {
      shares_.leave_out(left_out_.rows());
      shared_ = shares_.factor(terms_.M, all_rows_);
    }
    if (auto ok = solve(terms_.Q, g_, s.a, s.lambda); !ok) return ok;
    const auto respond = [&](const Vec& force, Vec& a, Vec& lambda) { return solve(force, zero_, a, lambda); };
    if (forces_.any())
      if (auto ok = forces_.add(s, respond); !ok) return ok;
    if (!left_out_.rows().empty()) terms_.A = all_rows_;
    return complete_rates(*system_, terms_, s, rates);
  }

  Counters counters() const override { return {terms_.evaluations, saddle_.factorisations, iterations_}; }

 private:
  /// Rows that follow from others get their share.
  Status solve(const Vec& force, const Vec& g, Vec& a, Vec& lambda) {
    if (auto ok = iterate(force, g, a, lambda); !ok) return ok;
    if (shared_) shares_.share(terms_.M, all_rows_, lambda.data());
    return {};
  }

  Status iterate(const Vec& force, const Vec& g, Vec& a, Vec& lambda) {
    const Pattern& A = system_->jacobian_pattern();
    const Eigen::Map<const Vec> W(saddle_.weights(), g.size());
    lambda.setZero();
    a.setZero();
    mass_.set(terms_.M);
    // what forces in balance leave of each other
    const double floor = acceleration_round_off * force.cwiseQuotient(mass_.mass()).lpNorm<Eigen::Infinity>();
    double before = 0.0;
    for (int i = 1; i <= max_iterations_; ++i) {
      ++iterations_;
      // as increments, so that what is left to correct sets the size of round-off
      r_ = -g;
      multiply_add(A, terms_.A, a.data(), 1.0, r_.data());
      lambda += W.cwiseProduct(r_);
      x_ = force;
      multiply_add(system_->mass_pattern(), terms_.M, a.data(), -1.0, x_.data());
      multiply_transposed_add(A, terms_.A, lambda.data(), -1.0, x_.data());
      saddle_.solve_augmented(x_.data());
      a += x_;
      r_.setZero();
      multiply_add(A, terms_.A, x_.data(), 1.0, r_.data());
      lambda += W.cwiseProduct(r_);
      const double change = x_.lpNorm<Eigen::Infinity>(), size = a.lpNorm<Eigen::Infinity>();
      if (!std::isfinite(change)) return {Code::not_finite, -1, i, change, "augmented Lagrangian iteration"};
      if (g.size() == 0) return {};
      // a change that no longer falls is round-off
      if (i > 1 && (change <= std::max(tolerance_ * size, floor) ||
                    (change >= falls_slowly * before && change <= largest_idle_change * size)))
        return {};
      before = change;
    }
    return {Code::not_converged, -1, max_iterations_, before, "augmented Lagrangian iteration"};
  }

  const System* system_;
  Terms terms_;
  SaddleSolver saddle_;
  SparseValues all_rows_;
  double damping_, stiffness_, tolerance_;
  int max_iterations_;
  LeftOutRows left_out_;
  ReducedSaddle shares_;
  bool shared_ = false;  ///< rows are left out
  DiagonalMass mass_;
  MultiplierForces forces_;
  Vec g_, r_, zero_, x_;
  long long iterations_ = 0;
};

std::unique_ptr<RateForm> make_augmented_lagrangian(const System& system, const OptionValues& values) {
  return std::make_unique<AugmentedLagrangian>(system, values);
}

}  // namespace

FormulationKind augmented_lagrangian_kind() {
  return {.name = "augmented-lagrangian",
          .title = "accelerations by penalty with multipliers iterated to convergence",
          .reference = "Dopico2015 (5)-(6); Gonzalez2015 (7); Bayo1996",
          .options = options_of_augmented_lagrangian,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .general_speeds = true,
                     .nonideal = true},
          .default_integrator = "dopri5",
          .make_rate = &make_augmented_lagrangian};
}

}  // namespace rheon
