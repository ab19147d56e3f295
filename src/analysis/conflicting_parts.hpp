// Constraints that contradict each other: without which parts of the model they agree, tried on the model.
//
// Rows alone do not show it: joints whose bodies share a point or an axis have none, and are part of a contradiction all the
// same. A part without which all others hold is part of every contradiction that there is.
#pragma once

#include <vector>

#include "rheon/analysis/variants.hpp"
#include "rheon/sim/initial.hpp"

namespace rheon {

/// Adds such parts to what the problem names. Nothing is changed without variants. `rows`: of the model.
void name_conflicting_parts(int rows, const ModelVariants& variants, const InitialResult::Contradiction& found,
                            std::vector<Problem>& problems);

}  // namespace rheon
