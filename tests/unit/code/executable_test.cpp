// Machine code against the same program carried out one instruction after the other in plain C++.
#include "code/executable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "unit/code/programs.hpp"

namespace rheon::code {
namespace {

/// Both, where the processor has machine code: this process may have been set to do without (RHEON_CODE).
std::vector<Executor> executors() {
#if defined(__x86_64__) && defined(__linux__)
  if (__builtin_cpu_supports("avx") != 0) return {Executor::interpreter, Executor::machine_code};
#endif
  return {Executor::interpreter};
}

/// By the executor asked for: one that falls back on the other for everything must not pass.
Executable made(const Program& p, Executor by) {
  Executable executable(p, std::numeric_limits<std::size_t>::max(), by);
  EXPECT_TRUE(executable);
  EXPECT_EQ(executable.executed_by(), by);
  return executable;
}

void expect_same_bits(const Program& program, const Executable& code, std::size_t inputs,
                      std::uniform_real_distribution<double>& number, std::mt19937& random) {
  std::vector<double> in(inputs), expected(60000, 0.5), out(60000, 0.5), work(code.work_size());
  for (double& x : in) x = number(random);
  carry_out(program, in, expected);
  code.run(in.data(), out.data(), work.data());
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (std::isnan(expected[k]) && std::isnan(out[k])) continue;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(out[k]), std::bit_cast<std::uint64_t>(expected[k]))
        << "output " << k << ": " << out[k] << " instead of " << expected[k];
  }
}

TEST(Executable, GivesTheBitsOfTheProgram) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  const double object = 1.25;
  for (int trial = 0; trial < 200; ++trial) {
    Program p = random_program(random, 20 + 10 * trial % 700, &object, trial % 3 == 0 ? 20 : 0);
    if (trial % 2 == 0) p.move_stores();  // moves stores, changes nothing
    if (trial % 5 == 0) p.drop_unused();
    SCOPED_TRACE(trial);
    for (const Executor by : executors()) expect_same_bits(p, made(p, by), 40, number, random);
  }
}

/// Long chains of operations that wait for each other, side by side: their order is changed.
Program chains(int count, int length, bool stores_moved) {
  Program p;
  const Ref one = p.constant(1.0);
  for (int c = 0; c < count; ++c) {
    Ref x = p.load(in_base, c);
    for (int k = 0; k < length; ++k) {
      const Ref y = p.load(in_base, (7 * c + k) % 40);
      x = p.div(one, p.add(one, p.mul(x, y)));
      if (k % 5 == 0) p.store(out_base, c * length + k, x);
    }
  }
  if (stores_moved) p.move_stores();
  return p;
}

TEST(Executable, AnotherOrderGivesTheSameBits) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(0.5, 1.5);
  for (const int count : {1, 2, 7, 30})
    for (const bool stores_moved : {false, true}) {
      const Program p = chains(count, 60, stores_moved);
      SCOPED_TRACE(count);
      for (const Executor by : executors()) expect_same_bits(p, made(p, by), 40, number, random);
    }
}

/// What is read from a place is read before the program writes there, whatever the order.
TEST(Executable, PlacesAreWrittenAfterTheyAreRead) {
  constexpr std::size_t size = 24;
  const auto place = [](std::size_t k) { return static_cast<int>(k); };
  Program p;
  p.use_work(size);
  const Ref one = p.constant(1.0);
  std::vector<Ref> x{p.add(p.load(work_base, 0), one)};
  for (std::size_t k = 1; k < size; ++k) x.push_back(p.div(p.load(work_base, place(k)), p.add(one, x.back())));
  Ref last = x.back();
  for (std::size_t k = 0; k < size; ++k) last = p.sub(p.load(work_base, place(k)), p.mul(last, x[k]));
  for (std::size_t k = 0; k < size; ++k) p.store(work_base, place(k), x[size - 1 - k]);
  p.store(out_base, 0, last);

  for (const Executor by : executors()) {
    const Executable code = made(p, by);
    std::vector<double> work(code.work_size()), before(size);
    for (std::size_t k = 0; k < size; ++k) before[k] = work[k] = 0.1 * static_cast<double>(k + 3);
    std::vector<double> expected{before[0] + 1.0};
    for (std::size_t k = 1; k < size; ++k) expected.push_back(before[k] / (1.0 + expected.back()));
    double sum = expected.back(), out = 0.0;
    for (std::size_t k = 0; k < size; ++k) sum = before[k] - sum * expected[k];
    code.run(nullptr, &out, work.data());
    EXPECT_EQ(out, sum);
    for (std::size_t k = 0; k < size; ++k) EXPECT_EQ(work[k], expected[size - 1 - k]) << k;
  }
}

