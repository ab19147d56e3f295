#include "expr/cancel_first.hpp"

#include <bit>
#include <cmath>

#include "expr/touching.hpp"

namespace rheon::expr {
namespace {

/// The upper 26 bits of x: products with numbers of up to 27 bits are exact (Veltkamp's splitting, by its bits).
double upper_half(double x) {
  constexpr std::uint64_t lower_bits = (std::uint64_t{1} << 27) - 1;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & ~lower_bits);
}

}  // namespace

/// The arguments of n as terms, if n is a sum, a difference, or something times or over a constant.
bool GraphCore::take_apart(Id n, double factor, Summands& out) const {
  const NodeData& data = nodes_[n];
  const auto [a, b, unused] = data.arg;
  switch (data.op) {
    case Op::add:
    case Op::sub:
      out.push_back({b, data.op == Op::add ? factor : -factor});
      out.push_back({a, factor});
      return true;
    case Op::neg: out.push_back({a, -factor}); return true;
    case Op::mul:
      if (!is_constant(a) && !is_constant(b)) return false;
      out.push_back(is_constant(a) ? Term{b, factor * nodes_[a].value()} : Term{a, factor * nodes_[b].value()});
      return true;
    case Op::div:
      if (!is_constant(b)) return false;
      out.push_back({a, factor / nodes_[b].value()});
      return true;
    default: return false;
  }
}

/// Summands of n in the order of writing, constant factors distributed.
Summands GraphCore::written_terms(Id n) const {
  Summands open{{n, 1.0}}, terms;
  while (!open.empty()) {
    const auto [node, factor] = open.back();
    open.pop_back();
    if (is_constant(node))
      terms.push_back({one_, factor * nodes_[node].value()});
    else if (!take_apart(node, factor, open))
      terms.push_back({node, factor});
  }
  return terms;
}

/// sum + factor * core as it stands; a sum that is zero has no terms yet.
Id GraphCore::with_term(Id sum, double factor, Id core) {
  if (factor == 0.0) return sum;
  const bool first = sum == zero_;
  const double written = first ? factor : std::abs(factor);
  Id term = core;
  if (core == one_)
    term = constant(written);
  else if (written == -1.0)
    term = intern(Op::neg, core);
  else if (written != 1.0)
    term = intern(Op::mul, constant(written), core);
  if (first) return term;
  return intern(factor > 0.0 ? Op::add : Op::sub, sum, term);
}

/// A sum of these terms: large inputs first, by the upper halves of their factors, then what depends on no input from
/// `end` on, then what is missing of the large ones, then the rest.
Id GraphCore::large_first(const Summands& terms, int end, const IdMap& image, const Touching& large) {
  const auto is_large = [&](Id n) { return is_chosen_input(n, large); };
  Summands joined;
  for (const Term& t : terms) {
    if (!is_large(t.core)) continue;
    const auto same = std::find_if(joined.begin(), joined.end(), [&](const Term& j) { return j.core == t.core; });
    if (same == joined.end())
      joined.push_back(t);
    else
      same->coefficient += t.coefficient;
  }
  Id total = zero_;
  const auto add_others = [&](bool early) {
    for (const Term& t : terms) {
      if (is_large(t.core)) continue;
      const std::vector<int> inputs = inputs_of(t.core);
      if ((inputs.empty() || inputs.back() < end) != early) continue;
      const Id known = image.find(t.core);
      total = with_term(total, t.coefficient, known == IdMap::absent ? t.core : known);
    }
  };
  for (const Term& t : joined) total = with_term(total, upper_half(t.coefficient), t.core);
  add_others(true);
  for (const Term& t : joined) total = with_term(total, t.coefficient - upper_half(t.coefficient), t.core);
  add_others(false);
  return total;
}

bool GraphCore::is_chosen_input(Id n, const Touching& chosen) const {
  return nodes_[n].op == Op::input && chosen.chosen(static_cast<int>(nodes_[n].arg[0]));
}

Id GraphCore::cancel_first(Id root, int first, int count) {
  std::vector<int> slots;
  for (int k = 0; k < count; ++k) slots.push_back(first + k);
  Touching touched(*this, slots);
  const Id roots[] = {root};
  const std::vector<Id> found = reachable(roots, std::ref(touched));
  // from the root down: which nodes are needed, and which of them are sums to be written anew. What is inside a sum
  // without large inputs has none either, so that every node is looked at once.
  IdMap needed, plain, image;
  std::vector<std::pair<Id, Summands>> sums;
  needed.insert(root, 0);
  for (auto n = found.rbegin(); n != found.rend(); ++n) {
    if (needed.find(*n) == IdMap::absent) continue;
    Summands parts;
    if (const bool sum = take_apart(*n, 1.0, parts); sum && plain.find(*n) == IdMap::absent) {
      parts = written_terms(*n);
      if (std::any_of(parts.begin(), parts.end(), [&](const Term& t) { return is_chosen_input(t.core, touched); })) {
        for (const Term& t : parts) needed.insert(t.core, 0);
        sums.emplace_back(*n, std::move(parts));
        continue;
      }
      parts.clear();
      take_apart(*n, 1.0, parts);
    }
    for (const Term& t : parts) plain.insert(t.core, 0);
    for (const NodeData data = nodes_[*n]; const Id child : data.children()) needed.insert(child, 0);
  }
  for (const Id n : found) {
    if (needed.find(n) == IdMap::absent || nodes_[n].op == Op::input) continue;
    if (!sums.empty() && sums.back().first == n) {
      image.insert(n, large_first(sums.back().second, first + count, image, touched));
      sums.pop_back();
      continue;
    }
    NodeData data{.arg = nodes_[n].arg, .op = nodes_[n].op, .order = nodes_[n].order};
    for (std::size_t k = 0; k < data.children().size(); ++k)
      if (const Id known = image.find(data.arg[k]); known != IdMap::absent) data.arg[k] = known;
    image.insert(n, intern(data));
  }
  const Id made = image.find(root);
  return made == IdMap::absent ? root : made;
}

Node cancel_first(Graph& graph, Node n, int first, int count) {
  GraphCore& core = GraphAccess::core(graph);
  core.wake();
  return node_of(core.cancel_first(id_of(n), first, count));
}

}  // namespace rheon::expr
