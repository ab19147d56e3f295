// The steps of a run: fixed ones, and those of error control with what it does where it gets stuck.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "constraints/lost_rows.hpp"
#include "core/number_text.hpp"
#include "model/exchange_states.hpp"
#include "motion/finite_motion.hpp"
#include "sim/run_impl.hpp"

namespace rheon {

namespace {

/// A fixed step whose iteration fails is taken in up to this many parts. A choice: at the worst 2046 steps are tried, in 2, 4, ...,
/// 1024 parts, before the run stops.
constexpr int most_parts_of_a_step = 1024;
/// Error control has come to a standstill where so many steps in a row, refused ones too, were so short that the end of the run is
/// `out_of_reach` of them away. 1e11 steps take twelve days at 10 microseconds each. A collapse that a recovery or some hundred
/// growing steps get out of must not count (half and twice as many pass the tests).
constexpr int most_hopeless_steps = 2000;
constexpr double out_of_reach = 1e11;
/// Where so many steps are left, something may keep the motion at a switch: a choice. To be sure takes 20 looks
/// (collapse_cause.cpp): 20 000 steps, 2 % of what would be left, and a look costs far less than a thousand steps.
constexpr double long_way = 1e6;
constexpr int steps_between_looks = 1000;
/// So often a step is shortened by what it has passed; then it is taken as it is, with a doubt. A choice: a step that is halved so
/// often is 1e-15 of what it was, and what ends in half as many tries is resolved (half and twice as many pass the tests).
constexpr int most_passed = 50;
/// Parts of time. A step must move time by more than the first, some units in the last place; and what it has passed does not
/// shorten it to the second or less, where its length has four digits at the most. Choices.
constexpr double time_round_off = 16 * std::numeric_limits<double>::epsilon();
constexpr double too_close = 1e4 * std::numeric_limits<double>::epsilon();

}  // namespace

/// `size` as it was asked of the method: a difference of two times has their round-off.
void Simulation::Impl::accept(double size) {
  step_taken = size;
  const double h = next.t - now.t;
  summary.smallest_step = std::min(summary.smallest_step, h);
  summary.largest_step = std::max(summary.largest_step, h);
  ++summary.steps;
  next.n = now.n + 1;
  next.energy_start = now.energy_start;
  flow.pass(now, next);
  exchange_states(now, next);
  rounding.pass(now);
  if (steps_trail) steps_trail->pass(now);
}

bool Simulation::Impl::fixed_step() {
  const double h = control.fixed_size(now.n);
  const Status status = regular_step(now, h, next);
  if (!status && (!stepper->divides_failed_steps() || !step_in_parts(h))) return stop(status);
  next.t = control.fixed_time(now.n + 1);  // by index, not by summation
  look_for_passed();
  accept(h);
  return true;
}

/// Fixed steps stay as they are.
void Simulation::Impl::look_for_passed() {
  if (!passed_loads || reported_passed) return;
  const double place = passed_loads->look(now, next, PassedLoads::Kind::passed);
  if (place == 0.0) return;
  doubt_what_was_passed(place, "fixed steps do not see; take shorter ones, or error control");
}

/// Reported once.
void Simulation::Impl::doubt_what_was_passed(double place, const std::string& by_what) {
  if (std::exchange(reported_passed, true)) return;
  summary.doubts.push_back("at t = " + brief_text(now.t + place * (next.t - now.t)) + " s " + passed_loads->name() +
                           " does something between two steps that " + by_what);
}

/// Has the step from `now` to `next` passed something? Then `h` is the length that ends in it.
bool Simulation::Impl::has_passed(double& h) {
  if (!passed_loads) return false;
  const double place = passed_loads->look(now, next, PassedLoads::Kind::unresolved);
  // so close to where the step begins, error control has to find its way across
  if (place * h <= too_close * std::max(std::abs(now.t), plan.end)) return false;
  h *= place;
  if (!cause) cause.emplace(*system);
  cause->shortened_by(passed_loads->name());
  return true;
}

/// A step that fails or jumps may have met a singular position: then the state comes from a step across it.
Status Simulation::Impl::regular_step(const State& from, double h, State& to) {
  Status status = stepper->step(from, h, to).status;
  if (system->layout().rows() > 0) {
    if (status)
      singularity.smooth(*stepper, from, to);
    else if (singularity.cross(*stepper, from, h, to))
      status = {};
  }
  if (status) status = finite_motion(to);
  return status ? turns.count(from, to, terms) : status;
}

/// A step whose iteration failed, in 2, 4, 8, … shorter ones: from `now` to `next`.
Status Simulation::Impl::step_in_parts(double h) {
  Status status{Code::not_converged};
  for (int parts = 2; parts <= most_parts_of_a_step; parts *= 2) {
    ++summary.refused_steps;
    part = now;
    int done = 0;
    for (; done < parts; ++done) {
      status = regular_step(part, h / parts, next);
      if (!status) break;
      next.t = now.t + h * (done + 1) / parts;
      next.n = now.n;
      exchange_states(part, next);
    }
    if (done < parts) continue;
    exchange_states(part, next);
    most_parts = std::max(most_parts, parts);
    ++divided_steps;
    return {};
  }
  return status;
}

/// A step from `now` to `next` that may have an error of `limit` times the tolerance.
StepReport Simulation::Impl::tolerant_step(double h, double limit) {
  if (limit != 1.0) stepper->set_tolerance(limit * plan.tolerance, limit * plan.absolute_tolerance);
  StepReport report = stepper->step(now, h, next);
  if (limit != 1.0) stepper->set_tolerance(plan.tolerance, plan.absolute_tolerance);
  report.error *= limit;
  if (report.status && report.error <= limit) report.status = finite_motion(next);
  if (report.status && report.error <= limit) report.status = turns.count(now, next, terms);
  return report;
}

void Simulation::Impl::recover_from_collapse(Status& failure) {
  if (!cause) cause.emplace(*system);
  part = now;
  recovery.take(now);
  // a step beyond the tolerance is for singular positions alone: a stop or a barrier is no place to be carried across
  if (recovery.may_exceed_tolerance() && lost_rank(*system, part).empty()) recovery.forbid_exceeding();
  cause->collapsed(part, now, recovery.counted_until());
  failure = {};
  forget_rows();
}

/// Forces that drive a motion back to where they switch, from both sides, keep it there in steps that only the tolerance bounds.
bool Simulation::Impl::look_for_switch() {
  StepMemory& m = recovery.looks();
  if (++m.since_look < steps_between_looks) return true;
  const double way = now.t - m.last_look, left = plan.end - now.t;
  const double h = way / m.since_look;
  m.since_look = 0;
  m.last_look = now.t;
  if (!(way > 0.0)) return true;  // it went back
  if (!(left > long_way * h)) {
    m.at_switch.setZero();
    return true;
  }
  if (!cause) cause.emplace(*system);
  const std::string what = cause->part_kept_switching(now, way, m.at_switch);
  if (what.empty()) return true;
  return stop(
      what + " switches to and fro in steps of " + brief_text(h) + " s, " + brief_text(std::ceil(left / h)) +
      " more of them to the end: the motion stays where it switches, as friction that sticks and controllers that "
      "chatter do; make it continuous there (tanh(v/v0) for sign(v), with a small v0), or take a fixed step");
}

bool Simulation::Impl::controlled_step() {
  if (now.h <= 0.0) now.h = control.first_size(now);
  Status failure;                                            // why a step was refused outright, if any was
  double at_most = std::numeric_limits<double>::infinity();  // length that ends in what a longer step has passed
  int passed = 0;
  for (;;) {
    if (control.explains_short_step(now.t, recovery.last_long())) recovery.forget();
    if (recovery.due(now)) recover_from_collapse(failure);
    // without dense output of the method's accuracy, steps end where rows are due
    const bool due = !stepper->interpolates() && next_sample <= last_sample();
    const double landing = due ? sample_time(next_sample) : std::numeric_limits<double>::infinity();
    const double h = std::min(control.fit(now.t, now.h, landing), at_most);
    if (!(h > time_round_off * std::max(std::abs(now.t), plan.end)))
      return stop(failure ? Status{Code::step_too_small, -1, 0, h, "step control"} : failure);
    if (recovery.count_short(plan.end - now.t > out_of_reach * h) > most_hopeless_steps)
      return stop(Status{Code::step_too_small, -1, 0, h, "step control"});
    const double limit = recovery.take_permission_to_exceed() ? StepRecovery::loosened : 1.0;
    StepReport report = tolerant_step(h, limit);
    const bool good = report.status && report.error <= limit;
    if (good) next.t = control.end_of(now.t, h, landing);
    if (double shorter = h; good && has_passed(shorter)) {
      if (++passed > most_passed) {
        doubt_what_was_passed(shorter / h, "error control does not resolve; give a smaller largest-step");
      } else {
        ++summary.refused_steps;
        now.h = at_most = shorter;
        recovery.forget();  // steps are short for a reason that is known
        continue;
      }
    }
    if (good && stepper->interpolates()) report.status = record_inside(h);
    if (good && report.status) {
      control.after_accepted(h, report.error, stepper->error_order(), now, next);
      recovery.passed(now, h, report.error);
      const std::string turned = branch.look(now, next, recovery);
      accept(h);
      if (cause) cause->passed(now);
      if (!turned.empty()) return stop(turned);
      return look_for_switch();
    }
    ++summary.refused_steps;
    if (!report.status) {
      failure = last_failure = report.status;
      ++failed_steps;
    }
    if (!report.status && !report.status.recoverable()) return stop(report.status);
    now.h = control.after_refused(h, report, stepper->error_order());
  }
}

}  // namespace rheon
