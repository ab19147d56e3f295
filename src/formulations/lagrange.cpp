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

  Status rate(State& s, Rates& rates) override {
    if (auto ok = index1_.solve(s, gains_); !ok) return ok;
    return complete_q_dot(*system_, index1_.terms(), s, rates);
  }

  Counters counters() const override { return {index1_.counters().evaluations, index1_.counters().factorisations, 0}; }

 private:
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
