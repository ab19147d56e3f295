// Accelerations and multipliers as one piece of machine code: expressions, elimination and substitution in a row, without
// a detour through memory. For systems small enough that the code stays in the caches.
#pragma once

#include "code/native_code.hpp"
#include "model/inlined_terms.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

class RateKernel {
 public:
  /// Empty where there is no machine code, where the system is large, or where a coordinate has no mass.
  explicit RateKernel(const System& system);
  explicit operator bool() const { return static_cast<bool>(code_); }
  /// Fills a and lambda of `s` from t, side, q, v. False, and nothing changed, where rows are too close to being dependent or a
  /// number is not finite: then the general way has to be gone.
  bool run(State& s);

 private:
  const System* system_;
  InlinedTerms inlined_;
  code::NativeCode code_;
  std::vector<double> in_, out_, work_;
};

}  // namespace rheon
