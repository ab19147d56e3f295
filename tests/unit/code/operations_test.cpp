// Every operation of a program, and every two of which the second takes what the first gives: executors may join such pairs.
// Expected is what plain C++ makes of the same numbers.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "code/executable.hpp"

namespace rheon::code {
namespace {

struct Arithmetic {
  std::string name;
  double (*value)(double a, double b);
  Ref (*write)(Program& p, Ref a, Ref b);
};

const Arithmetic all_arithmetic[] = {
    {"add", [](double a, double b) { return a + b; }, [](Program& p, Ref a, Ref b) { return p.add(a, b); }},
    {"sub", [](double a, double b) { return a - b; }, [](Program& p, Ref a, Ref b) { return p.sub(a, b); }},
    {"mul", [](double a, double b) { return a * b; }, [](Program& p, Ref a, Ref b) { return p.mul(a, b); }},
    {"div", [](double a, double b) { return a / b; }, [](Program& p, Ref a, Ref b) { return p.div(a, b); }},
    {"max", [](double a, double b) { return a > b ? a : b; }, [](Program& p, Ref a, Ref b) { return p.max(a, b); }},
    {"neg", [](double a, double) { return -a; }, [](Program& p, Ref a, Ref) { return p.neg(a); }},
    {"abs", [](double a, double) { return std::abs(a); }, [](Program& p, Ref a, Ref) { return p.abs(a); }},
    {"sqrt", [](double a, double) { return std::sqrt(a); }, [](Program& p, Ref a, Ref) { return p.sqrt(a); }},
};

constexpr double infinite = std::numeric_limits<double>::infinity();
// with products that a fused multiplication and addition would not round: 1 + 2^-52 times itself
const double numbers[] = {0.0,    -0.0,     1.5,       -2.25, 1.0 + std::numeric_limits<double>::epsilon(), -1.0,
                          1e-310, infinite, -infinite, 1e308, std::numeric_limits<double>::quiet_NaN()};

class Pairs : public ::testing::TestWithParam<Executor> {};

TEST_P(Pairs, OfOperationsGiveTheBitsOfPlainArithmetic) {
#if defined(__x86_64__) && defined(__linux__)
  const bool has_machine_code = __builtin_cpu_supports("avx") != 0;
#else
  const bool has_machine_code = false;
#endif
  if (GetParam() == Executor::machine_code && !has_machine_code) GTEST_SKIP() << "this processor has no machine code";
  for (const Arithmetic& first : all_arithmetic)
    for (const Arithmetic& second : all_arithmetic)
      for (const bool in_front : {true, false}) {
        SCOPED_TRACE(first.name + ", " + second.name + (in_front ? " of it" : " with it behind"));
        Program p;
        const Ref x = p.load(in_base, 0), y = p.load(in_base, 1), z = p.load(in_base, 2);
        const Ref r = first.write(p, x, y);
        p.store(out_base, 0, in_front ? second.write(p, r, z) : second.write(p, z, r));
        const Executable code(p, std::numeric_limits<std::size_t>::max(), GetParam());
        ASSERT_EQ(code.executed_by(), GetParam());
        std::vector<double> work(code.work_size());
        for (const double a : numbers)
          for (const double b : numbers)
            for (const double c : numbers) {
              const double in[] = {a, b, c}, before = first.value(a, b);
              const double expected = in_front ? second.value(before, c) : second.value(c, before);
              double out = 0.5;
              code.run(in, &out, work.data());
              if (std::isnan(expected) && std::isnan(out)) continue;
              ASSERT_EQ(std::bit_cast<std::uint64_t>(out), std::bit_cast<std::uint64_t>(expected))
                  << a << ", " << b << ", " << c << ": " << out << " instead of " << expected;
            }
      }
}

INSTANTIATE_TEST_SUITE_P(Executable, Pairs, ::testing::Values(Executor::interpreter, Executor::machine_code),
                         [](const auto& i) {
                           return std::string(i.param == Executor::interpreter ? "interpreted" : "machine_code");
                         });

}  // namespace
}  // namespace rheon::code
