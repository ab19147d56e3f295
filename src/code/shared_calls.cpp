#include "code/shared_calls.hpp"

#include <bit>

#include "code/repetition.hpp"

namespace rheon::code {

bool SharedCalls::is_stable(const Program& program, const Instruction& i, const std::vector<bool>& stable) const {
  if (i.op == Op::store) return false;
  if (i.op == Op::load)
    return i.base == constant_base || (i.base == in_base && (i.number < stable_ || i.number >= first_result_));
  bool all = true;
  each_operand(program.calls(), i, [&](Value a) { all = all && stable[a]; });
  return all;
}

SharedCalls::Emitted SharedCalls::emit(const Program& program, Value v, const std::vector<Value>& made) {
  const Instruction i = program[v];
  const int count = operand_count(i.op);
  Call call = is_call(i.op) ? program.calls()[static_cast<std::size_t>(i.number)] : Call{};
  const std::uint64_t a = count > 0 ? made[i.a] : 0, b = count > 1 ? made[i.b] : 0, c = count > 2 ? made[call.c] : 0;
  const bool constant = i.op == Op::load && i.base == constant_base;
  const std::uint64_t place = constant           ? std::bit_cast<std::uint64_t>(program.constant_value(v))
                              : i.op == Op::load ? static_cast<std::uint64_t>(i.number)
                                                 : static_cast<std::uint64_t>(call.number);
  const Key key{static_cast<std::uint64_t>(i.op),
                i.base,
                place,
                a,
                b,
                c,
                reinterpret_cast<std::uintptr_t>(call.function),
                reinterpret_cast<std::uintptr_t>(call.object)};
  const auto [entry, is_new] = known_.try_emplace(key);
  if (is_new) {
    call.b = static_cast<Value>(b);
    call.c = static_cast<Value>(c);
    entry->second.first = constant ? own_.constant(program.constant_value(v))
                                   : own_.append_like(i, static_cast<Value>(a), static_cast<Value>(b), call);
    if (i.op == Op::sine) entry->second.cosine = own_.append_like({.op = Op::cosine}, entry->second.first, 0, {});
  }
  return entry->second;
}

int SharedCalls::place_of(Value result) {
  const auto [entry, is_new] = place_of_.try_emplace(result, *results_);
  if (is_new) own_.store(out_base, (*results_)++, result);
  return first_result_ + entry->second;
}

void SharedCalls::take_out(Program& program) {
  const auto size = static_cast<Value>(program.size());
  if (program.calls().empty() || size > fits_the_caches) return;
  std::vector<bool> stable(size), needed(size, false);
  for (Value v = 0; v < size; ++v) stable[v] = is_stable(program, program[v], stable);
  for (Value v = size; v-- > 0;) {
    const Instruction i = program[v];
    needed[v] = needed[v] || (stable[v] && is_call(i.op));
    if (needed[v]) each_operand(program.calls(), i, [&](Value a) { needed[a] = true; });
  }
  std::vector<Value> made(size, 0);
  for (Value v = 0; v < size; ++v) {
    const Instruction i = program[v];
    if (!needed[v] || i.op == Op::cosine) continue;
    const Emitted emitted = emit(program, v, made);
    made[v] = emitted.first;
    if (i.op == Op::sine) made[v + 1] = emitted.cosine;
  }
  for (Value v = 0; v < size; ++v) {
    const Instruction i = program[v];
    if (!needed[v] || !is_call(i.op)) continue;
    program.replace_by_load(v, in_base, place_of(made[v]));
    if (i.op == Op::sine) program.replace_by_load(v + 1, in_base, place_of(made[v + 1]));
  }
  program.drop_unused();
}

}  // namespace rheon::code
