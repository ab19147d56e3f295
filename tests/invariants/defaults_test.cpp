// The defaults of every formulation serve from 10 ms to 10 us on every example: no gain, penalty or tolerance to set.
#include <gtest/gtest.h>

#include <algorithm>

#include "rheon/sim/stepper.hpp"
#include "support/reference.hpp"

namespace rheon::test {
namespace {

class Defaults : public ::testing::TestWithParam<std::tuple<std::string, double>> {};

TEST_P(Defaults, ServeEveryFormulation) {
  const auto& [model, h] = GetParam();
  const System system = load_system(model);
  for (const auto& f : formulations()) {
    if (!objection(system, f).empty()) continue;
    RunRequest r = request(std::string(f.name));
    r.step = h;
    r.duration = std::min(2.0, 500 * h);
    r.samples = 50;
    const Results results = run(system, r);
    ASSERT_EQ(results.summary.ending, Ending::completed) << f.name << ": " << results.summary.message;
    EXPECT_EQ(results.summary.refused_steps, 0) << f.name;
    for (const std::string& note : results.summary.notes)
      EXPECT_EQ(note.find("trusted"), std::string::npos) << f.name << ": " << note;
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Defaults,
                         ::testing::Combine(::testing::Values("pendulum", "two_masses", "pursuit", "rolling_wheel"),
                                            ::testing::Values(1e-2, 1e-3, 1e-4, 1e-5)));

}  // namespace
}  // namespace rheon::test
