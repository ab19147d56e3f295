// Where the bodies are at a time, computed without any engine.
#pragma once

#include "peers/mechanism.hpp"

namespace peers {

/// Centres of all bodies at time t, converged far beyond the accuracies of the race. With `coarser` times the steps the
/// answer says how far.
std::vector<Vec3> reference_centres(const Mechanism& m, double t, double coarser = 1.0);

}  // namespace peers
