// Error control of step forms by quadrature: errors in proportion to the tolerance, steps as many as the order wants,
// switching times, and the estimate itself against the true error of a step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/integrators/kind.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

struct Method {
  const char* formulation;
  const char* integrator;
  int order;
};

constexpr Method methods[] = {{"ali3p", "trapezoidal", 2}, {"ali3p", "gauss4", 4}, {"lagrange-index2", "gauss4", 4}};

struct Problem {
  const char* model;
  const char* reference;
  double duration;
  std::vector<std::pair<const char*, const char*>> columns;
};

/// With a rod, a moving pivot (rows that contain time), velocity-level rows, nonlinear ones, redundant ones, and springs.
const Problem problems[] = {
    {"pendulum", "c_simple_pendulum", 2.0, {{"x", "x"}, {"y'", "vy"}}},
    {"moving_pivot", "c_pendulum_moving_pivot", 2.0, {{"x", "x"}, {"y'", "vy"}}},
    {"pursuit", "s000_ex2_pursuit", 5.0, {{"xA", "xA"}, {"yA'", "vyA"}}},
    {"constant_speed", "c_constant_speed_particle", 1.0, {{"x", "x"}, {"y'", "vy"}}},
    {"compound_pendulum", "s003_spherical_compound_pendulum", 2.0, {{"x2", "x2"}, {"z2'", "vz2"}}},
    {"car_axis", "ivp_car_axis", 1.0, {{"xr", "xr"}, {"yr'", "vyr"}}}};

struct Outcome {
  double error;
  long long steps;
};

Outcome controlled(const Problem& p, const Method& m, double tolerance) {
  const System system = load_system(p.model);
  const Table reference = load_reference(p.reference);
  RunRequest r = request(m.formulation, m.integrator);
  r.tolerance = tolerance;
  const double interval = reference["t"][1];
  r.samples = static_cast<int>(p.duration / interval + 0.5);
  r.duration = r.samples.value() * interval;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  double worst = 0.0;
  for (const auto& [name, column] : p.columns) {
    const auto values = channel(results, name);
    for (std::size_t i = 0; i < values.size(); ++i) worst = std::max(worst, std::abs(values[i] - reference[column][i]));
  }
  return {worst, results.summary.steps};
}

// The end goes on without the error found, so that its order p + 1 makes errors proportional to the tolerance that is met
// with steps of tolerance^(1/(p + 1)). Over three decades:
TEST(ErrorControl, ErrorsAreInProportionToTheTolerance) {
  for (const Method& m : methods)
    for (const Problem& p : problems) {
      const Outcome loose = controlled(p, m, 1e-6), tight = controlled(p, m, 1e-9);
      const std::string where = std::string(p.model) + " " + m.formulation + " " + m.integrator;
      const double error_slope = std::log10(loose.error / tight.error) / 3.0;
      const double step_slope = std::log10(static_cast<double>(tight.steps) / static_cast<double>(loose.steps)) / 3.0;
      EXPECT_GT(error_slope, 0.8) << where;
      EXPECT_LT(error_slope, 1.3) << where;
      // fewer than in the limit where the first steps, chosen without an estimate, are a part of a few dozen
      EXPECT_LT(step_slope, 1.0 / (m.order + 1) + 0.02) << where;
      EXPECT_GT(step_slope, 0.7 / (m.order + 1)) << where;
    }
}

// One step from a point of the motion; its error against the reference itself, as the estimate at tolerances of one.
TEST(ErrorControl, TheEstimateIsTheErrorOfTheStep) {
  const System system = load_system("moving_pivot");
  const Table reference = load_reference("c_pendulum_moving_pivot");
  constexpr std::size_t row = 30;
  const double h = reference["t"][1];
  for (const char* integrator : {"newmark", "trapezoidal"}) {
    const auto& f = find_formulation("ali3p");
    const auto& i = find_integrator(integrator);
    Problems none;
    const auto stepper = make_stepper(system, f, i, OptionValues::resolve(stepper_options(f, i), {}, none));
    State from = find_initial_state(system).state;
    from.t = reference["t"][row];
    from.q << reference["x"][row], reference["y"][row];
    from.v << reference["vx"][row], reference["vy"][row];
    ASSERT_TRUE(stepper->start(from));
    State plain = from, better = from;
    ASSERT_TRUE(stepper->step(from, h, plain).status);
    stepper->set_tolerance(1e-300, 1.0);  // the estimate is relative to one unit of everything
    const StepReport report = stepper->step(from, h, better);
    ASSERT_TRUE(report.status);
    const auto error = [&](const State& s) {
      return std::max({std::abs(s.q[0] - reference["x"][row + 1]), std::abs(s.q[1] - reference["y"][row + 1]),
                       std::abs(s.v[0] - reference["vx"][row + 1]), std::abs(s.v[1] - reference["vy"][row + 1])});
    };
    // to leading order; the next is about h times the frequency of the motion, some 4 1/s, at 50 ms
    EXPECT_NEAR(report.error / error(plain), 1.0, 0.2) << integrator;
    EXPECT_LT(error(better), 0.2 * error(plain)) << integrator;
  }
}

