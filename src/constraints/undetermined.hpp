// Reactions that no rigid model determines: rows that depend on each other share a load in any way.
#pragma once

#include <string>

#include "rheon/model/system.hpp"

namespace rheon {

/// A note for a run that begins at `s`, which meets the constraints; empty if all reactions are determined.
std::string note_of_undetermined(const System& system, const State& s);

}  // namespace rheon
