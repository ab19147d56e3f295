#include "sim/newton_stepper.hpp"

#include "newton/newton_step.hpp"
#include "sim/taken_over_memory.hpp"

namespace rheon {

namespace {

/// Newton iteration of a step form. Unless the form does it, the works are integrated by the trapezoidal rule.
class NewtonStepper final : public Stepper {
 public:
  NewtonStepper(const System& system, std::unique_ptr<StepForm> form, const Scheme& scheme)
      : system_(&system), form_(std::move(form)), scheme_(scheme) {}

  Status start(State& s) override {
    const Status status = form_->start(s);
    check_written(*system_, s);
    return status;
  }

  StepReport step(const State& from, double h, State& to) override {
    StepReport report;
    report.status = newton_step(*form_, scheme_, from, h, to);
    if (!report.status) return report;
    check_written(*system_, to);
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
  const System* system_;
  std::unique_ptr<StepForm> form_;
  Scheme scheme_;
  double relative_ = 0.0, absolute_ = 0.0;
};

}  // namespace

std::unique_ptr<Stepper> make_newton_stepper(const System& system, std::unique_ptr<StepForm> form,
                                             const Scheme& scheme) {
  return std::make_unique<NewtonStepper>(system, std::move(form), scheme);
}

}  // namespace rheon
