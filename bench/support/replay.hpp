// The recorded calls of steps, repeated one kind at a time.
#pragma once

#include <optional>
#include <vector>

#include "support/bare_algebra.hpp"
#include "support/trace.hpp"

namespace bench {

/// Repeats the recorded calls of one kind. The stepper that was recorded must still exist.
class Replay {
 public:
  /// `state`: one of the motion.
  Replay(const rheon::System& system, const rheon::State& state, const std::vector<StepTrace>& steps);
  void evaluations(const StepTrace& step);
  void tapes(const StepTrace& step);
  void solves(const StepTrace& step);
  void kernels(const StepTrace& step);
  /// The eliminations and substitutions in these kernels, alone.
  void program_algebra(const StepTrace& step);
  /// Does a repeated solve give the same bits as the step got?
  bool same_solutions(const StepTrace& step);

 private:
  void repeat(const SolverCall& call);
  void make_algebra(const rheon::State& state, const KernelCall& call);

  const rheon::System& system_;
  rheon::Terms terms_;
  std::vector<double> outputs_, work_, x_, mu_;
  rheon::State kernel_state_;
  std::optional<BareAlgebra> rate_, newton_, projection_, tangent_;  ///< of the kernels that are there
};

}  // namespace bench
