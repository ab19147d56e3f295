#include "rheon/sim/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/number_text.hpp"
#include "rheon/core/parallel.hpp"
#include "rheon/sim/initial.hpp"
#include "sim/branch_watch.hpp"
#include "sim/bridge.hpp"
#include "sim/crossing.hpp"
#include "sim/doubts.hpp"
#include "sim/plan.hpp"
#include "sim/recorder.hpp"
#include "sim/retreat.hpp"
#include "sim/step_control.hpp"
#include "sim/summarise.hpp"
#include "sim/turns.hpp"

namespace rheon {

namespace {

using Clock = std::chrono::steady_clock;
/// A fixed step whose iteration fails is taken in up to this many parts.
constexpr int most_parts_of_a_step = 1024;
/// Error control has come to a standstill where this many steps in a row, refused ones too, were so short that the end of
/// the run is so many of them away: weeks.
constexpr int patience = 2000;
constexpr double out_of_reach = 1e11;
/// Steps that failed are told of if there were so many, and if so many times as many are no fewer than those taken.
constexpr long long many_failures = 1000, large_part = 4;
constexpr double monitor_interval = 0.05;  // seconds of wall time between two calls of the monitor

std::string number(double x) { return brief_text(x); }

}  // namespace

struct Simulation::Impl {
  const System* system;
  Plan plan;
  std::unique_ptr<Stepper> stepper;
  StepControl control;
  std::optional<Crossing> crossing;
  Bridge bridge;
  Retreat retreat;
  BranchWatch branch;
  TurnCounter turns;
  Recorder recorder;
  Terms terms;
  State now, next, between;
  State part;  ///< inside a step that is taken in parts
  int most_parts = 1;
  long long divided_steps = 0;
  long long jumps = 0;     ///< of velocities, at switching times
  std::string first_jump;  ///< where, and of which constraint
  double energy_of_jumps = 0.0;
  long long failed_steps = 0;  ///< under error control: refused without an estimate
  Status last_failure;
  Summary summary;
  Clock::time_point began = Clock::now();
  std::int64_t next_sample = 0;
  bool over = false;
  double drift_position = 0.0;

  Impl(const System& s, const RunRequest& request);
  void begin(const State* saved);
  double sample_time(std::int64_t k) const {
    if (!plan.times.empty()) return plan.times[static_cast<std::size_t>(k)];
    return plan.start + (plan.end - plan.start) * static_cast<double>(k) / plan.samples;
  }
  double sample_slack() const { return 1e-9 * (plan.end - plan.start) / plan.samples; }
  std::int64_t last_sample() const { return plan.times.empty() ? plan.samples : std::ssize(plan.times) - 1; }
  std::int64_t first_sample_after(double t) const;
  bool stop(const Status& status);
  bool stop(const std::string& why);
  void record_end();
  bool enter_piece();
  bool cross_switch();
  bool observe();
  Status record_inside();
  void forget_rows();
  bool record_now();
  bool fixed_step();
  Status regular_step(const State& from, double h, State& to);
  Status step_in_parts(double h);
  bool controlled_step();
  StepReport tolerant_step(double h, double limit);
  void accept();
  double energy();
};

Simulation::Impl::Impl(const System& s, const RunRequest& request)
    : system(&s),
      plan(make_plan(s, request)),
      stepper(make_stepper(s, plan)),
      control(plan, s.switching_times(), plan.land_on_times || !stepper->interpolates()),
      bridge(s),
      branch(s),
      turns(s),
      recorder(s, static_cast<std::size_t>(plan.samples) + 2, plan.formulation->stores_energy, request.account_only),
      terms(s.make_terms()),
      now(s.make_state()),
      next(now),
      between(now),
      part(now) {
  if (!s.switching_times().empty()) crossing.emplace(s);
  if (plan.tolerance > 0.0) stepper->set_tolerance(plan.tolerance, plan.absolute_tolerance);
}

void Simulation::Impl::begin(const State* saved) {
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
  }
  next = between = part = now;
  if (saved == nullptr) now.energy_start = energy();
  summary.energy_start = now.energy_start;
  if (saved == nullptr && !enter_piece()) return;
  if (plan.step <= 0.0) Retreat::prepare(now);
  next = between = part = now;
  bridge.resize(now);
  if (const double h = control.uneven_step(); h > 0.0)
    summary.notes.push_back("steps of " + number(h) + " s instead of " + number(plan.step) +
                            " s where needed, so that they land on the end and on switching loads");
  record_now();
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
  const std::string where = status.code == Code::not_finite ? "" : lost_rank(*system, now);
  return stop(system->describe(status) + (where.empty() ? "" : "; " + where));
}

