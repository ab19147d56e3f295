#include "model/exchange_states.hpp"

#include <gtest/gtest.h>

namespace rheon {
namespace {

struct CountMemory {
  int count = 0;
  static void fields(auto&& field, auto&... m) { field("count", any_number, m.count...); }
};

/// Every part of it different for another x.
State state_of(double x) {
  State s;
  s.t = x + 1;
  s.side = x + 2;
  s.n = static_cast<std::int64_t>(x) + 3;
  int k = 4;
  for (Vec* part : {&s.q, &s.v, &s.a, &s.lambda, &s.z, &s.anchors}) *part = Vec::Constant(2, x + k++);
  s.memory = Memory(CountMemory{static_cast<int>(x)});
  s.h = x + 10;
  s.error = x + 11;
  s.power = {x + 12, x + 13, x + 14};
  s.work = {x + 15, x + 16, x + 17};
  s.energy_constraint = x + 18;
  s.energy_start = x + 19;
  s.energy_projected = x + 20;
  return s;
}

void expect_equal(const State& s, const State& expected) {
  EXPECT_EQ(s.t, expected.t);
  EXPECT_EQ(s.side, expected.side);
  EXPECT_EQ(s.n, expected.n);
  for (Vec State::*part : {&State::q, &State::v, &State::a, &State::lambda, &State::z, &State::anchors})
    EXPECT_EQ(s.*part, expected.*part);
  EXPECT_EQ(s.memory.as<CountMemory>().count, expected.memory.as<CountMemory>().count);
  EXPECT_EQ(s.h, expected.h);
  EXPECT_EQ(s.error, expected.error);
  for (Works State::*part : {&State::power, &State::work}) {
    EXPECT_EQ((s.*part).applied, (expected.*part).applied);
    EXPECT_EQ((s.*part).friction, (expected.*part).friction);
    EXPECT_EQ((s.*part).driving, (expected.*part).driving);
  }
  EXPECT_EQ(s.energy_constraint, expected.energy_constraint);
  EXPECT_EQ(s.energy_start, expected.energy_start);
  EXPECT_EQ(s.energy_projected, expected.energy_projected);
}

TEST(ExchangeStates, ExchangesEveryPart) {
  State one = state_of(100), other = state_of(200);
  const double* const numbers = one.q.data();
  exchange_states(one, other);
  expect_equal(one, state_of(200));
  expect_equal(other, state_of(100));
  EXPECT_EQ(other.q.data(), numbers);  // nothing is copied
}

TEST(IndexList, CopiesWhatIsInUse) {
  IndexList from(9, 4), to(9, 4), shorter(5, 2);
  from.set(std::vector<int>{7, 3});
  to.set(std::vector<int>{1, 2, 5, 8});
  to = from;
  EXPECT_EQ(to, from);
  EXPECT_EQ(to.most(), 4);
  to.add(4);  // the room is still there
  EXPECT_EQ(to.size(), 3);
  shorter = from;
  EXPECT_EQ(shorter, from);
  EXPECT_EQ(shorter.of(), 9);
  EXPECT_EQ(shorter.most(), 4);
}

}  // namespace
}  // namespace rheon
