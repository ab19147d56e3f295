// What to do about parts that hold by more than needed: every piece of advice is tried on the model first.
//
// With the change made, the model is read and assembled anew, and its rank is found here and at states near it. A change suffices if less
// is too much, and if no motion is free that was not before.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rheon/analysis/check.hpp"
#include "rheon/model/system.hpp"

namespace rheon {

/// What a model leaves free, and by how many numbers it holds more than needed.
struct Mobility {
  int freedoms = 0;         ///< at the initial position
  int freedoms_beside = 0;  ///< less if that is a singular one
  int too_many = 0;
};
/// Nothing: there is no initial state, or there are too many rows.
std::optional<Mobility> mobility_of(const System& system);

/// Redundant rows, or joints that hold too much without any.
struct Excess {
  std::set<std::string> hinges;    ///< in space: they could turn into joints with more freedom
  std::vector<std::string> parts;  ///< that could be left out
  int too_many = 1;
  int findings = 1;
};

/// At the end of remedies: what holds in any case, as long as rows that count as dependent are.
inline const std::string leave_it =
    "; or leave it: the motion is right, and so are all reactions that are not named below";

/// A finding, by its number, about something that is too much, and what that is.
struct FindingOfExcess {
  std::size_t finding = 0;
  Excess excess;
};
/// Writes what suffices into the findings; where nothing was found, that.
void advise(const System& system, const ModelVariants& variants, const std::vector<FindingOfExcess>& excesses,
            std::vector<Finding>& findings);

}  // namespace rheon
