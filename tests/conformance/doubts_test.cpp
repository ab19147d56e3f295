// The note that a motion is not to be trusted: for energy from nowhere, not for systems at rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

void expect_no_doubt(const System& system, std::string_view formulation, std::string_view integrator, double h) {
  SCOPED_TRACE(std::string(formulation) + " " + std::string(integrator) + " " + std::to_string(h));
  RunRequest r = request(std::string(formulation), std::string(integrator));
  r.step = h;
  r.duration = 1.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_THAT(results.summary.notes, Not(Contains(HasSubstr("not to be trusted"))));
}

// The spring is stretched by g/k, a number that is not exact: what moves is round-off.
TEST(DoubtOfEnergy, IsNotHadOfAMassThatHangsAtRest) {
  const System system(
      read_model_text("rheon: 1\nname: spring\ncoordinates: [x]\nmass: [1]\npotential: 100*(x - 1)^2/2 + 9.81*x\n"
                      "initial: {x: 1 - 9.81/100}\n",
                      "spring.yaml"));
  for (const auto& f : formulations())
    for (const double h : {1e-3, 1e-2, 1e-1}) expect_no_doubt(system, f.name, "", h);
}

System hanging_pendulum() {
  return System(
      read_model_text("rheon: 1\nname: hanging\ncoordinates: [x, y]\nmass: [1, 1]\npotential: 9.81*y\n"
                      "constraints: {rod: x^2 + y^2 = 1}\ninitial: {x: 0, y: -1, x': 0, y': 0}\n",
                      "hanging.yaml"));
}

TEST(DoubtOfEnergy, IsNotHadOfAPendulumThatHangsAtRest) {
  const System system = hanging_pendulum();
  for (const auto& f : formulations())
    for (const double h : {1e-3, 1e-2}) expect_no_doubt(system, f.name, "", h);
}

// A rod that is a spring gives way under the weight, and rings: at 10 ms by some micrometres.
TEST(DoubtOfEnergy, IsNotHadOfSpringsForConstraintsAtRest) {
  const System system = hanging_pendulum();
  for (const auto& i : integrators())
    if (pairs(find_formulation("penalty"), i))
      for (const double h : {1e-3, 1e-2}) expect_no_doubt(system, "penalty", i.name, h);
}

// The explicit midpoint rule multiplies the energy of an oscillator by |1 + i w h - (w h)^2/2|^2 a step: 2501 for
// w h = 10.
TEST(DoubtOfEnergy, IsHadOfARunThatBlowsUp) {
  const System system(read_model_text(
      "rheon: 1\nname: stiff\ncoordinates: [x]\nmass: [1]\npotential: 1e4*x^2/2\ninitial: {x: 1}\n", "stiff.yaml"));
  RunRequest r = request("lagrange", "explicit-midpoint");
  r.step = 0.1;
  r.duration = 1.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  EXPECT_NEAR(results.summary.energy_end / (5e3 * std::pow(2501.0, 10)), 1.0, 1e-9);  // round-off of ten steps
  EXPECT_THAT(results.summary.notes, Contains(HasSubstr("not to be trusted")));
}

}  // namespace
}  // namespace rheon::test
