// rheon compare, as a user sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class CliCompare : public testing::Test {
 protected:
  CliCompare() { folder_.write("model.yaml", pendulum); }
  Outcome compare(Words more) {
    more.insert(more.begin(), {"compare", "model.yaml"});
    return rheon_in(folder_, more);
  }
  void expect_usage_error(const Words& words, const std::string& what) {
    const Outcome o = compare(words);
    EXPECT_EQ(o.code, 2) << o.out;
    EXPECT_EQ(o.out, "");
    EXPECT_THAT(o.err, HasSubstr(what));
  }
  TempFolder folder_;
};

TEST_F(CliCompare, TableHasEveryFormulationAndFitsTheScreen) {
  const Outcome o = compare({"--orders"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  for (const auto& kind : formulations()) EXPECT_THAT(o.out, HasSubstr("  " + std::string(kind.name) + " + "));
  EXPECT_THAT(o.out, AllOf(HasSubstr("reference   "), HasSubstr("confirmed by"), HasSubstr("largest error in"),
                           HasSubstr("violation at level of"), HasSubstr("10 ms, the model's"), HasSubstr("order: q")));
  std::istringstream lines(o.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 125u) << line;
}

TEST_F(CliCompare, JsonHasAllOfIt) {
  const Outcome o = compare({"--json", "--orders", "--work-precision", "--formulations", "lagrange+rk4,ali3p"});
  EXPECT_EQ(o.code, 0) << o.err;
  const json j = json::parse(o.out);
  ASSERT_EQ(j["rows"].size(), 2u);
  const json& rk4 = j["rows"][0];
  EXPECT_EQ(rk4["outcome"], "completed");
  EXPECT_EQ(rk4["summary"]["integrator"], "rk4");
  EXPECT_NEAR(rk4["orders"]["positions"], 4.0, 0.15);  // band of the order tests
  EXPECT_GT(rk4["errors"]["reactions"]["value"], 0.0);
  for (const json& channel : rk4["channels"])  // how many steps a method takes is no error
    EXPECT_FALSE(channel["channel"].get<std::string>().starts_with("run.")) << channel;
  EXPECT_EQ(rk4["errors"]["outputs"]["channel"], "height");
  EXPECT_GE(rk4["sweep"].size(), 6u);
  EXPECT_LT(j["reference"]["accuracy"]["positions"], 1e-9);
  EXPECT_EQ(j["reaction_difference"]["channel"], "lambda.rod");
}

TEST_F(CliCompare, AutoIsARowThatNamesWhatItChose) {
  const Outcome run =
      rheon_in(folder_, {"run", "model.yaml", "--formulation", "auto", "--tolerance", "1e-6", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const json chosen = json::parse(run.out);
  const Words words{"--formulations", "auto,ali3p+gauss4", "--tolerance", "1e-6"};
  Words with_json = words;
  with_json.push_back("--json");
  const json j = json::parse(compare(with_json).out);
  ASSERT_EQ(j["rows"].size(), 2u);
  const json& row = j["rows"][0];
  EXPECT_EQ(row["automatic"], true);
  EXPECT_EQ(row["label"], "auto");
  EXPECT_EQ(row["outcome"], "completed");
  EXPECT_EQ(row["formulation"], chosen["formulation"]);
  EXPECT_EQ(row["integrator"], chosen["integrator"]);
  EXPECT_EQ(j["rows"][1]["automatic"], false);
  const std::string name = std::string(chosen["formulation"]) + " + " + std::string(chosen["integrator"]);
  EXPECT_THAT(compare(words).out, HasSubstr("  auto: " + name));
  // an integrator that is asked for is kept; with a fixed step there is nothing to project when needed
  const Outcome named = compare({"--formulations", "auto+rk4", "--step", "1ms", "--table", "table.csv"});
  EXPECT_EQ(named.code, 0) << named.err;
  EXPECT_THAT(named.out, HasSubstr("  auto: lagrange + rk4 "));
  EXPECT_THAT(read_text(folder_ / "table.csv"), HasSubstr("\nauto: lagrange,rk4,completed"));
  expect_usage_error({"--formulations", "auto+all"}, "\"auto\" chooses one integrator");
}

TEST_F(CliCompare, FilesHoldAllMotions) {
  const Outcome o = compare({"--formulations", "lagrange+rk4,lagrange+dopri5,ali3p", "-o", "all.csv", "-o", "all.h5",
                             "--table", "table.csv"});
  EXPECT_EQ(o.code, 0) << o.err;
  const std::string csv = read_text(folder_ / "all.csv");
  const std::string header = csv.substr(0, csv.find('\n'));
  for (const char* name : {"t,", ",lagrange+rk4/x,", ",lagrange+dopri5/lambda.rod,", ",ali3p/x',", "reference/height"})
    EXPECT_THAT(header, HasSubstr(name));
  const Results h5 = read_results(folder_ / "all.h5");
  EXPECT_EQ(h5.column("ali3p/x").front(), 1.0);
  EXPECT_EQ(h5.rows(), h5.column("t").size());
  EXPECT_NEAR(h5.column("ali3p/y").back(), h5.column("reference/y").back(), 5e-3);  // 10 ms, second order: 1e-3
  EXPECT_THAT(read_text(folder_ / "table.csv"), AllOf(HasSubstr("formulation,integrator,outcome,error.positions"),
                                                      HasSubstr("\nali3p,trapezoidal,completed,")));
}

TEST_F(CliCompare, WorkAndPrecisionAreDrawnAndWritten) {
  const Outcome o = compare({"--formulations", "lagrange+rk4,ali3p", "--work-precision", "--table", "sweep.csv"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("a  lagrange + rk4"), HasSubstr("b  ali3p + trapezoidal"),
                           HasSubstr("error in positions over evaluations"), HasSubstr("┤"), HasSubstr("└")));
  EXPECT_THAT(read_text(folder_ / "sweep.csv"), AllOf(HasSubstr("formulation,integrator,step,tolerance,completed"),
                                                      HasSubstr("\nlagrange,rk4,0.01,0,1,")));
}

TEST_F(CliCompare, AReferenceOfTheUsersOwn) {
  ASSERT_EQ(rheon_in(folder_, {"run", "model.yaml", "--formulation", "lagrange", "--tolerance", "1e-12", "--samples",
                               "50", "-o", "fine.csv", "-o", "fine.h5", "--quiet"})
                .code,
            0);
  for (const char* file : {"fine.csv", "fine.h5"}) {
    const json j = json::parse(compare({"--reference", file, "--json"}).out);
    EXPECT_EQ(j["reference"]["name"], file);
    EXPECT_TRUE(j["reference"]["accuracy"]["positions"].is_null());
    EXPECT_EQ(j["times"], 51);
  }
  folder_.write("short.csv", "t,X,weight\n0,1,3\n0.5,0.1,3\n");
  const Outcome o = compare({"--reference", "short.csv", "--match", "x=X"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("compared at 2 times"), HasSubstr("not channels, ignored: weight"),
                           HasSubstr("not known")));
}

TEST_F(CliCompare, AReferenceThatEndsEarlySaysUpToWhere) {
  folder_.write("short.csv", "t,x\n0,1\n0.5,0.1\n");
  folder_.write("whole.csv", "t,x\n0,1\n1,0.1\n");
  const auto header = [&](const char* file) {
    const Outcome o = compare({"--formulations", "ali3p", "--reference", file});
    EXPECT_EQ(o.code, 0) << o.err;
    return o.out.substr(0, o.out.find('\n'));
  };
  EXPECT_THAT(header("short.csv"), HasSubstr("compared at 2 times up to t = 0.5 s"));
  EXPECT_THAT(header("whole.csv"), testing::Not(HasSubstr("up to t = ")));
}

// The force has no value half a step after the start, where rk4 asks for it and the trapezoidal rule does not.
TEST_F(CliCompare, AMethodThatStopsAtOnceHasNoErrors) {
  folder_.write("model.yaml",
                "rheon: 1\ncoordinates: [x]\nmass: [1]\nforces: {x: 1e-300/(t - 0.005)}\ninitial: {x: 0, x': 1}\n"
                "simulate: {step: 10 ms, duration: 1 s}\n");
  folder_.write("uniform.csv", "t,x\n0,0\n1,1\n");
  const Words words{"--formulations", "lagrange+rk4,ali3p", "--reference", "uniform.csv"};
  const Outcome text = compare(words);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out,
              AllOf(testing::ContainsRegex("lagrange \\+ rk4 \\[1\\] +-\n"), HasSubstr("stopped at t = 0 s")));
  Words as_json = words;
  as_json.push_back("--json");
  const json j = json::parse(compare(as_json).out);
  EXPECT_EQ(j["rows"][0]["outcome"], "stopped");
  for (const auto& [quantity, value] : j["rows"][0]["errors"].items()) EXPECT_TRUE(value.is_null()) << quantity;
  EXPECT_TRUE(j["rows"][0]["channels"].empty());
  EXPECT_EQ(j["rows"][1]["outcome"], "completed");
  EXPECT_EQ(j["rows"][1]["errors"]["positions"]["channel"], "x");
}

TEST_F(CliCompare, BadReferencesAreRefusedWithTheirPlace) {
  folder_.write("no_t.csv", "x,y\n1,0\n");
  folder_.write("word.csv", "t,x\n0,1\n0.1,one\n");
  folder_.write("late.csv", "t,x\n0,1\n7,1\n");
  folder_.write("alien.csv", "t,X\n0,1\n");
  expect_usage_error({"--reference", "no_t.csv"}, "no_t.csv:1:1: the first column is \"x\", not t");
  expect_usage_error({"--reference", "word.csv"}, "word.csv:3:5: \"one\" in column \"x\" is not a number");
  expect_usage_error({"--reference", "late.csv"}, "late.csv: row 2 is at t = 7 s, outside the run");
  expect_usage_error({"--reference", "alien.csv"}, "did you mean \"x\"?");
  expect_usage_error({"--reference", "nowhere.csv"}, "nowhere.csv: cannot be read");
  expect_usage_error({"--reference", "alien.csv", "--match", "x=Y"}, "has no column \"Y\"");
  expect_usage_error({"--reference", "alien.csv", "--match", "q=X"}, "--match q=...: the model has no channel \"q\"");
  expect_usage_error({"--match", "x=Y"}, "--reference, which is not given");
}

TEST_F(CliCompare, WrongUse) {
  expect_usage_error({"--formulations", "lagrnge"}, "did you mean \"lagrange\"?");
  expect_usage_error({"--formulations", "lagrange+rk5"}, "unknown integrator \"rk5\"");
  expect_usage_error({"--formulations", ","}, "expected a formulation");
  expect_usage_error({"--step", "fast"}, "--step \"fast\"");
  expect_usage_error({"--jobs", "0"}, "--jobs \"0\"");
  expect_usage_error({"--option", "penalti=1"}, "did you mean \"penalty\"?");
  expect_usage_error({"-o", "all.txt"}, "names no format");
  expect_usage_error({"--table", "t.h5"}, "--table t.h5");
  expect_usage_error({"--formulations", ""}, "the value of --formulations is empty");
}

TEST_F(CliCompare, ExitCodes) {
  // one refusal does not spoil the rest
  const Outcome some = compare({"--formulations", "lagrange+rk4,ali3p+rk4"});
  EXPECT_EQ(some.code, 0);
  EXPECT_THAT(some.out, AllOf(HasSubstr("not compared"), HasSubstr("\"rk4\" does not go with formulation \"ali3p\"")));
  const Outcome none = compare({"--formulations", "ali3p+rk4"});
  EXPECT_EQ(none.code, 4);
  EXPECT_THAT(none.err, HasSubstr("no method completed the run"));
  folder_.write("model.yaml", "rheon: 1\ncoordinates: [x]\n");
  EXPECT_EQ(compare({}).code, 3);
}

TEST_F(CliCompare, CtrlCKeepsWhatIsFinished) {
  folder_.write("short.csv", "t,x\n0,1\n1,0.5\n");  // so that no reference is made first
  // dopri5 takes its tolerance and is done at once; newmark has none and takes more steps than any machine does while a test waits
  Process process(folder_,
                  {"compare", "model.yaml", "--formulations", "lagrange+dopri5,ali3p+newmark", "--tolerance", "1e-6",
                   "--step", "100ns", "--duration", "100 s", "--reference", "short.csv", "--json"},
                  true);
  ASSERT_TRUE(process.wait_for("ali3p + newmark (run 2)"));
  ASSERT_TRUE(process.wait_for("real time"));
  process.signal(SIGINT);
  const Outcome o = process.wait();
  EXPECT_EQ(o.code, 130) << o.err;
  const json j = json::parse(o.out);
  EXPECT_EQ(j["rows"][0]["outcome"], "completed");
  EXPECT_EQ(j["rows"][1]["outcome"], "interrupted");
  EXPECT_TRUE(j["interrupted"]);
}

}  // namespace
}  // namespace rheon::test
