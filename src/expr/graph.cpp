// The public face of the graph: handles in, handles out.
#include "rheon/expr/graph.hpp"

#include "expr/graph_core.hpp"
#include "rheon/core/error.hpp"

namespace rheon::expr {
namespace {

void expect_arity(Op op, int given) {
  if (op == Op::constant || op == Op::input || op == Op::table || arity(op) != given) {
    throw Error("Graph::make: operation " + std::to_string(static_cast<int>(op)) + " does not take " +
                std::to_string(given) + " arguments");
  }
}

/// For whoever makes nodes.
GraphCore& awake(GraphCore& core) {
  core.wake();
  return core;
}

std::vector<Id> ids_of(std::span<const Node> nodes) {
  std::vector<Id> ids(nodes.size());
  for (std::size_t k = 0; k < nodes.size(); ++k) ids[k] = id_of(nodes[k]);
  return ids;
}

}  // namespace

Graph::Graph() : impl_(std::make_unique<Impl>()) {}
Graph::~Graph() = default;
Graph::Graph(const Graph& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;

Node Graph::constant(double value) { return node_of(awake(*impl_).constant(value)); }

Node Graph::input(int slot) { return node_of(awake(*impl_).input(slot)); }

Node Graph::make(Op op, Node a) {
  expect_arity(op, 1);
  return node_of(awake(*impl_).unary(op, id_of(a)));
}

Node Graph::make(Op op, Node a, Node b) {
  expect_arity(op, 2);
  return node_of(awake(*impl_).binary(op, id_of(a), id_of(b)));
}

Node Graph::select(Node condition, Node if_true, Node if_false) {
  return node_of(awake(*impl_).select(id_of(condition), id_of(if_true), id_of(if_false)));
}

int Graph::add_table(TableData data) { return awake(*impl_).add_table(data); }

Node Graph::table(int number, Node x, int derivative) {
  return node_of(awake(*impl_).table(number, id_of(x), derivative));
}

Node Graph::compare(Op op, Node a, Node b) { return node_of(awake(*impl_).compare(op, id_of(a), id_of(b))); }

Node Graph::sum(std::span<const Node> terms) { return node_of(awake(*impl_).sum(ids_of(terms))); }

bool Graph::is_constant(Node n) const { return impl_->is_constant(id_of(n)); }

double Graph::value(Node n) const { return impl_->node(id_of(n)).value(); }

bool Graph::depends_on(Node n, int slot) const { return impl_->depends_on(id_of(n), slot); }

std::vector<int> Graph::inputs_of(Node n) const { return impl_->inputs_of(id_of(n)); }

std::size_t Graph::size() const { return impl_->size(); }

std::vector<double> Graph::switching_times(std::span<const Node> outputs) const {
  return impl_->switching_times(ids_of(outputs));
}

Node Graph::derivative(Node n, int slot) { return node_of(awake(*impl_).derivative(id_of(n), slot)); }

std::vector<Node> Graph::gradient(Node n, std::span<const int> slots) {
  std::vector<Node> out;
  for (const Id entry : awake(*impl_).gradient(id_of(n), slots)) out.push_back(node_of(entry));
  return out;
}

Node Graph::substitute(Node n, std::span<const Replacement> replacements) {
  return node_of(awake(*impl_).substitute(id_of(n), replacements));
}

std::vector<Composition> Graph::compose(Node n, int first, int count, int fresh) {
  return awake(*impl_).compose(id_of(n), first, count, fresh);
}

std::string Graph::to_text(Node n, std::span<const std::string> names) const { return impl_->to_text(id_of(n), names); }

}  // namespace rheon::expr
