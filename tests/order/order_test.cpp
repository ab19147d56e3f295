// Observed order of every formulation x integrator pair of the tables, in positions, velocities and reactions, on one
// problem of each constraint kind, against independent reference solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

using Columns = std::vector<std::pair<std::string, std::string>>;

struct Problem {
  std::string name, model, reference;
  double duration;
  Columns positions, velocities, reactions;
};

const std::vector<Problem>& problems() {
  static const std::vector<Problem> all{
      {"holonomic",
       "pendulum",
       "c_simple_pendulum",
       2.0,
       {{"x", "x"}, {"y", "y"}},
       {{"x'", "vx"}, {"y'", "vy"}},
       {{"lambda.rod", "lam"}}},
      {"rheonomic",
       "moving_pivot",
       "c_pendulum_moving_pivot",
       2.0,
       {{"x", "x"}, {"y", "y"}},
       {{"x'", "vx"}, {"y'", "vy"}},
       {{"lambda.rod", "lam"}}},
      {"redundant",
       "compound_pendulum",
       "s003_spherical_compound_pendulum",
       2.0,
       {{"x2", "x2"}, {"z2", "z2"}},
       {{"x2'", "vx2"}, {"z2'", "vz2"}},
       {{"F1x", "F1x"}, {"F2z", "F2z"}}},
      {"linear_velocity",
       "pursuit",
       "s000_ex2_pursuit",
       5.0,
       {{"xA", "xA"}, {"yA", "yA"}},
       {{"xA'", "vxA"}, {"yA'", "vyA"}},
       {{"fx", "RxA"}, {"fy", "RyA"}}},
      {"nonlinear_velocity",
       "constant_speed",
       "c_constant_speed_particle",
       1.0,
       {{"x", "x"}, {"y", "y"}},
       {{"x'", "vx"}, {"y'", "vy"}},
       {{"Rx", "Rx"}, {"Ry", "Ry"}}},
  };
  return all;
}

struct Errors {
  double positions = 0, velocities = 0, reactions = 0;
};

double largest(const Results& results, const Table& reference, const Columns& columns, int stride) {
  double worst = 0.0;
  for (const auto& [channel_name, column] : columns) {
    const auto values = channel(results, channel_name);
    for (std::size_t i = 0; i < values.size(); ++i)
      worst = std::max(worst, std::abs(values[i] - reference[column][i * static_cast<std::size_t>(stride)]));
  }
  return worst;
}

/// Largest errors on every `stride`-th row of the reference, with `steps` steps between two of them.
Errors errors(const System& system, const Problem& p, const Table& reference, RunRequest r, int steps, int stride = 1,
              double duration = 0.0) {
  const double interval = reference["t"][static_cast<std::size_t>(stride)];
  r.duration = duration > 0.0 ? duration : p.duration;
  r.samples = static_cast<int>(std::lround(*r.duration / interval));
  r.step = interval / steps;
  const Results results = run(system, r);
  EXPECT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  return {largest(results, reference, p.positions, stride), largest(results, reference, p.velocities, stride),
          largest(results, reference, p.reactions, stride)};
}

/// Slope of log error over log h by least squares; errors below the floor (round-off of the run and of the reference)
/// are left out.
double slope(const std::vector<double>& steps, const std::vector<double>& values, double floor = 2e-12) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (values[i] < floor) continue;
    const double x = std::log(1.0 / steps[i]), y = std::log(values[i]);
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  EXPECT_GE(n, 4) << "too few errors above the floor";
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

struct Pairing {
  std::string formulation, integrator;
  int order, reaction_order;  ///< 0: no convergence is claimed
};

std::vector<Pairing> pairings() {
  std::vector<Pairing> all;
  for (const auto& f : formulations())
    for (const auto& i : integrators())
      if (pairs(f, i)) {
        const ClaimedOrder claim = claimed_order(f, i);
        all.push_back({std::string(f.name), std::string(i.name), claim.motion, claim.reactions});
      }
  return all;
}

/// Step sizes coarse enough to stay above the floor, fine enough to be asymptotic: the grid on which errors are taken
/// (every `stride`-th row of the reference) and the numbers of steps per interval of it.
struct Grid {
  int stride;
  std::vector<double> steps;
  double duration = 0.0;  ///< 0: that of the problem
};

/// Order 8 falls from where terms of order 9 still matter to round-off within two decades; the grids lie between.
Grid grid_of_order_8(const Problem& p, const std::string& formulation) {
  if (p.name == "holonomic") return {20, {3, 4, 5, 6, 7, 8}, 5.0};
  if (p.name == "rheonomic") return {8, {3, 4, 5, 6, 7}};
  if (p.name == "redundant") return {5, {4, 5, 6, 7}, 3.0};
  // its term m'/m w makes the largest step less asymptotic than for the others
  if (p.name == "linear_velocity") return formulation == "np-ode" ? Grid{50, {6, 7, 8, 9, 10}} : Grid{25, {2, 3, 4, 5}};
  return {20, {5, 6, 7, 8, 9, 10}, 2.0};
}

