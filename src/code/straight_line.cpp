#include "code/straight_line.hpp"

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
  constants_.push_back(x);
  return load(constant_base, static_cast<int>(constants_.size() - 1));
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
  instructions_.resize(kept);
}

void StraightLine::settle() {
  constexpr Value none = std::numeric_limits<Value>::max();
  const auto size = static_cast<Value>(instructions_.size());
  std::vector<Value> first_store(size, none), next_store(size, none);  // of each value; after each store
  for (Value v = size; v-- > 0;)
    if (instructions_[v].op == Op::store) next_store[v] = std::exchange(first_store[instructions_[v].a], v);
  std::vector<Instruction> moved;
  moved.reserve(size);
  std::vector<Value> number(size);
  const auto append_stores = [&](Value of) {
    for (Value store = first_store[of]; store != none; store = next_store[store]) {
      moved.push_back(instructions_[store]);
      moved.back().a = number[of];
    }
  };
  std::size_t piece = 0;
  for (Value v = 0; v < size; ++v) {
    for (; piece < pieces_.size() && pieces_[piece] == v; ++piece) pieces_[piece] = static_cast<Value>(moved.size());
    Instruction i = instructions_[v];
    if (i.op == Op::store) continue;
    i.a = number[i.a];
    i.b = number[i.b];
    if (i.op == Op::call3) {
      Call& call = calls_[static_cast<std::size_t>(i.number)];
      call.c = number[call.c];
    }
    number[v] = static_cast<Value>(moved.size());
    moved.push_back(i);
    if (i.op == Op::sine) continue;  // its cosine must follow at once
    if (i.op == Op::cosine) append_stores(v - 1);
    append_stores(v);
  }
  for (; piece < pieces_.size(); ++piece) pieces_[piece] = static_cast<Value>(moved.size());
  instructions_ = std::move(moved);
}

}  // namespace rheon::code
