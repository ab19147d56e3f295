// What the command says: help, version, lists, schema, and how it answers wrong use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "cli/cli_runner.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/integrators/kind.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

void expect_usage_error(const Words& words, const std::string& what) {
  const Outcome o = rheon(words);
  EXPECT_EQ(o.code, 2) << o.err;
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(o.err, HasSubstr(what));
}

TEST(Cli, Version) {
  const Outcome o = rheon({"--version"});
  EXPECT_EQ(o.code, 0);
  EXPECT_EQ(o.out, "rheon " + std::string(version()) + "\ncode: " + std::string(executor_description()) + "\n");
}

TEST(Cli, HelpTeaches) {
  const Outcome o = rheon({"--help"});
  EXPECT_EQ(o.code, 0);
  EXPECT_EQ(o.err, "");
  EXPECT_THAT(o.out, AllOf(HasSubstr("coordinates: [x, y]"), HasSubstr("rheon run pendulum.yaml"),
                           HasSubstr("rheon check"), HasSubstr("Exit codes")));
}

TEST(Cli, EveryCommandHasHelpWithExamplesAndExitCodes) {
  for (const char* command : {"run", "report", "view", "kinematics", "statics", "check", "compare", "tune", "linearise",
                              "list", "schema", "reproduce"}) {
    const Outcome o = rheon({command, "--help"});
    EXPECT_EQ(o.code, 0) << command;
    EXPECT_THAT(o.out,
                AllOf(HasSubstr("Examples:"), HasSubstr(std::string("rheon ") + command), HasSubstr("Exit codes:")));
    std::size_t longest = 0;
    std::istringstream lines(o.out);
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
    EXPECT_LE(longest, 110u) << command;
  }
}

// The models and commands in the help text are cut out and run.
TEST(Cli, TheExamplesInTheHelpRun) {
  const TempFolder folder;
  std::istringstream lines(rheon({"--help"}).out);
  std::string model, file;
  std::vector<Words> commands;
  for (std::string line; std::getline(lines, line);) {
    if (const auto end = line.find(".yaml:"); end != line.npos) {
      const std::size_t begin = line.rfind(' ', end) + 1;
      file = line.substr(begin, line.size() - 1 - begin);
    }
    if (line.starts_with("  rheon: 1")) model = "\n";
    if (line.empty() && !model.empty()) folder.write(file, std::exchange(model, {}));
    if (!model.empty()) model += line.substr(std::min<std::size_t>(2, line.size())) + "\n";
    if (!line.starts_with("  rheon ")) continue;
    Words words;
    std::istringstream rest(line.substr(8, line.find("  ", 8) - 8));
    for (std::string word; rest >> word;) words.push_back(word);
    commands.push_back(words);
  }
  ASSERT_GE(commands.size(), 10u);
  for (const Words& words : commands) {
    const Outcome o = rheon_in(folder, words);
    EXPECT_EQ(o.code, 0) << words[0] << " " << words[1] << o.err;
  }
}

TEST(Cli, NothingAskedForIsWrongUse) {
  const Outcome o = rheon({});
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.err, HasSubstr("Usage: rheon"));
}

TEST(Cli, WrongWordsGetTheNearestOne) {
  expect_usage_error({"rnu", "m.yaml"}, "did you mean \"run\"?");
  expect_usage_error({"model.yaml"}, "rheon run model.yaml");
  expect_usage_error({"--verison"}, "did you mean \"--version\"?");
  expect_usage_error({"run", "m.yaml", "--stpe", "1"}, "did you mean \"--step\"?");
  expect_usage_error({"run", "m.yaml", "--tolerence=1"}, "did you mean \"--tolerance\"?");
  expect_usage_error({"check", "m.yaml", "other.yaml"}, "one word too many");
  expect_usage_error({"run"}, "MODEL is required");
  expect_usage_error({"check", "m.yaml", "--jsn"}, "did you mean \"--json\"?");
  expect_usage_error({"list", "formulation"}, "did you mean \"formulations\"?");
  expect_usage_error({"list", "ali3"}, "did you mean \"ali3p\"?");
  expect_usage_error({"list", "projektion"}, "did you mean \"projection\"?");
}

