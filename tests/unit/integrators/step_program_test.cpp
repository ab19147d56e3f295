// Explicit steps as one program against the same steps stage by stage: the same bits.
#include "integrators/step_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "integrators/explicit_runge_kutta.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/sim/initial.hpp"
#include "support/allocations.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

std::unique_ptr<RateForm> make_lagrange(const System& system) {
  Problems problems;
  const OptionValues values = OptionValues::resolve(find_formulation("lagrange").options, {}, problems);
  problems.throw_if_any();
  return find_formulation("lagrange").make_rate(system, values);
}

/// Hides that a form takes part in programs.
class Plain final : public RateForm {
 public:
  explicit Plain(std::unique_ptr<RateForm> form) : form_(std::move(form)) {}
  Index added_state() const override { return form_->added_state(); }
  bool added_state_acts() const override { return form_->added_state_acts(); }
  Memory make_memory() const override { return form_->make_memory(); }
  Status update_memory(State& s) override { return form_->update_memory(s); }
  Status rate(State& s, Rates& rates) override { return form_->rate(s, rates); }
  Counters counters() const override { return form_->counters(); }

 private:
  std::unique_ptr<RateForm> form_;
};

void expect_same(const State& a, const State& b) {
  EXPECT_EQ(a.t, b.t);
  EXPECT_TRUE(a.q == b.q);
  EXPECT_TRUE(a.v == b.v);
  EXPECT_TRUE(a.a == b.a);
  EXPECT_TRUE(a.lambda == b.lambda);
  EXPECT_EQ(a.work.total(), b.work.total());
}

struct StepCase {
  std::string model, integrator;
  bool one_program = true;  ///< is the step made as a whole?
  double h = 2e-3;
};

std::string name_of(const ::testing::TestParamInfo<StepCase>& test) {
  std::string name = test.param.model + "_" + test.param.integrator;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class StepByProgram : public ::testing::TestWithParam<StepCase> {};

TEST_P(StepByProgram, GivesTheBitsOfStages) {
  const System system = load_system(GetParam().model);
  const auto form = make_lagrange(system);
  Plain plain(make_lagrange(system));
  const Tableau& tableau = *find_integrator(GetParam().integrator).tableau;
  const Layout& n = system.layout();
  const StepProgram program(system, dynamic_cast<CodedRate&>(*form), tableau, n.nq + n.nv);
  EXPECT_EQ(static_cast<bool>(program), GetParam().one_program);

  ExplicitRungeKutta whole(system, *form, tableau), stages(system, plain, tableau);
  State a = find_initial_state(system).state;
  a.memory = form->make_memory();
  State b = a;
  ASSERT_TRUE(form->update_memory(a));
  ASSERT_TRUE(whole.complete(a));
  ASSERT_TRUE(plain.update_memory(b));
  ASSERT_TRUE(stages.complete(b));
  State next_a = a, next_b = a, sample_a = a, sample_b = a;
  for (int k = 0; k < 20; ++k) {
    const double h = GetParam().h * (1 + k % 3);
    const long long before = allocations();
    ASSERT_TRUE(whole.step(a, h, next_a));
    if (k > 0) {
      EXPECT_EQ(allocations(), before);
    }
    ASSERT_TRUE(stages.step(b, h, next_b));
    if (whole.error_order() > 0) {
      EXPECT_EQ(whole.error(a, next_a, 1e-6, 1e-6), stages.error(b, next_b, 1e-6, 1e-6));
      EXPECT_GT(whole.error(a, next_a, 1e-6, 1e-6), 0.0);
    }
    ASSERT_TRUE(whole.complete_end(a, next_a, k % 2 == 0));
    ASSERT_TRUE(stages.complete_end(b, next_b, k % 2 == 0));
    expect_same(next_a, next_b);
    if (whole.interpolates()) {
      ASSERT_TRUE(whole.interpolate(0.3, sample_a));
      ASSERT_TRUE(stages.interpolate(0.3, sample_b));
      expect_same(sample_a, sample_b);
    }
    std::swap(a, next_a);
    std::swap(b, next_b);
  }
  EXPECT_EQ(form->counters().evaluations, plain.counters().evaluations);
}

INSTANTIATE_TEST_SUITE_P(
    Models, StepByProgram,
    ::testing::Values(StepCase{"pendulum", "dop853"}, StepCase{"pendulum", "dopri5"}, StepCase{"pendulum", "rk4"},
                      StepCase{"pendulum", "bogacki-shampine"}, StepCase{"pendulum", "kutta-merson"},
                      StepCase{"pendulum", "explicit-midpoint"}, StepCase{"rolling_wheel", "dop853", false},
                      StepCase{"four_bar_windows_1", "dop853"}, StepCase{"andrews", "dop853", false, 1e-4},
                      StepCase{"four_bar_windows_40", "dopri5", false}, StepCase{"bricard", "dop853", false}),
    name_of);

/// Where rows come to depend on each other within the step, it is done stage by stage.
TEST(StepProgram, LeavesToOthersWhatItCannotDo) {
  const System system = load_system("pendulum");
  const auto form = make_lagrange(system);
  const Tableau& tableau = *find_integrator("rk4").tableau;
  const Layout& n = system.layout();
  StepProgram program(system, dynamic_cast<CodedRate&>(*form), tableau, n.nq + n.nv);
  ASSERT_TRUE(program);
  std::vector<double> rates(static_cast<std::size_t>(program.size()));
  State s = find_initial_state(system).state;
  EXPECT_TRUE(program.run(s, 1e-3, rates.data()));
  s.q.setZero();  // the gradient of the length vanishes
  s.v.setZero();
  EXPECT_FALSE(program.run(s, 0.0, rates.data()));
  s.q.setConstant(std::numeric_limits<double>::infinity());
  EXPECT_FALSE(program.run(s, 1e-3, rates.data()));
}

}  // namespace
}  // namespace rheon::test
