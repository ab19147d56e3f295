// Calls that several programs make are made once, and give the bits that they gave in each.
#include "code/shared_calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "code/executable.hpp"
#include "unit/code/programs.hpp"

namespace rheon::code {
namespace {

std::size_t calls_of(const Program& program) {
  std::size_t count = 0;
  for (const Instruction& i : program) count += is_call(i.op);
  return count;
}

TEST(SharedCalls, AreMadeOnceForAllPrograms) {
  const auto angle_of = [](Program& p) { return p.mul(p.constant(2.0), p.load(in_base, 0)); };
  Program first, second;
  const auto [s, c] = first.sine_and_cosine(&both, angle_of(first));
  first.store(out_base, 0, first.mul(s, c));
  second.store(out_base, 0, second.sine_and_cosine(&both, angle_of(second)).second);
  second.store(out_base, 1, second.call(&tripled, second.load(in_base, 5)));  // not of what stays
  int results = 0;
  SharedCalls shared(1, 6, results);
  shared.take_out(first);
  shared.take_out(second);
  EXPECT_EQ(results, 2);
  EXPECT_EQ(calls_of(shared.program()), 1u);
  EXPECT_EQ(calls_of(first), 0u);
  EXPECT_EQ(calls_of(second), 1u);
  std::vector<double> in{0.3, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0}, found(2), out(2);
  carry_out(shared.program(), in, found);
  std::copy(found.begin(), found.end(), in.begin() + 6);
  carry_out(first, in, out);
  EXPECT_EQ(out[0], std::sin(0.6) * std::cos(0.6));
  carry_out(second, in, out);
  EXPECT_EQ(out[0], std::cos(0.6));
  EXPECT_EQ(out[1], 21.0);
}

TEST(SharedCalls, TakenOutLeaveTheBitsAsTheyAre) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(0.1, 2.0);
  const double object = 1.25;
  for (const int size : {30, 300, 3000}) {
    Program program = random_program(random, size, &object, 20);
    std::vector<double> in(40), expected(60000, 0.5), out(60000, 0.5);
    for (double& x : in) x = number(random);
    carry_out(program, in, expected);
    const std::size_t before = calls_of(program);
    int results = 0;
    SharedCalls few(4, 40, results), more(30, 40, results);
    few.take_out(program);
    more.take_out(program);
    EXPECT_LT(calls_of(program), before);
    in.resize(40 + static_cast<std::size_t>(results));
    const Executable code(program);
    for (const SharedCalls* shared : {&few, &more}) {
      const Executable calls(shared->program());
      if (shared->empty()) continue;
      std::vector<double> work(calls.work_size());
      calls.run(in.data(), in.data() + 40, work.data());
    }
    std::vector<double> work(code.work_size());
    code.run(in.data(), out.data(), work.data());
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (std::isnan(expected[k]) && std::isnan(out[k])) continue;  // the sign of such is nobody's business
      ASSERT_EQ(std::bit_cast<std::uint64_t>(out[k]), std::bit_cast<std::uint64_t>(expected[k])) << size << ' ' << k;
    }
  }
}

}  // namespace
}  // namespace rheon::code
