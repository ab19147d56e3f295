#include "code/program.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>

namespace rheon::code {

int operand_count(Operation op) {
  switch (op) {
    case Operation::load: return 0;
    case Operation::neg:
    case Operation::abs:
    case Operation::sqrt:
    case Operation::call1:
    case Operation::sine:
    case Operation::cosine:
    case Operation::store: return 1;
    case Operation::call3: return 3;
    default: return 2;
  }
}

Ref Program::constant(double x) {
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
Ref Program::append(const Instruction& i) {
  if (list_.size() > PackedInstruction::most || i.number < 0 ||
      static_cast<std::uint64_t>(i.number) > PackedInstruction::most)
    throw std::length_error("a program of more than 2^29 instructions or places");
  list_.push_back(packed(i));
  return static_cast<Ref>(list_.size() - 1);
}

Ref Program::append(Instruction i, const Call& call) {
  i.number = static_cast<int>(calls_.size());
  calls_.push_back(call);
  return append(i);
}

Ref Program::call(Function1 f, Ref a) {
  return append({.op = Operation::call1, .a = a}, {.function = reinterpret_cast<void*>(f)});
}

Ref Program::call(Function2 f, Ref a, Ref b) {
  return append({.op = Operation::call2, .a = a, .b = b}, {.function = reinterpret_cast<void*>(f)});
}

Ref Program::call(Function3 f, Ref a, Ref b, Ref c) {
  return append({.op = Operation::call3, .a = a, .b = b}, {.function = reinterpret_cast<void*>(f), .c = c});
}

std::pair<Ref, Ref> Program::sine_and_cosine(SineAndCosine f, Ref a) {
  const Ref sine = append({.op = Operation::sine, .a = a}, {.function = reinterpret_cast<void*>(f)});
  return {sine, append({.op = Operation::cosine, .a = sine})};
}

Ref Program::call(ObjectFunction f, const void* object, Ref a, Ref b, int number) {
  return append({.op = Operation::table, .a = a, .b = b},
                {.function = reinterpret_cast<void*>(f), .object = object, .number = number});
}

Ref Program::append_like(Instruction i, Ref a, Ref b, const Call& call) {
  i.a = a;
  i.b = b;
  return is_call(i.op) ? append(i, call) : append(i);
}

void Program::begin_piece() {
  const auto here = static_cast<Ref>(list_.size());
  if (pieces_.empty() || pieces_.back() != here) pieces_.push_back(here);
}

void Program::drop_unused() {
  const auto size = static_cast<Ref>(list_.size());
  std::vector<bool> used(size, false);
  for (Ref v = size; v-- > 0;) {
    const Instruction i = (*this)[v];
    if (i.op == Operation::store) used[v] = true;
    if (i.op == Operation::sine && used[v]) used[v + 1] = true;  // computed together
    if (!used[v]) continue;
    each_operand(calls_, i, [&](Ref a) { used[a] = true; });
  }
  std::vector<Ref> number(size, 0);
  Ref kept = 0;
  std::size_t piece = 0;
  for (Ref v = 0; v < size; ++v) {
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

void Program::renumber_operands(Instruction& i, const std::vector<Ref>& number) {
  const int operands = operand_count(i.op);
  if (operands > 0) i.a = number[i.a];
  if (operands > 1) i.b = number[i.b];
  if (operands > 2) {
    Ref& c = calls_[static_cast<std::size_t>(i.number)].c;
    c = number[c];
  }
}

bool Program::stores_may_move() const {
  const auto place_of = [](const Instruction& i) {
    return std::uint64_t{i.base} << 32 | static_cast<unsigned>(i.number);
  };
  std::unordered_map<std::uint64_t, Ref> written;  // by place: the value that is stored there
  for (const Instruction i : *this)
    if (i.op == Operation::store && !written.try_emplace(place_of(i), i.a).second) return false;
  const auto is_late = [&](Ref load, Ref now) {
    const Instruction i = (*this)[load];
    if (i.op != Operation::load || i.base == constant_base) return false;
    const auto found = written.find(place_of(i));
    return found != written.end() && now > found->second;
  };
  for (Ref v = 0; v < size(); ++v) {
    const Instruction i = (*this)[v];
    bool late = is_late(v, v);
    if (i.op != Operation::store) each_operand(calls_, i, [&](Ref a) { late = late || is_late(a, v); });
    if (late) return false;
  }
  return true;
}

/// Lists are long: each block is let go once it has been copied.
void Program::move_stores() {
  assert(stores_may_move());
  const auto size = static_cast<Ref>(list_.size());
  std::vector<Ref> stores;
  for (Ref v = 0; v < size; ++v)
    if ((*this)[v].op == Operation::store) stores.push_back(v);
  std::stable_sort(stores.begin(), stores.end(), [&](Ref s, Ref t) { return list_[s].a < list_[t].a; });
  BlockStore<PackedInstruction> moved;
  std::vector<Ref> number(size, 0);
  auto next_store = stores.begin();
  const auto append_stores = [&](Ref of) {
    for (; next_store != stores.end() && list_[*next_store].a == of; ++next_store) {
      Instruction i = (*this)[*next_store];
      i.a = number[of];
      moved.push_back(packed(i));
    }
  };
  std::size_t piece = 0;
  for (Ref v = 0; v < size; ++v) {
    list_.forget_before(v);
    for (; piece < pieces_.size() && pieces_[piece] == v; ++piece) pieces_[piece] = static_cast<Ref>(moved.size());
    Instruction i = (*this)[v];
    if (i.op == Operation::store) continue;
    renumber_operands(i, number);
    number[v] = static_cast<Ref>(moved.size());
    moved.push_back(packed(i));
    if (i.op == Operation::sine) continue;  // its cosine must follow at once
    if (i.op == Operation::cosine) append_stores(v - 1);
    append_stores(v);
  }
  for (; piece < pieces_.size(); ++piece) pieces_[piece] = static_cast<Ref>(moved.size());
  list_ = std::move(moved);
}

}  // namespace rheon::code
