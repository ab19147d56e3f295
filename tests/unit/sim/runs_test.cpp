// Several runs at a time: one System serves many threads, and nobody notices the others.
#include "rheon/sim/runs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>

#include "rheon/formulations/kind.hpp"
#include "rheon/integrators/kind.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::test {
namespace {

// A slider-crank with a spring: bodies, tracked angles, constraints, forces.
System crank() {
  return System(
      read_model_text("rheon: 1\nplane: xy\ngravity: [0, -9.81]\nground: {O: [0, 0]}\n"
                      "points: {A: [0.2, 0.1], B: [0.7, 0]}\n"
                      "bodies:\n  crank: {rod: [O, A], mass: 1}\n  rod: {rod: [A, B], mass: 0.8}\n"
                      "  piston: {point: B, mass: 1.5}\n"
                      "joints: {guide: {on_line: B, along: x}}\n"
                      "forces: {s: {spring: [O, B], stiffness: 40, length: 0.5}}\n"
                      "initial: {crank.angle': 5}\n",
                      "crank.yaml"));
}

/// Every formulation with its default integrator.
std::vector<RunRequest> requests() {
  std::vector<RunRequest> all;
  for (const FormulationKind& kind : formulations()) {
    RunRequest request;
    request.formulation = kind.name;
    request.step = 1e-3;
    request.duration = 0.2;
    request.samples = 20;
    all.push_back(request);
  }
  return all;
}

struct Ran {
  Results results;
  std::string refusal;
};

std::vector<Ran> ran(const System& system, int jobs) {
  const auto all = requests();
  std::vector<Ran> out(all.size());
  in_parallel(all.size(), jobs, [&](std::size_t i) {
    try {
      out[i].results = run(system, all[i]);
    } catch (const Error& error) {
      out[i].refusal = error.what();
    }
  });
  return out;
}

TEST(Runs, OneSystemServesSeveralThreadsBitForBit) {
  const System system = crank();
  const auto alone = ran(system, 1), together = ran(system, 4);
  std::size_t rows = 0;
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].results.values, together[i].results.values) << i;
    EXPECT_EQ(alone[i].results.summary.notes, together[i].results.summary.notes);
    EXPECT_EQ(alone[i].refusal, together[i].refusal);
    rows += alone[i].results.rows();
  }
  EXPECT_GT(rows, 100u);  // most formulations run this model
}

TEST(Runs, ReportOneAfterTheOtherAndAboutTheFirst) {
  int calls = 0, most_at_a_time = 0;
  std::size_t latest = 0;
  std::array<std::atomic<bool>, 20> finished{};
  const RunsEnding ending = make_runs(
      finished.size(), 4,
      [&](const RunsProgress& p) {  // no lock: one call at a time
        ++calls;
        EXPECT_TRUE(p.run <= latest || finished[latest]);  // about the same run until it ends
        latest = p.run;
        most_at_a_time = std::max(most_at_a_time, p.under_way);
        return true;
      },
      [&](std::size_t k, const Monitor& monitor) {
        for (int i = 0; i < 10; ++i) monitor({});
        finished[k] = true;
        return true;
      });
  EXPECT_EQ(ending.done, 20);
  EXPECT_FALSE(ending.stopped);
  EXPECT_EQ(calls, 200);
  EXPECT_LE(most_at_a_time, 4);
}

TEST(Runs, TheMonitorEndsAll) {
  const System system = crank();
  RunRequest endless;
  endless.step = 1e-6;
  endless.duration = 1e3;
  std::vector<Results> results(6);
  const RunsEnding ending = make_runs(
      results.size(), 3, [](const RunsProgress& p) { return p.progress.steps < 10; },
      [&](std::size_t k, const Monitor& monitor) {
        if (!monitor({})) return false;
        results[k] = run(system, endless, monitor);
        return true;
      });
  EXPECT_TRUE(ending.stopped);
  EXPECT_LE(ending.done, 3);
  for (std::size_t k = 0; k < results.size(); ++k)
    if (results[k].rows() > 0) {
      EXPECT_EQ(results[k].summary.ending, Ending::interrupted);
    }
}

TEST(Runs, AnExceptionEndsTheOthersAndReachesTheCaller) {
  const System system = crank();
  RunRequest endless;
  endless.step = 1e-6;
  endless.duration = 1e3;
  EXPECT_THROW(make_runs(4, 4, {},
                         [&](std::size_t k, const Monitor& monitor) {
                           if (k == 2) throw std::logic_error("planted");
                           run(system, endless, monitor);
                           return true;
                         }),
               std::logic_error);
}

}  // namespace
}  // namespace rheon::test
