// Machine code against the same program carried out one instruction after the other in plain C++.
#include "code/native_code.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace rheon::code {
namespace {

double tripled(double a) { return 3.0 * a; }
double hypotenuse(double a, double b) { return std::hypot(a, b); }
double chosen(double a, double b, double c) { return a > 0.0 ? b : c; }
void both(double a, double* sine, double* cosine) {
  *sine = std::sin(a);
  *cosine = std::cos(a);
}
double with_object(const void* object, double a, double b, int n) {
  return *static_cast<const double*>(object) * a + n * b;
}

/// The meaning of a program.
void carry_out(const StraightLine& program, const std::vector<double>& in, std::vector<double>& out) {
  std::vector<double> value;
  std::vector<double> constants = program.constants();
  for (const Instruction& i : program.instructions()) {
    const auto a = [&] { return value[i.a]; };
    const auto b = [&] { return value[i.b]; };
    double x = 0.0;
    switch (i.op) {
      case Op::load: x = (i.base == in_base ? in : constants)[static_cast<std::size_t>(i.number)]; break;
      case Op::add: x = a() + b(); break;
      case Op::sub: x = a() - b(); break;
      case Op::mul: x = a() * b(); break;
      case Op::div: x = a() / b(); break;
      case Op::max: x = a() > b() ? a() : b(); break;
      case Op::neg: x = -a(); break;
      case Op::abs: x = std::abs(a()); break;
      case Op::sqrt: x = std::sqrt(a()); break;
      case Op::call1: x = tripled(a()); break;
      case Op::call2: x = hypotenuse(a(), b()); break;
      case Op::call3: x = chosen(a(), b(), value[i.c]); break;
      case Op::sine: x = std::sin(a()); break;
      case Op::cosine: x = std::cos(value[program.instructions()[i.a].a]); break;
      case Op::table: x = with_object(i.object, a(), b(), i.number); break;
      case Op::store: out[static_cast<std::size_t>(i.number)] = a(); break;
    }
    value.push_back(x);
  }
}

/// Operands from everywhere, near and far, so that registers run out and values are spilled and fetched.
StraightLine random_program(std::mt19937& random, int size, const double* object, int calls_percent) {
  StraightLine p;
  std::vector<Value> known;
  for (int k = 0; k < 40; ++k) known.push_back(p.load(in_base, k));
  known.push_back(p.constant(0.75));
  int outputs = 0;
  const auto pick = [&] { return known[random() % known.size()]; };
  for (int k = 0; k < size; ++k) {
    const Value a = pick(), b = random() % 8 == 0 ? a : pick();
    if (static_cast<int>(random() % 100) < calls_percent) {
      switch (random() % 5) {
        case 0: known.push_back(p.call(&tripled, a)); break;
        case 1: known.push_back(p.call(&hypotenuse, a, b)); break;
        case 2: known.push_back(p.call(&chosen, a, b, pick())); break;
        case 3: known.push_back(p.call(&with_object, object, a, b, 7)); break;
        default:
          const auto [s, c] = p.sine_and_cosine(&both, a);
          known.push_back(s);
          if (random() % 2 == 0) known.push_back(c);
      }
      continue;
    }
    switch (random() % 9) {
      case 0: known.push_back(p.add(a, b)); break;
      case 1: known.push_back(p.sub(a, b)); break;
      case 2: known.push_back(p.mul(a, b)); break;
      case 3: known.push_back(p.div(a, b)); break;
      case 4: known.push_back(p.neg(a)); break;
      case 5: known.push_back(p.sqrt(a)); break;
      case 6: known.push_back(p.max(a, b)); break;
      case 7: known.push_back(p.abs(a)); break;
      default: p.store(out_base, outputs++, a);
    }
  }
  for (const Value v : known) p.store(out_base, outputs++, v);
  return p;
}

TEST(NativeCode, GivesTheBitsOfTheProgram) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  const double object = 1.25;
  for (int trial = 0; trial < 200; ++trial) {
    StraightLine p = random_program(random, 20 + 10 * trial % 700, &object, trial % 3 == 0 ? 20 : 0);
    if (trial % 2 == 0) p.settle();  // moves stores, changes nothing
    const NativeCode native(p);
    if (!native) GTEST_SKIP() << "no machine code on this processor";
    std::vector<double> in(40), expected(4000, 0.5), out(4000, 0.5), work(native.work_size());
    for (double& x : in) x = number(random);
    carry_out(p, in, expected);
    native.run(in.data(), out.data(), work.data());
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (std::isnan(expected[k]) && std::isnan(out[k])) continue;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(out[k]), std::bit_cast<std::uint64_t>(expected[k]))
          << "trial " << trial << ", output " << k << ": " << out[k] << " instead of " << expected[k];
    }
  }
}

TEST(NativeCode, AnEmptyProgramDoesNothing) {
  const NativeCode native{StraightLine()};
  if (!native) GTEST_SKIP() << "no machine code on this processor";
  native.run(nullptr, nullptr, nullptr);
  EXPECT_EQ(native.work_size(), 0u);
  EXPECT_EQ(native.operations(), 0u);
}

}  // namespace
}  // namespace rheon::code
