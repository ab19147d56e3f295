// Nothing that a state or error control holds is left out of saved states. A part that is added to State, Works or StepMemory
// does not compile here until it is filled and compared.
#include <gtest/gtest.h>

#include "rheon/sim/checkpoint.hpp"
#include "support/reference.hpp"

namespace rheon {
namespace {

using test::load_system;

std::vector<double*> numbers_of(Works& works) {
  auto& [applied, friction, driving] = works;
  return {&applied, &friction, &driving};
}

/// All but the number of the step and the memory.
std::vector<double*> numbers_of(State& s) {
  auto& [t, side, n, q, v, a, lambda, z, memory, anchors, h, error, power, work, constraint, start, projected] = s;
  std::vector<double*> all{&t, &side, &h, &error, &constraint, &start, &projected};
  for (Works* works : {&power, &work})
    for (double* x : numbers_of(*works)) all.push_back(x);
  for (Vec* part : {&q, &v, &a, &lambda, &z, &anchors})
    for (double& x : *part) all.push_back(&x);
  return all;
}

/// All but flags, counts and the state to go back to.
std::vector<double*> numbers_of(StepMemory& m) {
  auto& [length, since, counted_until, recoveries, may_exceed, too_short, since_look, last_look, at_switch, watch,
         origin] = m;
  auto& [on, start, long_step, speed, acceleration, explained, velocity] = watch;
  std::vector<double*> all{&length, &counted_until, &last_look, &start, &long_step, &speed, &acceleration, &explained};
  for (double& x : velocity) all.push_back(&x);
  return all;
}

template <class T>
void fill(T& part, double first) {
  for (double* x : numbers_of(part)) *x = first++;
}

template <class T>
void expect_equal(T& here, T& there) {
  const std::vector<double*> a = numbers_of(here), b = numbers_of(there);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_EQ(*a[k], *b[k]) << k;
}

TEST(StateParts, AreAllInSavedStates) {
  const System system = load_system("four_bar");
  RunRequest request;
  request.tolerance = 1e-6;
  request.duration = 1.0;
  SavedState saved = Simulation(system, request).save();
  ASSERT_TRUE(saved.control);
  State& s = saved.state;
  s.n = 17;
  s.z = Vec::Zero(2);
  s.anchors = Vec::Zero(system.model().inputs.na);
  fill(s, 1.25);
  StepMemory& m = *saved.control;
  m.watch.velocity = Vec::Zero(system.layout().nv);
  fill(m, 1001.25);
  m.since = 11;
  m.recoveries = 3;
  m.may_exceed_tolerance = true;
  m.too_short = 12;
  m.since_look = 13;
  m.watch.on = true;
  m.origin = s;
  m.origin.n = 5;
  fill(m.origin, 2001.25);

  SavedState loaded = load_state(save_state(saved), system);
  EXPECT_EQ(loaded.state.n, 17);
  expect_equal(s, loaded.state);
  ASSERT_TRUE(loaded.control);
  StepMemory& there = *loaded.control;
  expect_equal(m, there);
  EXPECT_EQ(there.since, 11);
  EXPECT_EQ(there.recoveries, 3);
  EXPECT_TRUE(there.may_exceed_tolerance);
  EXPECT_EQ(there.too_short, 12);
  EXPECT_EQ(there.since_look, 13);
  EXPECT_TRUE(there.watch.on);
  EXPECT_EQ(there.origin.n, 5);
  expect_equal(m.origin, there.origin);
}

}  // namespace
}  // namespace rheon
