// What a simulation is made of: run.cpp begins and ends it, run_steps.cpp takes the steps, run_rows.cpp keeps rows and sums up.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "model/model_times.hpp"
#include "motion/passed_loads.hpp"
#include "motion/switch_crossing.hpp"
#include "motion/turns.hpp"
#include "motion/violation_scales.hpp"
#include "rheon/sim/run.hpp"
#include "sim/branch_monitor.hpp"
#include "sim/collapse_cause.hpp"
#include "sim/energy_flow.hpp"
#include "sim/plan.hpp"
#include "sim/recorder.hpp"
#include "sim/rounding_watch.hpp"
#include "sim/row_survey.hpp"
#include "sim/singularity_crossing.hpp"
#include "sim/step_control.hpp"
#include "sim/step_recovery.hpp"
#include "sim/trail.hpp"

namespace rheon {

struct Simulation::Impl {
  std::shared_ptr<const System> share;  ///< of the system, if it came by a handle; goes last
  const System* system;
  Plan plan;
  std::unique_ptr<Stepper> stepper;
  ModelTimes times;
  StepControl control;
  std::optional<SwitchCrossing> switch_crossing;
  SingularityCrossing singularity;
  StepRecovery recovery;
  std::optional<CollapseCause> cause;  ///< of steps that collapsed, once some have
  BranchMonitor branch;
  std::optional<PassedLoads> passed_loads;  ///< where loads vary locally in the motion
  bool reported_passed = false;             ///< that a step has passed one
  TurnCounter turns;
  Recorder recorder;
  RowSurvey survey{recorder.so_far().channels};  ///< of rows that were let go
  bool keep_rows = true;
  RowWatcher* watcher;
  std::size_t reported_rows = 0;  ///< to the watcher
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
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  std::int64_t next_sample = 0;
  bool over = false;
  bool started = true;  ///< `now` is complete: accelerations were found at the start and behind the last switching time
  double drift_position = 0.0;
  double step_taken = 0.0;  ///< length of the last one

  EnergyFlow flow;
  ViolationScales violations;
  RoundingWatch rounding;
  std::optional<Trail> steps_trail;  ///< of accepted steps, if the error is to be estimated
  std::optional<Trail> rows_trail;   ///< of rows, in a run that another one is compared with
  std::optional<State> first;        ///< complete, with the former

  Impl(const System& s, const RunRequest& request);
  Impl(const System& s, Plan plan, bool account_only, RowWatcher* watcher);
  void begin();
  /// Goes on from a state; `remembered` by error control, if anything is.
  void resume(const State& saved, const std::optional<StepMemory>& remembered);
  void begin(const SavedState& saved);
  /// From a state of the same method in this process, which is not looked at.
  void start_from(const State& own, const std::optional<StepMemory>& remembered = std::nullopt);
  void set_up_summary();
  void note_start();
  void set_out(const std::optional<StepMemory>& remembered = std::nullopt);
  double sample_time(std::int64_t k) const {
    if (!plan.times.empty()) return plan.times[static_cast<std::size_t>(k)];
    return whole_time(plan.start, plan.end, k, plan.samples);
  }
  double sample_slack() const { return StepControl::same_time * (plan.end - plan.start) / plan.samples; }
  std::int64_t last_sample() const { return plan.times.empty() ? plan.samples : std::ssize(plan.times) - 1; }
  std::int64_t first_sample_after(double t) const;
  bool stop(const Status& status);
  bool stop(const std::string& why);
  void record_end();
  bool enter_piece();
  bool cross_switch();
  bool observe();
  bool check_mass();
  Status record_inside(double size);
  void forget_rows();
  void report_rows();
  void let_rows_go();
  void interrupt();
  bool record_now();
  Status record(const State& s, const StepCounts& how);
  StepCounts counts() const;
  bool fixed_step();
  void look_for_passed();
  void doubt_what_was_passed(double place, const std::string& by_what);
  bool has_passed(double& h);
  Status regular_step(const State& from, double h, State& to);
  Status step_in_parts(double h);
  bool controlled_step();
  bool look_for_switch();
  std::string why_steps_are_short() const;
  void recover_from_collapse(Status& failure);
  StepReport tolerant_step(double h, double limit);
  void accept(double size);
  double energy();
};

}  // namespace rheon
