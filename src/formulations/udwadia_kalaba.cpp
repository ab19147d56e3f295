// `udwadia-kalaba`: the explicit equation of motion by the generalised inverse. [Udwadia1992], [Kang2003]
//
//   a0 = M^-1 Q,   B = A L^-T  (M = L L^T),   v' = a0 + L^-T B^+ (g - A a0),   g = b - R w - S phi       [Kang2003] (19)
//   lambda = -(B^+)^T B^+ (g - A a0)                     from A^T lambda = Q - M v'
//
//   paper      code
//   M^-1/2     L^-T: any root of M^-1 gives the same v'
//   R, S       options alpha, beta: a number, one a row, or matrices that couple the rows
//   (18)       b with the sign that makes A v' = b; the printed one is reversed
//
// Constraints that do work (section `nonideal` of a model, force F, which may depend on lambda: multiplier_forces.hpp):
//   v' += L^-T (I - B^+ B) L^-1 F,   lambda += the multipliers of the part A^T mu of F that the constraints hold.
//
// Rows of any rank: the generalised inverse satisfies dependent rows together, and contradicting ones in the sense of
// least squares. Dense: for small systems.
#include "constraints/explicit_solve.hpp"
#include "constraints/left_out_rows.hpp"
#include "constraints/multiplier_forces.hpp"
#include "constraints/stabilisation.hpp"
#include "formulations/kinds.hpp"
#include "model/wants.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options_of_udwadia_kalaba[] = {rate_gain_option, position_gain_option};

class UdwadiaKalaba final : public RateForm {
 public:
  UdwadiaKalaba(const System& system, const OptionValues& values)
      : system_(&system),
        terms_(system.make_terms()),
        gains_(system, values, "alpha", "beta"),
        explicit_(system, rank_tolerance),
        left_out_(system),
        apart_(system.mass_pattern(), system.jacobian_pattern()),
        forces_(system) {
    g_ = Vec::Zero(system.layout().rows());
  }

  Memory make_memory() const override { return Memory(left_out_.make_memory()); }
  Status update_memory(State& s) override {
    return left_out_.update_memory(s, s.memory.as<LeftOutMemory>(), terms_, apart_);
  }

  Status rate(State& s, Rates& rates) override {
    explicit_.leave_out(left_out_.read(s.memory.as<LeftOutMemory>()));
    if (auto ok = system_->evaluate(s, gains_.any() ? want_stabilised_rate : want_rate, terms_); !ok) return ok;
    g_ = terms_.b;
    gains_.subtract_from(g_, terms_);
    if (auto ok = explicit_.solve(terms_, g_, s); !ok) return ok;
    if (forces_.any())
      if (auto ok = explicit_.add(forces_, s); !ok) return ok;
    return complete_rates(*system_, terms_, s, rates);
  }

  Counters counters() const override { return {terms_.evaluations, explicit_.factorisations, 0}; }

 private:
  const System* system_;
  Terms terms_;
  Stabilisation gains_;
  ExplicitSolve explicit_;
  LeftOutRows left_out_;
  ReducedSaddle apart_;  ///< says how independent the others are
  MultiplierForces forces_;
  Vec g_;
};

std::unique_ptr<RateForm> make_udwadia_kalaba(const System& system, const OptionValues& values) {
  return std::make_unique<UdwadiaKalaba>(system, values);
}

}  // namespace

FormulationKind udwadia_kalaba_kind() {
  return {.name = "udwadia-kalaba",
          .title = "explicit equation of motion by the generalised inverse, coupled gains",
          .reference = "Udwadia1992; Kang2003 (12)-(27)",
          .options = options_of_udwadia_kalaba,
          .claims = {.nonholonomic = true,
                     .nonlinear_nonholonomic = true,
                     .redundant = true,
                     .general_speeds = true,
                     .nonideal = true,
                     .most_velocities = most_dense_velocities},
          .default_integrator = "dopri5",
          .make_rate = &make_udwadia_kalaba};
}

}  // namespace rheon
