// What a summary has from the rows of the results.
#pragma once

#include "rheon/sim/results.hpp"
#include "sim/row_survey.hpp"

namespace rheon {

/// Puts the summary to the results, with what their rows know and it does not: the worst of the energy, the balances, and
/// what is not a finite number.
void summarise(const RowSurvey& rows, Summary summary, Results& results);
void summarise(Results& results, Summary summary);  ///< of results that have all their rows

}  // namespace rheon
