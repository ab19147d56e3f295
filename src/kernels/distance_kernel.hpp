// How far a state is off the constraints (Projector::measure) as one program, for systems so small that the general
// solver would take as long as a step.
#pragma once

#include "code/executable.hpp"
#include "model/inlined_terms.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class DistanceKernel {
 public:
  /// Empty where the system is large, or with generalised speeds.
  DistanceKernel(const System& system, bool positions);
  explicit operator bool() const { return static_cast<bool>(code_); }
  /// False where a number is not finite.
  bool run(const State& s, double relative, double absolute, double& distance);

 private:
  InlinedTerms inlined_;
  code::Executable code_;
  std::vector<double> in_, work_;
};

}  // namespace rheon
