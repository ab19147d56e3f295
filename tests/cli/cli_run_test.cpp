// rheon run: files, summary, plots, and what happens when something goes wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

class CliRun : public testing::Test {
 protected:
  CliRun() { folder_.write("model.yaml", pendulum); }
  Outcome run(Words words) {
    words.insert(words.begin(), {"run", "model.yaml"});
    return rheon_in(folder_, words);
  }
  json summary(Words words) {
    words.push_back("--json");
    const Outcome o = run(words);
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.err, "");
    return json::parse(o.out);
  }
  std::string line(const std::string& file, std::size_t number) {
    std::istringstream lines(read_text(folder_ / file));
    std::string text;
    for (std::size_t i = 0; i <= number; ++i) std::getline(lines, text);
    return text;
  }
  TempFolder folder_;
};

TEST_F(CliRun, SummaryForPeople) {
  const Outcome o = run({});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_THAT(o.out, StartsWith("Pendulum   ali3p + trapezoidal, step 10 ms\n"));
  EXPECT_THAT(o.out, AllOf(HasSubstr("0 .. 1 s in 100 steps (0 refused)"), HasSubstr("violation      position"),
                           HasSubstr("rod at t = "), HasSubstr("unexplained"), HasSubstr("add -o NAME.csv")));
  EXPECT_THAT(folder_.names(), ElementsAre("model.yaml"));
}

TEST_F(CliRun, QuietSaysNothing) {
  const Outcome o = run({"--quiet", "-o", "out.csv"});
  EXPECT_EQ(o.code, 0);
  EXPECT_EQ(o.out + o.err, "");
  EXPECT_THAT(folder_.names(), UnorderedElementsAre("model.yaml", "out.csv"));
}

TEST_F(CliRun, JsonHoldsTheSameAndNothingElse) {
  const json s = summary({});
  EXPECT_EQ(s["model"], "Pendulum");
  EXPECT_EQ(s["ending"], "completed");
  EXPECT_EQ(s["steps"], 100);
  EXPECT_EQ(s["end_time"], 1.0);
  EXPECT_EQ(s["violation"]["position"]["constraint"], "rod");
  EXPECT_LT(s["violation"]["position"]["value"].get<double>(), 1e-6);
  // Released at rest at height 0: the energy is 0 for ever, up to the method's own error of order h^2.
  EXPECT_EQ(s["energy"]["start"], 0.0);
  EXPECT_LT(std::abs(s["energy"]["end"].get<double>()), 0.01);
}

TEST_F(CliRun, CsvHasTheColumnsOfTheManual) {
  ASSERT_EQ(run({"-o", "out.csv"}).code, 0);
  EXPECT_EQ(
      line("out.csv", 0),
      "t,x,x',x'',y,y',y'',lambda.rod,energy.kinetic,energy.potential,energy.total,work.applied,work.friction,"
      "work.driving,energy.projections,energy.integrator,"
      "drift.position,drift.velocity,drift.acceleration,violation.rod,run.step,run.steps,run.refused,run.iterations,"
      "height");
  EXPECT_THAT(line("out.csv", 1), StartsWith("0,1,0,"));
}

TEST_F(CliRun, BothFilesHoldTheSameNumbers) {
  const Outcome o = run({"-o", "out.csv", "--output", "out.h5"});
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("101 rows of 25 channels in out.csv, out.h5"));
  const Results results = read_results(folder_ / "out.h5");
  EXPECT_EQ(results.model_text, pendulum);
  EXPECT_EQ(results.summary.steps, 100);
  EXPECT_EQ(results.channels[1].name, "x");
  write_results(results, folder_ / "again.csv");
  EXPECT_TRUE(read_text(folder_ / "again.csv") == read_text(folder_ / "out.csv"));
}

