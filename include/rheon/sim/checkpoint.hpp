// A State as text, exact to the last bit: save it, load it, and the run goes on as if nothing had happened.
#pragma once

#include <string>
#include <string_view>

#include "rheon/model/system.hpp"

namespace rheon {

/// Numbers in hexadecimal, one quantity a line.
std::string save_state(const State& state);

/// Throws Error if the text is not a saved state or does not fit the system.
State load_state(std::string_view text, const System& system);

}  // namespace rheon
