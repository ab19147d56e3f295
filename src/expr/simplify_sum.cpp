// Sums: like terms join, what cancels disappears, and the order of writing does not matter.
#include <bit>
#include <cmath>

#include "expr/graph_core.hpp"

namespace rheon::expr {
namespace {

std::uint64_t hash_of_terms(const Summands& terms, double sign) {
  std::uint64_t hash = 0x5u;
  for (const Term& term : terms) {
    hash = combined(combined(hash, term.core), std::bit_cast<std::uint64_t>(sign * term.coefficient));
  }
  return hash;
}

/// Sorts by core and adds up equal cores; says whether anything was joined or vanished.
bool join_like_terms(Summands& terms) {
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.core < b.core; });
  std::size_t kept = 0;
  const std::size_t before = terms.size();
  for (std::size_t k = 0; k < before;) {
    Term joined = terms[k];
    for (++k; k < before && terms[k].core == joined.core; ++k) joined.coefficient += terms[k].coefficient;
    if (joined.coefficient != 0.0) terms[kept++] = joined;
  }
  terms.resize(kept);
  return kept < before;
}

bool usable_factor(double coefficient) { return std::isfinite(coefficient) && std::abs(coefficient) > 1e-300; }

}  // namespace

Term GraphCore::split(Id n) const {
  const NodeData& data = nodes_[n];
  switch (data.op) {
    case Op::constant: return {one_, data.value()};
    case Op::neg: return {data.arg[0], -1.0};
    case Op::mul:
      if (is_constant(data.arg[0])) return {data.arg[1], nodes_[data.arg[0]].value()};
      if (is_constant(data.arg[1])) return {data.arg[0], nodes_[data.arg[1]].value()};
      break;
    default: break;
  }
  return {n, 1.0};
}

/// factor * a, with the factor joined to the constant that a may already have.
Id GraphCore::scale(double factor, Id a) {
  if (factor == 0.0 || is_value(a, 0.0)) return zero_;
  const Term inner = split(a);
  double total = factor * inner.coefficient;
  Id core = inner.core;
  if (!usable_factor(total)) return intern(Op::mul, constant(factor), a);
  if (core == one_) return constant(total);
  const NodeData data = nodes_[core];
  if (data.op == Op::div && is_constant(data.arg[1])) {
    const double divisor = nodes_[data.arg[1]].value();
    const double quotient = total / divisor;
    // 3 * (x / 3) is x; only where the quotient is exact.
    if (usable_factor(quotient) && std::fma(quotient, divisor, -total) == 0.0) return scale(quotient, data.arg[0]);
  }
  if (total == 1.0) return core;
  if (total == -1.0 && data.op == Op::sub) return sub(data.arg[1], data.arg[0]);
  const bool is_sum = data.sum_leaves > 1;
  Summands terms;
  if (is_sum) {
    collect_terms(core, total, terms);
    join_like_terms(terms);
    if (const Id known = find_sum(terms); known != IdMap::absent) return known;
  }
  const Id made = total == -1.0 ? intern(Op::neg, core) : intern(Op::mul, constant(total), core);
  if (is_sum) remember_sum(terms, made);
  return made;
}

void GraphCore::collect_terms(Id n, double coefficient, Summands& out) const {
  // At most leaf_limit leaves, hence a short stack; constants are distributed over inner sums.
  Summands open{{n, coefficient}};
  while (!open.empty()) {
    const Term top = open.back();
    open.pop_back();
    const Term inner = split(top.core);
    const double factor = top.coefficient * inner.coefficient;
    const NodeData& data = nodes_[inner.core];
    if (data.sum_leaves > 1 && (data.op == Op::add || data.op == Op::sub)) {
      open.push_back({data.arg[1], data.op == Op::add ? factor : -factor});
      open.push_back({data.arg[0], factor});
    } else {
      out.push_back({inner.core, factor});
    }
  }
}

Summands GraphCore::terms_of(Id n) const {
  Summands terms;
  collect_terms(n, 1.0, terms);
  join_like_terms(terms);
  return terms;
}

