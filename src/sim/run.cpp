#include "rheon/sim/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "core/number_text.hpp"
#include "formulations/near_dependence.hpp"
#include "model/model_digest.hpp"
#include "rheon/core/parallel.hpp"
#include "rheon/sim/initial.hpp"
#include "sim/doubts.hpp"
#include "sim/error_estimator.hpp"
#include "sim/resumption.hpp"
#include "sim/run_impl.hpp"
#include "sim/summarise.hpp"
#include "sim/undetermined.hpp"

namespace rheon {

namespace {

using Clock = std::chrono::steady_clock;
/// A fixed step whose iteration fails is taken in up to this many parts.
constexpr int most_parts_of_a_step = 1024;
/// Error control has come to a standstill where this many steps in a row, refused ones too, were so short that the end of
/// the run is so many of them away: weeks.
constexpr int patience = 2000;
constexpr double out_of_reach = 1e11;
/// Where so many steps are left, something may keep the motion at a switch: looked at every so many steps.
constexpr double long_way = 1e6;
constexpr int steps_between_looks = 1000;
/// So often a step is shortened by what it has passed; then error control is left alone with it.
constexpr int most_passed = 50;
/// Part of the largest entry of the mass matrix that round-off makes of a zero.
constexpr double round_off_of_mass = 1e-12;
constexpr double monitor_interval = 0.05;  // seconds of wall time between two calls of the monitor

std::string number(double x) { return brief_text(x); }

}  // namespace

Simulation::Impl::Impl(const System& s, const RunRequest& request)
    : Impl(s, make_plan(s, request), request.account_only, request.watcher) {
  keep_rows = request.keep_rows;
  if (request.estimate_error) steps_trail.emplace(s);
}

Simulation::Impl::Impl(const System& s, Plan planned, bool account_only, RowWatcher* sees_rows)
    : system(&s),
      plan(std::move(planned)),
      stepper(make_stepper(s, plan)),
      times(s),
      control(plan, times.switching(plan.start, plan.end), times.windows(plan.start, plan.end),
              plan.land_on_times || !stepper->interpolates()),
      bridge(s),
      branch(s),
      turns(s),
      recorder(s, static_cast<std::size_t>(plan.samples) + 2, {.stores_energy = plan.formulation->stores_energy},
               account_only),
      watcher(sees_rows),
      terms(s.make_terms()),
      now(s.make_state()),
      next(now),
      between(now),
      part(now),
      violations(s),
      rounding(s) {
  if (control.switches()) crossing.emplace(s);
  if (ModelTimes::motion_meets_local_loads(s.model())) passed_loads.emplace(s);
  if (plan.tolerance > 0.0) stepper->set_tolerance(plan.tolerance, plan.absolute_tolerance);
}

void Simulation::Impl::begin(const State* saved, bool own) {
  summary = summary_of(*system);
  summary.formulation = plan.formulation->name;
  summary.integrator = plan.integrator->name;
  summary.options = plan.options.all();
  summary.start_time = plan.start;
  summary.duration = plan.end - plan.start;
  summary.step = plan.step;
  summary.tolerance = plan.tolerance;
  summary.smallest_step = std::numeric_limits<double>::infinity();
  if (saved != nullptr) {
    const std::string why = own ? "" : objection_to(*saved, *system, plan, control, *stepper);
    if (!why.empty()) refuse_state(*system, why);
    now = *saved;
    next_sample = first_sample_after(now.t);
  } else {
    InitialResult initial = find_initial_state(*system, plan.start);
    if (!initial.problems.empty()) throw ModelError(std::move(initial.problems));
    summary.notes = std::move(initial.notes);
    for (const std::string& line : plan.advice) summary.notes.push_back("auto: " + line);
    now = std::move(initial.state);
    if (auto flat = rows_without_gradient(*system, now); !flat.empty()) throw ModelError(std::move(flat));
    for (std::string& note : vanishing_gradients(*system, now)) summary.notes.push_back(std::move(note));
    if (std::string note = note_of_undetermined(*system, now); !note.empty()) summary.notes.push_back(std::move(note));
    for (std::string& note : near_dependence_notes(*system, now)) summary.notes.push_back(std::move(note));
  }
  next = between = part = now;
  if (saved == nullptr) now.energy_start = energy();
  summary.energy_start = now.energy_start;
  if (watcher != nullptr) {
    Results start = recorder.so_far();
    start.summary = summary;
    watcher->begin(start);
  }
  if (saved == nullptr && !enter_piece()) return;
  if (plan.step <= 0.0) Retreat::prepare(now);
  next = between = part = now;
  bridge.resize(now);
  flow.before = energy() - now.energy_start - now.work.total();
  rounding.begin(now);
  last_look = now.t;
  if (steps_trail) first = now;
  if (const double h = control.uneven_step(); h > 0.0)
    summary.notes.push_back("steps of " + number(h) + " s instead of " + number(plan.step) +
                            " s where needed, so that they land on the end and on switching loads");
  if (const auto window = control.unseen(); plan.step > 0.0 && window.end > window.begin)
    summary.doubts.push_back(
        "a load varies within " + number(window.end - window.begin) + " s at t = " + number(window.begin) +
        " s, less than two steps: fixed steps may pass it unseen; take shorter ones, or error control");
  record_now();
  tell_rows();
}

/// Start of a smooth piece of the loads: accelerations and multipliers jump there, so they are found anew.
bool Simulation::Impl::enter_piece() {
  now.side = control.piece_middle(now.n, now.t);
  Retreat::forget(now);
  const Status ok = stepper->start(now);
  return ok ? observe() : stop(ok);
}

bool Simulation::Impl::cross_switch() {
  const double side = control.piece_middle(now.n, now.t);
  Jump jump;
  if (crossing)
    if (auto ok = crossing->cross(now, side, jump); !ok) return stop(ok);
  if (!jump.refusal.empty()) return stop(jump.refusal);
  if (jump.velocity_row >= 0) {
    if (jumps++ == 0)
      first_jump = "t = " + number(now.t) + " s, by " + number(jump.amount) + " in constraint \"" +
                   system->row_name(jump.velocity_row) + "\"";
    energy_of_jumps += jump.energy;
  }
  return enter_piece();
}

double Simulation::Impl::energy() {
  const Status ok = system->evaluate(now, Want::energy, terms);
  return ok ? terms.kinetic + terms.potential + now.energy_constraint : std::nan("");
}

bool Simulation::Impl::stop(const std::string& why) {
  over = true;
  summary.ending = Ending::stopped;
  summary.message = "stopped at t = " + number(now.t) + " s: " + why;
  return false;
}

bool Simulation::Impl::stop(const Status& status) {
  std::string where = status.code == Code::not_finite ? "" : lost_rank(*system, now);
  if (where.empty() && status.code == Code::step_too_small) where = why_steps_are_short();
  return stop(system->describe(status) + (where.empty() ? "" : "; " + where));
}

std::string Simulation::Impl::why_steps_are_short() const {
  std::string why = rounding.far_from_zero(plan.absolute_tolerance);
  if (cause && cause->is_known()) why += (why.empty() ? "" : "; ") + ("steps collapsed " + cause->text());
  return why;
}

/// Largest violations so far.
bool Simulation::Impl::observe() {
  Drifts drifts;
  if (auto ok = measure_drift(*system, now, terms, drifts); !ok) return stop(ok);
  keep_largest(*system, drifts, now.t, summary);
  violations.see(now, terms);
  drift_position = drifts.position.norm;
  return check_mass();
}

/// A mass that varies may lose its sign on the way, and methods that iterate pass the place without a word.
bool Simulation::Impl::check_mass() {
  if (system->constant_mass()) return true;
  if (auto ok = system->evaluate(now, Want::mass, terms); !ok) return stop(ok);
  const Pattern& p = system->mass_pattern();
  double largest = 0.0;
  for (const double m : terms.M) largest = std::max(largest, std::abs(m));
  for (int j = 0; j < system->layout().nv; ++j) {
    const int place = p.find(j, j);
    if (place < 0 || !(terms.M[at(place)] < -round_off_of_mass * largest)) continue;
    return stop("the mass along " + system->velocity_name(j) + " has become negative, " + number(terms.M[at(place)]) +
                ": kinetic energy is never negative; the motion ends where the mass vanishes");
  }
  return true;
}

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
  std::swap(now, next);
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
  if (!passed_loads || told_passed) return;
  const double place = passed_loads->look(now, next, PassedLoads::Kind::passed);
  if (place == 0.0) return;
  told_passed = true;
  summary.doubts.push_back("at t = " + number(now.t + place * (next.t - now.t)) + " s " + passed_loads->name() +
                           " does something between two steps that fixed steps do not see; take shorter ones, or error "
                           "control");
}

