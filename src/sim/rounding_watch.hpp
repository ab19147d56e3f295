// What rounding may make of coordinates that are far from zero: numbers there are so far apart that the increments of short steps
// are lost, all in the same direction, and neither a second run nor any estimate sees it. In `sim`, since it
// ends in a doubt about a run.
#pragma once

#include <optional>
#include <string>

#include "rheon/model/system.hpp"

namespace rheon {

class RoundingWatch {
 public:
  explicit RoundingWatch(const System& system);
  /// The state from which the first step is taken.
  void begin(const State& s);
  /// For every accepted step. No allocation.
  void pass(const State& s);
  /// Empty if no coordinate can be off by a noticeable part of its path.
  std::string doubt() const;
  /// `x is 1e9 m from zero, …`, if rounding alone is a part of an absolute tolerance; else "".
  std::string far_from_zero(double tolerance) const;

 private:
  const Vec& rates(const State& s);

  const System* system_;
  std::optional<Terms> terms_;  ///< where speeds are no rates of coordinates
  long long steps_ = 0;
  double t_ = 0.0;
  Vec rate_;                     ///< at the end of the last step
  Vec path_, net_, far_, size_;  ///< integrals of |q'| and q', the latter's largest, largest |q|
};

}  // namespace rheon
