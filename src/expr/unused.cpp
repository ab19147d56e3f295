#include "expr/unused.hpp"

#include "core/free_memory.hpp"
#include "expr/graph_core.hpp"

namespace rheon::expr {

namespace {

constexpr Id unused = IdMap::absent;
/// What a graph of so many nodes frees is worth giving back: some megabytes.
constexpr std::size_t large_graph = 100000;

}  // namespace

/// In place, so that there are never two graphs: numbers only become smaller, children stay before their parents, and what
/// is ordered by numbers keeps its order.
std::vector<Id> GraphCore::keep_only(std::span<const Id> roots) {
  sleep();
  const auto children = [&](Id n) { return static_cast<std::size_t>(arity(packed_[n].op)); };
  std::vector<Id> image(packed_.size(), unused);
  for (const Id always : {zero_, one_}) image[always] = always;
  for (const Id root : roots) image[root] = root;
  for (auto n = static_cast<Id>(packed_.size()); n-- > 0;) {
    if (image[n] == unused) continue;
    for (std::size_t k = 0; k < children(n); ++k) image[packed_[n].arg[k]] = packed_[n].arg[k];
  }
  Id next = 0;
  for (Id n = 0; n < image.size(); ++n) {
    if (image[n] == unused) continue;
    PackedNode kept = packed_[n];
    for (std::size_t k = 0; k < children(n); ++k) kept.arg[k] = image[kept.arg[k]];
    packed_[next] = kept;
    image[n] = next++;
  }
  packed_.shorten(next);
  return image;
}

void GraphCore::forget_tables() {
  std::vector<Id>().swap(buckets_);
  sums_ = {};
  products_ = {};
  sets_ = {};
  derivatives_.clear();
}

void GraphCore::sleep() {
  if (asleep_) return;
  forget_tables();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    nodes_.forget_before(n);
    packed_.push_back(packed(nodes_[n]));
  }
  nodes_ = {};
  asleep_ = true;
}

/// All that follows from operations and arguments, for every node.
void GraphCore::wake_up() {
  asleep_ = false;
  for (std::size_t n = 0; n < packed_.size(); ++n) {
    packed_.forget_before(n);
    NodeData data = unpacked(packed_[n]);
    data.slots = SlotSets::empty_set;
    describe(data);
    nodes_.push_back(data);
  }
  packed_ = {};
  index_anew();
}

void GraphCore::index_anew() {
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
  roots.reserve(kept.size());
  for (const Node* n : kept) roots.push_back(id_of(*n));
  const std::size_t before = graph.size();
  const std::vector<Id> image = GraphAccess::core(graph).keep_only(roots);
  for (Node* n : kept) *n = node_of(image[id_of(*n)]);
  if (before > large_graph) scratch_is_free();
}

}  // namespace rheon::expr
