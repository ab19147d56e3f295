// One Newton correction of positions and one of velocities, how far both are from the constraints, and the energy: as one
// program for small systems. Judged as Projector does.
#pragma once

#include "code/executable.hpp"
#include "kernels/program_algebra.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class ProjectionKernel {
 public:
  /// `positions`: are these corrected too, or velocities alone? `left_out`: rows that follow from others. They take no part in the corrections, but are judged as others are.
  /// Empty where the system is large, with generalised speeds, or where a coordinate has
  /// no mass.
  ProjectionKernel(const System& system, bool positions, std::vector<int> left_out = {});
  const std::vector<int>& left_out() const { return left_out_; }
  explicit operator bool() const { return static_cast<bool>(code_); }
  /// At t, side, q, v of `s`. False where rows are too close to being dependent or a number is not finite.
  bool run(const State& s);

  /// Largest residual relative to its terms; 0 if only velocities matter.
  double position() const { return out_[position_at]; }
  double velocity() const { return out_[velocity_at]; }
  double energy() const { return out_[energy_at]; }
  const double* dq() const { return out_.data() + first_result; }
  const double* dv() const { return dq() + system_->layout().nv; }

 private:
  /// Places of outputs; dq and dv are behind them.
  static constexpr int position_at = 0, velocity_at = 1, energy_at = 2, lost_at = 3, finite_at = 4, first_result = 5;
  void add_position_residual(ProgramAlgebra& code);
  void add_velocity_residual(ProgramAlgebra& code);

  const System* system_;
  std::vector<int> left_out_;
  InlinedTerms inlined_;
  code::Executable code_;
  std::vector<double> in_, out_, work_;
};

}  // namespace rheon
