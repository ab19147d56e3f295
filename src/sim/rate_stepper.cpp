#include "sim/rate_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "constraints/projector.hpp"
#include "constraints/stiff_projection.hpp"
#include "kernels/rate_code.hpp"
#include "methods/allowed_error.hpp"
#include "methods/energy_equations.hpp"
#include "model/wants.hpp"
#include "sim/taken_over_memory.hpp"

namespace rheon {

namespace {

/// Part of the tolerance by which `projection=needed` lets states be off the constraints: the error that is allowed hides it. A
/// choice; smaller, and more steps are projected.
constexpr double allowed_distance = 0.1;
/// Rows that keep less of their pivots next to the others come close to a singular position, and with `projection=needed` the state
/// is projected there whatever its distance. A choice: larger, and regular steps are projected, too, which costs time alone.
constexpr double close_to_dependent = 0.1;

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
    const Status status = integrator_->complete(s);
    check_written(*system_, s);
    return status;
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

}  // namespace

std::unique_ptr<Stepper> make_rate_stepper(const System& system, std::unique_ptr<RateForm> form,
                                           std::unique_ptr<RateIntegrator> integrator, std::string_view projection) {
  return std::make_unique<RateStepper>(system, std::move(form), std::move(integrator), projection);
}

}  // namespace rheon
