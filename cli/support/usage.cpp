#include "cli/support/usage.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/support/command_line.hpp"
#include "rheon/core/names.hpp"

namespace rheon::cli {

namespace {

bool looks_like_model(const std::string& word) { return word.ends_with(".yaml") || word.ends_with(".yml"); }

std::vector<std::string> flag_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string unknown_command(const CLI::App& app, const std::string& word) {
  if (looks_like_model(word)) {
    return fmt::format("rheon: what should be done with {0}?\n  rheon run {0}\n  rheon check {0}\n", word);
  }
  return fmt::format("rheon: there is no command \"{}\"\n  {}\n  see rheon --help\n", word,
                     did_you_mean(word, command_names(app)));
}

std::string unknown_word(const CLI::App& command, const std::string& name, const std::string& word) {
  if (!word.starts_with('-')) {
    return fmt::format("{0}: \"{1}\" is one word too many\n  see {0} --help\n", name, word);
  }
  const std::string flag = word.substr(0, word.find('='));
  return fmt::format("{0}: there is no option {1}\n  {2}\n  see {0} --help\n", name, flag,
                     did_you_mean(flag, flag_names(command)));
}

}  // namespace

std::string usage_text(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string name = chosen.empty() ? "rheon" : "rheon " + command.get_name();
  const auto leftover = command.remaining();
  if (!leftover.empty()) {
    const std::string& word = leftover.front();
    return chosen.empty() && !word.starts_with('-') ? unknown_command(app, word) : unknown_word(command, name, word);
  }
  return fmt::format("{0}: {1}\n  see {0} --help\n", name, error.what());
}

}  // namespace rheon::cli
