// Do the coefficients of the linearised equations stay the same along the motion?
#pragma once

#include "analysis/linear_flow.hpp"

namespace rheon {

/// Looks a little ahead along the motion (`ahead`, s): by how much the coefficients there, seen from the frame that a
/// generator moves, differ from those here, relative. Infinite where the motion leads out of the domain of the model.
double change_of_coefficients(const System& system, const State& state, const LineariseOptions& options,
                              const LinearFlow& here, double ahead);

/// How far to look: until the fastest coordinate has gone one unit, at most a second.
double time_ahead(const LinearFlow& here, const LineariseOptions& options);

}  // namespace rheon
