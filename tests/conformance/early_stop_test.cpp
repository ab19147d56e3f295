// Runs that cannot go on are results: the rows so far are kept, the last state too, and the reason names the place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

TEST(EarlyStop, KeepsTheRowsAndSaysWhy) {
  // sqrt(x) leaves its domain when x falls through zero at t = sqrt(2)
  const System system(read_model_text(
      "rheon: 1\nname: fall\ncoordinates: [x]\nkinetic: x'^2/2\nforces: {x: -1 + 0*sqrt(x) + 1e-3*sqrt(x)}\n"
      "initial: {x: 1, x': 0}\n",
      "fall.yaml"));
  RunRequest r = request("lagrange", "rk4");
  r.step = 1e-2;
  r.duration = 3.0;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::stopped);
  EXPECT_THAT(results.summary.message, HasSubstr("x'"));
  EXPECT_GT(results.rows(), 100u);
  EXPECT_NEAR(results.summary.end_time, std::sqrt(2.0), 0.05);
  for (const double value : results.values) EXPECT_TRUE(std::isfinite(value));
}

// Appell-Hamel, nonlinear form: the gradient of the rolling row vanishes where the wheel stands still, at 1.25 s after
// x'' = -4/5. From there on x' = 2 y' and x' = -2 y' are both solutions; x is the same in them.
TEST(EarlyStop, AWheelThatStopsIsSingularInTheNonlinearForm) {
  const System system(
      read_model_text("rheon: 1\nname: sphere\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\nforces: {x: -1}\n"
                      "constraints: {level: x'^2 - 4*y'^2 = 0}\ninitial: {x: 0, y: 0, x': 1, y': 0.5}\n",
                      "stop.yaml"));
  // those whose matrix or iteration fails in the step that meets the point; the others step over it
  const std::map<std::string_view, const char*> stopped{
      {"ali3p", "Newton iteration did not converge"},
      {"np-three-field", "Newton iteration did not converge"},
  };
  for (const auto& f : formulations()) {
    SCOPED_TRACE(f.name);
    if (!objection(system, f).empty()) continue;
    RunRequest r = request(std::string(f.name));
    r.step = 1e-3;
    r.duration = 3.0;
    const Results results = run(system, r);
    for (const double value : results.values) EXPECT_TRUE(std::isfinite(value));
    const auto why = stopped.find(f.name);
    if (why != stopped.end()) {
      EXPECT_EQ(results.summary.ending, Ending::stopped);
      EXPECT_THAT(results.summary.message, HasSubstr(why->second));
      EXPECT_NEAR(results.summary.end_time, 1.25, 2e-3);  // the step that would reach it, or the next
      EXPECT_NEAR(channel(results, "x").back(), 0.5 / 0.8, 1e-5);
    } else {
      ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
      // passed within a step of it, where the speed of 1e-3 is known roughly
      EXPECT_NEAR(channel(results, "x").back(), 0.5 / 0.8 - 0.4 * 1.75 * 1.75, 1e-5);
      EXPECT_NEAR(std::abs(channel(results, "y").back() - 0.25 / 0.8), 0.2 * 1.75 * 1.75, 1e-5);
    }
  }
}

// --- the last state belongs to the rows, whether or not a row was due

TEST(EarlyStop, TheLastRowIsTheEnd) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x]\nmass: [1]\nforces: {x: log(1 - 3*t)}\n", "log.yaml"));
  for (const bool controlled : {true, false}) {
    RunRequest r = request("lagrange", "dopri5");
    if (controlled)
      r.tolerance = 1e-8;
    else
      r.step = 1e-3;
    r.duration = 1.0;
    r.samples = 4;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::stopped);
    const auto t = channel(results, "t");
    ASSERT_EQ(t.size(), 3u) << controlled;  // 0, 0.25, and the end near 1/3
    EXPECT_EQ(t.back(), results.summary.end_time);
    EXPECT_NEAR(t.back(), 1.0 / 3.0, 2e-3);
  }
}

TEST(EarlyStop, AnInterruptedRunKeepsItsLastState) {
  const System system = load_system("pendulum");
  RunRequest r = request("ali3p");
  r.step = 1e-3;
  r.duration = 1.0;
  r.samples = 10;
  Simulation simulation(system, r);
  for (int k = 0; k < 123; ++k) ASSERT_TRUE(simulation.step());
  simulation.interrupt();
  EXPECT_TRUE(simulation.done());
  const double x = simulation.state().q[0];
  const Results results = simulation.results();
  EXPECT_EQ(results.summary.ending, Ending::interrupted);
  const auto t = channel(results, "t");
  ASSERT_EQ(t.size(), 3u);
  EXPECT_EQ(t[1], 0.1);
  EXPECT_EQ(t[2], results.summary.end_time);
  EXPECT_NEAR(t[2], 0.123, 1e-15);
  EXPECT_EQ(channel(results, "x").back(), x);
}

TEST(EarlyStop, ARowThatWasDueIsNotRecordedTwice) {
  RunRequest r = request("ali3p");
  r.step = 1e-3;
  r.duration = 1.0;
  r.samples = 10;
  const System system = load_system("pendulum");
  Simulation simulation(system, r);
  for (int k = 0; k < 200; ++k) ASSERT_TRUE(simulation.step());
  simulation.interrupt();
  EXPECT_EQ(simulation.results().rows(), 3u);
}

}  // namespace
}  // namespace rheon::test