TEST_F(CliRun, ArgumentsReplaceWhatTheModelSays) {
  const json s = summary({"--step", "5ms", "--duration", "0.5 s", "--samples", "10", "--set", "l = 20 cm", "--set",
                          "m=2", "--formulation", "lagrange", "--integrator", "rk4", "-o", "out.csv"});
  EXPECT_EQ(s["step"], 0.005);
  EXPECT_EQ(s["steps"], 100);
  EXPECT_EQ(s["end_time"], 0.5);
  EXPECT_EQ(s["formulation"], "lagrange");
  EXPECT_EQ(s["integrator"], "rk4");
  EXPECT_THAT(line("out.csv", 1), StartsWith("0,0.2,"));
  const std::string csv = read_text(folder_ / "out.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 12);  // header and 11 rows
}

TEST_F(CliRun, OptionsReachTheMethod) {
  EXPECT_EQ(summary({"--option", "max-iterations=7"})["options"]["max-iterations"], "7");
  const Outcome wrong = run({"--option", "max-iteration=7"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("max-iterations"));
  EXPECT_EQ(run({"--option", "max-iterations=many"}).code, 2);
}

TEST_F(CliRun, UnknownMethodsGetTheNearestName) {
  const Outcome formulation = run({"--formulation", "ali3", "-o", "out.csv"});
  EXPECT_EQ(formulation.code, 2);
  EXPECT_THAT(formulation.err, HasSubstr("did you mean \"ali3p\"?"));
  const Outcome integrator = run({"--integrator", "trapezoid"});
  EXPECT_EQ(integrator.code, 2);
  EXPECT_THAT(integrator.err, HasSubstr("did you mean \"trapezoidal\"?"));
  EXPECT_EQ(run({"--integrator", "rk4"}).code, 2);  // does not pair with ali3p
  EXPECT_THAT(folder_.names(), ElementsAre("model.yaml"));
}

TEST_F(CliRun, MissingModel) {
  const Outcome o = rheon_in(folder_, {"run", "none.yaml", "-o", "out.csv"});
  EXPECT_EQ(o.code, 3);
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(o.err, AllOf(HasSubstr("none.yaml"), HasSubstr("1 problem\n")));
  EXPECT_THAT(folder_.names(), ElementsAre("model.yaml"));
}

TEST_F(CliRun, AllProblemsOfAModelAtOnceAndNoFile) {
  std::string broken = pendulum;
  broken.replace(broken.find("m*g*y"), 5, "m*gg*y");
  broken.replace(broken.find("l^2\n"), 4, "l^\n");
  folder_.write("broken.yaml", broken);
  const Outcome o = rheon_in(folder_, {"run", "broken.yaml", "-o", "out.csv"});
  EXPECT_EQ(o.code, 3);
  EXPECT_THAT(o.err, AllOf(HasSubstr("broken.yaml:6:"), HasSubstr("broken.yaml:8:"), HasSubstr("2 problems\n")));
  EXPECT_THAT(folder_.names(), UnorderedElementsAre("model.yaml", "broken.yaml"));
}

TEST_F(CliRun, UnknownParameterOfTheCommandLine) {
  const Outcome o = run({"--set", "mm=2"});
  EXPECT_EQ(o.code, 3);
  EXPECT_THAT(o.err, HasSubstr("mm"));
}

TEST_F(CliRun, PathsAreRefusedBeforeTheModelIsEvenRead) {
  for (const char* path : {"none/out.csv", "out.txt", "out", "/proc/out.h5", "model.yaml"}) {
    const Outcome o = rheon_in(folder_, {"run", "none.yaml", "-o", path});
    EXPECT_EQ(o.code, 2) << path << ": " << o.err;
    EXPECT_THAT(o.err, HasSubstr(path));
  }
  const Outcome twice = run({"-o", "out.csv", "-o", "./out.csv"});
  EXPECT_EQ(twice.code, 2);
  EXPECT_THAT(twice.err, HasSubstr("named twice"));
  std::filesystem::create_symlink("out.csv", folder_ / "link.csv");
  for (const char* command : {"run", "compare"}) {
    const Outcome linked = rheon_in(folder_, {command, "model.yaml", "-o", "out.csv", "-o", "link.csv"});
    EXPECT_EQ(linked.code, 2) << command;
    EXPECT_THAT(linked.err, HasSubstr("-o link.csv: the same file is named twice")) << command;
  }
  std::filesystem::remove(folder_ / "link.csv");
  std::filesystem::create_symlink("ring.csv", folder_ / "ring.csv");
  const Outcome ring = run({"-o", "ring.csv"});
  EXPECT_EQ(ring.code, 2);
  EXPECT_THAT(ring.err, HasSubstr("leads back to itself"));
  std::filesystem::remove(folder_ / "ring.csv");
  folder_.write("model.csv", pendulum);
  const Outcome over = rheon_in(folder_, {"run", "model.csv", "-o", "model.csv"});
  EXPECT_EQ(over.code, 2);
  EXPECT_THAT(over.err, HasSubstr("overwrite the model"));
  EXPECT_THAT(folder_.names(), UnorderedElementsAre("model.yaml", "model.csv"));
}

// The size limit of files stands in for a full disk. Rows go into the file as they come: where it can take no more the run
// ends, and says why. HDF5 gathers these rows into one block, which cannot be written at the end.
TEST_F(CliRun, AFullDiskLeavesNoPartialFile) {
  for (const auto& [name, said] :
       {std::pair{"out.csv", "no file can take further rows"}, {"out.h5", "in 1000 steps"}}) {
    folder_.write(name, "old");
    const std::string command = "cd '" + folder_.path() + "' && ulimit -f 8 && exec '" + RHEON_CLI +
                                "' run model.yaml --samples 1000 --step 1ms -o " + name + " >out 2>err";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
    EXPECT_THAT(read_text(folder_ / "err"), AllOf(HasSubstr("cannot write"), HasSubstr("File too large")));
    EXPECT_THAT(read_text(folder_ / "out"), AllOf(HasSubstr(said), HasSubstr("lost")));
    EXPECT_EQ(read_text(folder_ / name), "old");
  }
  EXPECT_THAT(folder_.names(), UnorderedElementsAre("model.yaml", "out.csv", "out.h5", "out", "err"));
}

// Also if the rows are not kept; and an output is no load that a step has to see.
TEST_F(CliRun, OutputsThatAreNoNumberAreNoted) {
  folder_.write("output.yaml",
                "rheon: 1\ncoordinates: {x: m}\nmass: [1]\npotential: x^2/2\ninitial: {x: 1, x': 0}\n"
                "outputs: {o: 1/(t - 0.5), s: sqrt(-1)}\nsimulate: {step: 1 ms, duration: 1 s, samples: 10}\n");
  for (const Words& words : {Words{"run", "output.yaml"}, Words{"run", "output.yaml", "-o", "rows.csv"}}) {
    const Outcome o = rheon_in(folder_, words);
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_THAT(o.out,
                AllOf(HasSubstr("not a finite number"), HasSubstr("o in 1 row (at t ="), HasSubstr("s in 11 rows")));
    EXPECT_THAT(o.out, Not(HasSubstr("a load varies")));
  }
}

TEST_F(CliRun, MoreRowsThanMemory) {
  const std::string command =
      "ulimit -v 400000 && exec '" + std::string(RHEON_CLI) + "' run '" + (folder_ / "model.yaml") +
      "' --formulation lagrange --tolerance 1e-6 --samples 2000000000 2>'" + (folder_ / "err") + "'";
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need far more address space for themselves
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_THAT(read_text(folder_ / "err"), HasSubstr("not enough memory"));
#endif
}

TEST_F(CliRun, ARunThatCannotGoOnKeepsItsRows) {
  // The force is no number from t = 0.5 on.
  folder_.write("blow.yaml",
                "rheon: 1\ncoordinates: [x]\nkinetic: x'^2/2\nforces: {x: sqrt(0.5 - t)}\n"
                "initial: {x: 0, x': 0}\nsimulate: {formulation: lagrange, integrator: rk4, step: 10 ms, "
                "duration: 1 s}\n");
  const Outcome o = rheon_in(folder_, {"run", "blow.yaml", "-o", "out.csv"});
  EXPECT_EQ(o.code, 4) << o.err;
  EXPECT_THAT(o.out, HasSubstr("ENDED EARLY"));
  EXPECT_THAT(o.err, StartsWith("rheon: stopped at t = "));
  const std::string csv = read_text(folder_ / "out.csv");
  EXPECT_GT(std::count(csv.begin(), csv.end(), '\n'), 40);
}

TEST_F(CliRun, PlotsDrawWhatWasAskedFor) {
  const Outcome o = run({"--plot", "x, y:x"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("x over t [s]\n"), HasSubstr("y over x\n"), HasSubstr("┤")));
  // 80 columns without a terminal; a character of these texts is one column wide.
  std::istringstream lines(o.out.substr(o.out.find("x over t")));
  for (std::string text; std::getline(lines, text);) {
    EXPECT_LE(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }), 80);
  }
}

