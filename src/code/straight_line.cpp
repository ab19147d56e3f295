#include "code/straight_line.hpp"

#include <bit>
#include <limits>

namespace rheon::code {

int operand_count(Op op) {
  switch (op) {
    case Op::load: return 0;
    case Op::neg:
    case Op::abs:
    case Op::sqrt:
    case Op::call1:
    case Op::sine:
    case Op::cosine:
    case Op::store: return 1;
    case Op::call3: return 3;
    default: return 2;
  }
}

Value StraightLine::constant(double x) {
  const auto [known, is_new] =
      constant_at_.try_emplace(std::bit_cast<std::uint64_t>(x), static_cast<int>(constants_.size()));
  if (is_new) constants_.push_back(x);
  return load(constant_base, known->second);
}

Value StraightLine::append(Instruction i, const Call& call) {
  i.number = static_cast<int>(calls_.size());
  calls_.push_back(call);
  return append(i);
}

Value StraightLine::call(Function1 f, Value a) {
  return append({.op = Op::call1, .a = a}, {.function = reinterpret_cast<const void*>(f)});
}

Value StraightLine::call(Function2 f, Value a, Value b) {
  return append({.op = Op::call2, .a = a, .b = b}, {.function = reinterpret_cast<const void*>(f)});
}

Value StraightLine::call(Function3 f, Value a, Value b, Value c) {
  return append({.op = Op::call3, .a = a, .b = b}, {.function = reinterpret_cast<const void*>(f), .c = c});
}

std::pair<Value, Value> StraightLine::sine_and_cosine(void (*f)(double, double*, double*), Value a) {
  const Value sine = append({.op = Op::sine, .a = a}, {.function = reinterpret_cast<const void*>(f)});
  return {sine, append({.op = Op::cosine, .a = sine})};
}

Value StraightLine::call(ObjectFunction f, const void* object, Value a, Value b, int number) {
  return append({.op = Op::table, .a = a, .b = b},
                {.function = reinterpret_cast<const void*>(f), .object = object, .number = number});
}

void StraightLine::begin_piece() {
  const auto here = static_cast<Value>(instructions_.size());
  if (pieces_.empty() || pieces_.back() != here) pieces_.push_back(here);
}

void StraightLine::drop_unused() {
  const auto size = static_cast<Value>(instructions_.size());
  std::vector<bool> used(size, false);
  for (Value v = size; v-- > 0;) {
    const Instruction& i = instructions_[v];
    if (i.op == Op::store) used[v] = true;
    if (i.op == Op::sine && used[v]) used[v + 1] = true;  // computed together
    if (!used[v]) continue;
    const int operands = operand_count(i.op);
    if (operands > 0) used[i.a] = true;
    if (operands > 1) used[i.b] = true;
    if (operands > 2) used[calls_[static_cast<std::size_t>(i.number)].c] = true;
  }
  std::vector<Value> number(size, 0);
  Value kept = 0;
  std::size_t piece = 0;
  for (Value v = 0; v < size; ++v) {
    for (; piece < pieces_.size() && pieces_[piece] == v; ++piece) pieces_[piece] = kept;
    if (!used[v]) continue;
    Instruction i = instructions_[v];
    i.a = number[i.a];
    i.b = number[i.b];
    if (i.op == Op::call3) {
      Value& c = calls_[static_cast<std::size_t>(i.number)].c;
      c = number[c];
    }
    number[v] = kept;
    instructions_[kept++] = i;
  }
  for (; piece < pieces_.size(); ++piece) pieces_[piece] = kept;
  instructions_.shorten(kept);
}

/// Lists are long: each block is let go once it has been copied, and stores are linked by their second operand, which
/// they do not have.
void StraightLine::settle() {
  constexpr Value none = std::numeric_limits<Value>::max();
  const auto size = static_cast<Value>(instructions_.size());
  // of each value: its first store, until it is copied; then its new number
  std::vector<Value> number(size, none);
  for (Value v = size; v-- > 0;)
    if (Instruction& i = instructions_[v]; i.op == Op::store) i.b = std::exchange(number[i.a], v);
  BlockStore<Instruction> moved;
  const auto append = [&](const Instruction& i) {
    moved.push_back(i);
    return static_cast<Value>(moved.size() - 1);
  };
  const auto append_stores = [&](Value store, Value of) {
    while (store != none) {
      const Instruction& i = instructions_[store];
      append({Op::store, i.base, i.number, of});
      store = i.b;
    }
  };
  std::size_t piece = 0;
  Value stores_of_sine = none;
  for (Value v = 0; v < size; ++v) {
    instructions_.forget_before(v);
    for (; piece < pieces_.size() && pieces_[piece] == v; ++piece) pieces_[piece] = static_cast<Value>(moved.size());
    Instruction i = instructions_[v];
    if (i.op == Op::store) continue;
    const int operands = operand_count(i.op);
    if (operands > 0) i.a = number[i.a];
    if (operands > 1) i.b = number[i.b];
    if (i.op == Op::call3) {
      Call& call = calls_[static_cast<std::size_t>(i.number)];
      call.c = number[call.c];
    }
    const Value stores = std::exchange(number[v], append(i));
    if (i.op == Op::sine) {  // its cosine must follow at once
      stores_of_sine = stores;
      continue;
    }
    if (i.op == Op::cosine) append_stores(stores_of_sine, number[v - 1]);
    append_stores(stores, number[v]);
  }
  for (; piece < pieces_.size(); ++piece) pieces_[piece] = static_cast<Value>(moved.size());
  instructions_ = std::move(moved);
}

}  // namespace rheon::code
