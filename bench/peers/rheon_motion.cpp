#include "peers/rheon_motion.hpp"

#include <cmath>
#include <limits>

#include "rheon/core/error.hpp"

namespace peers {

using rheon::State;
using rheon::Status;
using rheon::StepReport;

/// As in a run.
constexpr int most_parts_of_a_step = 1024;

RheonMotion::RheonMotion(const rheon::System& system, const rheon::RunRequest& request)
    : system_(system),
      plan_(make_plan(system, request)),
      stepper_(make_stepper(system, plan_)),
      times_(system),
      control_(plan_, times_.switching(plan_.start, plan_.end), times_.windows(plan_.start, plan_.end),
               !stepper_->interpolates()),
      singularity_(system),
      branch_(system),
      turns_(system),
      terms_(system.make_terms()) {
  if (plan_.tolerance > 0.0) stepper_->set_tolerance(plan_.tolerance, plan_.absolute_tolerance);
}

void RheonMotion::fail(const Status& status) const {
  throw rheon::Error("stopped at t = " + std::to_string(now_->t) + ": " + system_.describe(status));
}

void RheonMotion::start(const State& s) {
  *now_ = s;
  now_->n = 0;
  now_->h = now_->error = 0.0;
  now_->side = control_.piece_middle(0, now_->t);
  recovery_ = {};
  if (const Status ok = stepper_->start(*now_); !ok) fail(ok);
  if (plan_.step <= 0.0) recovery_.begin(*now_);
  *before_ = between_ = part_ = *now_;
  divided_steps_ = 0;
  singularity_.resize(*now_);
  asked_ = now_->t;
}

void RheonMotion::accept() {
  before_->n = now_->n + 1;
  before_->energy_start = now_->energy_start;
  std::swap(now_, before_);
}

void RheonMotion::fixed_step() {
  const double h = control_.fixed_size(now_->n);
  const Status status = regular_step(*now_, h, *before_);
  if (!status && (!stepper_->divides_failed_steps() || !step_in_parts(h))) fail(status);
  before_->t = control_.fixed_time(now_->n + 1);
  accept();
}

Status RheonMotion::regular_step(const State& from, double h, State& to) {
  Status status = stepper_->step(from, h, to).status;
  if (system_.layout().rows() > 0) {
    if (status)
      singularity_.smooth(*stepper_, from, to);
    else if (singularity_.cross(*stepper_, from, h, to))
      status = {};
  }
  return status ? turns_.count(from, to, terms_) : status;
}

Status RheonMotion::step_in_parts(double h) {
  Status status{rheon::Code::not_converged};
  for (int parts = 2; parts <= most_parts_of_a_step; parts *= 2) {
    part_ = *now_;
    int done = 0;
    for (; done < parts; ++done) {
      status = regular_step(part_, h / parts, *before_);
      if (!status) break;
      before_->t = now_->t + h * (done + 1) / parts;
      before_->n = now_->n;
      std::swap(part_, *before_);
    }
    if (done < parts) continue;
    std::swap(part_, *before_);
    ++divided_steps_;
    return {};
  }
  return status;
}

void RheonMotion::controlled_step(double landing) {
  if (now_->h <= 0.0) now_->h = control_.first_size(*now_);
  for (;;) {
    recovery_.take(*now_);
    const double h = control_.fit(now_->t, now_->h, landing);
    if (!(h > 16 * std::numeric_limits<double>::epsilon() * plan_.end)) fail({rheon::Code::step_too_small, -1, 0, h});
    const double limit = recovery_.take_permission_to_exceed() ? rheon::StepRecovery::loosened : 1.0;
    if (limit != 1.0) stepper_->set_tolerance(limit * plan_.tolerance, limit * plan_.absolute_tolerance);
    StepReport report = stepper_->step(*now_, h, *before_);
    if (limit != 1.0) stepper_->set_tolerance(plan_.tolerance, plan_.absolute_tolerance);
    report.error *= limit;
    if (report.status && report.error <= limit) report.status = turns_.count(*now_, *before_, terms_);
    if (report.status && report.error <= limit) {
      before_->t = control_.end_of(now_->t, h, landing);
      control_.after_accepted(h, report.error, stepper_->error_order(), *now_, *before_);
      recovery_.passed(*now_, h, report.error);
      if (const std::string turned = branch_.look(*now_, *before_, recovery_); !turned.empty())
        throw rheon::Error(turned);
      return accept();
    }
    if (!report.status && !report.status.recoverable()) fail(report.status);
    now_->h = control_.after_refused(h, report, stepper_->error_order());
  }
}

void RheonMotion::advance(double t) {
  asked_ = t;
  if (plan_.step > 0.0) {
    // to the nearest step: a look between two steps is at one of them
    const auto last = static_cast<std::int64_t>(std::llround(t / plan_.step));
    while (now_->n < last) fixed_step();
    return;
  }
  const double landing = stepper_->interpolates() ? std::numeric_limits<double>::infinity() : t;
  while (now_->t < t) controlled_step(landing);
}

const State& RheonMotion::state() {
  if (plan_.step > 0.0 || now_->t <= asked_) return *now_;
  // asked for inside the last step: `sample` wants its ends unchanged
  const double h = now_->t - before_->t;
  if (const Status ok = stepper_->sample((asked_ - before_->t) / h, between_); !ok) fail(ok);
  between_.t = asked_;
  return between_;
}

}  // namespace peers