/// Has the step from `now` to `next` passed something? Then `h` is the length that ends in it.
bool Simulation::Impl::has_passed(double& h) {
  if (!passed_loads) return false;
  const double place = passed_loads->look(now, next, PassedLoads::Kind::unresolved);
  // so close to where the step begins, error control has to find its way across
  if (place * h <= 1e4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(now.t), plan.end)) return false;
  h *= place;
  if (!cause) cause.emplace(*system);
  cause->met(passed_loads->name());
  return true;
}

/// A step that fails or jumps may have met a singular position: then the state comes from a step across it.
Status Simulation::Impl::regular_step(const State& from, double h, State& to) {
  Status status = stepper->step(from, h, to).status;
  if (system->layout().rows() > 0) {
    if (status)
      bridge.smooth(*stepper, from, to);
    else if (bridge.cross(*stepper, from, h, to))
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
      std::swap(part, next);
    }
    if (done < parts) continue;
    std::swap(part, next);
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

void Simulation::Impl::retreat_from_here(Status& failure) {
  if (!cause) cause.emplace(*system);
  part = now;
  retreat.take(now);
  // a step beyond the tolerance is for singular positions alone: a stop or a barrier is no place to be carried across
  if (Retreat::will_insist(now) && lost_rank(*system, part).empty()) Retreat::renounce(now);
  cause->collapsed(part, now, Retreat::behind(now));
  failure = {};
  forget_rows();
}

/// Forces that drive a motion back to where they switch, from both sides, keep it there in steps that only the tolerance bounds.
bool Simulation::Impl::look_for_switch() {
  if (++steps_since_look < steps_between_looks) return true;
  const double way = now.t - last_look, left = plan.end - now.t;
  const double h = way / static_cast<double>(steps_since_look);
  steps_since_look = 0;
  last_look = now.t;
  if (!(way > 0.0)) return true;  // it went back
  if (!(left > long_way * h)) {
    if (cause) cause->move_on();
    return true;
  }
  if (!cause) cause.emplace(*system);
  const std::string what = cause->dwelling(now, way);
  if (what.empty()) return true;
  return stop(
      what + " switches to and fro in steps of " + number(h) + " s, " + number(std::ceil(left / h)) +
      " more of them to the end: the motion stays where it switches, as friction that sticks and controllers that "
      "chatter do; make it continuous there (tanh(v/v0) for sign(v), with a small v0), or take a fixed step");
}

bool Simulation::Impl::controlled_step() {
  if (now.h <= 0.0) now.h = control.first_size(now);
  Status failure;                                            // why a step was refused outright, if any was
  double at_most = std::numeric_limits<double>::infinity();  // length that ends in what a longer step has passed
  int passed = 0;
  for (;;) {
    if (control.explains_short_step(now.t, Retreat::last_long(now))) Retreat::forget(now);
    if (Retreat::due(now)) retreat_from_here(failure);
    // without dense output of the method's accuracy, steps end where rows are due
    const bool due = !stepper->interpolates() && next_sample <= last_sample();
    const double landing = due ? sample_time(next_sample) : std::numeric_limits<double>::infinity();
    const double h = std::min(control.fit(now.t, now.h, landing), at_most);
    if (!(h > 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(now.t), plan.end)))
      return stop(failure ? Status{Code::step_too_small, -1, 0, h, "step control"} : failure);
    if (Retreat::count_short(now, plan.end - now.t > out_of_reach * h) > patience)
      return stop(Status{Code::step_too_small, -1, 0, h, "step control"});
    const double limit = Retreat::insists(now) ? Retreat::loosened : 1.0;
    StepReport report = tolerant_step(h, limit);
    const bool good = report.status && report.error <= limit;
    if (good) next.t = control.end_of(now.t, h, landing);
    if (double shorter = h; good && passed < most_passed && has_passed(shorter)) {
      ++passed;
      ++summary.refused_steps;
      now.h = at_most = shorter;
      Retreat::forget(now);  // steps are short for a reason that is known
      continue;
    }
    if (good && stepper->interpolates()) report.status = record_inside(h);
    if (good && report.status) {
      control.after_accepted(h, report.error, stepper->error_order(), now, next);
      retreat.passed(now, h, report.error, next);
      const std::string turned = branch.look(now, next);
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

Simulation::Simulation(const System& system, const RunRequest& request)
    : impl_(std::make_unique<Impl>(system, request)) {
  impl_->begin(nullptr);
}

Simulation::Simulation(const System& system, const RunRequest& request, const SavedState& saved)
    : impl_(std::make_unique<Impl>(system, request)) {
  const Plan& plan = impl_->plan;
  if (saved.model != digest_of(system.model())) refuse_state(system, "it belongs to another model");
  if (saved.formulation != plan.formulation->name || saved.integrator != plan.integrator->name)
    refuse_state(system, "it was saved by " + saved.formulation + " with " + saved.integrator +
                             ", and this run is by " + std::string(plan.formulation->name) + " with " +
                             std::string(plan.integrator->name));
  impl_->begin(&saved.state);
}

Simulation::Simulation(const System& system, const RunRequest& request, const State& state)
    : impl_(std::make_unique<Impl>(system, request)) {
  impl_->begin(&state);
}

Simulation::Simulation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

const State& Simulation::state() const { return impl_->now; }

SavedState Simulation::save() const {
  const Plan& plan = impl_->plan;
  return {std::string(plan.formulation->name), std::string(plan.integrator->name), digest_of(impl_->system->model()),
          impl_->now};
}

bool Simulation::done() const { return impl_->over || impl_->now.t >= impl_->plan.end; }

bool Simulation::step() {
  Impl& s = *impl_;
  if (done()) return false;
  if (!(s.plan.step > 0.0 ? s.fixed_step() : s.controlled_step())) return false;
  if (!s.observe()) return false;
  if (s.control.at_switch(s.now.n, s.now.t) && !s.cross_switch()) return false;
  if (!s.record_now()) return false;
  s.tell_rows();
  return true;
}

void Simulation::Impl::interrupt() {
  over = true;
  summary.ending = Ending::interrupted;
  summary.message = "interrupted at t = " + number(now.t) + " s";
}

void Simulation::interrupt() { impl_->interrupt(); }

Progress Simulation::progress() const {
  const Impl& s = *impl_;
  return {s.now.t,         s.plan.start,     s.plan.end,
          s.summary.steps, s.drift_position, std::chrono::duration<double>(Clock::now() - s.began).count()};
}

void Simulation::go_on(const Monitor& monitor, const std::function<void(const State&)>& after_step) {
  auto told = Clock::now();
  while (!done() && step()) {
    if (after_step) after_step(state());
    if (!monitor) continue;
    const auto present = Clock::now();
    if (std::chrono::duration<double>(present - told).count() < monitor_interval) continue;
    told = present;
    if (!monitor(progress())) return interrupt();
  }
}

Results run(const System& system, const RunRequest& request, const Monitor& monitor) {
  const double began = thread_cpu_seconds();
  Simulation simulation(system, request);
  simulation.go_on(monitor);
  Results results = simulation.results();
  results.summary.cpu_seconds = thread_cpu_seconds() - began;
  if (request.estimate_error) ErrorEstimator(simulation).judge(results.summary, monitor);
  return results;
}

const char* version() { return RHEON_VERSION; }

}  // namespace rheon
