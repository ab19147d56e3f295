// The words of the command line before they are parsed: `help`, values that are empty, units that stand apart.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace rheon::cli {

/// The names of all commands.
std::vector<std::string> command_names(const CLI::App& app);

/// `help run` and `--help run` become `run --help`; `--step 1 ms` becomes `--step "1 ms"`, as do other values with a unit, unless a file has
/// the name of the unit. Throws UsageError for a word that is empty: as a value it would be taken for none.
std::vector<std::string> command_line(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace rheon::cli
