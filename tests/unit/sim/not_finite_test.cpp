// No row holds a number that is not finite without a note; a motion that is not finite stops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

System system_of(const std::string& text) { return System(read_model_text("rheon: 1\n" + text, "model.yaml")); }

void expect_finite_rows(const Results& r) {
  for (std::size_t row = 0; row < r.rows(); ++row)
    for (std::size_t c = 0; c < r.channels.size(); ++c)
      EXPECT_TRUE(std::isfinite(r.at(row, c))) << r.channels[c].name << " in row " << row;
}

Results run_fixed(const System& system, std::string_view formulation, double step, double duration) {
  RunRequest r = request(std::string(formulation));
  r.step = step;
  r.duration = duration;
  return run(system, r);
}

void expect_stop(const Results& r, std::string_view formulation) {
  EXPECT_EQ(r.summary.ending, Ending::stopped) << formulation;
  expect_finite_rows(r);
}

TEST(NotFinite, MotionWithoutBoundStops) {
  const System system = system_of("coordinates: [x]\nmass: [1]\nforces: {x: 1e307}\ninitial: {x: 1, x': 1}\n");
  for (const auto& f : formulations()) expect_stop(run_fixed(system, f.name, 1e-3, 1.0), f.name);
}

// |1 + i w h - (w h)^2/2|^2 = 2501 times the energy in every step, w h = 10: beyond all numbers after 91 of them.
TEST(NotFinite, RowsOfABlowUpAreFinite) {
  const System system = system_of("coordinates: [x]\nmass: [1]\npotential: 1e4*x^2/2\ninitial: {x: 1}\n");
  RunRequest r = request("lagrange", "explicit-midpoint");
  r.step = 0.1;
  r.duration = 20.0;
  expect_stop(run(system, r), "lagrange");
}

// The mass vanishes at t = 1: there is no motion beyond.
TEST(NotFinite, MassThatLosesItsSignStops) {
  const System system = system_of("coordinates: [x]\nmass: [1 - t]\nforces: {x: 1}\ninitial: {x: 0, x': 0}\n");
  for (const auto& f : formulations()) {
    if (!objection(system, f).empty()) continue;
    const Results r = run_fixed(system, f.name, 1e-3, 2.0);
    expect_stop(r, f.name);
    EXPECT_LE(r.summary.end_time, 1.0 + 2e-3) << f.name;
  }
}

// The impulse of 1/(t - 1) is infinite, and a step from 0.9 to 1.2 sees nothing of it but finite numbers.
TEST(NotFinite, AForceThatIsSteppedOverIsDoubted) {
  const System system = system_of("coordinates: [x]\nmass: [1]\nforces: {x: 1/(t - 1)}\ninitial: {x: 0, x': 0}\n");
  for (const auto& f : formulations()) {
    RunRequest r = request(std::string(f.name));
    r.step = 0.03;
    r.duration = 1.5;
    r.estimate_error = true;
    const Results results = run(system, r);
    expect_finite_rows(results);
    EXPECT_TRUE(results.summary.ending == Ending::stopped || !results.summary.doubts.empty()) << f.name;
  }
}

TEST(NotFinite, OutputsAreNotedByNameAndTime) {
  const System system = system_of(
      "coordinates: {x: m}\nmass: [1]\npotential: x^2/2\ninitial: {x: 1, x': 0}\n"
      "outputs: {o: 1/(t - 0.5), l: log(0.5 - t), s: sqrt(-1), fine: x}\n");
  RunRequest r = request("lagrange", "rk4");
  r.step = 1e-3;
  r.duration = 1.0;
  r.samples = 10;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed);
  EXPECT_THAT(results.summary.notes,
              Contains(AllOf(HasSubstr("o in 1 row (at t = 0.5 s)"), HasSubstr("l in 6 rows (first at t = 0.5 s)"),
                             HasSubstr("s in 11 rows (first at t = 0 s)"))));
  EXPECT_THAT(results.summary.notes, ::testing::Not(Contains(HasSubstr("fine"))));
}

}  // namespace
}  // namespace rheon::test
