// The mechanisms of the race.
#pragma once

#include "peers/mechanism.hpp"

namespace peers {

/// By name and, for those that have one, number of parts. Throws std::runtime_error for an unknown name.
Mechanism make_mechanism(const std::string& name, int n);

}  // namespace peers