TEST(Cli, WrongValuesAreNamed) {
  expect_usage_error({"run", "m.yaml", "--step"}, "--step");
  expect_usage_error({"run", "m.yaml", "--step", "fast"}, "--step \"fast\": expected a time");
  expect_usage_error({"run", "m.yaml", "--step", "-1ms"}, "greater than zero");
  expect_usage_error({"run", "m.yaml", "--step", "0"}, "greater than zero");
  expect_usage_error({"run", "m.yaml", "--step", "1 kg"}, "\"kg\" measures kg");
  expect_usage_error({"run", "m.yaml", "--duration", "1 lightyr"}, "\"lightyr\" is none");
  expect_usage_error({"run", "m.yaml", "--duration", "inf"}, "greater than zero");
  expect_usage_error({"run", "m.yaml", "--tolerance", "1e-6 m"}, "a number greater than zero");
  expect_usage_error({"run", "m.yaml", "--samples", "1.5"}, "a whole number");
  expect_usage_error({"run", "m.yaml", "--set", "m"}, "--set m=2");
  expect_usage_error({"run", "m.yaml", "--set", "m="}, "a value after the equals sign");
  expect_usage_error({"run", "m.yaml", "--option", "=3"}, "expected name=value");
  expect_usage_error({"run", "m.yaml", "--plot", "x,,y"}, "expected channel names");
  expect_usage_error({"run", "m.yaml", "--plot", "x", "--json"}, "not with --json");
}

TEST(Cli, ListNamesEveryKind) {
  const Outcome o = rheon({"list"});
  EXPECT_EQ(o.code, 0);
  for (const auto& kind : formulations()) EXPECT_THAT(o.out, HasSubstr(std::string(kind.title)));
  for (const auto& kind : integrators()) EXPECT_THAT(o.out, HasSubstr(std::string(kind.title)));
}

