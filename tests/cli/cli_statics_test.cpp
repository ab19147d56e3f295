// rheon statics and rheon kinematics, as a user sees them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"
#include "rheon/io/result_writer.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

const std::string driven =
    "rheon: 1\nname: Arm\ncoordinates: [x]\nmass: [2]\nconstraints: {drive: x = sin(t)}\n"
    "simulate: {duration: 1 s, samples: 10}\n";
const std::string truss =
    "rheon: 1\nname: Truss\nparameters: {F: 0, y0: 0.3}\ncoordinates: [y]\nmass: [1]\n"
    "potential: 1000*(sqrt(1 + y^2) - sqrt(1.09))^2 + F*y\ninitial: {y: y0}\n";

class CliStatics : public testing::Test {
 protected:
  CliStatics() {
    folder_.write("pendulum.yaml", pendulum);
    folder_.write("driven.yaml", driven);
    folder_.write("truss.yaml", truss);
  }
  Outcome rheon(const Words& words) { return rheon_in(folder_, words); }
  TempFolder folder_;
};

TEST_F(CliStatics, EquilibriumForPeople) {
  const Outcome o = rheon({"statics", "pendulum.yaml"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_THAT(o.out, StartsWith("Pendulum   statics at t = 0 s\n"));
  EXPECT_THAT(o.out, AllOf(HasSubstr("equilibrium    stable"), HasSubstr("y = -1"), HasSubstr("rod: lambda = 4.905"),
                           HasSubstr("9.81 along y'")));
}

TEST_F(CliStatics, JsonAndFiles) {
  const Outcome o = rheon({"statics", "truss.yaml", "--set", "y0=0.05", "--json", "-o", "out.csv", "-o", "out.h5"});
  EXPECT_EQ(o.code, 0) << o.err;
  const json j = json::parse(o.out);
  EXPECT_EQ(j["stability"], "unstable");
  EXPECT_EQ(j["negative"], 1);
  EXPECT_NEAR(j["coordinates"]["y"], 0.0, 1e-14);
  EXPECT_EQ(j["residual"]["along"], "y'");
  EXPECT_THAT(read_text(folder_ / "out.csv"), StartsWith("t,y,y',y'',energy.kinetic,"));
  EXPECT_EQ(read_results(folder_ / "out.h5").rows(), 1u);
  const json stable = json::parse(rheon({"statics", "truss.yaml", "--set", "y0=0.05", "--json", "--stable"}).out);
  EXPECT_EQ(stable["stability"], "stable");
}

// A rod of 3 kg on a hinge and a support: half the weight each, 14.715 N.
TEST_F(CliStatics, ForcesInJoints) {
  folder_.write("beam.yaml",
                "rheon: 1\nplane: xy\nparameters: {m: 3}\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {B: [1.2, "
                "0]}\nbodies: {beam: {rod: [O, B], mass: m}}\njoints: {support: {on_line: B, along: x}}\n");
  const Outcome text = rheon({"statics", "beam.yaml", "--reactions", "-o", "out.csv"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("support.fy = 14.715 N"), HasSubstr("support.beam.local.fy = 14.715 N")));
  rheon({"run", "beam.yaml", "--reactions", "--duration", "1ms", "-o", "run.csv"});
  const std::string run = read_text(folder_ / "run.csv");
  std::string header = run.substr(0, run.find('\n'));
  const std::size_t steps = header.find("run.step,");
  header.erase(steps, header.find("beam.angle") - steps);  // an equilibrium takes none
  EXPECT_THAT(read_text(folder_ / "out.csv"), StartsWith(header));
  const json j = json::parse(rheon({"statics", "beam.yaml", "--json", "--balance"}).out);
  EXPECT_NEAR(j["outputs"]["O.fy"], 14.715, 1e-12);  // round-off of 29 N, some thousand times
  EXPECT_NEAR(j["outputs"]["balance.beam.force"], 0.0, 1e-12);
  EXPECT_EQ(rheon({"statics", "beam.yaml", "--budget", "balance=1e-12"}).code, 0);
  EXPECT_EQ(rheon({"statics", "beam.yaml", "--sweep", "m=1:3:3", "--budget", "balance=1e-12", "--quiet"}).code, 0);
  EXPECT_EQ(rheon({"statics", "pendulum.yaml", "--balance"}).code, 2);  // no bodies
}

TEST_F(CliStatics, NeutralDirectionsAreNamed) {
  folder_.write("slide.yaml", "rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 2*y^2\ninitial: {x: 1, y: 1}\n");
  const Outcome o = rheon({"statics", "slide.yaml"});
  EXPECT_THAT(o.out, HasSubstr("neutral, 1 of 2 stiffnesses zero: neutral along x'"));
  EXPECT_EQ(json::parse(rheon({"statics", "slide.yaml", "--json"}).out)["neutral"], "x'");
}

TEST_F(CliStatics, SweepFollowsAndReportsTheJump) {
  const Outcome o = rheon({"statics", "truss.yaml", "--sweep", "F=0:16:9", "-o", "sweep.csv", "--plot", "y:F"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("jumped"), HasSubstr("y over F")));
  const std::string csv = read_text(folder_ / "sweep.csv");
  EXPECT_THAT(csv, StartsWith("t,F,y,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 10);
  const json j = json::parse(rheon({"statics", "truss.yaml", "--sweep", "F=0:16:9", "--json"}).out);
  ASSERT_EQ(j["points"].size(), 9u);
  for (const json& point : j["points"]) EXPECT_EQ(point["jumped"], point["value"] == 10.0);  // limit load 9.95 N
}

TEST_F(CliStatics, NoEquilibrium) {
  folder_.write("fall.yaml", "rheon: 1\ncoordinates: [y]\nmass: [1]\npotential: 9.81*y\ninitial: {y: 2}\n");
  const Outcome o = rheon({"statics", "fall.yaml", "-o", "out.csv"});
  EXPECT_EQ(o.code, 4);
  EXPECT_THAT(o.out, HasSubstr("NONE FOUND"));
  EXPECT_THAT(o.err, AllOf(StartsWith("rheon: no equilibrium was reached"), HasSubstr("-9.81 along y'")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.csv"));
}

TEST_F(CliStatics, WrongUse) {
  const auto expect = [&](const Words& words, const std::string& what) {
    const Outcome o = rheon(words);
    EXPECT_EQ(o.code, 2) << o.out;
    EXPECT_THAT(o.err, HasSubstr(what));
  };
  expect({"statics", "truss.yaml", "--sweep", "F=0:1"}, "NAME=FROM:TO:COUNT");
  expect({"statics", "truss.yaml", "--sweep", "F=a:1:3"}, "NAME=FROM:TO:COUNT");
  expect({"statics", "truss.yaml", "--sweep", "F=0:1:1"}, "at least two");
  expect({"statics", "truss.yaml", "--plot", "y"}, "--sweep");
  expect({"statics", "truss.yaml", "--sweep", "F=0:1:3", "--plot", "z:F"}, "z");
  expect({"kinematics", "driven.yaml", "--samples", "none"}, "--samples");
  expect({"kinematics", "driven.yaml", "--plot", "xx"}, "xx");
}

TEST_F(CliStatics, KinematicsWritesWhatRunWrites) {
  const Outcome o = rheon({"kinematics", "driven.yaml", "-o", "out.csv", "-o", "out.h5", "--plot", "lambda.drive"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out,
              AllOf(StartsWith("Arm   kinematics\n"), HasSubstr("11 rows of"), HasSubstr("lambda.drive over t")));
  rheon({"run", "driven.yaml", "-o", "run.csv"});
  const std::string header = read_text(folder_ / "run.csv");
  EXPECT_THAT(read_text(folder_ / "out.csv"), StartsWith(header.substr(0, header.find('\n'))));
  const Results results = read_results(folder_ / "out.h5");
  EXPECT_EQ(results.summary.formulation, "kinematics");
  EXPECT_EQ(json::parse(rheon({"kinematics", "driven.yaml", "--json"}).out)["ending"], "completed");
}

TEST_F(CliStatics, KinematicsOfAFreeMechanism) {
  const Outcome o = rheon({"kinematics", "pendulum.yaml"});
  EXPECT_EQ(o.code, 3);
  EXPECT_THAT(o.err, AllOf(HasSubstr("1 degree of freedom is left"), HasSubstr("rheon run")));
}

TEST_F(CliStatics, KinematicsThatCannotGoOnKeepsItsRows) {
  folder_.write("reach.yaml",
                "rheon: 1\ncoordinates: [x, y]\nmass: [1, 1]\n"
                "constraints: {rod: x^2 + y^2 = 1, drive: x = 2*t}\nguess: {y: 1}\n"
                "simulate: {duration: 1 s, samples: 10}\n");
  const Outcome o = rheon({"kinematics", "reach.yaml", "-o", "out.csv"});
  EXPECT_EQ(o.code, 4);
  EXPECT_THAT(o.err, StartsWith("rheon: stopped at t = 0.5"));
  const std::string csv = read_text(folder_ / "out.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 6);  // header, 0 .. 0.4 s
}

}  // namespace
}  // namespace rheon::test
