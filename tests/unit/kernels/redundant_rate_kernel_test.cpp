// Rows left out of the elimination against all rows with a penalty.
#include "kernels/redundant_rate_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "constraints/index1.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/allocations.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

/// Passes with a penalty end at round-off of their residuals, which the least norm of nearly singular systems amplifies.
constexpr double agreed = 1e-9;

void expect_close(const Vec& x, const Vec& y) {
  EXPECT_LE((x - y).cwiseAbs().maxCoeff(), agreed * (1.0 + y.cwiseAbs().maxCoeff()));
}

constexpr double h = 2e-3;

std::unique_ptr<Stepper> stepper_for(const System& system, const char* integrator) {
  const FormulationKind& f = find_formulation("lagrange");
  const IntegratorKind& i = find_integrator(integrator);
  Problems problems;
  const auto values = OptionValues::resolve(stepper_options(f, i), {}, problems);
  problems.throw_if_any();
  return make_stepper(system, f, i, values);
}

State on_the_way(const System& system) {
  State s = find_initial_state(system).state;
  const auto stepper = stepper_for(system, "rk4");
  EXPECT_TRUE(stepper->start(s));
  State next = s;
  for (int k = 0; k < 50; ++k) {
    EXPECT_TRUE(stepper->step(s, h, next).status);
    std::swap(s, next);
  }
  return s;
}

class RedundantRows : public ::testing::TestWithParam<std::string> {};

TEST_P(RedundantRows, GiveAccelerationsAndReactionsOfLeastNorm) {
  const System system = load_system(GetParam());
  State s = on_the_way(system);
  const memory_parts::MemoryField how = s.memory.pack().front();
  EXPECT_EQ(how.name, "dependence");
  EXPECT_EQ(how.wholes, std::vector<int>{3}) << "rows are left out";
  Index1 general(system);
  bool dependent = false;
  ASSERT_TRUE(general.find_dependence(s, dependent));
  ASSERT_TRUE(dependent);
  const std::vector<int> rows = general.dependent_rows();
  ASSERT_FALSE(rows.empty());
  RedundantRateKernel kernel(system, rows);
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(kernel.follow(s));
  State by_kernel = s;
  std::vector<double> motion(static_cast<std::size_t>(system.model().inputs.a(0)));
  gather_motion(s, motion.data());
  ASSERT_TRUE(kernel.run(motion.data(), by_kernel.a.data(), by_kernel.lambda.data()));
  general.expect_dependent(true);
  ASSERT_TRUE(general.solve(s));
  expect_close(by_kernel.a, s.a);
  expect_close(by_kernel.lambda, s.lambda);
}

TEST_P(RedundantRows, NeedNoMemoryInAStep) {
  const System system = load_system(GetParam());
  State s = find_initial_state(system).state, next = s;
  const auto stepper = stepper_for(system, "dop853");
  ASSERT_TRUE(stepper->start(s));
  next = s;
  for (int k = 0; k < 10; ++k) {
    const long long before = allocations();
    ASSERT_TRUE(stepper->step(s, h, next).status);
    if (k > 0) {
      EXPECT_EQ(allocations(), before) << k;
    }
    std::swap(s, next);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, RedundantRows, ::testing::Values("bricard"));

/// A row that is needed is not taken for one that follows.
TEST(RedundantRateKernel, SeesARowThatIsNeeded) {
  for (const char* model : {"pendulum", "andrews", "bricard"}) {
    const System system = load_system(model);
    State s = find_initial_state(system).state;
    Index1 general(system);
    bool dependent = false;
    ASSERT_TRUE(general.find_dependence(s, dependent));
    const std::vector<int> rows = general.dependent_rows();
    for (int row = 0; row < system.layout().rows(); ++row) {
      if (std::find(rows.begin(), rows.end(), row) != rows.end()) continue;
      std::vector<int> marked = rows;
      marked.push_back(row);
      RedundantRateKernel kernel(system, marked);
      ASSERT_TRUE(kernel) << model;
      EXPECT_FALSE(kernel.follow(s)) << model << " " << system.describe_row(row);
    }
  }
}

}  // namespace
}  // namespace rheon::test
