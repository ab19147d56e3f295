// The subcommands: each adds itself to the parser and, when it is the one asked for, leaves what to do in `action`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace rheon::cli {

using Action = std::function<int()>;  ///< returns the exit code

void add_run(CLI::App& app, Action& action);
void add_kinematics(CLI::App& app, Action& action);
void add_statics(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_tune(CLI::App& app, Action& action);
void add_linearise(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_view(CLI::App& app, Action& action);
void add_schema(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);

}  // namespace rheon::cli
