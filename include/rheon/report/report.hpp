// The report: results as one page that opens in any browser, with nothing beside it. Any thread.
//
//   const ReportResult shown[] = {{&results, "motion.h5"}};
//   write_text(make_report(shown).page, "motion.html");            // rheon/io/result_writer.hpp
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rheon/analysis/compare.hpp"
#include "rheon/core/api.hpp"
#include "rheon/sim/results.hpp"

namespace rheon {

struct ReportResult {
  const Results* results = nullptr;  ///< stay until the page is made
  std::string file;                  ///< where they are, "" if nowhere
  bool has_summary = true;           ///< false: numbers from elsewhere, without model and summary
  std::vector<Setting> versions{};   ///< of what made them; empty: rheon's, from the summary
};

struct ReportOptions {
  std::string title;                   ///< "": by the names of the models
  std::size_t most_data = 20'000'000;  ///< bytes; longer results are thinned, keeping every peak
};

struct Report {
  std::string page;                ///< HTML
  std::vector<std::string> notes;  ///< what was thinned, one line each
};

/// Throws UsageError if rheon was built without the page.
RHEON_API Report make_report(std::span<const ReportResult> results, const ReportOptions& options = {});

/// The runs that were completed and the reference, with the table of errors. Throws as above.
RHEON_API Report make_report(const Comparison& comparison, const ReportOptions& options = {});

/// Throws UsageError if rheon was built without the page: to be known before a long run.
RHEON_API void check_report();

}  // namespace rheon
