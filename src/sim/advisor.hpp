// Which method suits a model: for `formulation: auto`.
//
// Explicit methods of high order with projection cost least wherever the accuracy, not stability, sets the step. Whether
// it does is found out by trying: a few steps of each candidate from the start of the run, judged by the work they count
// (never by the clock, so that a run repeats bit for bit).
#pragma once

#include <string>
#include <vector>

#include "rheon/sim/run.hpp"

namespace rheon {

inline constexpr std::string_view automatic = "auto";

struct Advice {
  std::string formulation, integrator;
  std::vector<Setting> options;      ///< besides those of the request
  std::vector<std::string> reasons;  ///< one line each
};

/// For a request whose formulation is `auto`; an integrator or a step that it names is kept. Throws UsageError where no
/// method can run the model.
Advice advise(const System& system, const RunRequest& request);

}  // namespace rheon
