// Results to files: CSV and HDF5, written beside the target and renamed, so that no partial file is left behind. Any thread;
// HDF5 serves one at a time.
//
//   const Results results = run(system, {});
//   write_results(results, "motion.h5");
//   std::puts(to_text(results.summary).c_str());
#pragma once

#include <string>

#include "rheon/core/api.hpp"
#include "rheon/core/error.hpp"
#include "rheon/sim/results.hpp"

namespace rheon {

/// A file could not be written: its name, and the system's reason. What was there before is still there (exit code 1).
class RHEON_API WriteError : public Error {
 public:
  using Error::Error;
};

/// Writes by the ending of the name: .csv, or .h5/.hdf5. Throws UsageError for other endings, WriteError if the file
/// cannot be written.
RHEON_API void write_results(const Results& results, const std::string& path);

/// Throws UsageError unless `write_results` would accept this name and its folder can be written to.
RHEON_API void check_result_path(const std::string& path);

/// The same for any other file that is to be written; `what` says in the message what it is: `report`.
RHEON_API void check_output_path(const std::string& path, const std::string& what);

/// The file that is written under this name, where links lead, whether it exists or not: two names for one file have the same.
RHEON_API std::string output_target(const std::string& path);

/// A text into a file, complete or not at all. Throws WriteError.
RHEON_API void write_text(const std::string& text, const std::string& path);

/// Reads back what `write_results` wrote to an HDF5 file. Throws Error with the file's name for anything else. All of it is
/// in memory then; see ResultFile for large ones.
RHEON_API Results read_results(const std::string& path);

/// What an HDF5 file of results was made with: `rheon` and `hdf5`, and their versions.
RHEON_API std::vector<Setting> read_versions(const std::string& path);

RHEON_API std::string to_text(const Summary& summary);  ///< a few aligned lines for people
RHEON_API std::string to_json(const Summary& summary);

}  // namespace rheon
