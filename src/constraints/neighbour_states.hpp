// States near a given one. They distinguish what holds there alone from what holds wherever the mechanism goes.
#pragma once

#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

/// Two states at most, on the constraints, a little way along motions that these allow; a little later where nothing but a
/// drive can move. Fewer where none was found. Dense: meant for the start of a run.
std::vector<State> neighbour_states(const System& system, const State& s);

}  // namespace rheon
