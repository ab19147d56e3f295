#include "cli/support/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "cli/support/arguments.hpp"
#include "rheon/core/error.hpp"
#include "rheon/core/units.hpp"

namespace rheon::cli {

namespace {

using Words = std::vector<std::string>;

bool is_flag(const std::string& word) { return word.size() > 1 && word.starts_with('-'); }

Words with_help(const CLI::App& app, const Words& words) {
  const bool asked = !words.empty() && words.front() == "help";
  const bool flag = !words.empty() && (words.front() == "--help" || words.front() == "-h");
  if (!asked && !flag) return words;
  const std::string what = words.size() == 1 || words[1] == "help" ? "" : words[1];
  const Words names = command_names(app);
  if (std::find(names.begin(), names.end(), what) != names.end()) return {what, "--help"};
  if (flag) return words;
  return {what.empty() || is_flag(what) ? "--help" : what};  // there is no such command
}

void refuse_empty(const Words& words) {
  for (std::size_t k = 0; k < words.size(); ++k) {
    const bool value = words[k].starts_with("--") && words[k].ends_with('=');
    if (!words[k].empty() && !value) continue;
    const std::string flag = value                            ? words[k].substr(0, words[k].size() - 1)
                             : k > 0 && is_flag(words[k - 1]) ? words[k - 1]
                                                              : "";
    throw UsageError(fmt::format("rheon: {}\n  is it a variable of the shell that is not set?",
                                 flag.empty() ? fmt::format("word {} of the command line is empty", k + 1)
                                              : fmt::format("the value of {} is empty", flag)));
  }
}

/// What an option takes that may have a unit: a time, a size, the value of a parameter.
bool takes_unit(const CLI::App& command, const std::string& flag) {
  const CLI::Option* option = command.get_option_no_throw(flag);
  if (!option) return false;
  const std::string type = option->get_type_name();
  return type.starts_with("TIME") || type == "SIZE" || type == "NAME=VALUE";
}

bool is_unit(const std::string& word) {
  constexpr std::string_view sizes[] = {"B", "kB", "MB", "GB"};
  std::error_code ignored;
  if (word.empty() || is_flag(word) || std::filesystem::exists(word, ignored)) return false;
  return parse_unit(word) || std::find(std::begin(sizes), std::end(sizes), word) != std::end(sizes);
}

/// A number alone, or the number of `name=1`.
bool is_number(const std::string& word) {
  double value = 0;
  return parse_number(word.substr(word.find('=') + 1), value);
}

Words with_units(const CLI::App& app, const Words& words) {
  const auto named = app.get_subcommands(
      [&](const CLI::App* command) { return !words.empty() && command->get_name() == words.front(); });
  if (named.empty()) return words;
  const CLI::App* command = named.front();
  Words joined;
  std::string flag;  // whose value comes next
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string& word = words[k];
    const std::size_t equals = word.starts_with("--") ? word.find('=') : word.npos;
    const bool whole = equals != word.npos && takes_unit(*command, word.substr(0, equals));
    const std::string value = whole ? word.substr(equals + 1) : word;
    const bool follows = !flag.empty() && takes_unit(*command, flag);
    flag = is_flag(word) && equals == word.npos ? word : "";
    joined.push_back(word);
    if ((whole || follows) && is_number(value) && k + 1 < words.size() && is_unit(words[k + 1]))
      joined.back() += " " + words[++k];
  }
  return joined;
}

}  // namespace

std::vector<std::string> command_names(const CLI::App& app) {
  Words names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> command_line(const CLI::App& app, const std::vector<std::string>& words) {
  refuse_empty(words);
  return with_units(app, with_help(app, words));
}

}  // namespace rheon::cli
