// Result files that are written while a run goes on: what they need in memory does not depend on how many rows there are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {

/// A watcher for a run whose rows are not kept (RunRequest::keep_rows).
///
///   ResultStream files({"motion.h5"});
///   request.watcher = &files;                                      // must stay until the run is over
///   request.keep_rows = false;
///   const Results about = run(system, request);
///   const ResultStream::Outcome outcome = files.end(about);
///
/// The files get their names with `end`; without it nothing stays, and files of the same names are as they were. Nothing throws
/// while rows come: what fails is in the outcome. To be used by one thread, that of the run. Does not own the Results that it is
/// shown.
class RHEON_API ResultStream : public RowWatcher {
 public:
  /// Throws UsageError for names whose ending is no format.
  explicit ResultStream(const std::vector<std::string>& paths);
  ~ResultStream() override;
  ResultStream(const ResultStream&) = delete;
  ResultStream& operator=(const ResultStream&) = delete;

  void begin(const Results& start) override;
  /// False as soon as no file is left that can be written.
  bool row(std::size_t number, std::span<const double> values) override;
  /// No file could take a row any more, so the run was ended.
  bool ended_run() const { return ended_run_; }

  struct Outcome {
    std::vector<std::string> files;     ///< that were written
    std::vector<std::string> failures;  ///< why others were not
    std::size_t rows = 0;
  };
  /// Completes the files by everything but the rows. One that fails does not keep the others from being tried.
  Outcome end(const Results& about);

 private:
  struct RHEON_LOCAL File;
  std::vector<File> files_;
  std::vector<std::string> failures_;
  std::size_t rows_ = 0;
  bool ended_run_ = false;
};

}  // namespace rheon
