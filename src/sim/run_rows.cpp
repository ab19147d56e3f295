// Rows of a simulation while it goes on, and its results at the end.
#include <algorithm>
#include <cmath>

#include "constraints/lost_rows.hpp"
#include "core/number_text.hpp"
#include "methods/energy_equations.hpp"
#include "rheon/core/parallel.hpp"
#include "sim/doubts.hpp"
#include "sim/run_impl.hpp"
#include "sim/summarise.hpp"

namespace rheon {

namespace {

/// Steps that failed are reported if there were so many, and if so many times as many are no fewer than those taken: from there
/// on they set the pace. Choices, for a note alone.
constexpr long long many_failures = 1000, large_part = 4;

}  // namespace

/// The last state of a run that ends early belongs to its rows.
void Simulation::Impl::record_end() {
  const bool ended = now.t >= plan.end, complete = now.lambda.size() == system->layout().rows();
  if (!over || ended || !complete || recorder.last_time() >= now.t) return;
  if (auto ok = recorder.record(now, counts()); !ok) summary.message += "; the last state could not be recorded";
}

std::int64_t Simulation::Impl::first_sample_after(double t) const {
  if (!plan.times.empty()) return std::upper_bound(plan.times.begin(), plan.times.end(), t) - plan.times.begin();
  const double passed = (t - plan.start) / (plan.end - plan.start) * plan.samples;
  auto k = static_cast<std::int64_t>(std::clamp(std::floor(passed), -1.0, 1.0 * plan.samples));
  while (k <= plan.samples && sample_time(k) <= t) ++k;  // round-off of the division: a step or two
  return k;
}

StepCounts Simulation::Impl::counts() const {
  return {step_taken, summary.steps, summary.refused_steps, stepper->counters().iterations};
}

/// A row for the present state if a sample is due; at the end always.
bool Simulation::Impl::record_now() {
  if (next_sample > last_sample() || now.t < sample_time(next_sample) - sample_slack()) return true;
  next_sample = first_sample_after(now.t + sample_slack());
  const Status ok = record(now, counts());
  return ok ? true : stop(ok);
}

Status Simulation::Impl::record(const State& s, const StepCounts& how) {
  if (rows_trail) rows_trail->keep(s);
  return recorder.record(s, how);
}

/// Rows inside the step from `now` to `next` (not at its end), by dense output: all of them, or none and why.
Status Simulation::Impl::record_inside(double size) {
  Status ok;
  StepCounts with_this = counts();
  with_this.step = size;
  ++with_this.steps;
  while (ok && next_sample <= last_sample() && sample_time(next_sample) < next.t - sample_slack()) {
    ok = stepper->sample((sample_time(next_sample) - now.t) / (next.t - now.t), between);
    between.t = sample_time(next_sample);
    if (ok) ok = turns.count(now, between, terms);
    if (ok) ok = record(between, with_this);
    if (ok) ++next_sample;
  }
  if (!ok) forget_rows();
  return ok;
}

/// Of what comes after the present state.
void Simulation::Impl::forget_rows() {
  recorder.forget_after(now.t);
  if (rows_trail) rows_trail->forget_after(now.t);
  if (steps_trail) steps_trail->forget_after(now.t);
  reported_rows = std::min(reported_rows, recorder.first_row() + recorder.so_far().rows());
  next_sample = first_sample_after(now.t + sample_slack());
}

/// Those that have come since the last time, to whoever watches.
void Simulation::Impl::report_rows() {
  if (watcher != nullptr) {
    const Results& rows = recorder.so_far();
    const std::size_t width = rows.channels.size(), before = recorder.first_row();
    bool go_on = true;
    for (; reported_rows < before + rows.rows(); ++reported_rows)
      go_on =
          watcher->row(reported_rows, std::span(rows.values).subspan((reported_rows - before) * width, width)) && go_on;
    if (!go_on && !over && now.t < plan.end) interrupt();
  }
  if (!keep_rows) let_rows_go();
}

/// Those that the run cannot come back to.
void Simulation::Impl::let_rows_go() {
  recorder.let_go(recovery.can_return() ? recovery.return_time() : now.t,
                  [&](std::span<const double> row) { survey.see(row); });
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
                        "): they, not the accuracy, limit the steps; another formulation may be faster");
  s.singularity.add_notes(sum.notes);
  s.recovery.add_notes(s.cause ? s.cause->text() : "", sum.notes);
  if (s.jumps > 0)
    sum.notes.push_back("constraints ask for another speed at " + counted(s.jumps, "switching time") + " (" +
                        (s.jumps > 1 ? "first " : "") + s.first_jump +
                        "): velocities jump there by an impulse, which brought " + brief_text(s.energy_of_jumps) +
                        " J; impulses are not among the reactions");
  if (sum.repartitions > 0)
    sum.notes.push_back("the independent speeds were chosen anew " + counted(sum.repartitions, "time"));
  if (sum.steps == 0) sum.smallest_step = 0.0;
  sum.energy_end = s.energy();
  sum.energy_constraint = s.now.energy_constraint;
  sum.work = s.now.work;
  sum.energy_projected = s.now.energy_projected;
  sum.energy_unexplained = unexplained_energy(sum.energy_end, sum.energy_start, sum.work);
  sum.peak_memory = peak_memory();
  sum.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - s.began).count();
  s.record_end();
  s.report_rows();
  for (std::string& note : lost_gradients(*s.system, s.now, s.recorder.gradients()))
    sum.notes.push_back(std::move(note));
  Results results = s.recorder.take();
  results.switching_times = s.times.switching(s.plan.start, s.plan.end);
  for (std::size_t row = 0; row < results.rows(); ++row)
    s.survey.see(std::span(results.values).subspan(row * results.channels.size(), results.channels.size()));
  if (!s.keep_rows) std::vector<double>().swap(results.values);
  const bool springs = s.plan.formulation->stores_energy;
  if (std::string doubt = doubt_of_energy(s.survey, sum, s.flow, springs); !doubt.empty())
    sum.doubts.push_back(std::move(doubt));
  for (std::string& doubt : doubts_of_violations(*s.system, s.violations, s.plan.end - s.plan.start, springs))
    sum.doubts.push_back(std::move(doubt));
  if (std::string doubt = s.rounding.doubt(); !doubt.empty()) sum.doubts.push_back(std::move(doubt));
  summarise(s.survey, sum, results);
  return results;
}

}  // namespace rheon
