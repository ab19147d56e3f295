// Accelerations and multipliers of systems whose rows depend on each other, as one program. Rows that follow
// from others are left out of the elimination, which then needs no penalty and no passes; the multipliers of least norm come
// from one more substitution for each such row.
#pragma once

#include "code/executable.hpp"
#include "kernels/kernel_null_space.hpp"
#include "kernels/rate_code.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class RedundantRateKernel {
 public:
  /// Empty where the system is large, or where a coordinate has no mass.
  RedundantRateKernel(const System& system, std::vector<int> left_out);
  explicit operator bool() const { return static_cast<bool>(code_); }
  const std::vector<int>& left_out() const { return left_out_; }
  /// As RateKernel. The motion may be a little off the constraints. False, and nothing changed, where rows that were kept
  /// are too close to being dependent, where one left out turns out to be needed, and where a number is not finite.
  bool run(const double* motion, double* a, double* lambda);
  /// After `run`, of the rows that were kept.
  double independence() const { return PivotWatch::independence(out_[lost_at]); }
  /// Do the rows left out follow from the others at `s`, which meets the constraints, to round-off?
  bool follow(const State& s);
  /// Otherwise the last call failed because rows that were kept are too close to being dependent, or a number is not finite.
  bool could_decide() const;

 private:
  code::Ref contradiction(ProgramAlgebra& code, const CodeValues& a) const;

  /// Places of outputs; a and lambda are behind them.
  static constexpr int lost_at = 0, finite_at = 1, new_at = 2, contradiction_at = 3, first_result = 4;

  const System* system_;
  std::vector<int> left_out_, kept_;
  InlinedTerms terms_;
  code::Executable code_;
  std::vector<double> in_, out_, work_;
};

}  // namespace rheon
