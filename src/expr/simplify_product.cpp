// Products, quotients and powers: constants move to the front, like powers join, order does not matter.
#include <bit>
#include <cmath>

#include "expr/graph_core.hpp"

namespace rheon::expr {
namespace {

bool usable(double coefficient) { return std::isfinite(coefficient) && std::abs(coefficient) > 1e-300; }

bool is_power_of_two(double value) {
  int exponent = 0;
  return std::isnormal(value) && std::abs(std::frexp(value, &exponent)) == 0.5 && std::isnormal(1.0 / value);
}

bool is_integer(double value) { return std::floor(value) == value && std::abs(value) < 1e9; }

std::uint64_t hash_of_factors(const Factors& factors) {
  std::uint64_t hash = 0x7u;
  for (const Factor& factor : factors) {
    hash = combined(combined(hash, 2 * std::uint64_t{factor.base} + (factor.below ? 1 : 0)),
                    std::bit_cast<std::uint64_t>(factor.power));
  }
  return hash;
}

}  // namespace

/// Sorts and adds up the powers of equal bases, each side of the fraction bar for itself: x / x is not 1 at x = 0.
void GraphCore::join_like_factors(Factors& factors) {
  const auto before = [](const Factor& a, const Factor& b) {
    return a.base != b.base ? a.base < b.base : a.below < b.below;
  };
  std::sort(factors.begin(), factors.end(), before);
  std::size_t kept = 0;
  for (const Factor& factor : factors) {
    const bool like = kept > 0 && factors[kept - 1].base == factor.base && factors[kept - 1].below == factor.below;
    if (like) {
      factors[kept - 1].power += factor.power;
    } else {
      factors[kept++] = factor;
    }
  }
  factors.resize(kept);
}

void GraphCore::collect_factors(Id n, bool below, double power, Factors& out) const {
  Factors open{{n, below, power}};
  while (!open.empty()) {
    const Factor top = open.back();
    open.pop_back();
    const NodeData& data = nodes_[top.base];
    const bool composite = data.product_leaves > 1 || data.op == Op::pow;
    if (composite && (data.op == Op::mul || data.op == Op::div)) {
      open.push_back({data.arg[0], top.below, top.power});
      open.push_back({data.arg[1], data.op == Op::mul ? top.below : !top.below, top.power});
    } else if (composite && data.op == Op::pow && is_constant(data.arg[1]) && is_integer(nodes_[data.arg[1]].value())) {
      const double exponent = nodes_[data.arg[1]].value();
      open.push_back({data.arg[0], exponent < 0 ? !top.below : top.below, std::abs(exponent) * top.power});
    } else if (top.base != one_) {
      out.push_back(top);
    }
  }
}

Factors GraphCore::factors_of(Id n) const {
  Factors factors;
  collect_factors(n, false, 1.0, factors);
  join_like_factors(factors);
  return factors;
}

Id GraphCore::from_factors(const Factors& factors) {
  Id above = one_, below = one_;
  for (const Factor& factor : factors) {
    Id& side = factor.below ? below : above;
    side = mul(side, power(factor.base, factor.power));
  }
  return div(above, below);
}

/// The node of a product or quotient; an equal one made earlier, however its factors are grouped, is used again.
Id GraphCore::keyed_product(Op op, Id a, Id b) {
  if (nodes_[a].product_leaves + nodes_[b].product_leaves > leaf_limit) return intern(op, a, b);
  Factors factors;
  collect_factors(a, false, 1.0, factors);
  collect_factors(b, op == Op::div, 1.0, factors);
  join_like_factors(factors);
  if (const Id known = find_product(factors); known != IdMap::absent) return known;
  const Id made = intern(op, a, b);
  remember_product(factors, made);
  return made;
}

Id GraphCore::find_product(const Factors& factors) const {
  return products_.find(hash_of_factors(factors), [&](Id known) { return factors_of(known) == factors; });
}

void GraphCore::remember_product(const Factors& factors, Id n) { products_.insert(hash_of_factors(factors), n); }

Id GraphCore::mul(Id a, Id b) {
  if (is_constant(a) && is_constant(b)) return folded(Op::mul, a, b);
  if (is_constant(a)) return scale(nodes_[a].value(), b);
  if (is_constant(b)) return scale(nodes_[b].value(), a);
  const Term left = split(a), right = split(b);
  const double factor = left.coefficient * right.coefficient;
  if (!usable(factor)) return intern(Op::mul, a, b);
  if (factor == 1.0 && left.core == a) return mul_by_powers(a, b);
  return scale(factor, mul_by_powers(left.core, right.core));
}

/// Neither argument has a constant factor. x*x = x^2, x^2*x = x^3, and (p*x)*x = p*x^2.
Id GraphCore::mul_by_powers(Id a, Id b) {
  const auto base_and_power = [&](Id n) -> Term {
    const NodeData& data = nodes_[n];
    if (data.op != Op::pow || !is_constant(data.arg[1])) return {n, 1.0};
    const double exponent = nodes_[data.arg[1]].value();
    return is_integer(exponent) && exponent > 0 ? Term{data.arg[0], exponent} : Term{n, 1.0};
  };
  const Term left = base_and_power(a), right = base_and_power(b);
  if (left.core == right.core) return integer_power(left.core, left.coefficient + right.coefficient);
  for (const auto& [product, factor] : {std::pair(a, b), std::pair(b, a)}) {
    const NodeData data = nodes_[product];
    if (data.op != Op::mul) continue;
    const Id base = base_and_power(factor).core;
    if (base_and_power(data.arg[0]).core == base) return keyed_product(Op::mul, mul(data.arg[0], factor), data.arg[1]);
    if (base_and_power(data.arg[1]).core == base) return keyed_product(Op::mul, data.arg[0], mul(data.arg[1], factor));
  }
  return keyed_product(Op::mul, a, b);
}

Id GraphCore::div_by_constant(Id a, double divisor) {
  if (divisor == 1.0) return a;
  if (is_power_of_two(divisor)) return scale(1.0 / divisor, a);
  const Term term = split(a);
  const double quotient = term.coefficient / divisor;
  const bool exact = usable(quotient) && std::fma(quotient, divisor, -term.coefficient) == 0.0;
  if (exact) return scale(quotient, term.core);
  if (divisor < 0.0) return neg(div_by_constant(a, -divisor));
  if (term.core == a) return intern(Op::div, a, constant(divisor));
  return scale(term.coefficient, intern(Op::div, term.core, constant(divisor)));
}

Id GraphCore::div(Id a, Id b) {
  if (is_constant(b)) {
    const double divisor = nodes_[b].value();
    if (is_constant(a)) return folded(Op::div, a, b);
    if (divisor == 0.0 || !std::isfinite(divisor)) return intern(Op::div, a, b);
    return div_by_constant(a, divisor);
  }
  if (is_value(a, 0.0)) return nodes_[b].non_zero ? zero_ : intern(Op::div, a, b);
  if (a == b && nodes_[b].non_zero) return one_;
  const Term below = split(b);
  Term above = split(a);
  // Constants leave the quotient where that is exact; a constant numerator stays where it is otherwise.
  const double quotient = above.coefficient / below.coefficient;
  const bool exact = usable(quotient) && std::fma(quotient, below.coefficient, -above.coefficient) == 0.0;
  if (exact && below.core != b) {
    if (is_constant(a)) return div(constant(quotient), below.core);
    return scale(quotient, div(above.core, below.core));
  }
  if (below.coefficient < 0.0) return neg(div(a, neg(b)));
  if (is_constant(a) || above.core == a) return keyed_product(Op::div, a, b);
  return scale(above.coefficient, div(above.core, b));
}

Id GraphCore::power(Id base, Id exponent) {
  if (is_constant(base) && is_constant(exponent)) return folded(Op::pow, base, exponent);
  if (is_value(base, 1.0)) return one_;
  if (!is_constant(exponent)) return intern(Op::pow, base, exponent);
  const double value = nodes_[exponent].value();
  if (is_integer(value)) return integer_power(base, value);
  if (value == 0.5) return unary(Op::sqrt, base);
  if (value == -0.5) return div(one_, unary(Op::sqrt, base));
  return intern(Op::pow, base, exponent);
}

Id GraphCore::integer_power(Id base, double exponent) {
  if (exponent == 0.0) return one_;
  if (exponent == 1.0) return base;
  if (exponent == -1.0) return div(one_, base);
  const bool even = std::fmod(exponent, 2.0) == 0.0;
  const Term term = split(base);
  if (term.core != base) {
    const double factor = std::pow(term.coefficient, exponent);
    if (usable(factor) && (std::abs(exponent) <= 4.0 || std::abs(term.coefficient) == 1.0)) {
      return scale(factor, integer_power(term.core, exponent));
    }
  }
  const NodeData data = nodes_[base];
  if (data.op == Op::abs && even) return integer_power(data.arg[0], exponent);
  // (x^m)^n = x^(m n) for whole m and n, also for negative x.
  if (data.op == Op::pow && is_constant(data.arg[1])) {
    const double total = nodes_[data.arg[1]].value() * exponent;
    if (is_integer(nodes_[data.arg[1]].value()) && is_integer(total)) return integer_power(data.arg[0], total);
  }
  return intern(Op::pow, base, constant(exponent));
}

}  // namespace rheon::expr