Grid grid(const Problem& p, int order, const std::string& formulation, bool collocation) {
  if (order >= 8) return grid_of_order_8(p, formulation);
  // its errors are some hundred times smaller than those of explicit methods of the same order
  if (collocation && order == 4 && p.name == "linear_velocity") return {4, {1, 2, 3, 4, 6}};
  if (order <= 2) return {1, {4, 8, 16, 32, 64}};
  if (order <= 4) return p.name == "holonomic" ? Grid{1, {4, 8, 16, 32}} : Grid{1, {1, 2, 3, 4, 6, 8}};
  if (p.name == "linear_velocity") return {8, {1, 2, 3, 4}};
  if (p.name == "nonlinear_velocity") return {5, {3, 4, 5, 6}};
  return {1, {1, 2, 3, 4}};
}

class Order : public ::testing::TestWithParam<std::tuple<Pairing, Problem>> {};

TEST_P(Order, EqualsTheClaim) {
  const Pairing& pair = std::get<0>(GetParam());  // not a binding: clang's lambdas cannot use those
  const Problem& problem = std::get<1>(GetParam());
  const System system = load_system(problem.model);
  if (pair.order == 0 || !objection(system, find_formulation(pair.formulation)).empty()) GTEST_SKIP() << "not claimed";
  const Table reference = load_reference(problem.reference);
  std::vector<double> steps, q, v, f;
  const Grid g = grid(problem, pair.order, pair.formulation, find_integrator(pair.integrator).collocation != nullptr);
  for (const double k : g.steps) {
    const Errors e = errors(system, problem, reference, request(pair.formulation, pair.integrator), static_cast<int>(k),
                            g.stride, g.duration);
    steps.push_back(k);
    q.push_back(e.positions);
    v.push_back(e.velocities);
    f.push_back(e.reactions);
  }
  const auto expect_order = [&](const std::vector<double>& values, int order, const char* what) {
    if (order == 0) return;  // no convergence is claimed
    // few steps and few samples leave less round-off in runs of order 8
    const double p = slope(steps, values, pair.order >= 8 ? 5e-13 : 2e-12);
    EXPECT_GE(p, order - 0.1) << what << " " << ::testing::PrintToString(values);
    // Dormand and Prince made the terms of order 5 small: on the smooth pursuit the next ones still dominate where the
    // floor of round-off is reached, and the slope comes out above the claim
    const bool next_term_dominates = pair.integrator == "dopri5" && problem.name == "linear_velocity";
    const double above = next_term_dominates ? 2.5 : pair.order >= 8 ? 0.5 : 0.3;  // see grid_of_order_8
    EXPECT_LE(p, order + above) << what << " " << ::testing::PrintToString(values);
  };
  expect_order(q, pair.order, "positions");
  expect_order(v, pair.order, "velocities");
  expect_order(f, pair.reaction_order, "reactions");
}

INSTANTIATE_TEST_SUITE_P(Pairs, Order,
                         ::testing::Combine(::testing::ValuesIn(pairings()), ::testing::ValuesIn(problems())),
                         [](const auto& test) {
                           std::string name = std::get<0>(test.param).formulation + "_" +
                                              std::get<0>(test.param).integrator + "_" + std::get<1>(test.param).name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// The variant as printed in [Gonzalez2015] leaves the velocity-level reaction out of the Newton stage.
TEST(Ali3pAsPrinted, IsOfFirstOrderForVelocityConstraints) {
  const Problem& p = problems()[3];
  const System system = load_system(p.model);
  const Table reference = load_reference(p.reference);
  RunRequest r = request("ali3p");
  r.options.push_back({"velocity-reaction", "printed", {}});
  std::vector<double> steps{2, 4, 8, 16, 20}, q, f;
  for (const double k : steps) {
    const Errors e = errors(system, p, reference, r, static_cast<int>(k));
    q.push_back(e.positions);
    f.push_back(e.reactions);
  }
  EXPECT_NEAR(slope(steps, q), 1.0, 0.1);
  EXPECT_NEAR(slope(steps, f), 1.0, 0.1);
}

// Both weights of the projections and both recoveries keep the order (h = 0.0125 .. 0.00125 s).
TEST(Ali3pOptions, KeepSecondOrder) {
  const Problem& p = problems()[3];
  const System system = load_system(p.model);
  const Table reference = load_reference(p.reference);
  for (const auto& [name, value] :
       {std::pair{"projection-weight", "tangent"}, {"reactions", "velocity"}, {"full-tangent", "false"}}) {
    RunRequest r = request("ali3p");
    r.options.push_back({name, value, {}});
    std::vector<double> steps{2, 4, 8, 16, 20}, q, f;
    for (const double k : steps) {
      const Errors e = errors(system, p, reference, r, static_cast<int>(k));
      q.push_back(e.positions);
      f.push_back(e.reactions);
    }
    EXPECT_NEAR(slope(steps, q), 2.0, 0.1) << name;
    EXPECT_NEAR(slope(steps, f), 2.0, 0.1) << name;
  }
}

}  // namespace
}  // namespace rheon::test
