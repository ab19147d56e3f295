// The graph behind `Graph`: nodes in one vector, children before parents, every distinct node once.
// Nothing here recurses along the depth of an expression.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/block_store.hpp"
#include "expr/id_map.hpp"
#include "expr/interpolant.hpp"
#include "expr/scalar_ops.hpp"
#include "expr/slot_sets.hpp"
#include "rheon/expr/graph.hpp"

namespace rheon::expr {

using Id = std::uint32_t;
inline constexpr Id empty_bucket = 0xffffffffu;

/// Sums and products up to this many leaves are compared as unordered collections, so that a+b+c and c+b+a are one
/// node and what cancels disappears. Longer ones are opaque, which keeps the cost of every node bounded.
inline constexpr int leaf_limit = 24;

struct NodeData {
  double probe = 0.0;       // value at a fixed random point, where only sums, products and powers mean what they say
  std::array<Id, 3> arg{};  // nodes; input: slot; table: argument, chooser of the piece, number of the table
  SlotSets::SetId slots = SlotSets::empty_set;
  Op op = Op::constant;
  std::uint8_t order = 0;  // table: order of the derivative
  std::uint8_t sum_leaves = 1, product_leaves = 1;
  bool non_negative : 1 = false;  // for all arguments in the domain
  bool non_zero : 1 = false;
  bool sine_factor : 1 = false, cosine_factor : 1 = false;  // as a product

  double value() const { return probe; }  // of a constant
  std::span<const Id> children() const { return {arg.data(), static_cast<std::size_t>(arity(op))}; }
};

/// Nodes in 24 bytes each; the third argument and the order, which few nodes have, apart.
class NodeStore {
 public:
  std::size_t size() const { return stored_.size(); }

  /// Inlined always: callers look at one or two of the fields, and then nothing else is copied.
  [[gnu::always_inline]] NodeData operator[](std::size_t n) const {
    const Stored& s = stored_[n];
    NodeData data{.probe = s.probe, .arg = {s.a, s.b, 0}, .slots = s.slots, .op = s.op};
    data.sum_leaves = s.sum_leaves;
    data.product_leaves = s.product_leaves;
    data.non_negative = s.non_negative;
    data.non_zero = s.non_zero;
    data.sine_factor = s.sine_factor;
    data.cosine_factor = s.cosine_factor;
    if (s.op == Op::select || s.op == Op::table) {
      const Rest& rest = rests_[rest_of_.find(static_cast<Id>(n))];
      data.arg[2] = rest.third;
      data.order = rest.order;
    }
    return data;
  }

  void push_back(const NodeData& data) {
    if (data.op == Op::select || data.op == Op::table) {
      rest_of_.insert(static_cast<Id>(stored_.size()), static_cast<Id>(rests_.size()));
      rests_.push_back({data.arg[2], data.order});
    }
    stored_.push_back({.probe = data.probe,
                       .a = data.arg[0],
                       .b = data.arg[1],
                       .slots = data.slots,
                       .op = data.op,
                       .sum_leaves = data.sum_leaves,
                       .product_leaves = data.product_leaves,
                       .non_negative = data.non_negative,
                       .non_zero = data.non_zero,
                       .sine_factor = data.sine_factor,
                       .cosine_factor = data.cosine_factor});
  }

  void forget_before(std::size_t n) { stored_.forget_before(n); }

 private:
  struct Stored {
    double probe = 0.0;
    Id a = 0, b = 0;
    SlotSets::SetId slots = SlotSets::empty_set;
    Op op = Op::constant;
    std::uint8_t sum_leaves = 1, product_leaves = 1;
    bool non_negative : 1 = false, non_zero : 1 = false, sine_factor : 1 = false, cosine_factor : 1 = false;
  };
  static_assert(sizeof(Stored) == 24);
  struct Rest {
    Id third;
    std::uint8_t order;
  };

  BlockStore<Stored> stored_;
  std::vector<Rest> rests_;
  IdMap rest_of_;
};

/// What a node is, without what follows from it: all that is kept of a graph in which no nodes are made.
struct PackedNode {
  std::array<Id, 3> arg{};  // constant: its value, in the first two
  Op op = Op::constant;
  std::uint8_t order = 0;
};
PackedNode packed(const NodeData& data);
/// Nothing follows from it yet: it may depend on any input.
NodeData unpacked(const PackedNode& data);

/// A term of a sum: coefficient times core.
struct Term {
  Id core = 0;
  double coefficient = 0.0;
  bool operator==(const Term&) const = default;
};
using Summands = std::vector<Term>;

/// A factor of a product: base to a positive integer power, above or below the fraction bar.
struct Factor {
  Id base = 0;
  bool below = false;
  double power = 0.0;
  bool operator==(const Factor&) const = default;
};
using Factors = std::vector<Factor>;

class Touching;

class GraphCore {
 public:
  GraphCore();

