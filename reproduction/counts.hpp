// How many claims got which verdict.
#pragma once

#include <span>
#include <string>

#include "reproduction/reproduce.hpp"

namespace rheon::reproduction {

struct Counts {
  int agrees = 0, differs = 0, unforeseen = 0, not_run = 0, left_out = 0;
};
Counts count(std::span<const ClaimResult> claims);

std::string to_text(const Counts& counts);  ///< `12 agree, 1 differs, 2 left out`

}  // namespace rheon::reproduction
