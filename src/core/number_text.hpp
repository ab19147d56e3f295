// Numbers as text, independent of the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rheon {

/// The shortest text that reads back as exactly this number.
std::string shortest_text(double value);

std::string_view trimmed(std::string_view text);

/// A number at the start of `text` (an optional sign, no leading blanks); removes it from `text`.
std::optional<double> take_number(std::string_view& text);

}  // namespace rheon
