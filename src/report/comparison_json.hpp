// A comparison of methods, as the page is given it (viewer/FORMAT.md).
#pragma once

#include <string>
#include <vector>

#include "rheon/analysis/compare.hpp"

namespace rheon::report {

/// Runs that are shown: rows of the comparison that were completed, then the reference if there is one.
struct ComparedRuns {
  std::vector<const Results*> results;
  std::vector<std::string> labels;
};
ComparedRuns compared_runs(const Comparison& comparison);

/// Results are counted as in `compared_runs`.
std::string to_json(const Comparison& comparison);

}  // namespace rheon::report