/// Pieces of a few kinds that follow each other in a pattern, with operands from the inputs, from pieces before and from
/// within; now and then a piece of another kind, so that patterns end and begin again.
Program repeating_program(std::mt19937& random, const double* object, bool calls, bool even) {
  struct Step {
    int op, a, b;
  };
  std::vector<std::vector<Step>> pattern(1 + random() % 4);
  for (auto& piece : pattern)
    for (std::size_t k = 4 + random() % 30; k > 0; --k)
      piece.push_back(
          {static_cast<int>(random() % (calls ? 12 : 9)), static_cast<int>(random()), static_cast<int>(random())});
  Program p;
  std::vector<Ref> ends{p.constant(1.5), p.load(in_base, 0), p.load(in_base, 1)};  // of each piece its last value
  int outputs = 0, piece_number = 0;
  const auto append_piece = [&](const std::vector<Step>& steps) {
    p.begin_piece();
    std::vector<Ref> own;
    const auto pick = [&](int choice) {
      const int k = choice % 5;
      if (k < 2 && !own.empty()) return own[static_cast<std::size_t>(choice / 5) % own.size()];
      if (k == 2) return ends[ends.size() - 1 - static_cast<std::size_t>(choice / 5) % 3];
      if (k == 3) return p.constant(0.25 * (choice % 7));
      const int where = even ? piece_number * 3 + choice % 11 : static_cast<int>(random() % 1000);
      return p.load(in_base, where % 1000);
    };
    for (const auto& [op, x, y] : steps) {
      const Ref a = pick(x & 0xffffff), b = pick(y & 0xffffff);
      switch (op) {
        case 0: own.push_back(p.add(a, b)); break;
        case 1: own.push_back(p.sub(a, b)); break;
        case 2: own.push_back(p.mul(a, b)); break;
        case 3: own.push_back(p.max(a, b)); break;
        case 4: own.push_back(p.neg(a)); break;
        case 5: own.push_back(p.abs(a)); break;
        case 6: own.push_back(p.div(a, b)); break;
        case 7:
        case 8: p.store(out_base, outputs++, a); break;
        case 9: own.push_back(p.call(&tripled, a)); break;
        case 10: own.push_back(p.call(&chosen, a, b, own.empty() ? a : own.back())); break;
        default: {
          const auto [sine, cosine] = p.sine_and_cosine(&both, a);
          own.push_back(x % 2 == 0 ? sine : cosine);
          own.push_back(p.call(&with_object, object, sine, cosine, 3));
        }
      }
    }
    if (!own.empty()) ends.push_back(own.back());
    ++piece_number;
  };
  while (p.size() < 30000) {
    for (std::size_t repeats = 1 + random() % 200; repeats > 0; --repeats)
      for (const auto& piece : pattern) append_piece(piece);
    append_piece({{0, 4, 9}, {2, 3, 7}});
  }
  for (std::size_t k = 0; k < ends.size(); k += 7) p.store(out_base, outputs++, ends[k]);
  return p;
}

TEST(Executable, LoopsOverPiecesThatAreAlikeGiveTheBitsOfTheProgram) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> number(0.5, 1.5);
  const double object = 1.25;
  std::size_t rolled = 0;
  for (int trial = 0; trial < 60; ++trial) {
    Program p = repeating_program(random, &object, trial % 3 == 0, trial % 2 == 0);
    if (trial % 4 < 2) p.move_stores();
    SCOPED_TRACE(trial);
    rolled += find_sections(p).length() < p.size() / 2;
    for (const Executor by : executors()) expect_same_bits(p, made(p, by), 1000, number, random);
  }
  EXPECT_GT(rolled, 20u);  // most of these programs do repeat
}

