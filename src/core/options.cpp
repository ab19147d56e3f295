#include "rheon/core/options.hpp"

#include <cmath>
#include <optional>

#include "core/number_text.hpp"
#include "rheon/core/names.hpp"
#include "rheon/core/units.hpp"

namespace rheon {
namespace {

std::vector<std::string> split_choices(std::string_view choices) {
  std::vector<std::string> out;
  while (!choices.empty()) {
    const std::size_t bar = choices.find('|');
    out.emplace_back(trimmed(choices.substr(0, bar)));
    if (bar == std::string_view::npos) break;
    choices.remove_prefix(bar + 1);
  }
  return out;
}

std::optional<bool> read_boolean(std::string_view text) {
  if (text == "true" || text == "yes" || text == "on") return true;
  if (text == "false" || text == "no" || text == "off") return false;
  return std::nullopt;
}

/// The smallest positive number as lower bound stands for "greater than zero".
bool excludes_zero(double min) { return min > 0.0 && min <= std::numeric_limits<double>::min(); }

/// A finite number, with a unit of the right dimension if the option has one; the result is in the option's unit.
std::optional<double> read_number(const OptionSpec& spec, std::string_view text) {
  const std::optional<double> value = take_number(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  text = trimmed(text);
  if (text.empty()) return value;
  const std::optional<Unit> wanted = parse_unit(spec.unit);
  const std::optional<Unit> given = parse_unit(text);
  if (!wanted || !given || wanted->dimension != given->dimension) return std::nullopt;
  const double converted = *value * given->factor / wanted->factor;
  return std::isfinite(converted) ? std::optional<double>(converted) : std::nullopt;
}

/// A number, `[a, b]`, or `[[a, b], [c, d]]`, nothing if the text is none of these.
std::optional<std::vector<std::vector<double>>> read_gains(std::string_view text) {
  const auto skip = [&] { text = trimmed(text); };
  const auto take = [&](char c) {
    skip();
    if (text.empty() || text.front() != c) return false;
    text.remove_prefix(1);
    return true;
  };
  const auto number = [&](std::vector<double>& row) {
    skip();
    const std::optional<double> value = take_number(text);
    if (!value || !std::isfinite(*value)) return false;
    row.push_back(*value);
    return true;
  };
  const auto list = [&](std::vector<double>& row) {  // after its opening bracket
    do {
      if (!number(row)) return false;
    } while (take(','));
    return take(']');
  };
  std::vector<std::vector<double>> rows(1);
  bool good = true;
  if (!take('[')) {
    good = number(rows[0]);
  } else if (take('[')) {
    good = list(rows[0]);
    while (good && take(',')) good = take('[') && list(rows.emplace_back());
    good = good && take(']');
    for (const auto& row : rows) good = good && row.size() == rows.size();
  } else {
    good = list(rows[0]);
  }
  skip();
  if (!good || !text.empty()) return std::nullopt;
  return rows;
}

std::string gains_text(const std::vector<std::vector<double>>& rows, bool matrix) {
  std::string out = matrix ? "[" : "";
  for (const auto& row : rows) {
    out += &row == &rows.front() ? "" : ", ";
    out += "[";
    for (std::size_t k = 0; k < row.size(); ++k) out += (k == 0 ? "" : ", ") + shortest_text(row[k]);
    out += "]";
  }
  return out + (matrix ? "]" : "");
}

std::string_view expectation(const OptionSpec& spec) {
  switch (spec.type) {
    case OptionType::number: return "a finite number";
    case OptionType::integer: return "a whole number";
    case OptionType::boolean: return "true or false";
    case OptionType::gains: return "a number, a list [a, b, …] or a matrix [[a, b], [c, d]]";
    case OptionType::names: return "a list of names separated by commas";
    case OptionType::choice: break;
  }
  return "one of its choices";
}

std::string with_unit(std::string text, const OptionSpec& spec) {
  if (!spec.unit.empty() && !text.empty()) text += " " + std::string(spec.unit);
  return text;
}

Problem refusal(const OptionSpec& spec, const Setting& setting, std::string what) {
  Problem problem{setting.place, "option \"" + std::string(spec.name) + "\"", std::move(what), "", ""};
  problem.numbers = "value seen: " + setting.value;
  const std::string range = range_text(spec);
  if (!range.empty()) problem.numbers += "; allowed: " + with_unit(range, spec);
  problem.remedy = "give " + std::string(expectation(spec));
  if (spec.type == OptionType::number || spec.type == OptionType::integer) {
    if (!range.empty()) problem.remedy += " in this range";
    if (!spec.unit.empty()) problem.remedy += ", with or without a unit of " + std::string(spec.unit);
  }
  problem.remedy += "; the default is " + with_unit(std::string(spec.fallback), spec);
  return problem;
}

/// The value in its normal form, or nothing after a problem was noted.
std::optional<std::string> checked_numeric(const OptionSpec& spec, const Setting& setting, Problems& problems) {
  const std::optional<double> value = read_number(spec, trimmed(setting.value));
  const bool whole = spec.type == OptionType::integer;
  constexpr double largest_int = std::numeric_limits<int>::max();
  if (!value || (whole && (std::floor(*value) != *value || std::abs(*value) > largest_int))) {
    problems.add(refusal(spec, setting, "the value is not " + std::string(expectation(spec))));
    return std::nullopt;
  }
  if (*value < spec.min || *value > spec.max) {
    problems.add(refusal(spec, setting, "the value is out of range"));
    return std::nullopt;
  }
  return whole ? std::to_string(static_cast<int>(*value)) : shortest_text(*value);
}

std::optional<std::string> checked_gains(const OptionSpec& spec, const Setting& setting, Problems& problems) {
  const std::string_view text = trimmed(setting.value);
  if (!text.starts_with("[")) return checked_numeric(spec, setting, problems);
  const auto rows = read_gains(text);
  if (!rows) {
    problems.add(refusal(spec, setting, "the value is not " + std::string(expectation(spec))));
    return std::nullopt;
  }
  const bool matrix = trimmed(text.substr(1)).starts_with("[");
  // a matrix may have entries of any sign; what matters there are its eigenvalues
  for (const auto& row : *rows)
    for (const double x : row)
      if (!matrix && (x < spec.min || x > spec.max)) {
        problems.add(refusal(spec, setting, "a value is out of range"));
        return std::nullopt;
      }
  return gains_text(*rows, matrix);
}

std::optional<std::string> checked(const OptionSpec& spec, const Setting& setting, Problems& problems) {
  const std::string_view text = trimmed(setting.value);
  switch (spec.type) {
    case OptionType::number:
    case OptionType::integer: return checked_numeric(spec, setting, problems);
    case OptionType::boolean:
      if (const std::optional<bool> value = read_boolean(text)) return *value ? "true" : "false";
      problems.add(refusal(spec, setting, "the value is not true or false"));
      return std::nullopt;
    case OptionType::gains: return checked_gains(spec, setting, problems);
    case OptionType::names: return std::string(text);
    case OptionType::choice: break;
  }
  const std::vector<std::string> choices = split_choices(spec.choices);
  for (const std::string& choice : choices) {
    if (choice == text) return choice;
  }
  Problem problem = refusal(spec, setting, "the value is not one of the choices");
  if (const std::string near = nearest(text, choices); !near.empty()) problem.remedy = "did you mean \"" + near + "\"?";
  problems.add(std::move(problem));
  return std::nullopt;
}

const OptionSpec* find_spec(std::span<const OptionSpec> specs, std::string_view name) {
  for (const OptionSpec& spec : specs) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

Problem unknown_option(std::span<const OptionSpec> specs, const Setting& setting) {
  std::vector<std::string> known;
  for (const OptionSpec& spec : specs) known.emplace_back(spec.name);
  std::string remedy = known.empty() ? "there are no options here: leave it out" : did_you_mean(setting.name, known);
  return {setting.place, "option \"" + setting.name + "\"", "there is no such option", "value seen: " + setting.value,
          std::move(remedy)};
}

}  // namespace

std::string range_text(const OptionSpec& spec) {
  if (spec.type == OptionType::boolean) return "true | false";
  if (spec.type == OptionType::choice) {
    std::string out;
    for (const std::string& choice : split_choices(spec.choices)) out += (out.empty() ? "" : " | ") + choice;
    return out;
  }
  const bool below = std::isfinite(spec.min);
  const bool above = std::isfinite(spec.max);
  const std::string low = excludes_zero(spec.min) ? "> 0" : ">= " + shortest_text(spec.min);
  if (below && above) {
    if (excludes_zero(spec.min)) return "> 0, <= " + shortest_text(spec.max);
    return brief_text(spec.min) + " .. " + brief_text(spec.max);
  }
  if (below) return low;
  return above ? "<= " + shortest_text(spec.max) : std::string{};
}

OptionValues OptionValues::resolve(std::span<const OptionSpec> specs, std::span<const Setting> settings,
                                   Problems& problems) {
  OptionValues out;
  for (const OptionSpec& spec : specs) {
    const Setting standard{std::string(spec.name), std::string(spec.fallback), Place{}};
    out.values_.push_back(standard);
    if (std::optional<std::string> value = checked(spec, standard, problems)) out.values_.back().value = *value;
  }
  for (const Setting& setting : settings) {
    const OptionSpec* spec = find_spec(specs, setting.name);
    if (spec == nullptr) {
      problems.add(unknown_option(specs, setting));
      continue;
    }
    // A later setting of the same name wins, so that a command line can override a file.
    if (std::optional<std::string> value = checked(*spec, setting, problems)) {
      out.values_[static_cast<std::size_t>(spec - specs.data())] = {setting.name, std::move(*value), setting.place};
    }
  }
  return out;
}

const Setting& OptionValues::find(std::string_view name) const {
  for (const Setting& value : values_) {
    if (value.name == name) return value;
  }
  throw Error("option \"" + std::string(name) + "\" was asked for but is not declared");
}

double OptionValues::number(std::string_view name) const {
  std::string_view text = find(name).value;
  const std::optional<double> value = take_number(text);
  if (!value) throw Error("option \"" + std::string(name) + "\" is not a number");
  return *value;
}

int OptionValues::integer(std::string_view name) const { return static_cast<int>(number(name)); }

bool OptionValues::boolean(std::string_view name) const { return find(name).value == "true"; }

std::vector<std::vector<double>> OptionValues::gains(std::string_view name) const {
  auto rows = read_gains(find(name).value);
  if (!rows) throw Error("option \"" + std::string(name) + "\" is not a number, list or matrix");
  return std::move(*rows);
}

std::vector<std::string> OptionValues::names(std::string_view name) const {
  std::vector<std::string> out;
  std::string_view rest = trimmed(find(name).value);
  if (rest.starts_with("[") && rest.ends_with("]")) rest = rest.substr(1, rest.size() - 2);
  while (!trimmed(rest).empty()) {
    const std::size_t comma = rest.find(',');
    out.emplace_back(trimmed(rest.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return out;
}

std::string_view OptionValues::choice(std::string_view name) const { return find(name).value; }

}  // namespace rheon
