// The built-in functions: one row each, read by lowering, documentation and did-you-mean.
#pragma once

#include <string_view>

#include "rheon/expr/syntax.hpp"

namespace rheon::expr {

enum class Builtin : unsigned char { operation, minimum, maximum, choice, step, pulse, ramp };

struct FunctionRow {
  FunctionInfo info;
  Builtin builtin;
  Op op;                    ///< for `operation`
  std::size_t least, most;  ///< number of arguments
};

inline constexpr std::size_t any_number = 0xffffffffu;

/// The row of a built-in function, or null.
const FunctionRow* find_function(std::string_view name);

}  // namespace rheon::expr
