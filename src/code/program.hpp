// A computation without branches or loops on doubles: what expression tapes and the elimination of sparse systems are.
// Written down once as a list of values; executable.hpp carries it out, by machine code or by an interpreter.
//
// Numbers are read from and written to three arrays, the bases: what comes in, what goes out, and work, the first part of
// which the program may use as it likes. It may write to a place that it reads, but only after the last use of what it
// read there.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/block_store.hpp"
#include "core/index_iterator.hpp"

namespace rheon::code {

/// What an instruction computes, by the number of the instruction.
using Ref = std::uint32_t;
inline constexpr int in_base = 0, out_base = 1, work_base = 2, constant_base = 3;

enum class Operation : std::uint8_t {
  load,
  add,
  sub,
  mul,
  div,
  max,
  neg,
  abs,
  sqrt,
  call1,
  call2,
  call3,
  sine,
  cosine,
  table,
  store
};

/// Functions that programs call. No exception may leave them: it would have to pass through machine code, which it cannot.
using Function1 = double (*)(double) noexcept;
using Function2 = double (*)(double, double) noexcept;
using Function3 = double (*)(double, double, double) noexcept;
using SineAndCosine = void (*)(double, double* sine, double* cosine) noexcept;
/// A function of two numbers that knows an object and a whole number, such as a table and the order of a derivative.
using ObjectFunction = double (*)(const void* object, double a, double b, int number) noexcept;

struct Instruction {
  Operation op;
  std::uint8_t base = 0;  ///< load, store
  int number = 0;         ///< load, store: index; calls: which of `Program::calls`
  Ref a = 0, b = 0;       ///< operands; cosine: a is the sine computed with it
};

/// What a call needs beyond its operands. A program keeps the second and the third operand here.
struct Call {
  void* function = nullptr;
  const void* object = nullptr;
  int number = 0;
  Ref b = 0, c = 0;
};

int operand_count(Operation op);
inline bool is_call(Operation op) {
  return op >= Operation::call1 && op <= Operation::table && op != Operation::cosine;
}

/// Of an instruction of a program with these calls, one after the other.
template <class Each>
void each_operand(const std::vector<Call>& calls, const Instruction& i, Each&& each) {
  const int count = operand_count(i.op);
  if (count > 0) each(i.a);
  if (count > 1) each(i.b);
  if (count > 2) each(calls[static_cast<std::size_t>(i.number)].c);
}

/// An instruction as a program keeps it, in half the memory: large mechanisms have millions.
struct PackedInstruction {
  static constexpr std::uint64_t most = (1u << 29) - 1;
  std::uint64_t op : 4;
  std::uint64_t base : 2;
  std::uint64_t a : 29;
  std::uint64_t b_or_number : 29;  ///< b where there are operands alone, else the number
};
static_assert(static_cast<int>(Operation::store) < 16 && constant_base < 4);

class Program {
 public:
  std::size_t size() const { return list_.size(); }
  Instruction operator[](std::size_t k) const;
  IndexIterator<Program> begin() const { return {*this, 0}; }
  IndexIterator<Program> end() const { return {*this, size()}; }

  Ref load(int base, int index) { return append({Operation::load, static_cast<std::uint8_t>(base), index}); }
  /// Equal ones share their place, but not their value.
  Ref constant(double x);
  bool is_constant(Ref v) const { return (*this)[v].op == Operation::load && (*this)[v].base == constant_base; }
  double constant_value(Ref v) const { return constants_[static_cast<std::size_t>((*this)[v].number)]; }
  Ref add(Ref a, Ref b) { return append({.op = Operation::add, .a = a, .b = b}); }
  Ref sub(Ref a, Ref b) { return append({.op = Operation::sub, .a = a, .b = b}); }
  Ref mul(Ref a, Ref b) { return append({.op = Operation::mul, .a = a, .b = b}); }
  Ref div(Ref a, Ref b) { return append({.op = Operation::div, .a = a, .b = b}); }
  /// The larger; where one is not a number, b.
  Ref max(Ref a, Ref b) { return append({.op = Operation::max, .a = a, .b = b}); }
  Ref neg(Ref a) { return append({.op = Operation::neg, .a = a}); }
  Ref abs(Ref a) { return append({.op = Operation::abs, .a = a}); }
  Ref sqrt(Ref a) { return append({.op = Operation::sqrt, .a = a}); }
  Ref call(Function1 f, Ref a);
  Ref call(Function2 f, Ref a, Ref b);
  Ref call(Function3 f, Ref a, Ref b, Ref c);
  /// `f` computes both, as ::sincos does.
  std::pair<Ref, Ref> sine_and_cosine(SineAndCosine f, Ref a);
  Ref call(ObjectFunction f, const void* object, Ref a, Ref b, int number);
  void store(int base, int index, Ref a) { append({Operation::store, static_cast<std::uint8_t>(base), index, a}); }

  /// A copy of an instruction of another program, but for its operands: a, b, and of a call what `call` says.
  Ref append_like(Instruction i, Ref a, Ref b, const Call& call);
  /// Not for one that others rely on to be computed with them: a sine goes with its cosine.
  void replace_by_load(Ref v, int base, int index) {
    list_[v] = packed({Operation::load, static_cast<std::uint8_t>(base), index});
  }

  /// What follows is a piece of its own: pieces that are alike may become one loop (sections.hpp).
  void begin_piece();

  /// Takes out what no store depends on.
  void drop_unused();

  /// Moves every store to where its value is computed, so that it need not be kept until then. Only where stores_may_move.
  void move_stores();
  /// No place is written twice, and what a place held before is read and used up by the time that the value stored there is known.
  bool stores_may_move() const;

  /// Places of the work array that belong to the program; values that do not fit into registers go behind them.
  void use_work(int count) { work_size_ = count; }
  int work_size() const { return work_size_; }

  const std::vector<Call>& calls() const { return calls_; }
  const std::vector<double>& constants() const { return constants_; }
  const std::vector<Ref>& pieces() const { return pieces_; }  ///< the instruction with which each begins

 private:
  PackedInstruction packed(const Instruction& i);  ///< notes the second operand of a call
  void renumber_operands(Instruction& i, const std::vector<Ref>& number);
  static bool has_number(Operation op) { return op == Operation::load || op == Operation::store || is_call(op); }
  Ref append(const Instruction& i);
  Ref append(Instruction i, const Call& call);

  BlockStore<PackedInstruction> list_;
  std::vector<Call> calls_;
  std::vector<double> constants_;
  std::unordered_map<std::uint64_t, int> constant_at_;  ///< by bits
  std::vector<Ref> pieces_;
  int work_size_ = 0;
};

inline Instruction Program::operator[](std::size_t k) const {
  const PackedInstruction& i = list_[k];
  Instruction all{static_cast<Operation>(i.op), static_cast<std::uint8_t>(i.base), 0, static_cast<Ref>(i.a)};
  if (!has_number(all.op)) {
    all.b = static_cast<Ref>(i.b_or_number);
    return all;
  }
  all.number = static_cast<int>(i.b_or_number);
  if (is_call(all.op)) all.b = calls_[i.b_or_number].b;
  return all;
}

}  // namespace rheon::code
