// A saved state as text, exact to the last bit: save it, load it, and the run goes on as if nothing had happened.
#pragma once

#include <string>
#include <string_view>

#include "rheon/sim/run.hpp"

namespace rheon {

/// Names the method and the model; numbers in hexadecimal, one quantity a line. What the method keeps (`memory`) and what error
/// control remembers (`control`, and `origin`, the state that it would go back to) are fields with names, kinds and lengths.
std::string save_state(const SavedState& saved);

/// Throws ModelError with the reason if the text is not a saved state of this system: another model, lengths that do not
/// fit, numbers that are not finite, anything missing or too much. What belongs to the method is judged by `Simulation`,
/// which also gives it its struct; until then it is fields by name.
SavedState load_state(std::string_view text, const System& system);

}  // namespace rheon
