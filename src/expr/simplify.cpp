// Making any operation: constants fold, signs move outward, decided choices disappear.
#include <cmath>

#include "expr/graph_core.hpp"
#include "rheon/core/error.hpp"

namespace rheon::expr {
namespace {

bool is_odd(Op op) {
  return op == Op::sin || op == Op::tan || op == Op::asin || op == Op::atan || op == Op::sinh || op == Op::tanh ||
         op == Op::sign;
}

bool is_even(Op op) { return op == Op::cos || op == Op::cosh || op == Op::abs; }

/// Does the operation give nothing but 0 and 1?
bool is_boolean(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::equal || op == Op::logical_and || op == Op::logical_or ||
         op == Op::logical_not;
}

}  // namespace

/// The value as a constant if it is finite; otherwise a node, so that the failure shows where it is evaluated.
Id GraphCore::folded(Op op, Id a) {
  const double value = apply(op, nodes_[a].value());
  return std::isfinite(value) ? constant(value) : intern(op, a);
}

Id GraphCore::folded(Op op, Id a, Id b) {
  const double value = apply(op, nodes_[a].value(), nodes_[b].value());
  return std::isfinite(value) ? constant(value) : intern(op, a, b);
}

Id GraphCore::unary(Op op, Id a) {
  if (op == Op::neg) return neg(a);
  if (is_constant(a)) return folded(op, a);
  const NodeData argument = nodes_[a];
  switch (op) {
    case Op::abs:
      if (argument.non_negative) return a;
      if (const auto below = switches_in_time(a, zero_)) return select(*below, neg(a), a);
      break;
    case Op::sign:
      if (const auto below = switches_in_time(a, zero_)) return select(*below, constant(-1.0), one_);
      break;
    case Op::floor:
      if (is_timed(a, zero_)) a = decided(a);
      break;
    case Op::sqrt:
      if (argument.op == Op::pow && is_value(argument.arg[1], 2.0)) return unary(Op::abs, argument.arg[0]);
      break;
    case Op::log:
      if (argument.op == Op::exp) return argument.arg[0];
      break;
    default: break;
  }
  return odd_or_even(op, a);
}

/// sin(-x) becomes -sin(x), cos(-x) becomes cos(x): one node for both, and signs that can cancel further out.
Id GraphCore::odd_or_even(Op op, Id a) {
  if (split(a).coefficient < 0.0) {
    if (is_odd(op)) return neg(unary(op, neg(a)));
    if (is_even(op)) return unary(op, neg(a));
  }
  return intern(op, a);
}

Id GraphCore::binary(Op op, Id a, Id b) {
  switch (op) {
    case Op::add: return add(a, b);
    case Op::sub: return sub(a, b);
    case Op::mul: return mul(a, b);
    case Op::div: return div(a, b);
    case Op::pow: return power(a, b);
    default: break;
  }
  if (is_constant(a) && is_constant(b)) return folded(op, a, b);
  switch (op) {
    case Op::min:
    case Op::max:
      if (a == b) return a;
      if (const auto below = switches_in_time(a, b)) return op == Op::min ? select(*below, a, b) : select(*below, b, a);
      break;
    case Op::hypot:
      if (is_value(a, 0.0)) return unary(Op::abs, b);
      if (is_value(b, 0.0)) return unary(Op::abs, a);
      break;
    case Op::less:
      if (a == b) return zero_;
      break;
    case Op::logical_and:
    case Op::logical_or: return logic(op, a, b);
    default: break;
  }
  return intern(op, a, b);
}

Id GraphCore::logic(Op op, Id a, Id b) {
  if (is_constant(a)) std::swap(a, b);
  if (is_constant(b)) {
    const bool decided = (nodes_[b].value() != 0.0) == (op == Op::logical_or);
    if (decided) return op == Op::logical_or ? one_ : zero_;
    if (is_boolean(nodes_[a].op)) return a;
  }
  if (a == b && is_boolean(nodes_[a].op)) return a;
  return intern(op, a, b);
}

Id GraphCore::select(Id condition, Id if_true, Id if_false) {
  if (is_constant(condition)) return nodes_[condition].value() != 0.0 ? if_true : if_false;
  if (if_true == if_false) return if_true;
  if (nodes_[condition].op == Op::logical_not) return select(nodes_[condition].arg[0], if_false, if_true);
  return intern({.arg = {condition, if_true, if_false}, .op = Op::select});
}

/// Of time alone, and of nothing that is decided already.
bool GraphCore::is_timed(Id a, Id b) {
  const SlotSets::SetId of_time = nodes_[input(time_input)].slots, of_side = nodes_[input(side_input)].slots;
  const SlotSets::SetId slots = sets_.join(nodes_[a].slots, nodes_[b].slots);
  return slots == of_time || slots == sets_.join(of_time, of_side);
}

/// The same at the time `side`, which decides for the whole piece.
Id GraphCore::decided(Id n) {
  const Replacement by_side[] = {{time_input, node_of(input(side_input))}};
  return substitute(n, by_side);
}

Id GraphCore::compare(Op op, Id a, Id b) {
  if (!is_timed(a, b) || (op != Op::less && op != Op::less_equal)) return binary(op, a, b);
  // a - b = rate * t + offset, so the comparison changes at t0 = -offset / rate.
  double rate = 0.0, offset = 0.0;
  for (const Term& term : terms_of(sub(a, b))) {
    if (term.core == input(time_input)) {
      rate = term.coefficient;
    } else if (term.core == one_) {
      offset = term.coefficient;
    } else {
      return binary(op, decided(a), decided(b));  // it changes where they meet: expr/time_functions.hpp
    }
  }
  const double t0 = -offset / rate;
  if (!std::isfinite(t0)) return binary(op, a, b);
  const Id side = input(side_input);
  return rate > 0.0 ? binary(op, side, constant(t0)) : binary(op, constant(t0), side);
}

/// a < b, if that changes at a fixed time: then min(a, b), abs(a - b) and the like have a kink that steps must meet.
std::optional<Id> GraphCore::switches_in_time(Id a, Id b) {
  const Id below = compare(Op::less, a, b);
  if (!is_timed(a, b) || nodes_[below].op != Op::less) return std::nullopt;
  return below;
}

int GraphCore::add_table(const TableData& data) {
  tables_.emplace_back(data);
  return static_cast<int>(tables_.size()) - 1;
}

Id GraphCore::table(int number, Id x, int order) {
  return table(number, x, is_timed(x, zero_) ? decided(x) : x, order);
}

Id GraphCore::table(int number, Id x, Id chooser, int order) {
  if (number < 0 || static_cast<std::size_t>(number) >= tables_.size() || order < 0) {
    throw Error("Graph::table: there is no table " + std::to_string(number) + " with derivative " +
                std::to_string(order));
  }
  const Interpolant& interpolant = tables_[static_cast<std::size_t>(number)];
  if (order > interpolant.degree()) return zero_;
  if (is_constant(x) && is_constant(chooser)) {
    const double value = interpolant.evaluate(nodes_[x].value(), nodes_[chooser].value(), order);
    if (std::isfinite(value)) return constant(value);
  }
  return intern({.arg = {x, chooser, static_cast<Id>(number)}, .op = Op::table, .order = static_cast<uint8_t>(order)});
}

}  // namespace rheon::expr
