// What commands that make a report page share: its name, the file, and the line about it.
#pragma once

#include <string>
#include <vector>

#include "cli/support/program.hpp"
#include "rheon/report/report.hpp"

namespace rheon::cli {

/// --report [FILE].
struct ReportWish {
  bool wanted = false;
  std::string file;  ///< "": a name of the command's own
};
void add_report_option(Command& command, ReportWish& wish, const char* help);

/// Throws UsageError unless a page can be written under this name: ending, folder, none of `inputs`.
void check_report_path(const std::string& flag, const std::string& path, const std::vector<std::string>& inputs);

/// Writes the page; returns what to say about it: `crank.html (1.2 MB)`. Throws Error if it cannot be written.
std::string write_report(const Report& report, const std::string& path);

/// `report` and the notes, as lines of a summary.
std::string report_lines(const std::string& written, const std::vector<std::string>& notes);

}  // namespace rheon::cli