TEST_F(CliRun, PlotOfALine) {
  folder_.write("line.yaml",
                "rheon: 1\ncoordinates: [x]\nkinetic: x'^2/2\ninitial: {x: -1, x': 2}\n"
                "simulate: {formulation: lagrange, step: 10 ms, duration: 1 s}\n");
  const std::string text = rheon_in(folder_, {"run", "line.yaml", "--plot", "x"}).out;
  std::istringstream lines(text.substr(text.find("x over t")));
  std::vector<std::string> rows;
  for (std::string row; std::getline(lines, row);) rows.push_back(row);
  ASSERT_EQ(rows.size(), 15u);  // title, 12 rows, axis, numbers
  // It rises from the lower left to the upper right: -1 to 1 over 0 to 1.
  EXPECT_THAT(rows[1], StartsWith("          1 ┤   "));
  EXPECT_THAT(rows[12], AllOf(StartsWith("         -1 ┤"), Not(StartsWith("         -1 ┤ "))));
  EXPECT_GT(rows[1].size(), rows[12].size());
  EXPECT_THAT(rows[14], AllOf(HasSubstr(" 0 "), HasSubstr(" 1")));
}

TEST_F(CliRun, PlotOfAnUnknownChannel) {
  const Outcome o = run({"--plot", "heigth", "-o", "out.csv"});
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.err, HasSubstr("did you mean \"height\"?"));
}

