// When numbers of a motion have grown beyond what can be computed with.
#pragma once

#include "rheon/core/status.hpp"
#include "rheon/model/state.hpp"

namespace rheon {

/// Are all numbers of a motion so small that energies and violations are finite, too? Otherwise `row` is the velocity at
/// fault, -1 if it is none.
Status finite_motion(const State& state);

}  // namespace rheon
