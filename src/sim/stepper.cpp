#include "rheon/sim/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "constraints/projector.hpp"
#include "constraints/stiff_projection.hpp"
#include "core/number_text.hpp"
#include "integrators/explicit_runge_kutta.hpp"
#include "integrators/implicit_rate_rule.hpp"
#include "kernels/rate_code.hpp"
#include "methods/allowed_error.hpp"
#include "methods/energy_equations.hpp"
#include "model/system_inside.hpp"
#include "model/wants.hpp"
#include "newton/newton_step.hpp"
#include "rheon/core/names.hpp"

namespace rheon {

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

/// Part of the tolerance by which `projection=needed` lets states be off the constraints.
constexpr double allowed_distance = 0.1;
/// Rows that keep less of their pivots next to the others come close to a singular position.
constexpr double close_to_dependent = 0.1;

/// What a state from elsewhere keeps, as the struct of the method; `added`: numbers of z.
template <class Form>
std::string take_over_memory(const Form& form, Index added, State& s) {
  if (s.z.size() != added)
    return "it has " + std::to_string(s.z.size()) + " numbers added to the motion, and this method adds " +
           std::to_string(added);
  Memory memory = form.make_memory();
  std::string why = memory.unpack(s.memory.pack());
  s.memory = std::move(memory);
  return why;
}

/// Integration of a rate form, with projection after each accepted step.
class RateStepper final : public Stepper {
 public:
  RateStepper(const System& system, std::unique_ptr<RateForm> form, std::unique_ptr<RateIntegrator> integrator,
              std::string_view projection)
      : system_(&system),
        terms_(system.make_terms()),
        q_before_(Vec::Zero(system.layout().nq)),
        v_before_(Vec::Zero(system.layout().nv)),
        form_(std::move(form)),
        coded_(dynamic_cast<CodedRate*>(form_.get())),
        integrator_(std::move(integrator)),
        projector_(system),
        when_needed_(projection == projection_when_needed),
        positions_((projection == "full" || when_needed_) && system.layout().nphi > 0),
        velocities_(projection != "none" && system.layout().rows() > 0) {
    if (integrator_->iterates() && velocities_ && !system.model().general_speeds) stiff_.emplace(system);
  }

  Status start(State& s) override {
    if (s.z.size() != form_->added_state()) s.z = Vec::Zero(form_->added_state());
    if (Memory memory = form_->make_memory(); !s.memory.same_struct(memory)) s.memory = std::move(memory);
    if (auto ok = form_->update_memory(s); !ok) return ok;
    leave_out_dependent(s);
    return integrator_->complete(s);
  }

  StepReport step(const State& from, double h, State& to) override {
    StepReport report;
    report.status = integrator_->step(from, h, to);
    if (!report.status) return report;
    if (relative_ > 0.0) report.error = integrator_->error(from, to, relative_, absolute_);
    if (!(report.error <= 1.0)) return report;
    projector_.moved = false;
    to.energy_projected = from.energy_projected;
    const bool compares = relative_ > 0.0 && !when_needed_;
    if (compares) {
      q_before_ = to.q;
      v_before_ = to.v;
    }
    report.status = project(from, h, to);
    if (relative_ > 0.0 && when_needed_) report.error = std::max(report.error, distance_);
    if (compares && report.status && projector_.moved) report.error = std::max(report.error, movement(to));
    if (!(report.error <= 1.0)) return report;
    if (report.status) report.status = form_->update_memory(to);
    if (report.status) report.status = integrator_->complete_end(from, to, projector_.moved || when_needed_);
    if (report.status && when_needed_ && !projector_.moved && form_->independence() < close_to_dependent)
      report.status = keep_branch(from, to);
    return report;
  }

  Status sample(double theta, State& out) override {
    if (auto ok = integrator_->interpolate(theta, out); !ok) return ok;
    if (auto ok = project(out); !ok) return ok;
    return integrator_->complete(out);
  }

  std::string take_over(State& s) const override { return take_over_memory(*form_, form_->added_state(), s); }
  bool interpolates() const override { return integrator_->interpolates(); }
  int error_order() const override { return integrator_->error_order(); }
  bool divides_failed_steps() const override { return integrator_->iterates(); }
  void set_tolerance(double relative, double absolute) override {
    relative_ = relative;
    absolute_ = absolute;
  }
  Counters counters() const override {
    Counters c = form_->counters() + projector_.counters() + (stiff_ ? stiff_->counters() : Counters{});
    c.iterations += integrator_->iterations();
    return c;
  }

