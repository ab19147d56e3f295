#include "code/program.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

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

Value Program::constant(double x) {
  const auto [known, is_new] =
      constant_at_.try_emplace(std::bit_cast<std::uint64_t>(x), static_cast<int>(constants_.size()));
  if (is_new) constants_.push_back(x);
  return load(constant_base, known->second);
}

PackedInstruction Program::packed(const Instruction& i) {
  if (is_call(i.op)) calls_[static_cast<std::size_t>(i.number)].b = i.b;
  const std::uint64_t second = has_number(i.op) ? static_cast<std::uint64_t>(i.number) : i.b;
  constexpr std::uint64_t all = PackedInstruction::most;
  return {static_cast<std::uint64_t>(i.op) & 15u, i.base & 3u, i.a & all, second & all};
}

/// Operands come before, so that the length of the list bounds them.
Value Program::append(const Instruction& i) {
  if (list_.size() > PackedInstruction::most || i.number < 0 ||
      static_cast<std::uint64_t>(i.number) > PackedInstruction::most)
    throw std::length_error("a program of more than 2^29 instructions or places");
  list_.push_back(packed(i));
  return static_cast<Value>(list_.size() - 1);
}

Value Program::append(Instruction i, const Call& call) {
  i.number = static_cast<int>(calls_.size());
  calls_.push_back(call);
  return append(i);
}

Value Program::call(Function1 f, Value a) {
  return append({.op = Op::call1, .a = a}, {.function = reinterpret_cast<void*>(f)});
}

Value Program::call(Function2 f, Value a, Value b) {
  return append({.op = Op::call2, .a = a, .b = b}, {.function = reinterpret_cast<void*>(f)});
}

Value Program::call(Function3 f, Value a, Value b, Value c) {
  return append({.op = Op::call3, .a = a, .b = b}, {.function = reinterpret_cast<void*>(f), .c = c});
}

std::pair<Value, Value> Program::sine_and_cosine(SineAndCosine f, Value a) {
  const Value sine = append({.op = Op::sine, .a = a}, {.function = reinterpret_cast<void*>(f)});
  return {sine, append({.op = Op::cosine, .a = sine})};
}

Value Program::call(ObjectFunction f, const void* object, Value a, Value b, int number) {
  return append({.op = Op::table, .a = a, .b = b},
                {.function = reinterpret_cast<void*>(f), .object = object, .number = number});
}

Value Program::append_like(Instruction i, Value a, Value b, const Call& call) {
  i.a = a;
  i.b = b;
  return is_call(i.op) ? append(i, call) : append(i);
}

void Program::begin_piece() {
  const auto here = static_cast<Value>(list_.size());
  if (pieces_.empty() || pieces_.back() != here) pieces_.push_back(here);
}

void Program::drop_unused() {
  const auto size = static_cast<Value>(list_.size());
  std::vector<bool> used(size, false);
  for (Value v = size; v-- > 0;) {
    const Instruction i = (*this)[v];
    if (i.op == Op::store) used[v] = true;
    if (i.op == Op::sine && used[v]) used[v + 1] = true;  // computed together
    if (!used[v]) continue;
    each_operand(calls_, i, [&](Value a) { used[a] = true; });
  }
  std::vector<Value> number(size, 0);
  Value kept = 0;
  std::size_t piece = 0;
  for (Value v = 0; v < size; ++v) {
    for (; piece < pieces_.size() && pieces_[piece] == v; ++piece) pieces_[piece] = kept;
    if (!used[v]) continue;
    Instruction i = (*this)[v];
    renumber_operands(i, number);
    number[v] = kept;
    list_[kept++] = packed(i);
  }
  for (; piece < pieces_.size(); ++piece) pieces_[piece] = kept;
  list_.shorten(kept);
}

void Program::renumber_operands(Instruction& i, const std::vector<Value>& number) {
  const int operands = operand_count(i.op);
  if (operands > 0) i.a = number[i.a];
  if (operands > 1) i.b = number[i.b];
  if (operands > 2) {
    Value& c = calls_[static_cast<std::size_t>(i.number)].c;
    c = number[c];
  }
}

/// Lists are long: each block is let go once it has been copied.
void Program::settle() {
  const auto size = static_cast<Value>(list_.size());
  std::vector<Value> stores;
  for (Value v = 0; v < size; ++v)
    if ((*this)[v].op == Op::store) stores.push_back(v);
  std::stable_sort(stores.begin(), stores.end(), [&](Value s, Value t) { return list_[s].a < list_[t].a; });
  BlockStore<PackedInstruction> moved;
  std::vector<Value> number(size, 0);
  auto next_store = stores.begin();
  const auto append_stores = [&](Value of) {
    for (; next_store != stores.end() && list_[*next_store].a == of; ++next_store) {
      Instruction i = (*this)[*next_store];
      i.a = number[of];
      moved.push_back(packed(i));
    }
  };
  std::size_t piece = 0;
  for (Value v = 0; v < size; ++v) {
    list_.forget_before(v);
    for (; piece < pieces_.size() && pieces_[piece] == v; ++piece) pieces_[piece] = static_cast<Value>(moved.size());
    Instruction i = (*this)[v];
    if (i.op == Op::store) continue;
    renumber_operands(i, number);
    number[v] = static_cast<Value>(moved.size());
    moved.push_back(packed(i));
    if (i.op == Op::sine) continue;  // its cosine must follow at once
    if (i.op == Op::cosine) append_stores(v - 1);
    append_stores(v);
  }
  for (; piece < pieces_.size(); ++piece) pieces_[piece] = static_cast<Value>(moved.size());
  list_ = std::move(moved);
}

}  // namespace rheon::code
