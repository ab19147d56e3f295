// The balances of bodies, summed up over the rows of results that have the channels `balance.BODY.force`, …
#pragma once

#include "rheon/sim/results.hpp"

namespace rheon {

std::vector<BodyBalance> balance_of(const Results& results);

}  // namespace rheon
