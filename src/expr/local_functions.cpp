#include "expr/local_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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
    case Op::sinh:
    case Op::cosh:
    case Op::tanh: return true;
    default: return false;
  }
}

bool is_local(const GraphCore& core, const NodeData& data) {
  return is_local(data.op) || (data.op == Op::pow && core.node(data.arg[0]).op == Op::constant);
}

/// tanh is 1 to round-off beyond this argument, exp(-x) nothing beside 1 at twice of it.
constexpr double flat_from = 20.0;

/// Calls `see(data, id)` for what depends on more than time, children first, until it says true; whether it did.
template <class See>
bool any_in_motion(const GraphCore& core, std::span<const Node> nodes, See&& see) {
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
    if (moves[k] && see(data, found[k])) return true;
  }
  return false;
}

LocalFunction local_function(const GraphCore& core, const NodeData& data, Id id) {
  const Node a = node_of(data.arg[0]);
  LocalFunction f;
  f.value = node_of(id);
  f.a = f.b = a;
  switch (data.op) {
    case Op::min:
    case Op::max:
    case Op::less:
    case Op::less_equal: f.b = node_of(data.arg[1]); [[fallthrough]];
    case Op::abs:
    case Op::sign: f.crosses = true; break;
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
      f.crosses = true;
      f.levels = {-flat_from, -1.0, 1.0, flat_from};
      f.low = -flat_from;
      f.high = flat_from;
      break;
    case Op::pow:
    case Op::exp: {
      // of the exponent, in powers of e
      const double scale = data.op == Op::exp ? 1.0 : 1.0 / std::log(core.node(data.arg[0]).value());
      if (data.op == Op::pow) f.a = f.b = node_of(data.arg[1]);
      if (!std::isfinite(scale)) break;
      f.levels = {-flat_from * scale, -3.0 * scale, -0.5 * scale};
      f.low = scale > 0.0 ? -2.0 * flat_from * scale : -std::numeric_limits<double>::infinity();
      f.high = scale > 0.0 ? std::numeric_limits<double>::infinity() : -2.0 * flat_from * scale;
      break;
    }
    case Op::floor: f.whole_numbers = true; break;
    case Op::table: {
      const Interpolant& table = core.tables()[data.arg[2]];
      f.knots = table.knots();
      for (const double x : f.knots) f.heights.push_back(table.evaluate(x, x, data.order));
      break;
    }
    default: break;
  }
  return f;
}

}  // namespace

bool vary_locally_in_motion(const Graph& graph, std::span<const Node> nodes) {
  return any_in_motion(GraphAccess::core(graph), nodes,
                       [&](const NodeData& data, Id) { return is_local(GraphAccess::core(graph), data); });
}

std::vector<LocalFunction> local_functions(const Graph& graph, Node n) {
  const GraphCore& core = GraphAccess::core(graph);
  std::vector<LocalFunction> all;
  any_in_motion(core, std::span(&n, 1), [&](const NodeData& data, Id id) {
    if (is_local(core, data) && data.op != Op::select) all.push_back(local_function(core, data, id));
    return false;
  });
  return all;
}

}  // namespace rheon::expr
