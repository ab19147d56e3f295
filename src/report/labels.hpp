// What results are called where several are shown: by what distinguishes them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/head.hpp"

namespace rheon::report {

/// One label each, all different: model, formulation, step, tolerance, replaced parameters as far as they differ; the
/// integrator and options of the method only where results would be called the same without them, then the file's name,
/// then a number. `summary`, `has_summary` and `file` of the heads are looked at.
std::vector<std::string> labels_of(std::span<const ResultHead> results);

/// For the page as a whole: the names of the models, or of the files without one; of more than three the first two.
std::string title_of(std::span<const ResultHead> results);

}  // namespace rheon::report
