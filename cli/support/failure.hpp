// Exceptions to words and exit codes.
#pragma once

#include <exception>

namespace rheon::cli {

/// Says on stderr what went wrong, after what is on stdout already, and returns the exit code.
int report_failure(const std::exception_ptr& failure);

}  // namespace rheon::cli
