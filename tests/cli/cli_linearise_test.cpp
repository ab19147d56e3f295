// rheon linearise, as a user sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/cli_runner.hpp"

namespace rheon::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class CliLinearise : public testing::Test {
 protected:
  CliLinearise() {
    std::string text = pendulum;
    const std::string start = "x: l, y: 0,";
    text.replace(text.find(start), start.size(), "x: 0, y: -l,");
    folder_.write("model.yaml", text);
    folder_.write("swings.yaml", pendulum);
  }
  Outcome linearise(Words more, const std::string& model = "model.yaml") {
    more.insert(more.begin(), {"linearise", model});
    return rheon_in(folder_, more);
  }
  TempFolder folder_;
};

TEST_F(CliLinearise, TableOfModes) {
  const Outcome o = linearise({"--set", "l=2"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  // sqrt(9.81/2) and over 2 pi
  EXPECT_THAT(o.out,
              AllOf(HasSubstr("Pendulum   at t = 0 s, an equilibrium"), HasSubstr("1 degree of freedom"),
                    HasSubstr("0 ± 2.21472346 i"), HasSubstr("0.352484"), HasSubstr("x 1\n"), Not(HasSubstr("note"))));
  std::istringstream lines(o.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 125u) << line;
}

TEST_F(CliLinearise, AllShapes) {
  const Outcome o = linearise({"--shapes"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("\nmode 1   0 ± 3.13209195 i 1/s\n"), HasSubstr("imaginary"), HasSubstr("90.0°")));
}

TEST_F(CliLinearise, Json) {
  const Outcome o = linearise({"--json"});
  EXPECT_EQ(o.code, 0) << o.err;
  const json j = json::parse(o.out);
  EXPECT_EQ(j["reference"], "equilibrium");
  EXPECT_EQ(j["velocity_freedoms"], 1);
  EXPECT_EQ(j["zeros"], 0);
  ASSERT_EQ(j["modes"].size(), 1u);
  const json& mode = j["modes"][0];
  EXPECT_NEAR(mode["eigenvalue"][1], std::sqrt(9.81), 1e-13);  // rounding
  EXPECT_EQ(mode["pair"], true);
  EXPECT_NEAR(mode["shape"]["x"][0], 1.0, 1e-15);
  EXPECT_NEAR(mode["shape"]["x'"][1], std::sqrt(9.81), 1e-13);
  EXPECT_EQ(j["basis"].size(), 4u);
  EXPECT_EQ(j["matrix"].size(), 2u);
}

TEST_F(CliLinearise, Csv) {
  const Outcome o = linearise({"-o", "modes.csv", "--quiet"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(
      read_text(folder_ / "modes.csv"),
      AllOf(StartsWith("mode,real,imaginary,frequency,natural_frequency,damping_ratio,time_constant,uncertainty,"
                       "x.real,x.imaginary,y.real,y.imaginary,x'.real"),
            HasSubstr("\n1,"), HasSubstr(",3.132091952673")));
}

TEST_F(CliLinearise, AboutAStateOfARun) {
  const Outcome o = linearise({"--at", "200ms", "--json"}, "swings.yaml");
  EXPECT_EQ(o.code, 0) << o.err;
  const json j = json::parse(o.out);
  EXPECT_DOUBLE_EQ(j["time"], 0.2);
  EXPECT_EQ(j["reference"], "frozen");
  EXPECT_THAT(j["notes"].dump(), AllOf(HasSubstr("the end of a run with ali3p"), HasSubstr("change along the motion")));
}

// From the horizontal it comes to rest hanging: sqrt(g/l), and a note about the way there.
TEST_F(CliLinearise, AboutTheEquilibriumOfAPendulum) {
  const Outcome o = linearise({"--at", "equilibrium", "--json", "--set", "l=2"}, "swings.yaml");
  EXPECT_EQ(o.code, 0) << o.err;
  const json j = json::parse(o.out);
  EXPECT_EQ(j["reference"], "equilibrium");
  ASSERT_EQ(j["modes"].size(), 1u);
  EXPECT_NEAR(j["modes"][0]["eigenvalue"][1], std::sqrt(9.81 / 2), 1e-12);  // round-off of the equilibrium
  EXPECT_THAT(j["notes"].dump(), HasSubstr("equilibrium found from the initial one"));
}

// m x'' = -k x - c x^3 - m g with k = 100, c = 1000, m = 2, g = 5.5: at rest at x = -0.1, where k + 3 c x^2 = 130.
TEST_F(CliLinearise, AboutTheEquilibriumOfAStiffeningSpring) {
  folder_.write("spring.yaml",
                "rheon: 1\ncoordinates: [x]\nmass: [2]\npotential: 50*x^2 + 250*x^4 + 2*5.5*x\ninitial: {x: 0.2}\n");
  const json j = json::parse(linearise({"--at", "equilibrium", "--json"}, "spring.yaml").out);
  EXPECT_EQ(j["reference"], "equilibrium");
  EXPECT_NEAR(j["modes"][0]["eigenvalue"][1], std::sqrt(65.0), 1e-12);
}

// A rod of 0.5 m on a crank that a motor holds: sqrt(3 g/(2 l)).
TEST_F(CliLinearise, AboutAnEquilibriumWithAHeldDrive) {
  folder_.write("driven.yaml",
                "rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [0.2, 0], B: [0.2, -0.5]}\n"
                "bodies: {crank: {rod: [O, A], mass: 1}, rod: {rod: [A, B], mass: 1}}\n"
                "drivers: {motor: {angle: crank, equals: 10*t}}\n");
  const json j = json::parse(linearise({"--at", "equilibrium", "--json"}, "driven.yaml").out);
  ASSERT_EQ(j["modes"].size(), 1u);
  EXPECT_NEAR(j["modes"][0]["eigenvalue"][1], std::sqrt(1.5 * 9.81 / 0.5), 1e-12);
  EXPECT_THAT(j["notes"].dump(), AllOf(HasSubstr("drives are held"), HasSubstr("rates that the drives ask for"),
                                       Not(HasSubstr("misses"))));
}

TEST_F(CliLinearise, NoEquilibrium) {
  folder_.write("fall.yaml", "rheon: 1\ncoordinates: [y]\nmass: [1]\npotential: 9.81*y\ninitial: {y: 2}\n");
  const Outcome o = linearise({"--at", "equilibrium"}, "fall.yaml");
  EXPECT_EQ(o.code, 4);
  EXPECT_EQ(o.out, "");
  EXPECT_THAT(o.err, StartsWith("rheon: --at equilibrium: no equilibrium was reached"));
}

// (s + 1)(s^2 + 2 s + 10): a rotor of 1 kg m^2 with gains 12, 10 and 3. Left and right eigenvectors of -1 are (2, 1, -10)
// and (1, -1, 1) in angle, rate and integral: the integral takes part with |-10/-9|, all of it.
TEST_F(CliLinearise, TheIntegralOfAController) {
  folder_.write("servo.yaml",
                "rheon: 1\nplane: xy\nground: {O: [0, 0]}\nbodies: {rotor: {centre: O, mass: 1, inertia: 1}}\n"
                "joints: {hinge: {revolute: [ground, rotor], at: O}}\n"
                "forces: {servo: {torque: hinge, target: 0, p: 12, i: 10, d: 3}}\n");
  const Outcome text = linearise({}, "servo.yaml");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("an equilibrium"), HasSubstr("1 degree of freedom, 1 integral of controllers"),
                              HasSubstr("3 eigenvalues"), HasSubstr("(100 % servo.integral)"), Not(HasSubstr("zero"))));
  const json j = json::parse(linearise({"--json"}, "servo.yaml").out);
  EXPECT_EQ(j["zeros"], 0);
  ASSERT_EQ(j["modes"].size(), 2u);
  EXPECT_NEAR(j["modes"][0]["eigenvalue"][0], -1.0, 1e-12);
  EXPECT_NEAR(j["modes"][1]["eigenvalue"][0], -1.0, 1e-12);
  EXPECT_NEAR(j["modes"][1]["eigenvalue"][1], 3.0, 1e-12);
  EXPECT_NEAR(j["modes"][0]["integral_share"], 1.0, 1e-12);
  EXPECT_LT(j["modes"][1]["integral_share"], 0.5);
  EXPECT_EQ(j["integrals"][0], "servo.integral");
}

TEST_F(CliLinearise, Refusals) {
  Outcome o = linearise({"-o", "modes.h5"});
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.err, HasSubstr("modes are written as .csv"));
  o = linearise({"--at", "soon"});
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.err, HasSubstr("--at \"soon\": expected a time"));
  o = linearise({"--set", "q=1"});
  EXPECT_EQ(o.code, 3);
  o = linearise({}, "missing.yaml");
  EXPECT_EQ(o.code, 3);
  EXPECT_EQ(o.out, "");
}

}  // namespace
}  // namespace rheon::test
