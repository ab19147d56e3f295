// A mechanism at rest stays there: convergence must not be measured against a motion that is round-off itself.
#include <gtest/gtest.h>

#include "rheon/formulations/kind.hpp"
#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

class Rest : public testing::TestWithParam<std::string> {};

// The wheel stands on the ground until it is pushed at 1.5 s; velocity-level rows, one of them redundant.
TEST_P(Rest, TheWheelStandsStill) {
  const System system = load_system("rolling_wheel");
  const FormulationKind& kind = find_formulation(GetParam());
  try {
    check_pairing(system, kind, find_integrator(kind.default_integrator));
  } catch (const UsageError&) {
    GTEST_SKIP() << "does not take on velocity-level constraints";
  }
  RunRequest r = request(GetParam());
  r.step = 5e-3;
  r.duration = 1.0;
  const Results results = run(system, r);
  ASSERT_EQ(results.summary.ending, Ending::completed) << results.summary.message;
  // 200 steps, each of which may move a coordinate by the round-off of one of size 1 over a few terms
  for (const char* name : {"x", "y"}) EXPECT_NEAR(results.column(name).back(), 0.0, 200 * 16 * 2.3e-16) << name;
  EXPECT_NEAR(results.column("f_n").back(), 2.5467 * 9.81, 1e-9);  // weight; forces carry round-off over h^2
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const FormulationKind& kind : formulations()) all.emplace_back(kind.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Formulations, Rest, testing::ValuesIn(names()), [](const auto& test) {
  std::string name = test.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

}  // namespace
}  // namespace rheon::test