Id GraphCore::find_sum(const Summands& terms) const {
  return sums_.find(hash_of_terms(terms, 1.0), [&](Id known) { return terms_of(known) == terms; });
}

void GraphCore::remember_sum(const Summands& terms, Id n) { sums_.insert(hash_of_terms(terms, 1.0), n); }

/// a + sign * b
Id GraphCore::combine(Id a, Id b, double sign) {
  if (is_value(b, 0.0)) return a;
  if (is_value(a, 0.0)) return scale(sign, b);
  if (is_constant(a) && is_constant(b)) return folded(sign > 0 ? Op::add : Op::sub, a, b);
  if (a == b) return sign > 0 ? scale(2.0, a) : zero_;
  if (nodes_[a].sum_leaves + nodes_[b].sum_leaves > leaf_limit) return plain_sum(a, b, sign);
  Summands terms;
  collect_terms(a, 1.0, terms);
  collect_terms(b, sign, terms);
  bool joined = join_like_terms(terms);
  const bool overflowed =
      std::any_of(terms.begin(), terms.end(), [](const Term& t) { return !usable_factor(t.coefficient); });
  if (overflowed) return plain_sum(a, b, sign);
  const double probe_a = nodes_[a].probe, probe_b = nodes_[b].probe;
  const bool suspicious = std::isnormal(probe_a) && std::abs(probe_a + sign * probe_b) <= 1e-10 * std::abs(probe_a);
  if (suspicious && vanishes(terms)) return zero_;
  while (join_sine_squares(terms)) joined = true;
  if (joined) return from_terms(terms);
  if (const Id known = find_sum(terms); known != IdMap::absent) return known;
  Summands negated = terms;
  for (Term& term : negated) term.coefficient = -term.coefficient;
  if (const Id known = find_sum(negated); known != IdMap::absent && nodes_[known].op == Op::sub) {
    // b - a where a - b is there already: a sign change costs no more than a subtraction and shares what depends on it.
    const Id made = intern(Op::neg, known);
    remember_sum(terms, made);
    return made;
  }
  const Id made = plain_sum(a, b, sign);
  remember_sum(terms, made);
  return made;
}

/// The node itself, written with as few signs as possible.
Id GraphCore::plain_sum(Id a, Id b, double sign) {
  const bool b_negative = split(b).coefficient < 0.0;
  if (b_negative) {
    b = neg(b);
    sign = -sign;
  }
  if (sign > 0.0) {
    if (split(a).coefficient < 0.0) return intern(Op::sub, b, neg(a));
    return intern(Op::add, a, b);
  }
  // -a - b = -(a + b)
  if (nodes_[a].op == Op::neg) return neg(add(nodes_[a].arg[0], b));
  return intern(Op::sub, a, b);
}

Id GraphCore::from_terms(const Summands& terms) {
  Id total = zero_;
  for (const Term& term : terms) total = combine(total, scale(term.coefficient, term.core), 1.0);
  return total;
}

Id GraphCore::sum(std::span<const Id> terms) {
  if (terms.size() <= static_cast<std::size_t>(leaf_limit)) {
    Id total = zero_;
    for (const Id term : terms) total = add(total, term);
    return total;
  }
  // Like terms join in one pass; the rest becomes a balanced tree, whose depth is the logarithm of its length.
  Summands joined;
  IdMap place;
  double constants = 0.0;
  for (const Id n : terms) {
    const Term term = split(n);
    if (term.core == one_) {
      constants += term.coefficient;
    } else if (place.insert(term.core, static_cast<std::uint32_t>(joined.size()))) {
      joined.push_back(term);
    } else {
      joined[place.find(term.core)].coefficient += term.coefficient;
    }
  }
  std::vector<Id> level;
  for (const Term& term : joined) {
    if (term.coefficient != 0.0) level.push_back(scale(term.coefficient, term.core));
  }
  if (constants != 0.0) level.push_back(constant(constants));
  if (level.empty()) return zero_;
  while (level.size() > 1) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < level.size(); k += 2) {
      level[kept++] = k + 1 < level.size() ? add(level[k], level[k + 1]) : level[k];
    }
    level.resize(kept);
  }
  return level.front();
}

}  // namespace rheon::expr
