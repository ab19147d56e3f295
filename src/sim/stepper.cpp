// The pairing of a formulation with an integrator: what is against it, which options it has, and the stepper that it makes, of
// one of two kinds (rate_stepper.hpp, newton_stepper.hpp).
#include "rheon/sim/stepper.hpp"

#include "core/number_text.hpp"
#include "integrators/explicit_runge_kutta.hpp"
#include "integrators/implicit_rate_rule.hpp"
#include "model/system_inside.hpp"
#include "rheon/core/names.hpp"
#include "sim/newton_stepper.hpp"
#include "sim/rate_stepper.hpp"

namespace rheon {

std::string objection(const System& system, const FormulationKind& f) {
  const Claims& c = f.claims;
  if (const int nv = system.layout().nv; c.most_velocities > 0 && nv > c.most_velocities)
    return "its matrices are dense, for up to " + std::to_string(c.most_velocities) +
           " velocities, and the model has " + std::to_string(nv);
  if (!c.varying_mass && SystemInside::varies_by_holding(system))
    return "some motion of " + system.velocity_name(SystemInside::held_velocity(system)) +
           " has no kinetic energy, and the inertia of the constraints that hold it depends on the position";
  if (!c.varying_mass && !system.constant_mass()) return "the mass matrix is not constant";
  if (!c.nonideal && !system.model().nonideal.empty())
    return "its constraints do work (section nonideal) by forces that may depend on the multipliers, and this method "
           "knows those only as means over a step or as forces of springs, not as those of the motion";
  if (system.model().general_speeds && !c.general_speeds) return "the model has generalised speeds";
  for (const auto& row : system.model().constraints) {
    const bool honoured = row.kind == ConstraintKind::linear_velocity      ? c.nonholonomic
                          : row.kind == ConstraintKind::nonlinear_velocity ? c.nonlinear_nonholonomic
                                                                           : true;
    if (!honoured) return "constraint \"" + row.name + "\" is " + to_text(row.kind);
  }
  return {};
}

std::string objection(const FormulationKind& formulation, const IntegratorKind& integrator, const Methods& methods) {
  if (pairs(formulation, integrator)) return {};
  std::vector<std::string> able;
  for (const IntegratorKind* i : methods.integrators())
    if (pairs(formulation, *i)) able.emplace_back(i->name);
  return "integrator \"" + std::string(integrator.name) + "\" does not go with formulation \"" +
         std::string(formulation.name) + "\"; integrators that do: " + listed(able);
}

namespace {

constexpr OptionSpec projection_options[] = {
    {.name = "projection",
     .type = OptionType::choice,
     .fallback = "full",
     .choices = "full|needed|velocity|none",
     .help =
         "after each step: project positions and velocities onto the constraints; both, but only where they are off by "
         "more than a tenth of the tolerance; velocities only; or nothing"},
};

void check_claims(const System& system, const FormulationKind& formulation, const Methods& methods) {
  const std::string why = objection(system, formulation);
  if (why.empty()) return;
  std::vector<std::string> able;
  for (const FormulationKind* f : methods.formulations())
    if (objection(system, *f).empty()) able.emplace_back(f->name);
  throw UsageError("formulation \"" + std::string(formulation.name) + "\" cannot run this model: " + why +
                   "; formulations that can: " + listed(able));
}

/// A user's own maker may have failed to make it. Saved states separate the words of a field by blanks.
template <class Form>
std::unique_ptr<Form> made(const FormulationKind& formulation, std::unique_ptr<Form> form) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError("formulation \"" + std::string(formulation.name) + "\": " + why);
  };
  if (!form) refuse("its maker returned nothing");
  for (const auto& field : form->make_memory().pack())
    if (field.name.empty() || field.name.find_first_of(" \t\r\n") != std::string::npos)
      refuse("the name of a field of its memory, \"" + field.name + "\", must be one word");
  return form;
}

std::unique_ptr<Stepper> rate_stepper_of(const System& system, const FormulationKind& formulation,
                                         const IntegratorKind& kind, const OptionValues& options) {
  auto form = made(formulation, formulation.make_rate(system, options));
  if (form->added_state() < 0)
    throw UsageError("formulation \"" + std::string(formulation.name) + "\" adds " +
                     counted(form->added_state(), "number") + " to the motion; correct added_state()");
  std::unique_ptr<RateIntegrator> integrator;
  if (kind.tableau != nullptr)
    integrator = std::make_unique<ExplicitRungeKutta>(system, *form, *kind.tableau);
  else
    integrator = std::make_unique<ImplicitRateRule>(system, *form, kind.rule, options);
  return make_rate_stepper(system, std::move(form), std::move(integrator), options.choice("projection"));
}

}  // namespace

std::vector<OptionSpec> stepper_options(const FormulationKind& formulation, const IntegratorKind& integrator) {
  std::vector<OptionSpec> specs(formulation.options.begin(), formulation.options.end());
  specs.insert(specs.end(), integrator.options.begin(), integrator.options.end());
  if (formulation.is_step_form()) return specs;
  specs.insert(specs.end(), std::begin(projection_options), std::end(projection_options));
  if (integrator.rule != RateRule::none)
    specs.insert(specs.end(), rate_rule_options().begin(), rate_rule_options().end());
  return specs;
}

std::vector<OptionSpec> shared_options() {
  std::vector<OptionSpec> specs(std::begin(projection_options), std::end(projection_options));
  specs.insert(specs.end(), rate_rule_options().begin(), rate_rule_options().end());
  return specs;
}

void check_pairing(const System& system, const FormulationKind& formulation, const IntegratorKind& integrator,
                   const Methods& methods) {
  if (const std::string why = objection(formulation, integrator, methods); !why.empty()) throw UsageError(why);
  check_claims(system, formulation, methods);
}

std::unique_ptr<Stepper> make_stepper(const System& system, const FormulationKind& formulation,
                                      const IntegratorKind& integrator, const OptionValues& options,
                                      const Methods& methods) {
  check_pairing(system, formulation, integrator, methods);
  if (formulation.make_rate != nullptr) return rate_stepper_of(system, formulation, integrator, options);
  if (formulation.make_newmark != nullptr && integrator.newmark != nullptr)
    return make_newton_stepper(system, made(formulation, formulation.make_newmark(system, options)),
                               integrator.newmark(options));
  if (formulation.make_midpoint != nullptr && integrator.midpoint)
    return make_newton_stepper(system, made(formulation, formulation.make_midpoint(system, options)), Scheme{});
  return make_newton_stepper(
      system, made(formulation, formulation.make_collocation(system, *integrator.collocation, options)), Scheme{});
}

}  // namespace rheon
