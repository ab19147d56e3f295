// rheon tune, as a user sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CliTune : public testing::Test {
 protected:
  CliTune() { folder_.write("model.yaml", pendulum); }
  Outcome tune(Words more) {
    more.insert(more.begin(), {"tune", "model.yaml"});
    return rheon_in(folder_, more);
  }
  void expect_usage_error(const Words& words, const std::string& what) {
    const Outcome o = tune(words);
    EXPECT_EQ(o.code, 2) << o.out;
    EXPECT_EQ(o.out, "");
    EXPECT_THAT(o.err, HasSubstr(what));
  }
  TempFolder folder_;
};

TEST_F(CliTune, TablesFitTheScreenAndSayWhatToDo) {
  const Outcome o = tune({"--integrator", "rk4"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_THAT(o.out, AllOf(HasSubstr("10 ms (the model's)"), HasSubstr("E_position = sqrt"),
                           HasSubstr("E_velocity = sqrt"), HasSubstr("unstable"), HasSubstr("Recommended"),
                           HasSubstr("largest Re s"), HasSubstr("the step may grow by"), HasSubstr("projected run")));
  std::istringstream lines(o.out);
  for (std::string line; std::getline(lines, line);)
    EXPECT_TRUE(line.size() <= 125 || line.find("rheon run") != line.npos) << line;
}

TEST_F(CliTune, JsonHasAllOfItAndTheCommandWorks) {
  const Outcome o = tune({"--json", "--formulation", "kane", "--integrator", "rk4", "--set", "l=2", "--jobs", "2"});
  EXPECT_EQ(o.code, 0) << o.err;
  const json j = json::parse(o.out);
  EXPECT_EQ(j["formulation"], "kane");
  EXPECT_EQ(j["step"], 0.01);
  EXPECT_FALSE(j["only_round_off"]);
  EXPECT_GE(j["points"].size(), j["alphas"].size() * j["ks"].size());
  const json& best = j["recommended"];
  EXPECT_LT(best["e_position"], j["without_gains"]["e_position"]);
  EXPECT_LT(best["margins"]["largest_real_part"], 0.0);
  EXPECT_GT(best["margins"]["step_growth"], 1.0);
  EXPECT_EQ(best["margins"]["roots"].size(), 2u);
  EXPECT_TRUE(j["coupled"].is_null());
  EXPECT_THAT(best["options"]["gamma1"].get<std::string>(), testing::StartsWith("-"));
  const std::string command = best["command"];
  EXPECT_THAT(command,
              AllOf(HasSubstr("rheon run model.yaml --set l=2 --formulation kane"), HasSubstr("--option gamma1=-"),
                    HasSubstr("--option gamma2=-"), HasSubstr("--option projection=none"), Not(HasSubstr("gamma="))));
  Words words{"--json"};
  std::istringstream parts(command.substr(std::string("rheon ").size()));
  for (std::string part; parts >> part;) words.push_back(part);
  std::rotate(words.begin(), words.begin() + 1, words.end());
  const Outcome run = rheon_in(folder_, words);
  EXPECT_EQ(run.code, 0) << run.err;
  // the largest violation of a row over the run against its root mean square
  EXPECT_GE(json::parse(run.out)["violation"]["position"]["value"], best["e_position"]);
}

TEST_F(CliTune, TheMapAsCsv) {
  const Outcome o = tune({"--integrator", "rk4", "-o", "map.csv", "--quiet"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(read_text(folder_ / "map.csv"),
              AllOf(HasSubstr("stage,alpha,k,beta,R,S,outcome,e_position,e_velocity,objective"),
                    HasSubstr("\nnone,0,0,0,"), HasSubstr("\nmap,"), HasSubstr(",unstable,"), HasSubstr("\nrefined,")));
}

TEST_F(CliTune, RoundOffIsSaidToBeThat) {
  folder_.write("linear.yaml",
                "rheon: 1\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\npotential: 9.81*y + x^2\n"
                "constraints: {line: x + 3*y = 0}\ninitial: {x: 1}\nsimulate: {step: 10 ms, duration: 1 s}\n");
  const Outcome o = rheon_in(folder_, {"tune", "linear.yaml"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("round-off"), HasSubstr("linear with constant coefficients"),
                           Not(HasSubstr("rheon run"))));
}

TEST_F(CliTune, ThePursuitExampleNeedsNoGainsAtItsStep) {
  const std::string model = std::string(RHEON_SOURCE_DIR) + "/examples/pursuit/model.yaml";
  const Outcome o = rheon_in(folder_, {"tune", model, "--step", "1ms"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("No gains are recommended"), HasSubstr("round-off"), Not(HasSubstr("rheon run"))));
  const json j = json::parse(rheon_in(folder_, {"tune", model, "--step", "1ms", "--json"}).out);
  EXPECT_TRUE(j["only_round_off"]);
  EXPECT_TRUE(j["recommended"].is_null());
}

TEST_F(CliTune, WrongUse) {
  expect_usage_error({"--formulation", "auto"}, "there is nothing to tune; name one that has gains: ");
  expect_usage_error({"--formulation", "ali3p"},
                     "\"ali3p\" has no gains that can be tuned; those that have are lagrange");
  expect_usage_error({"--formulation", "lagrnge"}, "did you mean \"lagrange\"?");
  expect_usage_error({"--coupled"}, "nothing to be coupled with");
  expect_usage_error({"--option", "beta=3"}, "\"beta\" is what tune chooses");
  expect_usage_error({"--option", "bta=3"}, "bta");
  expect_usage_error({"--formulation", "lagrange", "--integrator", "radau5"}, "\"radau5\"");
  expect_usage_error({"-o", "map.h5"}, "written as .csv");
  expect_usage_error({"--step", "fast"}, "--step \"fast\": expected a time");
}

TEST_F(CliTune, CtrlCKeepsWhatIsFinished) {
  Process process(folder_, {"tune", "model.yaml", "--step", "1us", "--duration", "2 min", "--json", "-o", "map.csv"},
                  true);
  ASSERT_TRUE(process.wait_for("without gains"));
  process.signal(SIGINT);
  const Outcome o = process.wait();
  EXPECT_EQ(o.code, 130) << o.err;
  EXPECT_TRUE(json::parse(o.out)["interrupted"]);
  EXPECT_THAT(read_text(folder_ / "map.csv"), HasSubstr("stage,alpha"));
}

}  // namespace
}  // namespace rheon::test
