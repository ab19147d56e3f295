// The message of a refusal.
#pragma once

#include <functional>
#include <string>

#include "rheon/core/error.hpp"

namespace rheon::test {

/// What the action throws, or "(no error)".
inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.what();
  }
  return "(no error)";
}

}  // namespace rheon::test
