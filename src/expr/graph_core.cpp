#include "expr/graph_core.hpp"

#include <bit>
#include <cmath>

#include "rheon/core/error.hpp"

namespace rheon::expr {
namespace {

std::uint64_t hash_of_data(const NodeData& data) {
  std::uint64_t hash = (static_cast<std::uint64_t>(data.op) << 8) | data.order;
  hash = combined(hash, (static_cast<std::uint64_t>(data.arg[0]) << 32) | data.arg[1]);
  const bool constant = data.op == Op::constant;  // the probe of others is not known yet
  return combined(hash, (constant ? std::bit_cast<std::uint64_t>(data.value()) : 0) + data.arg[2]);
}

bool commutes(Op op) {
  return op == Op::add || op == Op::mul || op == Op::min || op == Op::max || op == Op::hypot || op == Op::equal ||
         op == Op::logical_and || op == Op::logical_or;
}

std::uint8_t leaves(int count) { return static_cast<std::uint8_t>(count <= leaf_limit ? count : 1); }

}  // namespace

PackedNode packed(const NodeData& data) {
  PackedNode p{.arg = data.arg, .op = data.op, .order = data.order};
  if (data.op == Op::constant) {
    const auto bits = std::bit_cast<std::uint64_t>(data.value());
    p.arg = {static_cast<Id>(bits), static_cast<Id>(bits >> 32), 0};
  }
  return p;
}

NodeData unpacked(const PackedNode& p) {
  NodeData data{.arg = p.arg, .slots = SlotSets::large, .op = p.op, .order = p.order};
  if (p.op == Op::constant) {
    data.probe = std::bit_cast<double>((std::uint64_t{p.arg[1]} << 32) | p.arg[0]);
    data.arg = {};
    data.slots = SlotSets::empty_set;
  }
  return data;
}

GraphCore::GraphCore() : buckets_(64, empty_bucket) {
  zero_ = constant(0.0);
  one_ = constant(1.0);
}

Id GraphCore::constant(double value) {
  if (value == 0.0) value = 0.0;  // one zero, without sign
  if (std::isnan(value)) value = NAN;
  return intern({.probe = value, .op = Op::constant});
}

Id GraphCore::input(int slot) {
  if (slot < 0) throw Error("an input slot is negative: " + std::to_string(slot));
  return intern({.arg = {static_cast<Id>(slot)}, .op = Op::input});
}

bool GraphCore::same(const NodeData& a, const NodeData& b) const {
  if (a.op != b.op || a.order != b.order || a.arg != b.arg) return false;
  return a.op != Op::constant || std::bit_cast<std::uint64_t>(a.value()) == std::bit_cast<std::uint64_t>(b.value());
}

Id GraphCore::intern(NodeData data) {
  if (commutes(data.op) && data.arg[0] > data.arg[1]) std::swap(data.arg[0], data.arg[1]);
  if (is_crowded()) rehash();
  const std::size_t mask = buckets_.size() - 1;
  std::size_t at = hash_of_data(data) & mask;
  for (; buckets_[at] != empty_bucket; at = (at + 1) & mask) {
    if (same(nodes_[buckets_[at]], data)) return buckets_[at];
  }
  if (nodes_.size() >= SlotSets::large) throw Error("an expression graph has more nodes than can be numbered");
  describe(data);
  buckets_[at] = static_cast<Id>(nodes_.size());
  nodes_.push_back(data);
  return buckets_[at];
}

Id GraphCore::find_unary(Op op, Id a) const {
  const NodeData wanted{.arg = {a}, .op = op};
  const std::size_t mask = buckets_.size() - 1;
  std::size_t at = hash_of_data(wanted) & mask;
  while (buckets_[at] != empty_bucket && !same(nodes_[buckets_[at]], wanted)) at = (at + 1) & mask;
  return buckets_[at] == empty_bucket ? IdMap::absent : buckets_[at];
}

void GraphCore::rehash() {
  const std::size_t more = 2 * buckets_.size();
  std::vector<Id>().swap(buckets_);  // nodes say where they belong: the old table need not stay beside the new one
  buckets_.resize(more);
  fill_buckets();
}

void GraphCore::fill_buckets() {
  std::fill(buckets_.begin(), buckets_.end(), empty_bucket);
  const std::size_t mask = buckets_.size() - 1;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    std::size_t at = hash_of_data(nodes_[n]) & mask;
    while (buckets_[at] != empty_bucket) at = (at + 1) & mask;
    buckets_[at] = static_cast<Id>(n);
  }
}

