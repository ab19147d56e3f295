// Where the bodies are at a time, computed without any engine.
#pragma once

#include "peers/mechanism.hpp"

namespace peers {

/// Is there such a computation for this mechanism?
bool has_reference(const Mechanism& m);

/// Centres of all bodies at time t, converged far beyond the accuracies of the race.
std::vector<Vec3> reference_centres(const Mechanism& m, double t);

}  // namespace peers
