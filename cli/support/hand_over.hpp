// One program in place of another.
#pragma once

#include <string>
#include <vector>

namespace rheon::cli {

/// Becomes the program `name` that lies beside this one, `words` its arguments but for the first, the command: output,
/// signals and exit code are those of that program. Throws UsageError if it is not there or cannot be started.
[[noreturn]] void hand_over(const std::string& name, const std::vector<std::string>& words);

}  // namespace rheon::cli
