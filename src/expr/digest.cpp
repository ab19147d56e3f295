#include "expr/digest.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "expr/graph_core.hpp"

namespace rheon::expr {

/// The finaliser of the generator splitmix64, over all that came before.
void Digest::add(std::uint64_t value) {
  std::uint64_t x = value_ * 0x9e3779b97f4a7c15u + value;
  x = (x ^ (x >> 30u)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27u)) * 0x94d049bb133111ebu;
  value_ = x ^ (x >> 31u);
}

void Digest::add(double value) { add(std::bit_cast<std::uint64_t>(value)); }

void Digest::add(std::string_view text) {
  add(static_cast<std::uint64_t>(text.size()));
  for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
}

namespace {

std::uint64_t digest_of(const Interpolant& table) {
  Digest d;
  for (const double x : table.knots()) {
    d.add(x);
    for (int order = 0; order <= table.degree(); ++order) d.add(table.evaluate(x, x, order));
  }
  return d.value();
}

}  // namespace

std::uint64_t digest(const Graph& graph, std::span<const Node> nodes) {
  const GraphCore& core = GraphAccess::core(graph);
  std::size_t end = 0;
  for (const Node n : nodes) end = std::max<std::size_t>(end, id_of(n) + 1);
  std::vector<std::uint64_t> known(end);  // children come before their parents
  for (Id n = 0; n < end; ++n) {
    const NodeData node = core.node(n);
    Digest d;
    d.add(static_cast<std::uint64_t>(node.op));
    if (node.op == Op::constant)
      d.add(node.value());
    else if (node.op == Op::input)
      d.add(static_cast<std::uint64_t>(node.arg[0]));
    else
      for (const Id child : node.children()) d.add(known[child]);
    if (node.op == Op::table) {
      d.add(digest_of(core.tables()[node.arg[2]]));
      d.add(static_cast<std::uint64_t>(node.order));
    }
    known[n] = d.value();
  }
  Digest all;
  for (const Node n : nodes) all.add(known[id_of(n)]);
  return all.value();
}

}  // namespace rheon::expr
