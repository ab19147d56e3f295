// What came of a paper's claims, with its figures, as one page.
#pragma once

#include <string>

#include "reproduction/reproduce.hpp"
#include "rheon/report/report.hpp"

namespace rheon {

/// Throws UsageError if the paper is not in the reproduction, or if rheon was built without the page.
Report make_report(const Reproduction& reproduction, const std::string& paper);

}  // namespace rheon
