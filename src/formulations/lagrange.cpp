// `lagrange`: the index-1 equations solved directly, for any explicit integrator.
//
//   M v' + A^T lambda = Q,   A v' = b - R w - S phi      (w = phi' or psi)        [Baumgarte1972]
//
//   paper -> code: R, S -> options alpha, beta (a number, one a row, or a matrix); Gonzalez' (45) with b' added.
//
// Redundant rows get the multipliers of least norm (see la/saddle_solver.hpp). Stabilisation is off by default: the
// projection that follows each step (option `projection`) holds the constraints without changing the equations.
#include "formulations/index1.hpp"
#include "formulations/kinds.hpp"
#include "formulations/rate_support.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options[] = {rate_gain_option, position_gain_option};

class Lagrange final : public RateForm {
 public:
  Lagrange(const System& system, const OptionValues& values)
      : system_(&system), index1_(system), gains_(system, values, "alpha", "beta") {}

  /// z: whether rows depend on each other at the last accepted state; 0: not known yet. Then, if they do, how much each
  /// row has been able to move so far: see SaddleSolver::expect_dependent.
  Index added_state() const override { return 1 + system_->layout().rows(); }
  bool added_state_acts() const override { return false; }
  bool added_state_moves() const override { return false; }
  Status settle(State& s) override {
    if (s.z[0] == independent) return {};
    bool found = false;
    if (auto ok = index1_.find_dependence(s, found); !ok) return ok;
    s.z[0] = found ? dependent : independent;
    if (found) index1_.raise_mobilities(s.z.data() + 1);
    return {};
  }

  Status rate(State& s, Rates& rates) override {
    index1_.expect_dependent(s.z[0] == dependent, s.z.data() + 1);
    if (auto ok = gains_.any() ? index1_.solve(s, gains_) : index1_.accelerate(s); !ok) return ok;
    return complete_q_dot(*system_, index1_.terms(), s, rates);
  }

  Counters counters() const override { return {index1_.counters().evaluations, index1_.counters().factorisations, 0}; }

 private:
  static constexpr double independent = 1.0, dependent = 2.0;
  const System* system_;
  Index1 index1_;
  Stabilisation gains_;
};

std::unique_ptr<RateForm> make(const System& system, const OptionValues& values) {
  return std::make_unique<Lagrange>(system, values);
}

}  // namespace

FormulationKind lagrange_kind() {
  return {.name = "lagrange",
          .title = "index-1 Lagrange multipliers, any integrator of rates, projection after each step",
          .reference = "Baumgarte1972; Gonzalez2015 (45)",
          .options = options,
          .claims = {.nonholonomic = true, .nonlinear_nonholonomic = true, .redundant = true, .general_speeds = true},
          .default_integrator = "dopri5",
          .make_rate = &make};
}

}  // namespace rheon
