// The start of a run: given initial values are kept, the others are solved for.
#pragma once

#include <string>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

struct InitialResult {
  State state;                     ///< t, side, q, v set; consistent if there are no problems
  std::vector<Problem> problems;   ///< inconsistent or impossible values, conflicts, singular mass
  std::vector<std::string> notes;  ///< what was solved for or adjusted
};

/// Never throws for what it finds.
InitialResult find_initial_state(const System& system, double start_time = 0.0);

}  // namespace rheon