TEST_F(CliRun, Budgets) {
  const Outcome kept = run({"--budget", "energy=10", "--budget", "position=1e-6"});
  EXPECT_EQ(kept.code, 0) << kept.err;
  const Outcome over = run({"--budget", "energy=1e-30", "--budget", "position=1e-6", "-o", "a.csv"});
  EXPECT_EQ(over.code, 5);
  EXPECT_THAT(over.err, AllOf(HasSubstr("over the budget: energy"), HasSubstr("of 1e-30 J (at t = "),
                              Not(HasSubstr("position"))));
  EXPECT_THAT(over.out, HasSubstr("energy"));
  EXPECT_THAT(line("a.csv", 0), HasSubstr("work.friction"));
  const Outcome unknown = run({"--budget", "energie=1"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean \"energy\""));
  EXPECT_EQ(run({"--budget", "energy=-1"}).code, 2);
  EXPECT_EQ(run({"--budget", "energy"}).code, 2);
}

TEST_F(CliRun, BalanceNeedsBodies) {
  for (const Words& words : {Words{"--balance"}, Words{"--budget", "balance=1e-9"}}) {
    const Outcome o = run(words);
    EXPECT_EQ(o.code, 2);
    EXPECT_THAT(o.err, HasSubstr("no bodies"));
  }
}

TEST_F(CliRun, BalanceOfBodies) {
  folder_.write("model.yaml",
                "rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {B: [1, 0]}\n"
                "bodies: {arm: {rod: [O, B], mass: 2}}\njoints: {h: {revolute: [ground, arm], at: O}}\n");
  const Outcome o = run({"--balance", "--budget", "balance=1e-9", "--duration", "1"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("balance        arm  force "));
  EXPECT_LT(summary({"--balance", "--duration", "1"})["balance"]["arm"]["force"].get<double>(), 1e-10);
  const Outcome plain = run({"--duration", "1"});
  EXPECT_THAT(plain.out, Not(HasSubstr("balance")));
}

}  // namespace
}  // namespace rheon::test
