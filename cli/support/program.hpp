// A program of commands and their options. The parser behind it stays in the sources: its header takes four seconds to
// compile.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rheon::cli {

using Action = std::function<int()>;  ///< returns the exit code

/// An option of a command, or a word without a flag. A view: the program owns what it shows.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}
  Option& required();
  Option& type_name(const std::string& value);  ///< what help shows for the value
  Option& expected(int least, int most);        ///< how many values
  Option& one_at_a_time();                      ///< of a list: one value each time the flag is given
  Option& refuse(std::function<std::string(const std::string& value)> why);  ///< "" for a value that is fine

 private:
  CLI::Option* option_;
};

/// A view, too. What values are put into must outlive the program's `perform`: let the action own it.
class Command {
 public:
  explicit Command(CLI::App& command, Action& chosen) : command_(&command), chosen_(&chosen) {}
  std::string name() const;
  Option add_option(const std::string& names, std::string& into, const std::string& help);
  Option add_option(const std::string& names, std::vector<std::string>& into, const std::string& help);
  /// Set as soon as the flag is given: to "" if it has no value.
  Option add_option(const std::string& names, std::optional<std::string>& into, const std::string& help);
  /// `take` is given the value, "" if the flag has none.
  Option add_option(const std::string& names, std::function<void(const std::string& value)> take,
                    const std::string& help);
  void add_flag(const std::string& names, bool& into, const std::string& help);
  void footer(const std::string& text);
  void action(Action action);  ///< what to do if this command is the one asked for

 private:
  CLI::App* command_;
  Action* chosen_;
};

class Program {
 public:
  Program(const std::string& name, const std::string& description);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Command add_command(const std::string& name, const std::string& help);
  /// A command that another program carries out, which lies beside this one: it is given the words that follow.
  void add_command_of(const std::string& program, const std::string& name, const std::string& help);
  void add_help_command(const std::string& help);  ///< `help run` is `run --help`
  void add_version_flag(std::function<std::string()> text, const std::string& help);
  void footer(const std::string& text);
  std::string help() const;

  /// Understands the words of a command line and does what they ask. Problems become words on stderr; returns the exit code.
  int perform(const std::vector<std::string>& words);

 private:
  std::unique_ptr<CLI::App> app_;
  std::map<std::string, std::string> elsewhere_;  ///< command -> the program that carries it out
  Action chosen_;
};

}  // namespace rheon::cli
