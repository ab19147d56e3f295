#include "code/straight_line.hpp"

namespace rheon::code {

Value StraightLine::constant(double x) {
  constants_.push_back(x);
  return load(constant_base, static_cast<int>(constants_.size() - 1));
}

Value StraightLine::call(Function1 f, Value a) {
  return append({.op = Op::call1, .a = a, .function = reinterpret_cast<const void*>(f)});
}

Value StraightLine::call(Function2 f, Value a, Value b) {
  return append({.op = Op::call2, .a = a, .b = b, .function = reinterpret_cast<const void*>(f)});
}

Value StraightLine::call(Function3 f, Value a, Value b, Value c) {
  return append({.op = Op::call3, .a = a, .b = b, .c = c, .function = reinterpret_cast<const void*>(f)});
}

std::pair<Value, Value> StraightLine::sine_and_cosine(void (*f)(double, double*, double*), Value a) {
  const Value sine = append({.op = Op::sine, .a = a, .function = reinterpret_cast<const void*>(f)});
  return {sine, append({.op = Op::cosine, .a = sine})};
}

Value StraightLine::call(ObjectFunction f, const void* object, Value a, Value b, int number) {
  return append({.op = Op::table,
                 .number = number,
                 .a = a,
                 .b = b,
                 .function = reinterpret_cast<const void*>(f),
                 .object = object});
}

void StraightLine::settle() {
  std::vector<std::vector<Instruction>> stores(instructions_.size());
  for (const Instruction& i : instructions_)
    if (i.op == Op::store) stores[i.a].push_back(i);
  std::vector<Instruction> moved;
  moved.reserve(instructions_.size());
  std::vector<Value> number(instructions_.size());
  const auto append_stores = [&](Value of) {
    for (Instruction store : stores[of]) {
      store.a = number[of];
      moved.push_back(store);
    }
  };
  for (Value v = 0; v < instructions_.size(); ++v) {
    Instruction i = instructions_[v];
    if (i.op == Op::store) continue;
    i.a = number[i.a];
    i.b = number[i.b];
    i.c = number[i.c];
    number[v] = static_cast<Value>(moved.size());
    moved.push_back(i);
    if (i.op == Op::sine) continue;  // its cosine must follow at once
    if (i.op == Op::cosine) append_stores(v - 1);
    append_stores(v);
  }
  instructions_ = std::move(moved);
}

}  // namespace rheon::code
