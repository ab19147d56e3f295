// One line on the terminal that says how far a run is, rewritten in place.
#pragma once

#include <string>

#include "rheon/sim/run.hpp"

namespace rheon::cli {

/// Width of the terminal behind a file descriptor; 80 if there is none or it does not say.
int terminal_width(int descriptor);

/// The line for one report, at most `width` columns.
std::string progress_text(const Progress& progress, int width);

/// `run 5`, or `run 5, 2 at a time`: what a line says of the runs of an analysis.
std::string run_label(int done, int under_way);

/// Shows on stderr if that is a terminal and `wanted`; takes the line away at the end.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const Progress& progress) { show("", progress); }
  void show(const std::string& what, const Progress& progress);  ///< `what` first
  void clear();                                                  ///< makes room for other text

 private:
  bool on_;
  bool shown_ = false;
};

}  // namespace rheon::cli
