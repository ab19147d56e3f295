// What a run has to say about itself besides its numbers.
#pragma once

#include <string>
#include <vector>

#include "motion/violation_scales.hpp"
#include "rheon/model/system.hpp"
#include "rheon/sim/results.hpp"
#include "sim/energy_flow.hpp"
#include "sim/row_survey.hpp"

namespace rheon {

/// `2.5`, `120`: a part of something in hundredths, as people write it.
std::string percent_text(double part);

/// A motion of which half the kinetic energy comes from nowhere is not one, even if it goes back there; empty if there is no
/// doubt. What flowed counts, in and out, without what constraints that are springs store.
std::string doubt_of_energy(const RowSurvey& rows, const Summary& summary, const EnergyFlow& flow, bool springs);

/// For each level at which a constraint is violated by a noticeable part of its scale. Springs that stand for constraints
/// hold no accelerations.
std::vector<std::string> doubts_of_violations(const System& system, const ViolationScales& violations, double duration,
                                              bool springs);

}  // namespace rheon
