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

namespace rheon {

namespace {

constexpr OptionSpec options[] = {
    {.name = "alpha",
     .type = OptionType::gains,
     .fallback = "0",
     .unit = "1/s",
     .min = 0.0,
     .help = "gain on the velocity-level violation (R): a number, one a row, or a matrix that couples rows"},
    {.name = "beta",
     .type = OptionType::gains,
     .fallback = "0",
     .unit = "1/s^2",
     .min = 0.0,
     .help = "gain on the position-level violation (S): a number, one a row, or a matrix that couples rows"},
};

class Lagrange final : public RateForm {
 public:
  Lagrange(const System& system, const OptionValues& values)
      : system_(&system), index1_(system), gains_(system, values, "alpha", "beta") {}

  Status rate(State& s, Rates& rates) override {
    if (auto ok = index1_.solve(s, gains_); !ok) return ok;
    if (!system_->model().general_speeds) {
      rates.q_dot = s.v;
      return {};
    }
    if (auto ok = system_->evaluate(s, Want::rates, index1_.terms()); !ok) return ok;
    rates.q_dot = index1_.terms().q_dot;
    return {};
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
