// Programs at random with calls, and what they mean, one instruction after the other in plain C++.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "code/program.hpp"

namespace rheon::code {

inline double tripled(double a) noexcept { return 3.0 * a; }
inline double direction_of(double a, double b) noexcept { return std::atan2(a, b); }  // depends on the order
inline double chosen(double a, double b, double c) noexcept { return a > 0.0 ? b : c; }
inline void both(double a, double* sine, double* cosine) noexcept {
  *sine = std::sin(a);
  *cosine = std::cos(a);
}
inline double with_object(const void* object, double a, double b, int n) noexcept {
  return *static_cast<const double*>(object) * a + n * b;
}

/// The meaning of a program.
inline void carry_out(const Program& program, const std::vector<double>& in, std::vector<double>& out) noexcept {
  std::vector<double> value;
  std::vector<double> constants = program.constants();
  const auto call = [&](const Instruction& i) { return program.calls()[static_cast<std::size_t>(i.number)]; };
  for (const Instruction& i : program) {
    const auto a = [&] { return value[i.a]; };
    const auto b = [&] { return value[i.b]; };
    double x = 0.0;
    switch (i.op) {
      case Operation::load:
        x = (i.base == in_base ? in : i.base == out_base ? out : constants)[static_cast<std::size_t>(i.number)];
        break;
      case Operation::add: x = a() + b(); break;
      case Operation::sub: x = a() - b(); break;
      case Operation::mul: x = a() * b(); break;
      case Operation::div: x = a() / b(); break;
      case Operation::max: x = a() > b() ? a() : b(); break;
      case Operation::neg: x = -a(); break;
      case Operation::abs: x = std::abs(a()); break;
      case Operation::sqrt: x = std::sqrt(a()); break;
      case Operation::call1: x = tripled(a()); break;
      case Operation::call2: x = direction_of(a(), b()); break;
      case Operation::call3: x = chosen(a(), b(), value[call(i).c]); break;
      case Operation::sine: x = std::sin(a()); break;
      case Operation::cosine: x = std::cos(value[program[i.a].a]); break;
      case Operation::table: x = with_object(call(i).object, a(), b(), call(i).number); break;
      case Operation::store: out[static_cast<std::size_t>(i.number)] = a(); break;
    }
    value.push_back(x);
  }
}

/// Operands from everywhere, near and far, so that registers run out and values are spilled and fetched.
inline Program random_program(std::mt19937& random, int size, const double* object, int calls_percent) {
  Program p;
  std::vector<Ref> known;
  for (int k = 0; k < 40; ++k) known.push_back(p.load(in_base, k));
  known.push_back(p.constant(0.75));
  int outputs = 0;
  const auto pick = [&] { return known[random() % known.size()]; };
  for (int k = 0; k < size; ++k) {
    const Ref a = pick(), b = random() % 8 == 0 ? a : pick();
    if (static_cast<int>(random() % 100) < calls_percent) {
      switch (random() % 5) {
        case 0: known.push_back(p.call(&tripled, a)); break;
        case 1: known.push_back(p.call(&direction_of, a, b)); break;
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
  for (const Ref v : known) p.store(out_base, outputs++, v);
  return p;
}

}  // namespace rheon::code
