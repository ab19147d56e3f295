// Texts about names, for messages. Any thread; nothing is kept.
//
//   throw UsageError("there is no channel \"" + name + "\"; " + did_you_mean(name, known));
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rheon/core/api.hpp"

namespace rheon {

/// `a, b, c`; `none` without names.
RHEON_API std::string listed(const std::vector<std::string>& names);

/// The candidate nearest to `name` (edit distance with transpositions, case folded), or "" if none is near.
RHEON_API std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

/// `did you mean "x"?` or `known names: a, b, c` (long lists are cut, saying so); "" without candidates.
RHEON_API std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace rheon
