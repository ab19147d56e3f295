// The stepping loop of a run as the library has it (sim/run.cpp), without watch on drift, without rows of results.
#pragma once

#include <memory>
#include <string>

#include "model/model_times.hpp"
#include "motion/turns.hpp"
#include "rheon/sim/run.hpp"
#include "sim/branch_monitor.hpp"
#include "sim/plan.hpp"
#include "sim/singularity_crossing.hpp"
#include "sim/step_control.hpp"
#include "sim/step_recovery.hpp"

namespace peers {

class RheonMotion {
 public:
  RheonMotion(const rheon::System& system, const rheon::RunRequest& request);

  /// From a state with t, q, v set. Throws rheon::Error if a step fails, here and below.
  void start(const rheon::State& s);
  /// The first step that reaches t; with error control it ends there only if it must.
  void advance(double t);
  /// The state at the time last asked for.
  const rheon::State& state();
  long steps() const { return static_cast<long>(now_->n); }
  /// Fixed steps that were taken in parts since the start.
  long divided_steps() const { return divided_steps_; }
  bool interpolates() const { return plan_.step > 0.0 || stepper_->interpolates(); }

 private:
  void fixed_step();
  rheon::Status regular_step(const rheon::State& from, double h, rheon::State& to);
  rheon::Status step_in_parts(double h);
  void controlled_step(double landing);
  void accept();
  [[noreturn]] void fail(const rheon::Status& status) const;

  const rheon::System& system_;
  rheon::Plan plan_;
  std::unique_ptr<rheon::Stepper> stepper_;
  rheon::ModelTimes times_;
  rheon::StepControl control_;
  rheon::SingularityCrossing singularity_;
  rheon::StepRecovery recovery_;
  rheon::BranchMonitor branch_;
  rheon::TurnCounter turns_;
  rheon::Terms terms_;
  /// The ends of the last step. They change places, not contents: dense output looks at both.
  rheon::State first_, second_;
  rheon::State *now_ = &first_, *before_ = &second_;
  rheon::State between_;
  rheon::State part_;  ///< inside a step that is taken in parts
  long divided_steps_ = 0;
  double asked_ = 0.0;
};

}  // namespace peers
