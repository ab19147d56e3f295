#include "expr/choices.hpp"

#include <cmath>

#include "expr/graph_core.hpp"

namespace rheon::expr {

double Choice::branch(double value_a, double value_b) const {
  switch (op) {
    case Op::select: return value_a != 0.0 ? 1.0 : 0.0;
    case Op::floor: return std::floor(value_a);
    case Op::abs:
    case Op::sign: return value_a < 0.0 ? 1.0 : 0.0;
    default: return value_a < value_b ? 1.0 : 0.0;
  }
}

std::vector<Choice> choices_of(const Graph& graph, Node n) {
  const GraphCore& core = GraphAccess::core(graph);
  std::vector<Choice> found;
  const Id root[] = {id_of(n)};
  for (const Id id : core.reachable(root, [](Id) { return true; })) {
    const NodeData data = core.node(id);
    switch (data.op) {
      case Op::select:
      case Op::floor:
      case Op::abs:
      case Op::sign: found.push_back({data.op, node_of(data.arg[0]), node_of(data.arg[0])}); break;
      case Op::min:
      case Op::max:
      case Op::less:
      case Op::less_equal: found.push_back({data.op, node_of(data.arg[0]), node_of(data.arg[1])}); break;
      default: break;
    }
  }
  return found;
}

}  // namespace rheon::expr
