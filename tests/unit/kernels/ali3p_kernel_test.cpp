// The step of ali3p by machine code against the same step by general programs and solvers.
#include <gtest/gtest.h>

#include <algorithm>

#include "formulations/ali3p_step.hpp"
#include "newton/newton_step.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/sim/initial.hpp"
#include "support/allocations.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

constexpr double h = 2e-3;

OptionValues options(const std::vector<Setting>& settings = {}) {
  Problems problems;
  const OptionValues values = OptionValues::resolve(find_formulation("ali3p").options, settings, problems);
  problems.throw_if_any();
  return values;
}

State start(const System& system, StepForm& form) {
  State s = find_initial_state(system).state;
  EXPECT_TRUE(form.start(s));
  return s;
}

/// Newton iterations end at 1e-10 of the step's displacement, about h v. Velocities have that divided by h/2, over 40 steps at
/// most 1e-8 of them; accelerations, and reactions with them, divided by h^2/4: 2e-7 at h = 2e-3.
void expect_close(const State& a, const State& b) {
  const auto compare = [&](const Vec& x, const Vec& y, double tolerance, const char* what) {
    if (x.size() == 0) return;
    EXPECT_LE((x - y).cwiseAbs().maxCoeff(), tolerance * (1.0 + x.cwiseAbs().maxCoeff())) << what;
  };
  compare(a.q, b.q, 1e-8, "q");
  compare(a.v, b.v, 1e-8, "v");
  compare(a.a, b.a, 2e-7, "a");
  compare(a.lambda, b.lambda, 2e-7, "lambda");
  // the driving power has accelerations and reactions, times velocities
  const auto powers = [](const State& s) { return Vec{{s.power.applied, s.power.friction, s.power.driving}}; };
  compare(powers(a), powers(b), 2e-7 * (1.0 + a.v.cwiseAbs().maxCoeff()), "power");
}

struct KernelCase {
  std::string model;
  std::string option = "", value = "";
  std::vector<Setting> settings() const {
    return option.empty() ? std::vector<Setting>{} : std::vector<Setting>{{option, value, {}}};
  }
};

std::string name_of(const ::testing::TestParamInfo<KernelCase>& test) {
  std::string name = test.param.model + test.param.option + test.param.value;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class Ali3pKernelStep : public ::testing::TestWithParam<KernelCase> {};

TEST_P(Ali3pKernelStep, AgreesWithTheGeneralSolver) {
  const System system = load_system(GetParam().model);
  Ali3pStep fast(system, options(GetParam().settings())), general(system, options(GetParam().settings()), false);
  State by_fast = start(system, fast), by_general = by_fast, next = by_fast;
  for (int k = 0; k < 40; ++k) {
    ASSERT_TRUE(newton_step(fast, {}, by_fast, h, next));
    EXPECT_TRUE(fast.by_kernel()) << k;
    std::swap(by_fast, next);
    ASSERT_TRUE(newton_step(general, {}, by_general, h, next));
    EXPECT_FALSE(general.by_kernel());
    std::swap(by_general, next);
    EXPECT_NEAR(fast.projected_energy(), general.projected_energy(),
                1e-10 * (1.0 + std::abs(general.projected_energy())));
  }
  expect_close(by_general, by_fast);
}

INSTANTIATE_TEST_SUITE_P(Models, Ali3pKernelStep,
                         ::testing::Values(KernelCase{"pendulum"}, KernelCase{"moving_pivot"},
                                           KernelCase{"rolling_wheel"}, KernelCase{"bricard"},
                                           KernelCase{"four_bar_windows_1"}, KernelCase{"spring_four_bar"},
                                           KernelCase{"andrews"}, KernelCase{"governor"}, KernelCase{"bicycle"},
                                           KernelCase{"elastic_crank"}, KernelCase{"quick_return"},
                                           KernelCase{"pursuit"}, KernelCase{"rolling_wheel", "reactions", "velocity"},
                                           KernelCase{"governor", "reactions", "velocity"},
                                           KernelCase{"pendulum", "full-tangent", "false"}),
                         name_of);

/// A row that is taken for one that follows from the others, and does not: the step must see it and meet it all the same.
class Ali3pNeededRow : public ::testing::TestWithParam<std::string> {};

TEST_P(Ali3pNeededRow, IsMetThoughMarkedAsLeftOut) {
  const System system = load_system(GetParam());
  const int rows = system.layout().rows();
  for (int row = 0; row < rows; ++row) {
    Ali3pStep marked(system, options()), general(system, options(), false);
    State s = start(system, marked), with = s, without = s;
    Ali3pLeftOut& left_out = s.memory.as<Ali3pMemory>().left_out;
    ASSERT_FALSE(left_out.any());
    left_out.projections.add(row);
    if (row < system.layout().nphi) left_out.corrections.add(row);
    ASSERT_TRUE(newton_step(marked, {}, s, h, with));
    EXPECT_FALSE(marked.by_kernel()) << system.describe_row(row);
    const long long before = allocations();
    ASSERT_TRUE(newton_step(marked, {}, s, h, with));
    EXPECT_EQ(allocations(), before);
    ASSERT_TRUE(newton_step(general, {}, s, h, without));
    expect_close(without, with);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Ali3pNeededRow, ::testing::Values("pendulum", "andrews", "pursuit", "governor"));

TEST(Ali3pKernel, IsNotMadeForWhatItCannotDo) {
  const System nonlinear = load_system("appell_hamel_nonlinear");
  Ali3pStep step(nonlinear, options());
  State s = start(nonlinear, step), next = s;
  ASSERT_TRUE(newton_step(step, {}, s, h, next));
  EXPECT_FALSE(step.by_kernel());
  const System pendulum = load_system("pendulum");
  Ali3pStep tangent(pendulum, options({{"projection-weight", "tangent", {}}}));
  s = start(pendulum, tangent), next = s;
  ASSERT_TRUE(newton_step(tangent, {}, s, h, next));
  EXPECT_FALSE(tangent.by_kernel());
}

}  // namespace
}  // namespace rheon::test
