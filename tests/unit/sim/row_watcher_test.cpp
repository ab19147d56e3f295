// Whoever watches a run sees its rows as they come, and at the end all of them.
#include <gtest/gtest.h>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"

namespace rheon {
namespace {

struct Watcher : RowWatcher {
  void begin(const Results& start) override {
    ++begins;
    seen = start;
    EXPECT_EQ(start.rows(), 0u);
  }
  bool row(std::size_t number, std::span<const double> values) override {
    EXPECT_EQ(values.size(), seen.channels.size());
    EXPECT_LE(number, seen.rows()) << "none is left out";
    if (number < seen.rows()) ++taken_back;
    seen.values.resize(number * values.size());
    seen.values.insert(seen.values.end(), values.begin(), values.end());
    return seen.rows() != last;
  }
  Results seen;
  int begins = 0, taken_back = 0;
  std::size_t last = 0;  ///< after so many rows the run shall end
};

System pendulum() {
  return System(
      read_model_text("rheon: 1\nparameters: {l: 1}\ncoordinates: [x, y]\nkinetic: (x'^2 + y'^2)/2\n"
                      "potential: 9.81*y\nconstraints: {rod: x^2 + y^2 = l^2}\n"
                      "initial: {x: l, y: 0, x': 0, y': 0}\n",
                      "pendulum.yaml"));
}

/// Two windows of IFToMM A02: error control runs into the singular position, goes back and takes another way.
System windows() {
  return System(
      read_model_text("rheon: 1\nplane: xy\ngravity: [0, -9.81]\n"
                      "ground: {A0: [0, 0], A1: [1, 0], A2: [2, 0]}\n"
                      "points: {B0: [0, 1], B1: [1, 1], B2: [2, 1]}\n"
                      "bodies:\n  rocker0: {rod: [A0, B0], mass: 1}\n  rocker1: {rod: [A1, B1], mass: 1}\n"
                      "  rocker2: {rod: [A2, B2], mass: 1}\n  coupler1: {rod: [B0, B1], mass: 1}\n"
                      "  coupler2: {rod: [B1, B2], mass: 1}\ninitial: {B0.x': 1}\n",
                      "windows.yaml"));
}

RunRequest request_of(const std::string& formulation, const std::string& integrator, double duration) {
  RunRequest request;
  request.formulation = formulation;
  request.integrator = integrator;
  request.duration = duration;
  request.samples = 200;
  return request;
}

void expect_all_seen(const System& system, RunRequest request, Watcher& watcher) {
  const Results alone = run(system, request);
  request.watcher = &watcher;
  const Results results = run(system, request);
  EXPECT_EQ(watcher.begins, 1);
  EXPECT_EQ(watcher.seen.values, results.values);
  EXPECT_EQ(alone.values, results.values) << "watching changes nothing";
  EXPECT_EQ(watcher.seen.model_text, results.model_text);
  EXPECT_EQ(watcher.seen.summary.formulation, results.summary.formulation);
}

TEST(RowWatcher, FixedSteps) {
  RunRequest request = request_of("ali3p", "trapezoidal", 1.0);
  request.step = 1e-3;
  Watcher watcher;
  expect_all_seen(pendulum(), request, watcher);
  EXPECT_EQ(watcher.taken_back, 0);
}

TEST(RowWatcher, RowsInsideSteps) {
  RunRequest request = request_of("lagrange", "dopri5", 1.0);
  request.tolerance = 1e-4;
  Watcher watcher;
  expect_all_seen(pendulum(), request, watcher);
}

TEST(RowWatcher, EndsTheRun) {
  for (const std::size_t last : {1u, 7u, 201u}) {
    RunRequest request = request_of("ali3p", "trapezoidal", 1.0);
    request.step = 1e-3;
    Watcher watcher;
    watcher.last = last;
    request.watcher = &watcher;
    const Results results = run(pendulum(), request);
    EXPECT_EQ(results.rows(), last);
    EXPECT_EQ(watcher.seen.values, results.values);
    // the last row is the end of the run, which nobody can take away
    EXPECT_EQ(results.summary.ending, last == 201 ? Ending::completed : Ending::interrupted);
  }
}

TEST(RowWatcher, TrialsOfAutoAreNotSeen) {
  RunRequest request;
  request.formulation = "auto";
  request.duration = 0.5;
  Watcher watcher;
  request.watcher = &watcher;
  const Results results = run(pendulum(), request);
  EXPECT_EQ(watcher.begins, 1);
  EXPECT_EQ(watcher.seen.values, results.values);
}

TEST(RowWatcher, RowsOfAWayThatWasGivenUpAreReplaced) {
  RunRequest request = request_of("lagrange", "dopri5", 10.0);
  request.tolerance = 1e-11;
  request.samples = 5000;
  Watcher watcher;
  expect_all_seen(windows(), request, watcher);
  EXPECT_GT(watcher.taken_back, 0) << "this model is here because it goes back";
}

}  // namespace
}  // namespace rheon