/// Help texts are wrapped; one blank for any gap undoes that.
std::string unwrapped(const std::string& text) {
  std::istringstream words(text);
  std::string out;
  for (std::string word; words >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

TEST(Cli, ListShowsEveryOptionWithItsHelp) {
  const std::string text = unwrapped(rheon({"list", "formulations"}).out + rheon({"list", "integrators"}).out);
  const auto expect_options = [&](std::span<const OptionSpec> options) {
    for (const OptionSpec& option : options) {
      EXPECT_THAT(text, HasSubstr(std::string(option.name) + " = " + std::string(option.fallback)));
      EXPECT_THAT(text, HasSubstr(std::string(option.help)));
    }
  };
  for (const auto& kind : formulations()) {
    expect_options(kind.options);
    EXPECT_THAT(rheon({"list", std::string(kind.name)}).out, StartsWith(std::string(kind.name) + ": "));
  }
  for (const auto& kind : integrators()) {
    expect_options(kind.options);
    EXPECT_THAT(rheon({"list", std::string(kind.name)}).out, StartsWith(std::string(kind.name) + ": "));
  }
}

TEST(Cli, ListAsJson) {
  const json all = json::parse(rheon({"list", "--json"}).out);
  EXPECT_EQ(all["formulations"].size(), formulations().size());
  EXPECT_EQ(all["integrators"].size(), integrators().size());
  const json ali3p = json::parse(rheon({"list", "ali3p", "--json"}).out);
  EXPECT_EQ(ali3p["name"], "ali3p");
  EXPECT_EQ(ali3p["family"], "step");
  EXPECT_TRUE(ali3p["claims"]["nonholonomic"].is_boolean());
  EXPECT_FALSE(ali3p["integrators"].empty());
  for (const json& option : ali3p["options"]) EXPECT_FALSE(option["default"].get<std::string>().empty());
  EXPECT_TRUE(json::parse(rheon({"list", "options", "--json"}).out).is_array());
  const json functions = json::parse(rheon({"list", "functions", "--json"}).out);
  const auto is_sin = [](const json& row) { return row["name"] == "sin"; };
  EXPECT_TRUE(std::any_of(functions.begin(), functions.end(), is_sin));
}

TEST(Cli, ListShowsTheChannelsOfAModel) {
  const std::string model = std::string(RHEON_SOURCE_DIR) + "/examples/four_bar/model.yaml";
  const json all = json::parse(rheon({"list", "channels", model, "--json"}).out);
  std::vector<std::string> always;
  for (const json& channel : all)
    if (channel["needs"] == "") always.push_back(channel["name"]);
  const TempFolder temp;
  ASSERT_EQ(rheon_in(temp, {"run", model, "--duration", "1ms", "--quiet", "-o", "out.csv"}).code, 0);
  const std::string header = read_text(temp / "out.csv");
  std::string names;
  for (const std::string& name : always) names += (names.empty() ? "" : ",") + name;
  EXPECT_EQ(names, header.substr(0, header.find('\n')));
  EXPECT_EQ(all[0]["unit"], "s");
  const auto needing = [&](const std::string& option) {
    return std::count_if(all.begin(), all.end(), [&](const json& c) { return c["needs"] == option; });
  };
  EXPECT_EQ(needing("--formulation penalty or energy-momentum"), 1);
  EXPECT_GT(needing("--reactions"), 0);
  EXPECT_EQ(needing("--balance"), 4 * 3);  // force, torque and their sizes, of three bodies
}

TEST(Cli, ListSearchesChannelsByAWord) {
  const std::string model = std::string(RHEON_SOURCE_DIR) + "/examples/pendulum/model.yaml";
  EXPECT_EQ(rheon({"list", "channels", model, "ROD"}).out, "lambda.rod\nviolation.rod\n");
  EXPECT_EQ(rheon({"list", "channels", model, "tens"}).out, "tension  N\n");
  EXPECT_EQ(rheon({"list", "channels", model, "run.st"}).out, "run.step   s\nrun.steps  1\n");
  expect_usage_error({"list", "channels", model, "tensoin"}, "did you mean \"tension\"?");
  expect_usage_error({"list", "channels", model, "qqqqqqq"}, "no channel of");
  expect_usage_error({"list", "channels"}, "of which model?");
  expect_usage_error({"list", "chanels"}, "did you mean \"channels\"?");
  expect_usage_error({"list", "ali3p", model}, "nothing may follow");
  EXPECT_EQ(rheon({"list", "channels", "none.yaml"}).code, 3);
}

TEST(Cli, ListFindsOptionsAndTheirValues) {
  const std::string by_name = unwrapped(rheon({"list", "projection"}).out);
  EXPECT_THAT(by_name, AllOf(HasSubstr("--option projection=VALUE"), HasSubstr("full | needed | velocity | none")));
  EXPECT_EQ(unwrapped(rheon({"list", "needed"}).out), by_name);
  // every option of every method, whatever else has its name
  for (const auto& kind : formulations())
    for (const OptionSpec& option : kind.options) {
      const std::string text = unwrapped(rheon({"list", std::string(option.name)}).out);
      EXPECT_THAT(text,
                  AllOf(HasSubstr(std::string(kind.name)), HasSubstr("--option " + std::string(option.name) + "=")));
    }
  EXPECT_THAT(rheon({"list", "penalty"}).out, StartsWith("penalty: "));
  const json j = json::parse(rheon({"list", "newton-tolerance", "--json"}).out);
  ASSERT_TRUE(j.is_array());
  EXPECT_TRUE(std::any_of(j.begin(), j.end(), [](const json& option) {
    const auto owners = option["owners"].get<std::vector<std::string>>();
    return option["name"] == "newton-tolerance" && std::find(owners.begin(), owners.end(), "ali3p") != owners.end();
  }));
}

TEST(Cli, SchemaIsJson) {
  const Outcome o = rheon({"schema"});
  EXPECT_EQ(o.code, 0);
  EXPECT_TRUE(json::parse(o.out).contains("$schema"));
}

/// The exit code of a command with this behind it, as a shell takes it: `>/dev/full`.
int code_of(const TempFolder& folder, const std::string& words, const std::string& behind) {
  const std::string command =
      "cd '" + folder.path() + "' && '" + RHEON_CLI + "' " + words + " " + behind + " 2>'" + (folder / "err") + "'";
  return WEXITSTATUS(std::system(command.c_str()));
}

TEST(Cli, OutputThatCannotBeWrittenIsAFailure) {
  const TempFolder folder;
  folder.write("model.yaml", pendulum);
  for (const std::string words :
       {"list", "list --json", "--help", "run --help", "--version", "schema", "check model.yaml",
        "check model.yaml --json", "run model.yaml --duration 10ms", "run model.yaml --duration 10ms --json",
        "statics model.yaml", "linearise model.yaml --at 10ms"}) {
    EXPECT_EQ(code_of(folder, words, ">/dev/full"), 1) << words;
    EXPECT_EQ(read_text(folder / "err"), "rheon: cannot write to standard output: No space left on device\n") << words;
  }
  EXPECT_EQ(code_of(folder, "run model.yaml --duration 10ms --quiet", ">/dev/full"), 0) << "nothing was to be said";
  EXPECT_EQ(code_of(folder, "run broken.yaml", ">/dev/full"), 3);
}

// The first file opened would otherwise take the place of the output, and receive it.
TEST(Cli, ClosedOutputDoesNotReachTheResults) {
  const TempFolder folder;
  folder.write("model.yaml", pendulum);
  EXPECT_EQ(code_of(folder, "run model.yaml --duration 10ms -o closed.csv", ">&-"), 1);
  EXPECT_THAT(read_text(folder / "err"), HasSubstr("standard output: Bad file descriptor"));
  EXPECT_EQ(code_of(folder, "run model.yaml --duration 10ms -o open.csv", ">/dev/null"), 0);
  EXPECT_EQ(read_text(folder / "closed.csv"), read_text(folder / "open.csv"));
}

TEST(Cli, FilesOnAFullDiskAreNamedWithTheReason) {
  const TempFolder folder;
  folder.write("model.yaml", pendulum);
  for (const std::string words : {"run model.yaml --duration 10ms -o a.csv", "run model.yaml --duration 10ms -o a.h5",
                                  "run model.yaml --duration 10ms --report a.html",
                                  "linearise model.yaml --at 10ms -o a.csv", "reproduce gonzalez --quick -o out"}) {
    const std::string limited = "ulimit -f 0; exec '" + std::string(RHEON_CLI) + "' " + words;
    const std::string command = "cd '" + folder.path() + "' && sh -c \"" + limited + "\" 2>&1 >/dev/null | cat >'" +
                                (folder / "err") + "'; test -s '" + (folder / "err") + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << words;
    EXPECT_THAT(read_text(folder / "err"), AllOf(HasSubstr("rheon: cannot write "), HasSubstr(": File too large"),
                                                 Not(HasSubstr("fault of rheon"))))
        << words;
  }
}

// What names and files contain is shown, and steers no terminal.
TEST(Cli, ControlCharactersAreShown) {
  const TempFolder folder;
  std::string model = pendulum;
  model.replace(model.find("name: "), 6, "name: \"\\e]0;title\\a \\u009b31m \\u202e\" #");
  folder.write("mod\x1b[2Jel.yaml", model);
  const Outcome o = rheon_in(folder, {"run", "mod\x1b[2Jel.yaml", "--duration", "10ms", "-o", "a\x07.csv"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("\\u001b]0;title\\u0007 \\u009b31m \\u202e"));
  EXPECT_THAT(o.out, HasSubstr("a\\u0007.csv"));
  EXPECT_EQ(o.out.find('\x1b'), std::string::npos);
  const Outcome wrong = rheon_in(folder, {"check", "none\x1b[2J\xff.yaml"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_THAT(wrong.err, HasSubstr("none\\u001b[2J\\xff.yaml"));
  EXPECT_EQ(wrong.err.find('\x1b'), std::string::npos);
  const Outcome report = rheon_in(folder, {"run", "mod\x1b[2Jel.yaml", "--duration", "10ms", "--json"});
  EXPECT_EQ(json::parse(report.out)["model"], "\x1b]0;title\x07 \u009b31m \u202e");
  EXPECT_EQ(report.out.find("\u009b"), std::string::npos);
}

TEST(Cli, CheckReportsAsTextAndJson) {
  const TempFolder folder;
  folder.write("model.yaml", pendulum);
  const Outcome text = rheon_in(folder, {"check", "model.yaml", "--set", "l=2"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("rod"));
  const Outcome report = rheon_in(folder, {"check", "model.yaml", "--json"});
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_TRUE(json::parse(report.out).is_object());
}

TEST(Cli, CheckOfABrokenModel) {
  const TempFolder folder;
  folder.write("model.yaml", pendulum + "nonsense: 1\n");
  const Outcome text = rheon_in(folder, {"check", "model.yaml"});
  EXPECT_EQ(text.code, 3);
  EXPECT_EQ(text.out, "");
  EXPECT_THAT(text.err, AllOf(HasSubstr("model.yaml:12"), HasSubstr("nonsense"), HasSubstr("1 problem\n")));
  const Outcome report = rheon_in(folder, {"check", "model.yaml", "--json"});
  EXPECT_EQ(report.code, 3);
  EXPECT_EQ(report.err, "");
  const json problems = json::parse(report.out)["problems"];
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].get<std::string>(), HasSubstr("model.yaml:12"));
}

TEST(Cli, CheckOfInitialValuesThatCannotBeMet) {
  const TempFolder folder;
  std::string model = pendulum;
  model.replace(model.find("{x: l, y: 0"), 11, "{x: l, y: l");
  folder.write("model.yaml", model);
  const Outcome text = rheon_in(folder, {"check", "model.yaml"});
  EXPECT_EQ(text.code, 3);
  EXPECT_THAT(text.out, HasSubstr("rod"));  // the report
  EXPECT_THAT(text.err, AllOf(HasSubstr("rod"), HasSubstr("1 problem\n")));
  const Outcome report = rheon_in(folder, {"check", "model.yaml", "--json"});
  EXPECT_EQ(report.code, 3);
  EXPECT_EQ(json::parse(report.out)["problems"].size(), 1u);
}

TEST(Cli, CheckReportsWhatWouldStopTheRunAtItsStart) {
  const TempFolder folder;
  folder.write("model.yaml",
               "rheon: 1\ncoordinates: [x, y, z]\nmass: [1, 1, 1]\nconstraints: {a: x = 0, b: y = 0}\n"
               "simulate: {formulation: kane, step: 1 ms, options: {dependent: [x']}}\n");
  const Outcome outcome = rheon_in(folder, {"check", "model.yaml"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("model.yaml:5:1: simulate"), HasSubstr("\"dependent\""),
                                 HasSubstr("as many speeds are needed as there are independent rows")));
}

TEST(Cli, CheckOfInitialValuesThatCannotBeEvaluatedKnowsNoRank) {
  const TempFolder folder;
  folder.write("model.yaml",
               "rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\nconstraints: {rail: y = log(x)}\n"
               "initial: {x: -1, y: 0}\n");
  const Outcome text = rheon_in(folder, {"check", "model.yaml"});
  EXPECT_EQ(text.code, 3);
  EXPECT_THAT(text.out, AllOf(HasSubstr("not known"), Not(HasSubstr("rank 0"))));
  EXPECT_THAT(text.err, HasSubstr("\"rail\""));
  const Outcome report = rheon_in(folder, {"check", "model.yaml", "--json"});
  EXPECT_EQ(report.code, 3);
  const json j = json::parse(report.out);
  ASSERT_TRUE(j.contains("rank") && j.contains("degrees_of_freedom"));
  EXPECT_TRUE(j["rank"].is_null());
  EXPECT_TRUE(j["degrees_of_freedom"].is_null());
}

}  // namespace
}  // namespace rheon::test
