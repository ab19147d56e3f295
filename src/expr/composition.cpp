// A function of q as a sum of parts, each a function of inner nodes that are at most quadratic in q.
#include <limits>

#include "expr/graph_core.hpp"

namespace rheon::expr {

namespace {

constexpr int beyond = 3;  ///< any degree above two, and what is no polynomial

int product_degree(int a, int b) { return std::min(beyond, a + b); }

}  // namespace

/// Degree in the slots, from the structure: `beyond` where it is not evidently at most two.
int GraphCore::degree_of(const NodeData& data, const IdMap& degrees, int first, int count) const {
  const auto of = [&](Id n) { return static_cast<int>(degrees.find(n)); };
  switch (data.op) {
    case Op::constant: return 0;
    case Op::input: {
      const int slot = static_cast<int>(data.arg[0]);
      return slot >= first && slot < first + count ? 1 : 0;
    }
    case Op::neg: return of(data.arg[0]);
    case Op::add:
    case Op::sub: return std::max(of(data.arg[0]), of(data.arg[1]));
    case Op::mul: return product_degree(of(data.arg[0]), of(data.arg[1]));
    case Op::div: return of(data.arg[1]) == 0 ? of(data.arg[0]) : beyond;
    case Op::pow: {
      if (of(data.arg[0]) == 0 && of(data.arg[1]) == 0) return 0;
      const NodeData& exponent = nodes_[data.arg[1]];
      if (exponent.op != Op::constant) return beyond;
      if (exponent.value() == 1.0) return of(data.arg[0]);
      return exponent.value() == 2.0 ? product_degree(of(data.arg[0]), of(data.arg[0])) : beyond;
    }
    default: break;
  }
  for (const Id child : data.children())
    if (of(child) > 0) return beyond;
  return 0;
}

std::vector<Composition> GraphCore::compose(Id root, int first, int count, int fresh) {
  const Id roots[] = {root};
  IdMap degrees;
  for (const Id n : reachable(roots, [](Id) { return true; }))
    degrees.insert(n, static_cast<Id>(degree_of(nodes_[n], degrees, first, count)));
  const auto degree = [&](Id n) { return static_cast<int>(degrees.find(n)); };

  // additive parts, with the factor each carries
  struct Part {
    Id node;
    double factor;
  };
  std::vector<Part> open{{root, 1.0}}, parts;
  while (!open.empty()) {
    const Part part = open.back();
    open.pop_back();
    if (degree(part.node) < beyond) continue;
    const NodeData data = nodes_[part.node];
    if (data.op == Op::add || data.op == Op::sub) {
      open.push_back({data.arg[0], part.factor});
      open.push_back({data.arg[1], data.op == Op::add ? part.factor : -part.factor});
    } else if (data.op == Op::neg) {
      open.push_back({data.arg[0], -part.factor});
    } else if (data.op == Op::mul && is_constant(data.arg[0])) {
      open.push_back({data.arg[1], part.factor * nodes_[data.arg[0]].value()});
    } else if (data.op == Op::mul && is_constant(data.arg[1])) {
      open.push_back({data.arg[0], part.factor * nodes_[data.arg[1]].value()});
    } else {
      parts.push_back(part);
    }
  }

  std::vector<Composition> result;
  for (const Part& part : parts) {
    Composition c;
    IdMap image;
    const Id top[] = {part.node};
    // the inner nodes: the first ones on the way down that are at most quadratic
    for (const Id n : reachable(top, [&](Id) { return true; })) {
      if (degree(n) < beyond) continue;
      for (const NodeData data = nodes_[n]; const Id child : data.children())
        if (degree(child) > 0 && degree(child) < beyond &&
            image.insert(child, input(fresh + static_cast<int>(c.inner.size()))))
          c.inner.push_back(node_of(child));
    }
    c.outer = node_of(scale(part.factor, rebuild(part.node, image, [&](Id n) { return degree(n) == beyond; })));
    result.push_back(std::move(c));
  }
  return result;
}

}  // namespace rheon::expr
