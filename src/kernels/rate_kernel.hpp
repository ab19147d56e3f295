// Accelerations and multipliers as one program: expressions, elimination and substitution in a row, without
// a detour through memory. For systems small enough that the code stays in the caches.
#pragma once

#include "code/executable.hpp"
#include "kernels/rate_code.hpp"

namespace rheon {

class RateKernel {
 public:
  /// Empty where the system is large, or where a coordinate has no mass.
  explicit RateKernel(const System& system);
  explicit operator bool() const { return static_cast<bool>(code_); }
  /// a and lambda (unless null) from t, side, anchors, q, v in a row (gather_motion). False, and nothing changed, where rows
  /// are too close to being dependent or a number is not finite: then the general solver takes over.
  bool run(const double* motion, double* a, double* lambda);
  double independence() const;  ///< after `run`: the least part of its pivot that a row keeps beside the others

 private:
  /// Places of outputs: what is lost, a sum of zeros that shows whether all is finite, then a and lambda.
  static constexpr int lost_at = 0, finite_at = 1, first_result = 2;

  code::Program rate_program(const System& system, const KktStructure& s);

  InlinedTerms terms_;  ///< tables that the code refers to
  std::size_t accelerations_ = 0, multipliers_ = 0;
  code::Executable code_;
  std::vector<double> out_, work_;
};

}  // namespace rheon
