// `lagrange-index2`: the stabilised index-2 equations of Gear, Gupta and Leimkuhler, by collocation. [Gear1985]
//
//   P (q' - v) + phi_q^T mu = 0,   M v' = Q - A^T lambda,   phi = 0,   phi' = 0,  psi = 0        at every stage
//
// The method itself is in collocation.hpp. Departures, each deliberate:
// - P = M + g h C + g^2 h^2 K at the start of the step, not the identity of the paper: positions move where they are
//   lightest, whatever their units, and stiff springs are not stretched on the way. mu vanishes for the exact solution,
//   so P changes no order.
// - reported accelerations and multipliers solve the index-1 equations at the end of the step. Those of the last stage
//   are of order s only.
// - rows at velocity level, also nonlinear ones, are met together with phi' = 0.
#include "collocation/collocation.hpp"
#include "formulations/kinds.hpp"
#include "newton/newton_options.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options_of_lagrange_index2[] = {
    newton_tolerance_option("1e-10",
                            "stop when correction and violation of the stages fall below this part of the step's "
                            "motion"),
    max_iterations_option("15"),
};

std::unique_ptr<StepForm> make_lagrange_index2(const System& system, const CollocationTableau& tableau,
                                               const OptionValues& values) {
  return std::make_unique<CollocationForm>(system, tableau,
                                           CollocationSettings{.stabilised = true,
                                                               .tolerance = values.number("newton-tolerance"),
                                                               .max_iterations = values.integer("max-iterations")});
}

}  // namespace

FormulationKind lagrange_index2_kind() {
  return {.name = "lagrange-index2",
          .title = "stabilised index-2 equations (Gear, Gupta, Leimkuhler) by collocation, for stiff mechanisms",
          .reference = "Gear1985; Hairer1996 VII; Ascher1991",
          .options = options_of_lagrange_index2,
          .claims = {.nonholonomic = true, .nonlinear_nonholonomic = true, .redundant = true, .nonideal = true},
          .default_integrator = "radau5",
          .make_collocation = &make_lagrange_index2};
}

}  // namespace rheon
