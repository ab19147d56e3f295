// Texts of the command line to values. Everything throws UsageError naming the flag.
#pragma once

#include <string>
#include <vector>

#include "rheon/core/options.hpp"

namespace rheon::cli {

/// `name=value`, for --set and --option; messages about it will point at the flag.
std::vector<Setting> parse_settings(const std::string& flag, const std::vector<std::string>& texts);

/// A time greater than zero: seconds, or a number with a unit (`1ms`, `2 min`).
double parse_seconds(const std::string& flag, const std::string& text);

/// A number greater than zero.
double parse_positive(const std::string& flag, const std::string& text);

/// A whole number from 1 on.
int parse_count(const std::string& flag, const std::string& text);

/// --port: from 0 to 65535.
int parse_port(const std::string& text);

/// A number of bytes greater than zero: `20MB`, `500 kB`, `100000`.
std::size_t parse_bytes(const std::string& flag, const std::string& text);

/// --jobs: how many runs at a time; as many as there are cores if it is not given.
int parse_jobs(const std::string& text);

/// The whole text as a number; false if it is none.
bool parse_number(const std::string& text, double& value);

/// Parts between separators, without the blanks around them.
std::vector<std::string> split(const std::string& text, char separator);

}  // namespace rheon::cli
