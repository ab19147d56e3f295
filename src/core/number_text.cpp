#include "core/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace rheon {

double without_sign_of_nan(double value) { return std::isnan(value) ? std::copysign(value, 1.0) : value; }

std::string shortest_text(double value) {
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), without_sign_of_nan(value));
  return std::string(buffer.data(), end.ptr);
}

std::string brief_text(double value, int digits) {
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), without_sign_of_nan(value),
                                 std::chars_format::general, digits);
  return std::string(buffer.data(), end.ptr);
}

std::string counted(long long n, std::string_view thing) {
  return std::to_string(n) + ' ' + std::string(thing) + (n == 1 ? "" : "s");
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> take_number(std::string_view& text) {
  std::string_view rest = text;
  // from_chars knows no plus sign; "+-1" must stay refused.
  if (rest.size() > 1 && rest[0] == '+' && rest[1] != '-') rest.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text = rest.substr(static_cast<std::size_t>(end - rest.data()));
  return value;
}

}  // namespace rheon
