#include "cli/support/arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

#include "rheon/core/error.hpp"
#include "rheon/core/parallel.hpp"
#include "rheon/core/units.hpp"

namespace rheon::cli {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

[[noreturn]] void refuse(const std::string& flag, const std::string& text, const std::string& expected) {
  throw UsageError(fmt::format("{} \"{}\": expected {}", flag, text, expected));
}

// The number at the front; what follows stays in `rest`. from_chars: no locale has a say.
bool take_number(std::string_view& rest, double& value) {
  rest = trimmed(rest);
  if (rest.starts_with('+')) rest.remove_prefix(1);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc{}) return false;
  rest = trimmed(rest.substr(static_cast<std::size_t>(end - rest.data())));
  return true;
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = text.find(separator, at);
    parts.emplace_back(trimmed(std::string_view(text).substr(at, end == text.npos ? text.npos : end - at)));
    if (end == text.npos) return parts;
    at = end + 1;
  }
}

std::vector<Setting> parse_settings(const std::string& flag, const std::vector<std::string>& texts) {
  std::vector<Setting> settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string_view name = trimmed(std::string_view(text).substr(0, equals));
    if (equals == text.npos || name.empty()) {
      refuse(flag, text, fmt::format("name=value\n  for example {} {}=2", flag, name.empty() ? "m" : name));
    }
    const std::string_view value = trimmed(std::string_view(text).substr(equals + 1));
    if (value.empty()) refuse(flag, text, "a value after the equals sign");
    Place place;
    place.file = fmt::format("{} {}", flag, text);
    settings.push_back({std::string(name), std::string(value), std::move(place)});
  }
  return settings;
}

double parse_seconds(const std::string& flag, const std::string& text) {
  constexpr const char* expected = "a time greater than zero, in seconds or with a unit: 0.001, 1ms, \"1 ms\"";
  std::string_view rest = text;
  double value = 0;
  if (!take_number(rest, value)) refuse(flag, text, expected);
  if (!rest.empty()) {
    const auto unit = parse_unit(rest);
    const auto second = parse_unit("s");
    if (!unit) refuse(flag, text, fmt::format("a unit of time after the number; \"{}\" is none", rest));
    if (!second || unit->dimension != second->dimension) {
      refuse(flag, text, fmt::format("a time; \"{}\" measures {}", rest, to_text(unit->dimension)));
    }
    value *= unit->factor;
  }
  if (!(value > 0) || !std::isfinite(value)) refuse(flag, text, expected);
  return value;
}

bool parse_number(const std::string& text, double& value) {
  std::string_view rest = text;
  return take_number(rest, value) && rest.empty() && std::isfinite(value);
}

double parse_positive(const std::string& flag, const std::string& text) {
  double value = 0;
  if (!parse_number(text, value) || !(value > 0)) {
    refuse(flag, text, "a number greater than zero");
  }
  return value;
}

int parse_count(const std::string& flag, const std::string& text) {
  const std::string_view digits = trimmed(text);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || value < 1) {
    refuse(flag, text, "a whole number from 1 to 2147483647");
  }
  return value;
}

int parse_port(const std::string& text) {
  const std::string_view digits = trimmed(text);
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || value < 0 || value > 65535)
    refuse("--port", text, "a whole number from 0 to 65535");
  return value;
}

std::size_t parse_bytes(const std::string& flag, const std::string& text) {
  constexpr std::pair<std::string_view, double> units[] = {{"", 1}, {"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}};
  constexpr double most = 1e15;  // whole numbers of this size are exact in a double, and no file is as large
  std::string_view rest = text;
  double value = 0;
  if (take_number(rest, value))
    for (const auto& [unit, factor] : units)
      if (rest == unit && value * factor >= 1 && value * factor <= most)
        return static_cast<std::size_t>(value * factor);
  refuse(flag, text, "a size: a number of bytes, or with a unit: 500kB, 20MB, 1GB");
}

int parse_jobs(const std::string& text) { return text.empty() ? usable_cores() : parse_count("--jobs", text); }

}  // namespace rheon::cli
