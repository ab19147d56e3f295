// Gradient by reverse accumulation: one sweep for any number of inputs, and the adjoints are shared between entries.
#include <functional>

#include "expr/touching.hpp"

namespace rheon::expr {
namespace {

bool is_choice(Op op) { return op == Op::select || op == Op::min || op == Op::max; }

/// What each node's users contribute to its adjoint: lists in one store, since there are as many as nodes and most are short.
class Shares {
 public:
  explicit Shares(std::size_t nodes) : last_(nodes, none) {}

  void add(std::size_t k, Id share) {
    links_.push_back({share, last_[k]});
    last_[k] = static_cast<std::uint32_t>(links_.size() - 1);
  }

  /// In the order in which they came; valid until the next call.
  std::span<const Id> of(std::size_t k) {
    found_.clear();
    for (std::uint32_t at = last_[k]; at != none; at = links_[at].before) found_.push_back(links_[at].share);
    std::reverse(found_.begin(), found_.end());
    return found_;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Link {
    Id share;
    std::uint32_t before;
  };
  std::vector<std::uint32_t> last_;
  std::vector<Link> links_;
  std::vector<Id> found_;
};

}  // namespace

std::vector<Id> GraphCore::gradient(Id root, std::span<const int> slots) {
  if (slots.size() == 1) return {derivative(root, slots[0])};
  Touching relevant(*this, slots);
  const Id roots[] = {root};
  const std::vector<Id> order = reachable(roots, std::ref(relevant));
  IdMap place;
  for (std::size_t k = 0; k < order.size(); ++k) place.insert(order[k], static_cast<std::uint32_t>(k));
  Shares shares(order.size());
  const auto contribute = [&](Id to, Id share) {
    const std::uint32_t at = place.find(to);
    if (at != IdMap::absent && share != zero_) shares.add(at, share);
  };
  contribute(root, one_);
  for (std::size_t k = order.size(); k-- > 0;) {
    const NodeData data = nodes_[order[k]];
    if (data.op == Op::input) continue;
    const std::span<const Id> given = shares.of(k);
    if (given.empty()) continue;
    const Id adjoint = sum(given);
    if (is_choice(data.op)) {
      // Adjoints through the branch that is not taken would multiply zero by what may be infinite there.
      const std::vector<int> members = inputs_of(order[k]);
      for (const int slot : members) {
        if (relevant.chosen(slot)) contribute(input(slot), mul(adjoint, derivative(order[k], slot)));
      }
      continue;
    }
    for (std::size_t j = 0; j < data.children().size(); ++j) {
      if (relevant(data.arg[j])) contribute(data.arg[j], chain(order[k], static_cast<int>(j), adjoint));
    }
  }
  std::vector<Id> result;
  for (const int slot : slots) {
    const std::uint32_t at = may_depend(root, slot) ? place.find(input(slot)) : IdMap::absent;
    result.push_back(at == IdMap::absent ? zero_ : sum(shares.of(at)));
  }
  return result;
}

}  // namespace rheon::expr