 private:
  Status project(const State& from, double h, State& to) {
    if (stiff_) {
      double before = 0.0, after = 0.0;
      if (auto ok = find_mechanical_energy(*system_, to, terms_, before); !ok) return ok;
      if (auto ok = stiff_->project(from, h, positions_, to); !ok) return ok;
      if (auto ok = find_mechanical_energy(*system_, to, terms_, after); !ok) return ok;
      to.energy_projected += after - before;
    }
    return project(to);
  }
  /// As the state knows them: what an earlier projection left out must not matter, or a resumed run would go on differently.
  void leave_out_dependent(const State& s) {
    if (coded_ != nullptr) projector_.leave_out(coded_->dependent_rows(s));
  }
  Status project(State& s) {
    if (!velocities_) return {};
    if (when_needed_) {
      if (auto ok = projector_.measure(s, positions_, relative_, absolute_, distance_); !ok) return ok;
      if (distance_ <= allowed_distance) return {};
    }
    double added = 0.0;
    leave_out_dependent(s);
    if (auto ok = projector_.project(s, positions_, added); !ok) return ok;
    s.energy_projected += added;
    return {};
  }
  /// Close to a singular position the branches of a motion can be distinguished on the constraints only.
  Status keep_branch(const State& from, State& to) {
    double added = 0.0;
    leave_out_dependent(to);
    if (auto ok = projector_.project(to, positions_, added); !ok) return ok;
    to.energy_projected += added;
    if (auto ok = form_->update_memory(to); !ok) return ok;
    return integrator_->complete_end(from, to, true);
  }
  /// By the projection, relative to the tolerances as the error is: the motion is on the constraints, so a step that was off
  /// by more than the tolerance is wrong by as much, whatever its error estimate says. (Projected when needed, steps begin off
  /// the constraints themselves, by less than they may end: then the distance decides.)
  double movement(const State& to) const {
    double worst = 0.0;
    const auto judge = [&](const Vec& before, const Vec& after) {
      for (Index k = 0; k < after.size(); ++k) {
        const double size = allowed_error(before[k], after[k], relative_, absolute_);
        const double moved = std::abs(after[k] - before[k]);
        if (!(moved <= worst * size)) worst = moved / size;
      }
    };
    judge(q_before_, to.q);
    judge(v_before_, to.v);
    return worst;
  }

  const System* system_;
  Terms terms_;
  Vec q_before_, v_before_;  ///< of the projection
  std::unique_ptr<RateForm> form_;
  CodedRate* coded_;  ///< the same, if it is one
  std::unique_ptr<RateIntegrator> integrator_;
  Projector projector_;
  bool when_needed_, positions_, velocities_;
  double distance_ = 0.0;  ///< from the constraints, as measured last
  std::optional<StiffProjection> stiff_;
  double relative_ = 0.0, absolute_ = 0.0;
};

/// Newton iteration of a step form. Unless the form does it, the works are integrated by the trapezoidal rule.
class NewtonStepper final : public Stepper {
 public:
  NewtonStepper(std::unique_ptr<StepForm> form, const Scheme& scheme) : form_(std::move(form)), scheme_(scheme) {}

  Status start(State& s) override { return form_->start(s); }

  StepReport step(const State& from, double h, State& to) override {
    StepReport report;
    report.status = newton_step(*form_, scheme_, from, h, to);
    if (!report.status) return report;
    to.energy_projected = from.energy_projected + form_->projected_energy();
    if (!form_->integrates_works()) to.work = from.work + 0.5 * h * (from.power + to.power);
    if (!(relative_ > 0.0)) return report;
    report.status = form_->error(relative_, absolute_, report.error);
    if (report.status && report.error <= 1.0) report.status = form_->extrapolate(to);
    return report;
  }

  Status sample(double theta, State& out) override { return form_->sample(theta, out); }
  std::string take_over(State& s) const override { return take_over_memory(*form_, 0, s); }
  bool interpolates() const override { return form_->interpolates(); }
  int error_order() const override { return form_->error_order(); }
  void set_tolerance(double relative, double absolute) override {
    relative_ = relative;
    absolute_ = absolute;
  }
  bool divides_failed_steps() const override { return true; }
  Counters counters() const override { return form_->counters(); }

 private:
  std::unique_ptr<StepForm> form_;
  Scheme scheme_;
  double relative_ = 0.0, absolute_ = 0.0;
};

}  // namespace

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

void check_claims(const System& system, const FormulationKind& formulation, const Methods& methods) {
  const std::string why = objection(system, formulation);
  if (why.empty()) return;
  std::vector<std::string> able;
  for (const FormulationKind* f : methods.formulations())
    if (objection(system, *f).empty()) able.emplace_back(f->name);
  throw UsageError("formulation \"" + std::string(formulation.name) + "\" cannot run this model: " + why +
                   "; formulations that can: " + listed(able));
}

/// A user's own maker may have failed to make it.
template <class Form>
std::unique_ptr<Form> made(const FormulationKind& formulation, std::unique_ptr<Form> form) {
  if (!form) throw UsageError("formulation \"" + std::string(formulation.name) + "\": its maker returned nothing");
  return form;
}

std::unique_ptr<Stepper> make_rate_stepper(const System& system, const FormulationKind& formulation,
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
  return std::make_unique<RateStepper>(system, std::move(form), std::move(integrator), options.choice("projection"));
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
  if (formulation.make_rate != nullptr) return make_rate_stepper(system, formulation, integrator, options);
  if (formulation.make_newmark != nullptr && integrator.newmark != nullptr)
    return std::make_unique<NewtonStepper>(made(formulation, formulation.make_newmark(system, options)),
                                           integrator.newmark(options));
  if (formulation.make_midpoint != nullptr && integrator.midpoint)
    return std::make_unique<NewtonStepper>(made(formulation, formulation.make_midpoint(system, options)), Scheme{});
  return std::make_unique<NewtonStepper>(
      made(formulation, formulation.make_collocation(system, *integrator.collocation, options)), Scheme{});
}

}  // namespace rheon
