// Words of the command line: units that stand apart, help as a command, values that are empty; and the list in the document.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "cli/cli_runner.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* pendulum =
    "rheon: 1\nparameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}\ncoordinates: [x, y]\nkinetic: m/2*(x'^2 + y'^2)\n"
    "potential: m*g*y\nconstraints: {rod: x^2 + y^2 = l^2}\ninitial: {x: l, y: 0, x': 0, y': 0}\n"
    "simulate: {formulation: ali3p, step: 1 ms, duration: 1 s}\n";

class CliWords : public testing::Test {
 protected:
  CliWords() { folder_.write("model.yaml", pendulum); }
  TempFolder folder_;
};

TEST_F(CliWords, AUnitMayStandApart) {
  const auto summary = [&](const Words& words) {
    const Outcome o = rheon_in(folder_, words);
    EXPECT_EQ(o.code, 0) << o.err;
    return o.code == 0 ? json::parse(o.out) : json::object();
  };
  json s = summary({"run", "model.yaml", "--step", "5", "ms", "--duration", "0.5", "s", "--json"});
  EXPECT_EQ(s["step"], 0.005);
  EXPECT_EQ(s["end_time"], 0.5);
  s = summary({"run", "--step=5", "ms", "--duration", "500", "ms", "model.yaml", "--json"});
  EXPECT_EQ(s["step"], 0.005);
  EXPECT_EQ(s["end_time"], 0.5);
  s = summary({"run", "model.yaml", "--set", "l=50", "cm", "--set", "m=2", "kg", "--step", "1ms", "--json"});
  EXPECT_EQ(s["parameters"]["l"], "50 cm");
  EXPECT_EQ(s["parameters"]["m"], "2 kg");
  // a number alone stays one, and the word behind it the model
  s = summary({"run", "--step", "0.005", "model.yaml", "--json"});
  EXPECT_EQ(s["step"], 0.005);
  // units of something else are named as such
  const Outcome wrong = rheon_in(folder_, {"run", "model.yaml", "--step", "1", "kg"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--step \"1 kg\": expected a time"));
}

TEST_F(CliWords, AFileWithTheNameOfAUnitIsAFile) {
  folder_.write("ms", pendulum);
  const Outcome o = rheon_in(folder_, {"run", "--step", "0.01", "ms", "--json"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(json::parse(o.out)["step"], 0.01);
}

TEST_F(CliWords, HelpIsACommand) {
  EXPECT_EQ(rheon({"help"}).out, rheon({"--help"}).out);
  for (const char* command : {"run", "report", "reproduce"}) {
    const Outcome o = rheon({"help", command});
    EXPECT_EQ(o.code, 0);
    EXPECT_EQ(o.out, rheon({command, "--help"}).out);
  }
  const Outcome wrong = rheon({"help", "rnu"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"run\"?"));
}

TEST_F(CliWords, EmptyValuesAreRefused) {
  const std::vector<Words> lines{{"run", "model.yaml", "-o", ""},
                                 {"run", "model.yaml", "--output="},
                                 {"run", "model.yaml", "--step", ""},
                                 {"run", "model.yaml", "--formulation", ""},
                                 {"run", "model.yaml", "--report", ""},
                                 {"run", ""},
                                 {"statics", "model.yaml", "-o", ""},
                                 {"linearise", "model.yaml", "-o", ""},
                                 {"compare", "model.yaml", "--table", ""},
                                 {"compare", "model.yaml", "--reference", ""},
                                 {"tune", "model.yaml", "-o", ""},
                                 {"kinematics", "model.yaml", "-o", ""},
                                 {"report", "a.h5", "-o", ""},
                                 {"reproduce", "gonzalez", "-o", ""}};
  for (const Words& words : lines) {
    const Outcome o = rheon_in(folder_, words);
    EXPECT_EQ(o.code, 2) << testing::PrintToString(words) << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_THAT(o.err, HasSubstr("is empty")) << testing::PrintToString(words);
  }
}

/// First words of the lines of a list, after `lead`.
std::set<std::string> words_after(std::istream& lines, const std::string& begin, const std::string& end,
                                  const std::string& lead) {
  std::set<std::string> found;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (inside && line == end) break;
    if (line == begin) inside = true;
    if (!inside || line == begin || !line.starts_with(lead)) continue;
    const std::string word = line.substr(lead.size(), line.find(' ', lead.size()) - lead.size());
    if (!word.empty() && !word.starts_with('-')) found.insert(word);
  }
  return found;
}

TEST_F(CliWords, TheDocumentListsEveryCommand) {
  std::ifstream document(std::string(RHEON_SOURCE_DIR) + "/docs/cli.md");
  std::istringstream help(rheon({"--help"}).out);
  const auto documented = words_after(document, "```", "```", "rheon ");
  const auto known = words_after(help, "Subcommands:", "", "  ");
  EXPECT_GE(known.size(), 13u);
  EXPECT_EQ(documented, known);
}

}  // namespace
}  // namespace rheon::test