  // --- graph_core.cpp: storage and questions
  NodeData node(Id n) const { return asleep_ ? unpacked(packed_[n]) : nodes_[n]; }
  std::size_t size() const { return asleep_ ? packed_.size() : nodes_.size(); }
  Id constant(double value);
  Id input(int slot);
  /// The node if it has been made already.
  Id find_unary(Op op, Id a) const;
  bool is_constant(Id n) const { return (asleep_ ? packed_[n].op : nodes_[n].op) == Op::constant; }
  bool is_value(Id n, double value) const { return is_constant(n) && node(n).value() == value; }
  bool may_depend(Id n, int slot) const { return sets_.may_contain(nodes_[n].slots, slot); }
  bool depends_on(Id n, int slot) const;
  std::vector<int> inputs_of(Id n) const;
  /// All nodes below the roots, roots included, children first; parts for which `enter` says no are left out.
  template <class Enter>
  std::vector<Id> reachable(std::span<const Id> roots, Enter enter) const;
  std::vector<double> switching_times(std::span<const Id> outputs) const;
  const SlotSets& sets() const { return sets_; }
  const std::vector<Interpolant>& tables() const { return tables_; }

  // --- simplify.cpp: any operation
  Id unary(Op op, Id a);
  Id binary(Op op, Id a, Id b);
  Id select(Id condition, Id if_true, Id if_false);
  Id compare(Op op, Id a, Id b);
  int add_table(const TableData& data);
  Id table(int number, Id x, int order);
  Id table(int number, Id x, Id chooser, int order);

  // --- simplify_sum.cpp
  Id add(Id a, Id b) { return combine(a, b, 1.0); }
  Id sub(Id a, Id b) { return combine(a, b, -1.0); }
  Id neg(Id a) { return scale(-1.0, a); }
  Id scale(double factor, Id a);
  Id sum(std::span<const Id> terms);
  /// n as a sorted sum of distinct cores; not called for opaque sums.
  Summands terms_of(Id n) const;
  /// The constant factor of n and the rest.
  Term split(Id n) const;

  // --- expand.cpp
  /// Is the sum zero once its products are multiplied out and sin^2 + cos^2 = 1 is used? "No" may also mean "too long".
  bool vanishes(const Summands& terms) const;
  /// Replaces one pair c*p*sin(u)^2 + c*p*cos(u)^2 by c*p; says whether there was one.
  bool join_sine_squares(Summands& terms);
  /// Term j if it is term i with sin(u)^2 (its k-th factor) replaced by cos(u)^2.
  bool is_cosine_partner(const Term& i, const Factors& factors, std::size_t k, const Term& j) const;

  // --- simplify_product.cpp
  /// n as a sorted product of distinct bases; constants are bases like others.
  Factors factors_of(Id n) const;
  void collect_factors(Id n, bool below, double power, Factors& out) const;
  static void join_like_factors(Factors& factors);
  Id mul(Id a, Id b);
  Id div(Id a, Id b);
  Id power(Id base, Id exponent);
  Id power(Id base, double exponent) { return power(base, constant(exponent)); }

  // --- derivative.cpp, gradient.cpp, substitute.cpp, cancel_first.cpp, graph_text.cpp
  Id derivative(Id n, int slot);
  std::vector<Id> gradient(Id n, std::span<const int> slots);
  Id substitute(Id n, std::span<const Replacement> replacements);
  Id cancel_first(Id n, int first, int count);
  std::vector<Composition> compose(Id n, int first, int count, int fresh);
  std::string to_text(Id n, std::span<const std::string> names) const;

  // --- unused.cpp
  /// Drops all nodes that these do not need, and sleeps; the new numbers of the others, by the old ones.
  std::vector<Id> keep_only(std::span<const Id> roots);
  /// Frees what only serves to make further nodes; `wake` makes it anew if need be, and must come before making any.
  void sleep();
  void wake() {
    if (asleep_) wake_up();
  }

