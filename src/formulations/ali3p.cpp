// `ali3p`: index-3 augmented Lagrangian with projections of velocities and accelerations. [Gonzalez2015], [Dopico2015]
//
//   Newton on dq = q_{k+1} - q_k with Newmark's v = gamma/(beta h) dq + v^, a = dq/(beta h^2) + a^:
//     [M + gamma h C + beta h^2 (K + H + phi_q^T alpha phi_q)] d = -beta h^2 (M a - Q + phi_q^T (lambda* + alpha phi)
//                                                                              + psi_v^T lambda^)          (15)-(18)
//     lambda* += alpha (phi + phi_q d)                                                                     (9)
//   velocity projection      P (v - v*) + A^T sigma = 0,  phi' = 0, psi = 0                               (20)-(25)
//   acceleration projection  P (a - a*) + A^T kappa = 0,  A a = b             (see below)                 (26)-(31)
//   reactions                lambda = (lambda*, lambda^) + kappa        from the acceleration projection  (36)
//                            lambda = (lambda*, lambda^) + sigma/(dv/da)      from the velocity projection (42)
//
//   paper            code
//   lambda*, lambda^ it_.lambda (rows at position level, rows at velocity level)
//   alpha            penalty * m_i / (beta h^2): dimensionless penalty, m_i the effective mass of the row
//   P, c             option projection-weight: mass (P = M, c = 1) or tangent (P = M + gamma h C + beta h^2 (K + H), c = beta h^2)
//   xi, omega        not used: violations are removed by the projections
//
// Departures, each deliberate:
// - the velocity-level reaction of the previous step, psi_v^T lambda^, stands in the Newton stage (option
//   velocity-reaction: carried). As printed (option printed) it is absent and the method is of first order for
//   velocity-level constraints.
// - the unknown is the increment dq: 4/h^2 q itself would lose ten digits at h = 1e-5.
// - lambda* is updated with the linear prediction of phi, so that equilibrium holds to round-off for the final pair
//   (a*, lambda*) and the noise of phi does not enter the reactions.
// - projections are iterated to round-off with their own multipliers; psi nonlinear in v is solved by Newton.
// - the acceleration projection sees the forces at the projected velocities: P (a - a*) + A^T kappa = Q(v) - Q(v*), so that
//   M a + A^T lambda = Q holds for what is reported. Where forces depend on velocities these are therefore projected with
//   P = M + gamma h C + beta h^2 (K + H): in the mass metric a stiff damper would be moved, and its force thrown into a.
// - with forces that depend on the multipliers (section `nonideal`, multiplier_forces.hpp) accelerations and reactions at the
//   end are those of the equations of motion there, in the place of the acceleration projection; the options
//   projection-weight and reactions then concern velocities alone.
// - (24), (25), (30), (31), (43) are used with their misprints corrected.
//
// With a collocation method in the place of Newmark's rule the step is that of collocation.hpp, of higher order.
#include "collocation/collocation_choice.hpp"
#include "formulations/ali3p_step.hpp"
#include "formulations/kinds.hpp"
#include "newton/newton_options.hpp"

namespace rheon {

namespace {

constexpr OptionSpec options_of_ali3p[] = {
    {.name = "penalty",
     .type = OptionType::number,
     .fallback = "1e6",
     .min = 1.0,
     .max = 1e9,
     .help = "dimensionless penalty: the constraint residual falls by about this factor per iteration (less for rows "
             "that nearly depend on each other)"},
    {.name = "alpha",
     .type = OptionType::number,
     .fallback = "0",
     .min = 0.0,
     .help = "penalty of the position stage as the papers give it, in units of mass over time squared for rows in "
             "lengths; 0: from the dimensionless penalty"},
    {.name = "projections",
     .type = OptionType::choice,
     .fallback = "both",
     .choices = "both|none",
     .help = "project velocities and accelerations after the position stage, or leave them as the integrator gives "
             "them (unstable; kept to show it)"},
    {.name = "projection-weight",
     .type = OptionType::choice,
     .fallback = "mass",
     .choices = "mass|tangent",
     .help = "weight P of the projections: M (velocities: tangent where forces depend on them), or tangent: the Newton "
             "matrix M + h/2 C + h^2/4 (K + H), which saves a factorisation"},
    {.name = "reactions",
     .type = OptionType::choice,
     .fallback = "acceleration",
     .choices = "acceleration|velocity",
     .help = "projection from which the reactions are recovered"},
    {.name = "velocity-reaction",
     .type = OptionType::choice,
     .fallback = "carried",
     .choices = "carried|printed",
     .help = "reaction of velocity-level constraints in the Newton stage: carried over from the previous step (second "
             "order), or absent as printed in the paper (first order)"},
    {.name = "full-tangent",
     .type = OptionType::boolean,
     .fallback = "true",
     .help = "include the curvature of the constraints in the Newton matrix"},
    newton_tolerance_option(),
    max_iterations_option(),
};

std::unique_ptr<StepForm> make_ali3p(const System& system, const OptionValues& values) {
  return std::make_unique<Ali3pStep>(system, values);
}

/// Options that only Newmark's rule has, set to other than their defaults, are refused.
void refuse_newmark_options(const OptionValues& values) {
  Problems none;
  const OptionValues defaults = OptionValues::resolve(options_of_ali3p, {}, none);
  for (const Setting& standard : defaults.all()) {
    if (standard.name == "newton-tolerance" || standard.name == "max-iterations") continue;
    for (const Setting& setting : values.all())
      if (setting.name == standard.name && setting.value != standard.value)
        throw OptionError(setting.name, "it belongs to the step of Newmark's family; with collocation leave it out");
  }
}

/// The higher-order member of the family: velocity-level rows at the stages of a collocation method, multipliers found
/// on the way, projections at the end. Where rows depend on each other, and the last stage is the end,
/// the stages meet positions, too.
std::unique_ptr<StepForm> make_collocation(const System& system, const CollocationTableau& tableau,
                                           const OptionValues& values) {
  refuse_newmark_options(values);
  const CollocationSettings settings{.stabilised = false,
                                     .tolerance = values.number("newton-tolerance"),
                                     .max_iterations = values.integer("max-iterations")};
  if (!tableau.stiffly_accurate) return std::make_unique<CollocationForm>(system, tableau, settings);
  return std::make_unique<CollocationChoice>(system, tableau, settings);
}

}  // namespace

FormulationKind ali3p_kind() {
  return {.name = "ali3p",
          .title = "index-3 augmented Lagrangian with projections of velocities and accelerations",
          .reference = "Gonzalez2015 (8)-(43); Dopico2015 section 4; Ascher1991 (collocation)",
          .options = options_of_ali3p,
          .claims = {.nonholonomic = true, .nonlinear_nonholonomic = true, .redundant = true, .nonideal = true},
          .default_integrator = "trapezoidal",
          .make_newmark = &make_ali3p,
          .make_collocation = &make_collocation,
          .estimates_error = true};
}

}  // namespace rheon
