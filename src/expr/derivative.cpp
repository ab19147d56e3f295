// Exact derivatives. `chain` states each rule once, as seed * d(node)/d(argument): forward mode seeds it with the
// argument's derivative, reverse mode (gradient.cpp) with the node's adjoint.
#include "expr/graph_core.hpp"

namespace rheon::expr {

namespace {

/// Derivatives of neighbours in a large model are asked for soon after each other. What was found long ago is found
/// again, as the same node, if need be; remembering all of it would take more memory than the nodes.
constexpr std::size_t most_derivatives = 1u << 16;

}  // namespace

Id GraphCore::known_derivative(Id n, int slot) const {
  if (!may_depend(n, slot)) return zero_;
  if (nodes_[n].op == Op::input) return one_;
  return derivatives_.find((std::uint64_t{n} << 32) | static_cast<std::uint32_t>(slot));
}

Id GraphCore::derivative(Id n, int slot) {
  if (derivatives_.size() >= most_derivatives) derivatives_.clear();
  std::vector<Id> open{n};
  while (!open.empty()) {
    const Id top = open.back();
    if (known_derivative(top, slot) != IdMap::absent) {
      open.pop_back();
      continue;
    }
    const std::size_t depth = open.size();
    for (const NodeData data = nodes_[top]; const Id child : data.children()) {
      if (known_derivative(child, slot) == IdMap::absent) open.push_back(child);
    }
    if (open.size() > depth) continue;  // children first
    open.pop_back();
    const Id result = forward(top, slot);
    derivatives_.insert((std::uint64_t{top} << 32) | static_cast<std::uint32_t>(slot), result);
  }
  return known_derivative(n, slot);
}

/// The derivative of a node whose arguments' derivatives are known.
Id GraphCore::forward(Id n, int slot) {
  const NodeData data = nodes_[n];
  Id d[3] = {zero_, zero_, zero_};
  for (std::size_t k = 0; k < data.children().size(); ++k) d[k] = known_derivative(data.arg[k], slot);
  const auto [a, b, c] = data.arg;
  const bool both = d[0] != zero_ && d[1] != zero_;
  switch (data.op) {
    case Op::select: return select(a, d[1], d[2]);
    case Op::min: return select(binary(Op::less, b, a), d[1], d[0]);
    case Op::max: return select(binary(Op::less, a, b), d[1], d[0]);
    // Three quotients whose parts share a denominator.
    case Op::div:
      if (both) return div(sub(d[0], mul(n, d[1])), b);
      break;
    case Op::hypot:
      if (both) return div(add(mul(a, d[0]), mul(b, d[1])), away_from_zero(n));
      break;
    case Op::atan2:
      if (both) return div(sub(mul(b, d[0]), mul(a, d[1])), add(power(a, 2.0), power(b, 2.0)));
      break;
    default: break;
  }
  Id total = zero_;
  for (std::size_t k = 0; k < data.children().size(); ++k) {
    if (d[k] != zero_) total = add(total, chain(n, static_cast<int>(k), d[k]));
  }
  return total;
}

/// Lengths, hypot(x, y) and sqrt(x^2 + y^2), have no derivative at zero; where they meet a factor that vanishes there too,
/// as in a drag c |v| v at rest, the product has, and this denominator lets it come out as zero.
Id GraphCore::away_from_zero(Id length) { return binary(Op::max, length, constant(1e-150)); }

/// seed * d(n)/d(argument); choices (select, min, max) are handled by their own rules.
Id GraphCore::chain(Id n, int argument, Id seed) {
  const NodeData data = nodes_[n];
  const auto [a, b, c] = data.arg;
  const bool first = argument == 0;
  switch (data.op) {
    case Op::add: return seed;
    case Op::sub: return first ? seed : neg(seed);
    case Op::mul: return mul(seed, first ? b : a);
    case Op::div: return first ? div(seed, b) : neg(div(mul(seed, n), b));
    case Op::pow: return chain_power(n, argument, seed);
    case Op::atan2: {
      const Id square = add(power(a, 2.0), power(b, 2.0));
      return first ? div(mul(seed, b), square) : neg(div(mul(seed, a), square));
    }
    case Op::hypot: return div(mul(seed, first ? a : b), away_from_zero(n));
    case Op::table:
      // The piece is chosen by a place in time; moving it within the piece changes nothing.
      return first ? mul(seed, table(static_cast<int>(c), a, b, data.order + 1)) : zero_;
    default: return chain_function(n, seed);
  }
}

Id GraphCore::chain_power(Id n, int argument, Id seed) {
  const Id base = nodes_[n].arg[0];
  const Id exponent = nodes_[n].arg[1];
  if (argument == 1) return mul(seed, mul(n, unary(Op::log, base)));
  return mul(mul(seed, exponent), power(base, sub(exponent, one_)));
}

Id GraphCore::chain_function(Id n, Id seed) {
  const Op op = nodes_[n].op;
  const Id a = nodes_[n].arg[0];
  switch (op) {
    case Op::neg: return neg(seed);
    case Op::sin: return mul(seed, unary(Op::cos, a));
    case Op::cos: return neg(mul(seed, unary(Op::sin, a)));
    case Op::tan: return mul(seed, add(one_, power(n, 2.0)));
    case Op::asin: return div(seed, unary(Op::sqrt, sub(one_, power(a, 2.0))));
    case Op::acos: return neg(div(seed, unary(Op::sqrt, sub(one_, power(a, 2.0)))));
    case Op::atan: return div(seed, add(one_, power(a, 2.0)));
    case Op::sinh: return mul(seed, unary(Op::cosh, a));
    case Op::cosh: return mul(seed, unary(Op::sinh, a));
    case Op::tanh: return mul(seed, sub(one_, power(n, 2.0)));
    case Op::exp: return mul(seed, n);
    case Op::log: return div(seed, a);
    case Op::sqrt: return scale(0.5, div(seed, nodes_[a].non_negative ? away_from_zero(n) : n));
    case Op::abs: return mul(seed, unary(Op::sign, a));
    default: return zero_;  // sign, floor, comparisons and logic are piecewise constant
  }
}

}  // namespace rheon::expr
