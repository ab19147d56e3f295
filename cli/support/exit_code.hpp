// Exit codes of the command; docs/cli.md describes them for users.
#pragma once

namespace rheon::cli {

enum ExitCode : int {
  exit_done = 0,
  exit_internal = 1,
  exit_usage = 2,
  exit_model = 3,
  exit_stopped = 4,
  exit_budget = 5,
  exit_interrupted = 130,
};

inline constexpr const char* exit_code_help =
    "Exit codes:\n"
    "  0 done   1 internal error, or a file could not be written   2 wrong command line\n"
    "  3 the model has problems   4 the run stopped early   5 over a budget   130 interrupted\n";

}  // namespace rheon::cli
