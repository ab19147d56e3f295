#include "expr/affine.hpp"

#include <unordered_map>

#include "expr/graph_core.hpp"

namespace rheon::expr {

namespace {

/// Longer expressions are hardly affine, and looking would take as long as evaluating.
constexpr std::size_t longest = 200;

void scale(Affine& a, double factor) {
  a.constant *= factor;
  for (Affine::Term& term : a.terms) term.weight *= factor;
}

Affine sum(const Affine& a, const Affine& b, double sign) {
  Affine made;
  made.constant = a.constant + sign * b.constant;
  auto i = a.terms.begin();
  auto j = b.terms.begin();
  while (i != a.terms.end() || j != b.terms.end()) {
    if (j == b.terms.end() || (i != a.terms.end() && i->atom < j->atom)) {
      made.terms.push_back(*i++);
    } else if (i == a.terms.end() || j->atom < i->atom) {
      made.terms.push_back({j->atom, sign * j->weight});
      ++j;
    } else {
      const double weight = i->weight + sign * j->weight;
      if (weight != 0.0) made.terms.push_back({i->atom, weight});
      ++i;
      ++j;
    }
  }
  return made;
}

using Known = std::unordered_map<Id, Affine>;

/// From the arguments of a node to the node; nothing if it is not affine in them.
std::optional<Affine> affine_of_node(const NodeData& data, const Known& known) {
  const auto argument = [&](std::size_t k) -> const Affine& { return known.at(data.arg[k]); };
  const auto is_number = [&](std::size_t k) { return argument(k).terms.empty(); };
  Affine made;
  switch (data.op) {
    case Op::constant: made.constant = data.value(); return made;
    case Op::neg:
      made = argument(0);
      scale(made, -1.0);
      return made;
    case Op::add: return sum(argument(0), argument(1), 1.0);
    case Op::sub: return sum(argument(0), argument(1), -1.0);
    case Op::mul: {
      if (!is_number(0) && !is_number(1)) return std::nullopt;
      const std::size_t number = is_number(0) ? 0 : 1;
      made = argument(1 - number);
      scale(made, argument(number).constant);
      return made;
    }
    case Op::div:
      if (!is_number(1) || argument(1).constant == 0.0) return std::nullopt;
      made = argument(0);
      made.constant /= argument(1).constant;
      for (Affine::Term& term : made.terms) term.weight /= argument(1).constant;
      return made;
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Affine> affine_of(const Graph& graph, Node root, const std::function<bool(Node)>& is_atom,
                                std::size_t most) {
  if (is_atom(root)) return Affine{0.0, {{root, 1.0}}};
  const GraphCore& core = GraphAccess::core(graph);
  Known known;
  const Id roots[] = {id_of(root)};
  std::size_t entered = 0;
  const auto enter = [&](Id n) {
    if (!is_atom(node_of(n))) return ++entered <= longest;
    known.insert({n, Affine{0.0, {{node_of(n), 1.0}}}});
    return false;
  };
  for (const Id n : core.reachable(roots, enter)) {
    if (entered > longest) return std::nullopt;
    auto made = affine_of_node(core.node(n), known);
    if (!made || made->terms.size() > most) return std::nullopt;
    known.insert_or_assign(n, std::move(*made));
  }
  return known.at(id_of(root));
}

}  // namespace rheon::expr