/// The last state of a run that ends early belongs to its rows.
void Simulation::Impl::record_end() {
  const bool ended = now.t >= plan.end, complete = now.lambda.size() == system->layout().rows();
  if (!over || ended || !complete || recorder.last_time() >= now.t) return;
  if (auto ok = recorder.record(now); !ok) summary.message += "; the last state could not be recorded";
}

/// Largest violations so far.
bool Simulation::Impl::observe() {
  Drifts drifts;
  if (auto ok = measure_drift(*system, now, terms, drifts); !ok) return stop(ok);
  keep_largest(*system, drifts, now.t, summary);
  drift_position = drifts.position.norm;
  return true;
}

std::int64_t Simulation::Impl::first_sample_after(double t) const {
  if (!plan.times.empty()) return std::upper_bound(plan.times.begin(), plan.times.end(), t) - plan.times.begin();
  const double passed = (t - plan.start) / (plan.end - plan.start) * plan.samples;
  auto k = static_cast<std::int64_t>(std::clamp(std::floor(passed), -1.0, 1.0 * plan.samples));
  while (k <= plan.samples && sample_time(k) <= t) ++k;  // round-off of the division: a step or two
  return k;
}

/// A row for the present state if a sample is due; at the end always.
bool Simulation::Impl::record_now() {
  if (next_sample > last_sample() || now.t < sample_time(next_sample) - sample_slack()) return true;
  next_sample = first_sample_after(now.t + sample_slack());
  const Status ok = recorder.record(now);
  return ok ? true : stop(ok);
}

/// Rows inside the step from `now` to `next` (not at its end), by dense output: all of them, or none and why.
Status Simulation::Impl::record_inside() {
  Status ok;
  while (ok && next_sample <= last_sample() && sample_time(next_sample) < next.t - sample_slack()) {
    ok = stepper->sample((sample_time(next_sample) - now.t) / (next.t - now.t), between);
    between.t = sample_time(next_sample);
    if (ok) ok = turns.count(now, between, terms);
    if (ok) ok = recorder.record(between);
    if (ok) ++next_sample;
  }
  if (!ok) forget_rows();
  return ok;
}

/// Of what comes after the present state.
void Simulation::Impl::forget_rows() {
  recorder.forget_after(now.t);
  next_sample = first_sample_after(now.t + sample_slack());
}

void Simulation::Impl::accept() {
  const double h = next.t - now.t;
  summary.smallest_step = std::min(summary.smallest_step, h);
  summary.largest_step = std::max(summary.largest_step, h);
  ++summary.steps;
  next.n = now.n + 1;
  next.energy_start = now.energy_start;
  std::swap(now, next);
}

bool Simulation::Impl::fixed_step() {
  const double h = control.fixed_size(now.n);
  const Status status = regular_step(now, h, next);
  if (!status && (!stepper->divides_failed_steps() || !step_in_parts(h))) return stop(status);
  next.t = control.fixed_time(now.n + 1);  // by index, not by summation
  accept();
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
  if (report.status && report.error <= limit) report.status = turns.count(now, next, terms);
  return report;
}