// The load of the wheel ends at 1.5 s: until then y = a t^2/2, afterwards its speed stays. Steps across would show.
TEST(ErrorControl, StepsEndWhereLoadsSwitch) {
  const System system = load_system("rolling_wheel");
  ASSERT_FALSE(system.switching_times().empty());
  for (const Method& m : methods) {
    RunRequest r = request(m.formulation, m.integrator);
    r.tolerance = 1e-7;
    r.duration = 3.0;
    Simulation simulation(system, r);
    std::vector<double> ends;
    while (!simulation.done()) {
      ASSERT_TRUE(simulation.step());
      ends.push_back(simulation.state().t);
    }
    for (const double t : system.switching_times())
      EXPECT_TRUE(t >= 3.0 || std::count(ends.begin(), ends.end(), t) == 1) << m.integrator << " " << t;
  }
}

TEST(ErrorControl, IsOfferedWhereStepsEstimateTheirError) {
  const auto has = [](const char* f, const char* i) {
    return has_error_control(find_formulation(f), find_integrator(i));
  };
  EXPECT_TRUE(has("ali3p", "trapezoidal"));
  EXPECT_TRUE(has("ali3p", "gauss4"));
  EXPECT_TRUE(has("lagrange", "dopri5"));
  EXPECT_FALSE(has("lagrange", "trapezoidal"));
  EXPECT_FALSE(has("lagrange-index3", "trapezoidal"));
  EXPECT_FALSE(has("ali3p", "hht"));
  EXPECT_FALSE(has("ali3p", "dopri5"));
}

/// Rows between the steps of a stiff model: springs of the governor against those of an explicit method at a tolerance that
/// resolves their swing. Steps of gauss4 end within 2e-5 m/s of it, rows may add what a cubic misses.
TEST(ErrorControl, RowsOfStiffModelsAreCloseToTheSteps) {
  const System system = load_system("governor");
  RunRequest fine = request("lagrange", "dop853");
  fine.tolerance = 1e-10;
  fine.duration = 0.2;
  fine.samples = 40;
  RunRequest coarse = fine;
  coarse.formulation = "ali3p";
  coarse.integrator = "gauss4";
  coarse.tolerance = 1e-4;
  const Results right = run(system, fine), found = run(system, coarse);
  ASSERT_EQ(right.rows(), found.rows());
  EXPECT_LT(max_difference(right.column("S.z'"), found.column("S.z'")), 1e-3);
}

// Nothing in the motion limits the steps: a coordinate is driven with constant speed against a load that swings. Its work is
// int 5 sin(50 t)^2 dt = 5/2 (t - sin(100 t)/100), and the drive does the opposite.
TEST(ErrorControl, SeesWorksOfLoadsOnDrivenCoordinates) {
  const System system(
      read_model_text("rheon: 1\ncoordinates: [x]\nkinetic: 1/2*x'^2\nforces: {x: 5*sin(50*t)^2}\n"
                      "constraints: {drive: x - t = 0}\ninitial: {x: 0}\n",
                      "driven.yaml"));
  int tried = 0;
  for (const auto& f : formulations())
    for (const auto& i : integrators()) {
      if (!has_error_control(f, i)) continue;
      RunRequest r = request(std::string(f.name), std::string(i.name));
      r.tolerance = 1e-5;
      r.duration = 1.0;
      const Results results = run(system, r);
      ASSERT_EQ(results.summary.ending, Ending::completed) << f.name << " " << i.name << results.summary.message;
      const double work = 2.5 * (1.0 - std::sin(100.0) / 100.0);
      // the estimate of each step is at most 1e-5 (1 + W), of which some hundred add up with changing signs
      EXPECT_NEAR(results.summary.work.applied, work, 1e-3) << f.name << " " << i.name;
      EXPECT_NEAR(results.summary.work.driving, -work, 1e-3) << f.name << " " << i.name;
      ++tried;
    }
  EXPECT_GT(tried, 10);
}

}  // namespace
}  // namespace rheon::test
