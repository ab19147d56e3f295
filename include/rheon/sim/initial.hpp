// The start of a run: given initial values are kept, the others are solved for. Any thread; the system is used during the call
// alone.
//
//   const InitialResult start = find_initial_state(system);
//   if (!start.problems.empty()) throw ModelError(start.problems);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

struct InitialResult {
  State state;                     ///< t, side, q, v set; consistent if there are no problems
  std::vector<Problem> problems;   ///< inconsistent or impossible values, conflicts, singular mass
  std::vector<std::string> notes;  ///< what was solved for or adjusted
  /// The problem that constraints contradict each other, and which: those that have rows. Joints that share points have
  /// none, and may be part of it all the same.
  struct Contradiction {
    std::size_t problem = 0;  ///< its place in `problems`
    std::vector<std::string> parts;
  };
  std::optional<Contradiction> contradiction;
};

/// To find out why there is no initial state takes longer than to find that there is none. `no`: problems say only that.
enum class Explain : unsigned char { yes, no };

/// Never throws for what it finds. `start_time` in s. a and lambda of the state are left to the method: Stepper::start.
RHEON_API InitialResult find_initial_state(const System& system, double start_time = 0.0,
                                           Explain explain = Explain::yes);

}  // namespace rheon
