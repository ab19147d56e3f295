#include "expr/unused.hpp"

#include "expr/graph_core.hpp"

namespace rheon::expr {

/// In place, so that there are never two graphs: numbers only become smaller, children stay before their parents, and what
/// is ordered by numbers keeps its order.
void GraphCore::keep_only(std::span<const Id> roots, IdMap& image) {
  for (const Id always : {zero_, one_}) image.insert(always, always);
  const std::vector<Id> used = reachable(roots, [](Id) { return true; });
  sleep();
  Id next = one_ + 1;
  for (const Id n : used) {
    if (n <= one_) continue;
    NodeData data{.op = nodes_[n].op, .order = nodes_[n].order};
    data.arg = nodes_[n].arg;
    if (data.op == Op::constant) data.probe = nodes_[n].value();
    for (std::size_t k = 0; k < data.children().size(); ++k) data.arg[k] = image.find(data.arg[k]);
    nodes_.replace(next, data);
    image.insert(n, next++);
  }
  nodes_.shorten(next);
  describe_anew();
}

/// All that follows from operations and arguments, for every node.
void GraphCore::describe_anew() {
  sets_ = {};
  for (Id n = 0; n < nodes_.size(); ++n) {
    NodeData data = nodes_[n];
    describe(data);
    nodes_.replace(n, data);
  }
  index_anew();
}

void GraphCore::sleep() {
  std::vector<Id>().swap(buckets_);
  sums_ = {};
  products_ = {};
  sets_.sleep();
  derivatives_.clear();
}

void GraphCore::index_anew() {
  sets_.wake();
  buckets_.assign(64, empty_bucket);
  while (is_crowded()) buckets_.resize(2 * buckets_.size());
  fill_buckets();
  for (Id n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].sum_leaves > 1) remember_sum(terms_of(n), n);
    if (is_keyed_product(nodes_[n])) remember_product(factors_of(n), n);
  }
}

/// Is it one that `keyed_product` makes? Constants stand before products, or below them, by other rules.
bool GraphCore::is_keyed_product(const NodeData& data) const {
  if (data.product_leaves < 2 || (data.op != Op::mul && data.op != Op::div)) return false;
  return !is_constant(data.arg[1]) && (data.op == Op::div || !is_constant(data.arg[0]));
}

void rest(Graph& graph) { GraphAccess::core(graph).sleep(); }

void drop_unused(Graph& graph, std::span<Node* const> kept) {
  std::vector<Id> roots;
  for (const Node* n : kept) roots.push_back(id_of(*n));
  IdMap image;
  GraphAccess::core(graph).keep_only(roots, image);
  for (Node* n : kept) *n = node_of(image.find(id_of(*n)));
}

}  // namespace rheon::expr