 private:
  Id intern(NodeData data);
  Id intern(Op op, Id a) { return intern({.arg = {a}, .op = op}); }
  Id intern(Op op, Id a, Id b) { return intern({.arg = {a, b}, .op = op}); }
  void describe(NodeData& data);
  double probe_of(const NodeData& data) const;
  bool same(const NodeData& a, const NodeData& b) const;
  bool is_crowded() const { return 3 * (nodes_.size() + 1) > 2 * buckets_.size(); }
  void rehash();
  void fill_buckets();
  void forget_tables();
  void wake_up();
  void index_anew();
  Id folded(Op op, Id a);
  Id folded(Op op, Id a, Id b);

  Id odd_or_even(Op op, Id a);
  Id logic(Op op, Id a, Id b);

  Id combine(Id a, Id b, double sign);
  Id plain_sum(Id a, Id b, double sign);
  Id from_terms(const Summands& terms);
  Id find_sum(const Summands& terms) const;
  void remember_sum(const Summands& terms, Id n);
  void collect_terms(Id n, double coefficient, Summands& out) const;
  bool take_apart(Id n, double factor, Summands& out) const;
  Summands written_terms(Id n) const;
  Id with_term(Id sum, double factor, Id core);
  Id large_first(const Summands& terms, int end, const IdMap& image, const Touching& large);
  bool is_chosen_input(Id n, const Touching& chosen) const;

  Id from_factors(const Factors& factors);
  Id mul_by_powers(Id a, Id b);
  Id integer_power(Id base, double exponent);
  Id div_by_constant(Id a, double divisor);
  Id keyed_product(Op op, Id a, Id b);
  bool is_keyed_product(const NodeData& data) const;
  Id find_product(const Factors& factors) const;
  void remember_product(const Factors& factors, Id n);

  /// `root` made anew with some nodes below it replaced by their images; parts for which `enter` says no are kept.
  template <class Enter>
  Id rebuild(Id root, IdMap& image, Enter enter);
  Id remade(const NodeData& data, const IdMap& image);
  int degree_of(const NodeData& data, const IdMap& degrees, int first, int count) const;

  Id known_derivative(Id n, int slot) const;
  Id forward(Id n, int slot);
  Id chain(Id n, int argument, Id seed);
  Id chain_power(Id n, int argument, Id seed);
  Id chain_function(Id n, Id seed);
  Id away_from_zero(Id length);
  std::optional<Id> switches_in_time(Id a, Id b);
  bool is_timed(Id a, Id b);
  Id decided(Id n);

  bool asleep_ = false;
  NodeStore nodes_;                // awake
  BlockStore<PackedNode> packed_;  // asleep
  std::vector<Id> buckets_;
  SlotSets sets_;
  std::vector<Interpolant> tables_;
  HashIndex sums_, products_;  // by the unordered collection: the node that was made first
  LongKeyMap derivatives_;     // (node, slot) to node; forgotten from time to time
  Id zero_ = 0, one_ = 0;
};

template <class Enter>
std::vector<Id> GraphCore::reachable(std::span<const Id> roots, Enter enter) const {
  std::vector<Id> found;
  IdMap seen;
  const auto visit = [&](Id n) {
    if (enter(n) && seen.insert(n, 0)) found.push_back(n);
  };
  for (const Id root : roots) visit(root);
  for (std::size_t next = 0; next < found.size(); ++next) {
    const NodeData data = node(found[next]);
    for (const Id child : data.children()) visit(child);
  }
  std::sort(found.begin(), found.end());
  return found;
}

template <class Enter>
Id GraphCore::rebuild(Id root, IdMap& image, Enter enter) {
  const Id roots[] = {root};
  for (const Id n : reachable(roots, [&](Id m) { return image.find(m) == IdMap::absent && enter(m); })) {
    const NodeData data = nodes_[n];  // a copy: making nodes moves them
    image.insert(n, data.op == Op::constant ? n : remade(data, image));
  }
  const Id made = image.find(root);
  return made == IdMap::absent ? root : made;
}

struct Graph::Impl : GraphCore {};

struct GraphAccess {
  static const GraphCore& core(const Graph& graph) { return *graph.impl_; }
  static GraphCore& core(Graph& graph) { return *graph.impl_; }
};

inline Id id_of(Node n) { return static_cast<Id>(n); }
inline Node node_of(Id n) { return static_cast<Node>(n); }

}  // namespace rheon::expr
