// Rows of error-controlled runs are as accurate as the ends of steps, and asking for rows does not change the steps much.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/io/model_reader.hpp"
#include "rheon/sim/run.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

/// A particle runs round a unit circle at 1.5 rad/s, another swings on a spring at 2 rad/s.
System closed_form() {
  return System(
      read_model_text("rheon: 1\ncoordinates: [x, y, s]\nkinetic: (x'^2 + y'^2 + s'^2)/2\npotential: 2*s^2\n"
                      "constraints: {circle: (x^2 + y^2 - 1)/2 = 0}\n"
                      "initial: {x: 1, y: 0, s: 1, x': 0, y': 1.5, s': 0}\n",
                      "closed_form.yaml"));
}

double error_of(double t, double x, double y, double s) {
  return std::max({std::abs(x - std::cos(1.5 * t)), std::abs(y - std::sin(1.5 * t)), std::abs(s - std::cos(2 * t))});
}

std::vector<std::pair<std::string, std::string>> adaptive_pairings() {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& f : formulations())
    for (const auto& i : integrators())
      if (has_error_control(f, i)) all.emplace_back(f.name, i.name);
  return all;
}

TEST(Samples, AreAsAccurateAsTheEndsOfSteps) {
  const System system = closed_form();
  for (const auto& [formulation, integrator] : adaptive_pairings())
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      RunRequest r = request(formulation, integrator);
      r.duration = 5.0;
      r.samples = 97;
      r.tolerance = tolerance;
      Simulation simulation(system, r);
      double at_ends = 0.0, at_rows = 0.0, speed_at_ends = 0.0, speed_at_rows = 0.0;
      while (!simulation.done()) {
        ASSERT_TRUE(simulation.step());
        const State& now = simulation.state();
        at_ends = std::max(at_ends, error_of(now.t, now.q[0], now.q[1], now.q[2]));
        speed_at_ends = std::max(speed_at_ends, std::abs(now.v[2] + 2 * std::sin(2 * now.t)));
      }
      const Results results = simulation.results();
      const auto t = channel(results, "t"), x = channel(results, "x"), y = channel(results, "y"),
                 s = channel(results, "s"), v = channel(results, "s'");
      ASSERT_EQ(t.size(), 98u);
      for (std::size_t k = 0; k < t.size(); ++k) {
        EXPECT_NEAR(t[k], 5.0 * static_cast<double>(k) / 97, 1e-12);
        at_rows = std::max(at_rows, error_of(t[k], x[k], y[k], s[k]));
        speed_at_rows = std::max(speed_at_rows, std::abs(v[k] + 2 * std::sin(2 * t[k])));
      }
      // the extension adds an error of its own, inside one step: about what the control allows there, tolerance (1 + |y|)
      EXPECT_LE(at_rows, 1.5 * at_ends + 2 * tolerance) << formulation << " " << integrator << " " << tolerance;
      EXPECT_LE(speed_at_rows, 1.5 * speed_at_ends + 3 * tolerance) << formulation << " " << integrator;
    }
}

TEST(Samples, CutStepsDoNotSpoilTheStepSize) {
  const System system = closed_form();
  for (const auto& [formulation, integrator] : adaptive_pairings()) {
    RunRequest r = request(formulation, integrator);
    r.duration = 5.0;
    r.tolerance = 1e-9;
    r.samples = 1;
    const auto few = run(system, r).summary;
    r.samples = 40;
    const auto many = run(system, r).summary;
    // each of the 40 times may cost one short step; a tenth is for what the cuts change in the sequence
    EXPECT_LE(static_cast<double>(many.steps), 1.1 * static_cast<double>(few.steps) + 40) << integrator;
    EXPECT_LE(many.refused_steps, few.refused_steps + 8) << integrator;  // one in five
  }
}

}  // namespace
}  // namespace rheon::test
