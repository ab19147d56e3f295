#include "rheon/sim/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "code/executable.hpp"
#include "constraints/lost_rows.hpp"
#include "constraints/near_dependence.hpp"
#include "constraints/undetermined.hpp"
#include "core/index.hpp"
#include "core/number_text.hpp"
#include "methods/energy_equations.hpp"
#include "model/model_digest.hpp"
#include "rheon/core/parallel.hpp"
#include "rheon/sim/initial.hpp"
#include "sim/error_estimator.hpp"
#include "sim/monitor_interval.hpp"
#include "sim/resumption.hpp"
#include "sim/run_impl.hpp"
#include "sim/summarise.hpp"

namespace rheon {

namespace {

using Clock = std::chrono::steady_clock;
/// Part of the largest entry of the mass matrix that round-off makes of a zero: some thousand roundings.
constexpr double round_off_of_mass = 1e-12;

const System& system_of(const std::shared_ptr<const System>& handle) {
  if (handle == nullptr) throw UsageError("a simulation needs a system, and its handle is empty");
  return *handle;
}

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
      singularity(s),
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
  if (control.switches()) switch_crossing.emplace(s);
  if (ModelTimes::motion_meets_local_loads(s.model())) passed_loads.emplace(s);
  if (plan.tolerance > 0.0) stepper->set_tolerance(plan.tolerance, plan.absolute_tolerance);
}

void Simulation::Impl::set_up_summary() {
  summary = summary_of(*system);
  summary.formulation = plan.formulation->name;
  summary.integrator = plan.integrator->name;
  summary.options = plan.options.all();
  summary.start_time = plan.start;
  summary.duration = plan.end - plan.start;
  summary.step = plan.step;
  summary.tolerance = plan.tolerance;
  summary.smallest_step = std::numeric_limits<double>::infinity();
}

void Simulation::Impl::begin() {
  set_up_summary();
  InitialResult initial = find_initial_state(*system, plan.start);
  if (!initial.problems.empty()) throw ModelError(std::move(initial.problems));
  summary.notes = std::move(initial.notes);
  for (const std::string& line : plan.advice) summary.notes.push_back("auto: " + line);
  now = std::move(initial.state);
  if (auto flat = rows_without_gradient(*system, now); !flat.empty()) throw ModelError(std::move(flat));
  for (std::string& note : vanishing_gradients(*system, now)) summary.notes.push_back(std::move(note));
  if (std::string note = note_of_undetermined(*system, now); !note.empty()) summary.notes.push_back(std::move(note));
  for (std::string& note : near_dependence_notes(*system, now)) summary.notes.push_back(std::move(note));
  next = between = part = now;
  now.energy_start = energy();
  note_start();
  if (enter_piece()) set_out();
}

void Simulation::Impl::resume(const State& saved, const std::optional<StepMemory>& remembered) {
  Resumption resumption{saved, remembered};
  const std::string why = take_over(resumption, *system, plan, control, *stepper);
  if (!why.empty()) refuse_state(*system, why);
  start_from(resumption.state, resumption.control);
}

void Simulation::Impl::start_from(const State& own, const std::optional<StepMemory>& remembered) {
  set_up_summary();
  now = own;
  next_sample = first_sample_after(now.t);
  next = between = part = now;
  note_start();
  set_out(remembered);
}

void Simulation::Impl::note_start() {
  summary.energy_start = now.energy_start;
  if (watcher == nullptr) return;
  Results start = recorder.so_far();
  start.summary = summary;
  watcher->begin(start);
}

/// From `now`, which is complete.
void Simulation::Impl::set_out(const std::optional<StepMemory>& remembered) {
  if (plan.step <= 0.0 && remembered)
    recovery.begin(*remembered);
  else if (plan.step <= 0.0)
    recovery.begin(now);
  next = between = part = now;
  singularity.resize(now);
  flow.before = unexplained_energy(energy(), now.energy_start, now.work);
  rounding.begin(now);
  if (steps_trail) first = now;
  if (const double h = control.uneven_step(); h > 0.0)
    summary.notes.push_back("steps of " + brief_text(h) + " s instead of " + brief_text(plan.step) +
                            " s where needed, so that they land on the end and on switching loads");
  if (const auto window = control.unseen(); plan.step > 0.0 && window.end > window.begin)
    summary.doubts.push_back(
        "a load varies within " + brief_text(window.end - window.begin) + " s at t = " + brief_text(window.begin) +
        " s, less than two steps: fixed steps may pass it unseen; take shorter ones, or error control");
  record_now();
  report_rows();
}

void Simulation::Impl::begin(const SavedState& saved) {
  if (saved.model != digest_of(system->model())) refuse_state(*system, "it belongs to another model");
  if (saved.formulation != plan.formulation->name || saved.integrator != plan.integrator->name)
    refuse_state(*system, "it was saved by " + saved.formulation + " with " + saved.integrator +
                              ", and this run is by " + std::string(plan.formulation->name) + " with " +
                              std::string(plan.integrator->name));
  resume(saved.state, saved.control);
}

/// Start of a smooth piece of the loads: accelerations and multipliers jump there, so they are found anew.
bool Simulation::Impl::enter_piece() {
  now.side = control.piece_middle(now.n, now.t);
  recovery.forget();
  const Status ok = stepper->start(now);
  started = static_cast<bool>(ok);
  return ok ? observe() : stop(ok);
}

bool Simulation::Impl::cross_switch() {
  const double side = control.piece_middle(now.n, now.t);
  Jump jump;
  if (switch_crossing)
    if (auto ok = switch_crossing->cross(now, side, jump); !ok) return stop(ok);
  if (!jump.refusal.empty()) return stop(jump.refusal);
  if (jump.velocity_row >= 0) {
    if (jumps++ == 0)
      first_jump = "t = " + brief_text(now.t) + " s, by " + brief_text(jump.amount) + " in constraint \"" +
                   system->row_name(jump.velocity_row) + "\"";
    energy_of_jumps += jump.energy;
  }
  return enter_piece();
}

double Simulation::Impl::energy() {
  const Status ok = system->evaluate(now, Want::energy, terms);
  return ok ? total_energy(terms, now) : std::nan("");
}

bool Simulation::Impl::stop(const std::string& why) {
  over = true;
  summary.ending = Ending::stopped;
  summary.message = "stopped at t = " + brief_text(now.t) + " s: " + why;
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
    return stop("the mass along " + system->velocity_name(j) + " has become negative, " +
                brief_text(terms.M[at(place)]) +
                ": kinetic energy is never negative; the motion ends where the mass vanishes");
  }
  return true;
}

