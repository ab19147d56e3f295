#include "cli/support/program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <utility>

#include "cli/support/command_line.hpp"
#include "cli/support/exit_code.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/hand_over.hpp"
#include "cli/support/output.hpp"
#include "cli/support/usage.hpp"
#include "rheon/core/error.hpp"

namespace rheon::cli {

namespace {

int carry_out(const Action& action) {
  try {
    return action();
  } catch (const std::exception&) {
    return report_failure(std::current_exception());
  }
}

/// --help, --version.
int inform(const CLI::App& app, const CLI::ParseError& request) {
  std::ostringstream out, errors;
  const int code = app.exit(request, out, errors);
  put_out(out.str());
  put_error(errors.str());
  return code;
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::type_name(const std::string& value) {
  option_->type_name(value);
  return *this;
}

Option& Option::expected(int least, int most) {
  option_->expected(least, most);
  return *this;
}

Option& Option::one_at_a_time() {
  option_->allow_extra_args(false);
  return *this;
}

Option& Option::refuse(std::function<std::string(const std::string&)> why) {
  option_->check(std::move(why));
  return *this;
}

std::string Command::name() const { return command_->get_name(); }

Option Command::add_option(const std::string& names, std::string& into, const std::string& help) {
  return Option(*command_->add_option(names, into, help));
}

Option Command::add_option(const std::string& names, std::vector<std::string>& into, const std::string& help) {
  return Option(*command_->add_option(names, into, help));
}

Option Command::add_option(const std::string& names, std::optional<std::string>& into, const std::string& help) {
  return Option(*command_->add_option(names, into, help));
}

Option Command::add_option(const std::string& names, std::function<void(const std::string&)> take,
                           const std::string& help) {
  const auto take_first = [take = std::move(take)](const CLI::results_t& values) {
    take(values.front());
    return true;
  };
  return Option(*command_->add_option(names, take_first, help));
}

void Command::add_flag(const std::string& names, bool& into, const std::string& help) {
  command_->add_flag(names, into, help);
}

void Command::footer(const std::string& text) { command_->footer(text); }

void Command::action(Action action) {
  command_->callback([chosen = chosen_, action = std::move(action)] { *chosen = action; });
}

Program::Program(const std::string& name, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->get_formatter()->column_width(32);
  app_->require_subcommand(1);
}

Program::~Program() = default;

Command Program::add_command(const std::string& name, const std::string& help) {
  return Command(*app_->add_subcommand(name, help), chosen_);
}

void Program::add_command_of(const std::string& program, const std::string& name, const std::string& help) {
  app_->add_subcommand(name, help);
  elsewhere_[name] = program;
}

void Program::add_help_command(const std::string& help) {
  app_->add_subcommand("help", help)->add_option("COMMAND")->type_name("");
}

void Program::add_version_flag(std::function<std::string()> text, const std::string& help) {
  app_->set_version_flag("--version", std::move(text), help);
}

void Program::footer(const std::string& text) { app_->footer(text); }

std::string Program::help() const { return app_->help(); }

int Program::perform(const std::vector<std::string>& given) {
  try {
    std::vector<std::string> words = command_line(*app_, given);
    if (const auto other = words.empty() ? elsewhere_.end() : elsewhere_.find(words.front()); other != elsewhere_.end())
      return carry_out([&]() -> int { hand_over(other->second, words); });
    std::reverse(words.begin(), words.end());  // as the parser wants them
    app_->parse(std::move(words));
  } catch (const UsageError& error) {
    print_error("{}\n", error.what());
    return exit_usage;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return inform(*app_, error);
    print_error("{}", usage_text(*app_, error));
    return exit_usage;
  }
  return carry_out(chosen_);
}

}  // namespace rheon::cli
