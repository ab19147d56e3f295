// Violations of constraints at the three levels.
#pragma once

#include "rheon/model/system.hpp"

namespace rheon {

/// Violation at one level: its Euclidean norm over the rows, and the row that is worst.
struct Drift {
  double norm = 0.0, worst = 0.0;
  int row = -1;
};
struct Drifts {
  Drift position, velocity, acceleration;
};

/// phi; phi' and psi; A a - b. Uses and fills `terms`.
Status measure_drift(const System& system, const State& state, Terms& terms, Drifts& drifts);

}  // namespace rheon