bool Simulation::Impl::controlled_step() {
  if (now.h <= 0.0) now.h = control.first_size(now);
  Status failure;  // why a step was refused outright, if any was
  for (;;) {
    if (retreat.take(now)) {
      failure = {};
      forget_rows();
    }
    // without dense output of the method's accuracy, steps end where rows are due
    const bool due = !stepper->interpolates() && next_sample <= last_sample();
    const double landing = due ? sample_time(next_sample) : std::numeric_limits<double>::infinity();
    const double h = control.fit(now.t, now.h, landing);
    if (!(h > 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(now.t), plan.end)))
      return stop(failure ? Status{Code::step_too_small, -1, 0, h, "step control"} : failure);
    if (Retreat::count_short(now, plan.end - now.t > out_of_reach * h) > patience)
      return stop(Status{Code::step_too_small, -1, 0, h, "step control"});
    const double limit = Retreat::insists(now) ? Retreat::loosened : 1.0;
    StepReport report = tolerant_step(h, limit);
    const bool good = report.status && report.error <= limit;
    if (good) next.t = control.end_of(now.t, h, landing);
    if (good && stepper->interpolates()) report.status = record_inside();
    if (good && report.status) {
      control.after_accepted(h, report.error, stepper->error_order(), now, next);
      retreat.passed(now, h, report.error, next);
      const std::string turned = branch.look(now, next);
      accept();
      return turned.empty() || stop(turned);
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

Simulation::Simulation(const System& system, const RunRequest& request, const State& saved)
    : impl_(std::make_unique<Impl>(system, request)) {
  impl_->begin(&saved);
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

const State& Simulation::state() const { return impl_->now; }
bool Simulation::done() const { return impl_->over || impl_->now.t >= impl_->plan.end; }

bool Simulation::step() {
  Impl& s = *impl_;
  if (done()) return false;
  if (!(s.plan.step > 0.0 ? s.fixed_step() : s.controlled_step())) return false;
  if (!s.observe()) return false;
  if (s.control.at_switch(s.now.n, s.now.t) && !s.cross_switch()) return false;
  return s.record_now();
}

void Simulation::interrupt() {
  impl_->over = true;
  impl_->summary.ending = Ending::interrupted;
  impl_->summary.message = "interrupted at t = " + number(impl_->now.t) + " s";
}

Progress Simulation::progress() const {
  const Impl& s = *impl_;
  return {s.now.t,         s.plan.start,     s.plan.end,
          s.summary.steps, s.drift_position, std::chrono::duration<double>(Clock::now() - s.began).count()};
}

Results Simulation::results() {
  Impl& s = *impl_;
  Summary& sum = s.summary;
  const Counters c = s.stepper->counters();
  sum.end_time = s.now.t;
  sum.evaluations = c.evaluations;
  sum.factorisations = c.factorisations;
  sum.iterations = c.iterations;
  sum.repartitions = c.repartitions;
  if (s.divided_steps > 0)
    sum.notes.push_back(std::to_string(s.divided_steps) + " of " + std::to_string(sum.steps) +
                        " steps were taken in parts (up to " + std::to_string(s.most_parts) +
                        ") because the iteration did not converge");
  if (s.failed_steps >= many_failures && large_part * s.failed_steps >= sum.steps)
    sum.notes.push_back(counted(s.failed_steps, "step") +
                        " had to be tried again, shorter, because the method failed in them (the last: " +
                        s.system->describe(s.last_failure) +
                        "): they, not the accuracy, set the pace; another formulation may be faster");
  s.bridge.tell(sum.notes);
  s.retreat.tell(sum.notes);
  if (s.jumps > 0)
    sum.notes.push_back("constraints ask for another speed at " + counted(s.jumps, "switching time") + " (" +
                        (s.jumps > 1 ? "first " : "") + s.first_jump +
                        "): velocities jump there by an impulse, which brought " + number(s.energy_of_jumps) +
                        " J; impulses are not among the reactions");
  if (sum.repartitions > 0)
    sum.notes.push_back("the independent speeds were chosen anew " + counted(sum.repartitions, "time"));
  if (sum.steps == 0) sum.smallest_step = 0.0;
  sum.energy_end = s.energy();
  sum.energy_constraint = s.now.energy_constraint;
  sum.work = s.now.work;
  sum.energy_projected = s.now.energy_projected;
  sum.energy_unexplained = (sum.energy_end - sum.energy_start) - sum.work.total();
  sum.peak_memory = peak_memory();
  sum.wall_seconds = std::chrono::duration<double>(Clock::now() - s.began).count();
  s.record_end();
  for (std::string& note : lost_gradients(*s.system, s.now, s.recorder.gradients()))
    sum.notes.push_back(std::move(note));
  Results results = s.recorder.take();
  if (const std::string doubt = doubt_of_energy(results, sum); !doubt.empty()) sum.notes.push_back(doubt);
  summarise(results, sum);
  return results;
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
  return results;
}

const char* version() { return RHEON_VERSION; }

}  // namespace rheon
