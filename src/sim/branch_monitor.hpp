// A motion that turns onto another branch at a singular position.
//
// Where rows do not distinguish the branches of a motion, as (x^2 + y^2 - 1)*x = 0 does not where the circle meets the line, a
// motion that is off its branch by round-off follows the hyperbola of the same violation around the corner, smoothly and in
// nanoseconds. Error control that resolves it meets every tolerance, and the motion is wrong. It gets there only when all
// recoveries (sim/step_recovery.hpp) have failed; from then on this looks at what velocities do that neither the forces nor the
// acceleration before can have done.
#pragma once

#include <string>

#include "constraints/mass_metric.hpp"
#include "rheon/model/system.hpp"
#include "sim/step_recovery.hpp"

namespace rheon {

class BranchMonitor {
 public:
  explicit BranchMonitor(const System& system)
      : system_(&system), terms_(system.make_terms()), metric_(system), change_(Vec::Zero(system.layout().nv)) {}
  /// After an accepted step that `recovery` has seen. Why the run cannot go on, or "".
  std::string look(const State& from, const State& to, StepRecovery& recovery);

 private:
  bool is_singular(const State& s, const State& origin);

  const System* system_;
  Terms terms_;
  MassMetric metric_;
  Vec change_;
};

}  // namespace rheon
