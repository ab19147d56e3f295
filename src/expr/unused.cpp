#include "expr/unused.hpp"

#include "expr/graph_core.hpp"

namespace rheon::expr {

namespace {

constexpr Id unused = IdMap::absent;

}  // namespace

/// In place, so that there are never two graphs: numbers only become smaller, children stay before their parents, and what
/// is ordered by numbers keeps its order.
std::vector<Id> GraphCore::keep_only(std::span<const Id> roots) {
  sleep();
  std::vector<Id> image(nodes_.size(), unused);
  for (const Id always : {zero_, one_}) image[always] = always;
  for (const Id root : roots) image[root] = root;
  for (std::size_t n = nodes_.size(); n-- > 0;) {
    if (image[n] == unused) continue;
    for (const Id child : nodes_[n].children()) image[child] = child;
  }
  Id next = one_ + 1;
  for (Id n = next; n < image.size(); ++n) {
    if (image[n] == unused) continue;
    NodeData data{.op = nodes_[n].op, .order = nodes_[n].order};
    data.arg = nodes_[n].arg;
    if (data.op == Op::constant) data.probe = nodes_[n].value();
    for (std::size_t k = 0; k < data.children().size(); ++k) data.arg[k] = image[data.arg[k]];
    nodes_.replace(next, data);
    image[n] = next++;
  }
  nodes_.shorten(next);
  describe_anew();
  return image;
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
  const std::vector<Id> image = GraphAccess::core(graph).keep_only(roots);
  for (Node* n : kept) *n = node_of(image[id_of(*n)]);
}

}  // namespace rheon::expr
