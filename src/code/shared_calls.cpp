#include "code/shared_calls.hpp"

#include <bit>

#include "code/repetition.hpp"

namespace rheon::code {

bool SharedCalls::is_stable(const Program& program, const Instruction& i, const std::vector<bool>& stable) const {
  if (i.op == Operation::store) return false;
  if (i.op == Operation::load)
    return i.base == constant_base || (i.base == in_base && (i.number < stable_ || i.number >= first_result_));
  bool all = true;
  each_operand(program.calls(), i, [&](Ref a) { all = all && stable[a]; });
  return all;
}

SharedCalls::Emitted SharedCalls::emit(const Program& program, Ref v, const std::vector<Ref>& made) {
  const Instruction i = program[v];
  const int count = operand_count(i.op);
  Call call = is_call(i.op) ? program.calls()[static_cast<std::size_t>(i.number)] : Call{};
  const std::uint64_t a = count > 0 ? made[i.a] : 0, b = count > 1 ? made[i.b] : 0, c = count > 2 ? made[call.c] : 0;
  const bool constant = i.op == Operation::load && i.base == constant_base;
  const std::uint64_t place = constant                  ? std::bit_cast<std::uint64_t>(program.constant_value(v))
                              : i.op == Operation::load ? static_cast<std::uint64_t>(i.number)
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
    call.b = static_cast<Ref>(b);
    call.c = static_cast<Ref>(c);
    entry->second.first = constant ? own_.constant(program.constant_value(v))
                                   : own_.append_like(i, static_cast<Ref>(a), static_cast<Ref>(b), call);
    if (i.op == Operation::sine)
      entry->second.cosine = own_.append_like({.op = Operation::cosine}, entry->second.first, 0, {});
  }
  return entry->second;
}

int SharedCalls::place_of(Ref result) {
  const auto [entry, is_new] = place_of_.try_emplace(result, *results_);
  if (is_new) own_.store(out_base, (*results_)++, result);
  return first_result_ + entry->second;
}

void SharedCalls::take_out(Program& program) {
  const auto size = static_cast<Ref>(program.size());
  if (program.calls().empty() || size > fits_the_caches) return;
  std::vector<bool> stable(size), needed(size, false);
  for (Ref v = 0; v < size; ++v) stable[v] = is_stable(program, program[v], stable);
  for (Ref v = size; v-- > 0;) {
    const Instruction i = program[v];
    needed[v] = needed[v] || (stable[v] && is_call(i.op));
    if (needed[v]) each_operand(program.calls(), i, [&](Ref a) { needed[a] = true; });
  }
  std::vector<Ref> made(size, 0);
  for (Ref v = 0; v < size; ++v) {
    const Instruction i = program[v];
    if (!needed[v] || i.op == Operation::cosine) continue;
    const Emitted emitted = emit(program, v, made);
    made[v] = emitted.first;
    if (i.op == Operation::sine) made[v + 1] = emitted.cosine;
  }
  for (Ref v = 0; v < size; ++v) {
    const Instruction i = program[v];
    if (!needed[v] || !is_call(i.op)) continue;
    program.replace_by_load(v, in_base, place_of(made[v]));
    if (i.op == Operation::sine) program.replace_by_load(v + 1, in_base, place_of(made[v + 1]));
  }
  program.drop_unused();
}

}  // namespace rheon::code
