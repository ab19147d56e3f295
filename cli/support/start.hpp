// What programs do before and after their work.
#pragma once

#include <string>
#include <vector>

namespace rheon::cli {

/// Prepares memory, signals and descriptors, gives `body` the words after the program's name, and sees that all output has
/// come out. Returns the exit code.
int start(int argc, char** argv, int (*body)(const std::vector<std::string>& words));

}  // namespace rheon::cli
