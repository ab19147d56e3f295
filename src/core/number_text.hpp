// Numbers as text, independent of the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rheon {

/// What is not a number without its sign, which depends on what computed it; numbers as they are.
double without_sign_of_nan(double value);

/// The shortest text that reads back as exactly this number.
std::string shortest_text(double value);

/// A number for people, with few digits.
std::string brief_text(double value, int digits = 6);

/// `1 row`, `2 rows`.
std::string counted(long long n, std::string_view thing);

std::string_view trimmed(std::string_view text);

/// A number at the start of `text` (an optional sign, no leading blanks); removes it from `text`.
std::optional<double> take_number(std::string_view& text);

}  // namespace rheon
