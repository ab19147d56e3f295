#include "model/multiplier_force_nodes.hpp"

#include "core/index.hpp"

namespace rheon {

std::vector<expr::Node> multiplier_force_nodes(Model& model) {
  if (model.nonideal.empty()) return {};
  auto& graph = model.graph;
  std::vector<std::vector<expr::Node>> terms(at(model.inputs.nv));
  for (const Force& f : model.nonideal) {
    if (f.on_speed) {
      terms[at(f.index)].push_back(f.value);
      continue;
    }
    const expr::Node rate = model.rate[at(f.index)];
    for (int j = 0; j < model.inputs.nv; ++j)
      if (graph.depends_on(rate, model.inputs.v(j)))
        terms[at(j)].push_back(graph.make(expr::Op::mul, graph.derivative(rate, model.inputs.v(j)), f.value));
  }
  std::vector<expr::Node> forces;
  for (const auto& along : terms) forces.push_back(along.empty() ? graph.constant(0.0) : graph.sum(along));
  return forces;
}

}  // namespace rheon
