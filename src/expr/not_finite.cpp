#include "expr/not_finite.hpp"

#include <cmath>

#include "expr/graph_core.hpp"

namespace rheon::expr {

std::optional<double> not_finite(const Graph& graph, Node n) {
  const GraphCore& core = GraphAccess::core(graph);
  const Id roots[] = {id_of(n)};
  std::vector<Node> fixed;
  for (const Id id : core.reachable(roots, [](Id) { return true; }))
    if (core.node(id).op != Op::input && graph.inputs_of(node_of(id)).empty()) fixed.push_back(node_of(id));
  const Tape tape(graph, fixed);
  std::vector<double> values(fixed.size()), work(tape.work_size());
  const double none = 0.0;
  tape.evaluate(&none, values.data(), work.data());
  for (const double value : values)
    if (!std::isfinite(value)) return value;
  return std::nullopt;
}

}  // namespace rheon::expr