/// Terms of each link; from link to link with a sum and what the link before had; back again with the results of both.
Program there_and_back(int links) {
  Program p;
  std::vector<Ref> terms, sums, lengths;
  for (int k = 0; k < links; ++k) {
    p.begin_piece();
    terms.push_back(p.mul(p.load(in_base, k), p.load(in_base, k)));
  }
  for (int k = 0; k < links; ++k) {
    p.begin_piece();
    lengths.push_back(p.sqrt(p.add(terms[static_cast<std::size_t>(k)], p.constant(1.0))));
  }
  Ref sum = p.constant(0.0), before = p.load(in_base, 0);
  for (int k = 0; k < links; ++k) {
    p.begin_piece();
    sum = p.add(sum, p.mul(before, terms[static_cast<std::size_t>(k)]));
    before = p.div(lengths[static_cast<std::size_t>(k)], p.add(before, p.constant(2.0)));
    sums.push_back(sum);
    p.store(out_base, k, before);
  }
  for (int k = links; k-- > 0;) {
    p.begin_piece();
    sum = p.sub(sum, p.mul(p.constant(0.5), sums[static_cast<std::size_t>(k)]));
    p.store(out_base, links + k, sum);
  }
  return p;
}

TEST(Executable, OfLoopsLittleGoesThroughMemory) {
  constexpr int links = 3000;
  const Program p = there_and_back(links);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(0.5, 1.5);
  for (const Executor by : executors()) {
    const Executable code = made(p, by);
    expect_same_bits(p, code, links, number, random);
    // of the way there, the sums alone are wanted on the way back: neither the terms nor the lengths, and what goes from
    // link to link has one place, or that where it is stored
    EXPECT_LT(code.work_size(), links + 100u);
    EXPECT_LT(code.code_size(), 2000u);
  }
}

TEST(Executable, WhatAProgramReadsAndWritesStaysInOrder) {
  constexpr int links = 6000;
  Program p;
  Ref last = p.constant(0.0);
  for (int k = 0; k < links; ++k) {
    p.begin_piece();
    last = p.add(p.mul(last, p.constant(0.5)), p.load(out_base, k));
    if (k > 0) p.store(out_base, k - 1, last);  // which the piece before has read
  }
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(0.5, 1.5);
  for (const Executor by : executors()) expect_same_bits(p, made(p, by), 1, number, random);
}

TEST(Program, StoresMayMoveIfNothingNeedsWhatTheyReplace) {
  enum class Late { nothing, load, use, second_store };
  for (const Late late : {Late::nothing, Late::load, Late::use, Late::second_store}) {
    Program p;
    const Ref before = p.load(out_base, 0), once = p.add(before, before), twice = p.mul(once, once);
    if (late == Late::use) p.store(out_base, 1, p.sub(twice, before));
    if (late == Late::load) p.store(out_base, 1, p.load(out_base, 0));
    p.store(out_base, 0, twice);
    if (late == Late::second_store) p.store(out_base, 0, once);
    p.store(out_base, 2, before);  // moves to where it is read
    EXPECT_EQ(p.stores_may_move(), late == Late::nothing) << static_cast<int>(late);
  }
}

TEST(Executable, TooLongIsEmpty) {
  Program p;
  Ref v = p.load(in_base, 0);
  for (int k = 0; k < 100; ++k) v = p.add(v, v);
  p.store(out_base, 0, v);
  for (const Executor by : executors()) EXPECT_FALSE(Executable(p, 50, by));
}

TEST(Executable, AnEmptyProgramDoesNothing) {
  for (const Executor by : executors()) {
    const Executable code = made(Program(), by);
    code.run(nullptr, nullptr, nullptr);
    EXPECT_EQ(code.work_size(), 0u);
    EXPECT_EQ(code.operations(), 0u);
  }
}

}  // namespace
}  // namespace rheon::code
