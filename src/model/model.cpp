#include "rheon/model/model.hpp"

namespace rheon {
namespace {

using expr::Node;
using expr::Op;

/// The v slots among the sorted inputs of a node.
std::vector<int> speed_slots(const Model& model, Node n) {
  std::vector<int> slots;
  for (int slot : model.graph.inputs_of(n)) {
    if (slot >= model.inputs.v(0) && slot < model.inputs.v(0) + model.inputs.nv) slots.push_back(slot);
  }
  return slots;
}

}  // namespace

const char* to_text(ConstraintKind kind) {
  switch (kind) {
    case ConstraintKind::holonomic: return "holonomic";
    case ConstraintKind::rheonomic: return "rheonomic";
    case ConstraintKind::linear_velocity: return "velocity level, linear";
    case ConstraintKind::nonlinear_velocity: return "velocity level, nonlinear";
  }
  return "unknown";
}

Node at_rest(Model& model, Node n) {
  const Node zero = model.graph.constant(0.0);
  std::vector<expr::Replacement> replacements;
  for (const int slot : speed_slots(model, n)) replacements.push_back({slot, zero});
  return model.graph.substitute(n, replacements);
}

Node time_derivative(Model& model, Node n) {
  expr::Graph& graph = model.graph;
  const InputMap& in = model.inputs;
  const std::vector<int> slots = graph.inputs_of(n);
  // `side` only chooses a piece of a load; within a piece nothing changes with it.
  const std::vector<Node> gradient = graph.gradient(n, slots);
  std::vector<Node> terms;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const int slot = slots[k];
    if (slot == in.t()) {
      terms.push_back(gradient[k]);
    } else if (slot >= in.q(0) && slot < in.v(0)) {
      terms.push_back(graph.make(Op::mul, gradient[k], model.rate[static_cast<std::size_t>(slot - in.q(0))]));
    } else if (slot >= in.v(0) && slot < in.a(0)) {
      terms.push_back(graph.make(Op::mul, gradient[k], graph.input(in.a(slot - in.v(0)))));
    }
  }
  return graph.sum(terms);
}

ConstraintKind classify(Model& model, Node residual) {
  expr::Graph& graph = model.graph;
  const std::vector<int> slots = speed_slots(model, residual);
  const std::vector<Node> gradient = graph.gradient(residual, slots);
  bool has_speeds = false;
  // Only speeds that a first derivative still contains can make the row nonlinear: sparse rows stay cheap.
  for (const Node first : gradient) {
    if (graph.is_zero(first)) continue;
    has_speeds = true;
    for (const int slot : speed_slots(model, first)) {
      if (!graph.is_zero(graph.derivative(first, slot))) return ConstraintKind::nonlinear_velocity;
    }
  }
  if (has_speeds) return ConstraintKind::linear_velocity;
  const bool moving = graph.depends_on(residual, model.inputs.t()) || graph.depends_on(residual, model.inputs.side());
  return moving ? ConstraintKind::rheonomic : ConstraintKind::holonomic;
}

Node angle_value(Model& model, int k) {
  expr::Graph& g = model.graph;
  const TrackedAngle& angle = model.angles[static_cast<std::size_t>(k)];
  const Node anchor = g.input(model.inputs.anchor(k));
  const Node s = g.make(Op::sin, anchor), c = g.make(Op::cos, anchor);
  const auto times = [&](Node a, Node b) { return g.make(Op::mul, a, b); };
  const Node y = g.make(Op::sub, times(angle.sine, c), times(angle.cosine, s));
  const Node x = g.make(Op::add, times(angle.cosine, c), times(angle.sine, s));
  return g.make(Op::add, anchor, g.make(Op::atan2, y, x));
}

Node reaction(Model& model, int row, int i) {
  expr::Graph& graph = model.graph;
  const ConstraintRow& constraint = model.constraints[static_cast<std::size_t>(row)];
  Node along = graph.constant(0.0);
  if (!is_position_level(constraint.kind)) {
    along = graph.derivative(constraint.residual, model.inputs.v(i));
  } else if (!model.general_speeds) {
    along = graph.derivative(constraint.residual, model.inputs.q(i));
  } else {
    // A = phi_q T: the row's coordinates, each moved by speed i.
    std::vector<Node> terms;
    for (const int slot : graph.inputs_of(constraint.residual)) {
      const int j = slot - model.inputs.q(0);
      if (j < 0 || j >= model.inputs.nq) continue;
      const Node moved = graph.derivative(model.rate[static_cast<std::size_t>(j)], model.inputs.v(i));
      terms.push_back(graph.make(Op::mul, graph.derivative(constraint.residual, slot), moved));
    }
    along = graph.sum(terms);
  }
  return graph.make(Op::neg, graph.make(Op::mul, along, graph.input(model.inputs.lambda(row))));
}

}  // namespace rheon
