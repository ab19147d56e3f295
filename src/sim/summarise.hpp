// What a summary has from the rows of the results.
#pragma once

#include "rheon/sim/results.hpp"

namespace rheon {

/// Puts the summary to the rows, with what they know and it does not: the worst of the energy, and the balances.
void summarise(Results& results, Summary summary);

}  // namespace rheon
