// What to say about a command line that cannot be understood.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace rheon::cli {

/// Where, what and what to do instead, with the nearest known name.
std::string usage_text(const CLI::App& app, const CLI::ParseError& error);

}  // namespace rheon::cli