/// Fills in what follows from the arguments: inputs, size as sum and as product, sign.
void GraphCore::describe(NodeData& data) {
  data.probe = probe_of(data);
  if (data.op == Op::input) {
    data.slots = sets_.single(static_cast<int>(data.arg[0]));
    return;
  }
  for (const Id child : data.children()) data.slots = sets_.join(data.slots, nodes_[child].slots);
  const std::size_t arguments = data.children().size();
  const NodeData first = arguments > 0 ? nodes_[data.arg[0]] : NodeData{};
  const NodeData second = arguments > 1 ? nodes_[data.arg[1]] : NodeData{};
  const NodeData *a = &first, *b = &second;
  switch (data.op) {
    case Op::constant:
      data.non_negative = data.value() >= 0.0;
      data.non_zero = data.value() != 0.0;
      break;
    case Op::neg: data.sum_leaves = a->sum_leaves; break;
    case Op::add:
      data.non_negative = a->non_negative && b->non_negative;
      data.non_zero = data.non_negative && (a->non_zero || b->non_zero);
      [[fallthrough]];
    case Op::sub: data.sum_leaves = leaves(a->sum_leaves + b->sum_leaves); break;
    case Op::mul:
      data.non_negative = a->non_negative && b->non_negative;
      data.product_leaves = leaves(a->product_leaves + b->product_leaves);
      data.sine_factor = a->sine_factor || b->sine_factor;
      data.cosine_factor = a->cosine_factor || b->cosine_factor;
      if (a->op == Op::constant) data.sum_leaves = b->sum_leaves;
      if (b->op == Op::constant) data.sum_leaves = a->sum_leaves;
      break;
    case Op::div:
      data.non_negative = a->non_negative && b->non_negative;
      data.product_leaves = leaves(a->product_leaves + b->product_leaves);
      data.sine_factor = a->sine_factor;
      data.cosine_factor = a->cosine_factor;
      break;
    case Op::sin: data.sine_factor = true; break;
    case Op::cos: data.cosine_factor = true; break;
    case Op::pow:
      data.sine_factor = a->sine_factor;
      data.cosine_factor = a->cosine_factor;
      if (b->op == Op::constant && std::fmod(b->value(), 2.0) == 0.0) data.non_negative = true;
      data.product_leaves = a->product_leaves;
      break;
    case Op::cosh: data.non_zero = true; [[fallthrough]];
    case Op::exp:
    case Op::sqrt:
    case Op::abs:
    case Op::hypot: data.non_negative = true; break;
    default: break;
  }
}

/// Sums, products and whole powers are evaluated; everything else is as good as a random number, the same for the same
/// node. Two sums whose probes differ are different; where they agree it is worth looking closer.
double GraphCore::probe_of(const NodeData& data) const {
  const auto probe = [&](std::size_t k) { return nodes_[data.arg[k]].probe; };
  const auto random = [](std::uint64_t seed) {  // between 0.5 and 1.5, of either sign
    const std::uint64_t bits = mixed(seed + 0x9e3779b97f4a7c15u);
    const double size = 0.5 + static_cast<double>(bits >> 11) * 0x1p-53;
    return (bits & 1) != 0 ? size : -size;
  };
  switch (data.op) {
    case Op::constant: return data.value();
    case Op::neg: return -probe(0);
    case Op::add: return probe(0) + probe(1);
    case Op::sub: return probe(0) - probe(1);
    case Op::mul: return probe(0) * probe(1);
    case Op::div: return probe(0) / probe(1);
    case Op::sin: return std::sin(random(data.arg[0]));  // of a random angle, so that sin^2 + cos^2 = 1
    case Op::cos: return std::cos(random(data.arg[0]));
    case Op::pow: {
      const NodeData& exponent = nodes_[data.arg[1]];
      const bool whole = exponent.op == Op::constant && std::floor(exponent.value()) == exponent.value();
      return whole ? std::pow(probe(0), exponent.value()) : random(hash_of_data(data));
    }
    default: return random(hash_of_data(data));
  }
}

bool GraphCore::depends_on(Id n, int slot) const {
  if (!asleep_ && nodes_[n].slots != SlotSets::large) return may_depend(n, slot);
  // Only nodes with very many inputs are walked, the sets of all others answer at once; asleep there are no sets.
  const Id root[] = {n};
  bool found = false;
  reachable(root, [&](Id m) {
    const NodeData data = node(m);
    if (data.op == Op::input) {
      found = found || data.arg[0] == static_cast<Id>(slot);
      return false;
    }
    if (data.op == Op::constant) return false;
    if (data.slots == SlotSets::large) return !found;
    found = found || sets_.may_contain(data.slots, slot);
    return false;
  });
  return found;
}

std::vector<int> GraphCore::inputs_of(Id n) const {
  std::vector<int> slots;
  const Id root[] = {n};
  IdMap sets_seen;
  reachable(root, [&](Id m) {
    const NodeData data = node(m);
    if (data.op == Op::input) slots.push_back(static_cast<int>(data.arg[0]));
    if (data.op == Op::input || data.op == Op::constant) return false;
    if (data.slots == SlotSets::large) return true;
    if (sets_seen.insert(data.slots, 0)) {
      const std::span<const int> members = sets_.slots(data.slots);
      slots.insert(slots.end(), members.begin(), members.end());
    }
    return false;
  });
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

std::vector<double> GraphCore::switching_times(std::span<const Id> outputs) const {
  std::vector<double> times;
  const auto is_side = [&](Id n) { return node(n).op == Op::input && node(n).arg[0] == side_input; };
  const auto may_switch = [&](Id m) { return asleep_ || may_depend(m, side_input); };
  for (const Id n : reachable(outputs, may_switch)) {
    const NodeData data = node(n);
    if (data.op == Op::less || data.op == Op::less_equal) {
      const auto [a, b] = std::pair(data.arg[0], data.arg[1]);
      if (is_side(a) && is_constant(b)) times.push_back(node(b).value());
      if (is_side(b) && is_constant(a)) times.push_back(node(a).value());
    } else if (data.op == Op::table && is_side(data.arg[1])) {
      const Interpolant& table = tables_[data.arg[2]];
      const std::vector<double>& knots = table.knots();
      // A spline is smooth inside its range; where it begins to hold its end values its slope jumps.
      if (table.degree() > 1) {
        times.insert(times.end(), {knots.front(), knots.back()});
      } else {
        times.insert(times.end(), knots.begin(), knots.end());
      }
    }
  }
  std::erase_if(times, [](double t) { return !std::isfinite(t); });
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace rheon::expr
