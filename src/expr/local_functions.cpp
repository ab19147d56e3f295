#include "expr/local_functions.hpp"

#include <algorithm>
#include <vector>

#include "expr/graph_core.hpp"

namespace rheon::expr {

namespace {

bool is_local(Op op) {
  switch (op) {
    case Op::select:
    case Op::floor:
    case Op::abs:
    case Op::sign:
    case Op::min:
    case Op::max:
    case Op::less:
    case Op::less_equal:
    case Op::table:
    case Op::exp:
    case Op::tanh: return true;
    default: return false;
  }
}

}  // namespace

bool vary_locally_in_motion(const Graph& graph, std::span<const Node> nodes) {
  const GraphCore& core = GraphAccess::core(graph);
  std::vector<Id> roots;
  for (const Node n : nodes) roots.push_back(id_of(n));
  const std::vector<Id> found = core.reachable(roots, [](Id) { return true; });  // children first
  std::vector<bool> moves(found.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    const NodeData data = core.node(found[k]);
    if (data.op == Op::input) {
      const int slot = static_cast<int>(data.arg[0]);
      moves[k] = slot != time_input && slot != side_input;
      continue;
    }
    const std::span<const Id> children = data.children();
    moves[k] = std::any_of(children.begin(), children.end(), [&](Id child) {
      const auto place = std::lower_bound(found.begin(), found.end(), child);
      return moves[static_cast<std::size_t>(place - found.begin())];
    });
    if (moves[k] && is_local(data.op)) return true;
  }
  return false;
}

}  // namespace rheon::expr
