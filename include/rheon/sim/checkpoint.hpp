// A saved state as text, exact to the last bit: save it, load it, and the run goes on as if nothing had happened.
#pragma once

#include <string>
#include <string_view>

#include "rheon/core/api.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

/// Names the method and the model; numbers in hexadecimal, one quantity a line.
RHEON_API std::string save_state(const SavedState& saved);

/// Throws ModelError with the reason if the text is not a saved state of this system: another model, lengths that do not
/// fit, numbers that are not finite, anything missing or too much. What belongs to the method is judged by `Simulation`.
RHEON_API SavedState load_state(std::string_view text, const System& system);

}  // namespace rheon