Simulation::Simulation(const System& system, const RunRequest& request)
    : impl_(std::make_unique<Impl>(system, request)) {
  impl_->begin();
}

Simulation::Simulation(const System& system, const RunRequest& request, const SavedState& saved)
    : impl_(std::make_unique<Impl>(system, request)) {
  impl_->begin(saved);
}

Simulation::Simulation(const System& system, const RunRequest& request, const State& state)
    : impl_(std::make_unique<Impl>(system, request)) {
  impl_->resume(state, std::nullopt);
}

Simulation::Simulation(std::shared_ptr<const System> system, const RunRequest& request)
    : Simulation(system_of(system), request) {
  impl_->share = std::move(system);
}

Simulation::Simulation(std::shared_ptr<const System> system, const RunRequest& request, const SavedState& saved)
    : Simulation(system_of(system), request, saved) {
  impl_->share = std::move(system);
}

Simulation::Simulation(std::shared_ptr<const System> system, const RunRequest& request, const State& state)
    : Simulation(system_of(system), request, state) {
  impl_->share = std::move(system);
}

Simulation::Simulation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

const State& Simulation::state() const { return impl_->now; }

SavedState Simulation::save() const {
  const Plan& plan = impl_->plan;
  if (!impl_->started) throw UsageError("there is no state to go on from: the run " + impl_->summary.message);
  SavedState saved{std::string(plan.formulation->name), std::string(plan.integrator->name),
                   digest_of(impl_->system->model()), impl_->now, std::nullopt};
  if (plan.step <= 0.0) saved.control = impl_->recovery.memory();
  return saved;
}

bool Simulation::done() const { return impl_->over || impl_->now.t >= impl_->plan.end; }

bool Simulation::step() {
  Impl& s = *impl_;
  if (done()) return false;
  if (!(s.plan.step > 0.0 ? s.fixed_step() : s.controlled_step())) return false;
  if (!s.observe()) return false;
  if (s.control.at_switch(s.now.n, s.now.t) && !s.cross_switch()) return false;
  if (!s.record_now()) return false;
  s.report_rows();
  return true;
}

void Simulation::Impl::interrupt() {
  over = true;
  summary.ending = Ending::interrupted;
  summary.message = "interrupted at t = " + brief_text(now.t) + " s";
}

void Simulation::interrupt() { impl_->interrupt(); }

Progress Simulation::progress() const {
  const Impl& s = *impl_;
  return {s.now.t,         s.plan.start,     s.plan.end,
          s.summary.steps, s.drift_position, std::chrono::duration<double>(Clock::now() - s.began).count()};
}

void Simulation::go_on(const Monitor& monitor, const std::function<void(const State&)>& after_step) {
  auto reported = Clock::now();
  while (!done() && step()) {
    if (after_step) after_step(state());
    if (!monitor) continue;
    const auto present = Clock::now();
    if (std::chrono::duration<double>(present - reported).count() < monitor_interval) continue;
    reported = present;
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
std::string_view executor_description() { return code::describe_executor(); }

}  // namespace rheon
