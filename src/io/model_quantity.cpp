#include "io/model_quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "rheon/core/names.hpp"

namespace rheon::reader {
namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool digit(char c) { return c >= '0' && c <= '9'; }

/// Words and signs that units are made of; everything else makes the text an expression.
bool looks_like_unit(std::string_view rest) {
  const bool units_only = std::all_of(rest.begin(), rest.end(), [](char c) {
    return letter(c) || digit(c) || static_cast<unsigned char>(c) >= 0x80u ||
           std::string_view(" *^/-%").find(c) != std::string_view::npos;
  });
  for (const std::string_view word : {"if ", "and ", "or "}) {
    if (rest.starts_with(word)) return false;
  }
  return units_only;
}

expr::SyntaxError not_finite(std::string_view text) {
  return {0, text.size(), fmt::format("\"{}\" is not a finite number", text), "give a number of ordinary size"};
}

bool names_infinity(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  std::string folded(text.substr(0, std::min<std::size_t>(text.size(), 9)));
  std::transform(folded.begin(), folded.end(), folded.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return folded == "nan" || folded == "inf" || folded == "infinity";
}

}  // namespace

expr::SyntaxError unknown_unit(std::string_view unit, std::size_t offset) {
  static const std::vector<std::string> common = {
      "kg",  "g",   "m",   "mm", "cm", "km",  "s",     "ms",     "us",     "min",   "h",     "N",
      "kN",  "N*m", "N/m", "J",  "W",  "kW",  "Pa",    "MPa",    "Hz",     "rad",   "deg",   "rad/s",
      "rev", "rpm", "A",   "K",  "V",  "m/s", "m/s^2", "kg*m^2", "kg/m^3", "N*s/m", "N*m*s", "N*m/rad"};
  const std::string near = nearest(unit, common);
  std::string remedy =
      near.empty() ? "units are written like kg, m/s^2, N*m, deg" : fmt::format("did you mean \"{}\"?", near);
  return {offset, unit.size(), fmt::format("unknown unit \"{}\"", unit), remedy + "; a product needs a *, as in 2*x"};
}

QuantityResult read_quantity(std::string_view text) {
  if (names_infinity(text)) return {std::nullopt, not_finite(text)};
  std::string_view rest = text;
  const bool signed_number = rest.starts_with('-') || rest.starts_with('+');
  const bool negative = rest.starts_with('-');
  if (signed_number) rest.remove_prefix(1);
  while (signed_number && rest.starts_with(' ')) rest.remove_prefix(1);
  const bool number = !rest.empty() && (digit(rest[0]) || (rest[0] == '.' && rest.size() > 1 && digit(rest[1])));
  if (!number) return {};
  WrittenQuantity quantity;
  const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), quantity.number);
  if (negative) quantity.number = -quantity.number;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  const std::size_t unit_at = text.size() - rest.size() + std::min(rest.size(), rest.find_first_not_of(" \t"));
  rest = text.substr(unit_at);
  while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\t')) rest.remove_suffix(1);
  const bool unit =
      !rest.empty() && (letter(rest[0]) || rest[0] == '%' || static_cast<unsigned char>(rest[0]) >= 0x80u ||
                        (rest.starts_with("1/") && unit_at > 0 && text[unit_at - 1] == ' '));
  if (!rest.empty() && !unit) return {};
  if (status == std::errc::result_out_of_range) return {std::nullopt, not_finite(text)};
  if (rest.empty()) return {quantity, std::nullopt};
  quantity.unit = parse_unit(rest);
  quantity.unit_text = rest;
  if (quantity.unit) return {quantity, std::nullopt};
  if (!looks_like_unit(rest)) return {};
  return {std::nullopt, unknown_unit(rest, unit_at)};
}

}  // namespace rheon::reader
