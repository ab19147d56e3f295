// Gradient by reverse accumulation: one sweep for any number of inputs, and the adjoints are shared between entries.
#include <functional>

#include "expr/touching.hpp"

namespace rheon::expr {
namespace {

bool is_choice(Op op) { return op == Op::select || op == Op::min || op == Op::max; }

}  // namespace

std::vector<Id> GraphCore::gradient(Id root, std::span<const int> slots) {
  if (slots.size() == 1) return {derivative(root, slots[0])};
  Touching relevant(*this, slots);
  const Id roots[] = {root};
  const std::vector<Id> order = reachable(roots, std::ref(relevant));
  IdMap place;
  for (std::size_t k = 0; k < order.size(); ++k) place.insert(order[k], static_cast<std::uint32_t>(k));
  std::vector<std::vector<Id>> shares(order.size());  // what each node's users contribute to its adjoint
  const auto contribute = [&](Id to, Id share) {
    const std::uint32_t at = place.find(to);
    if (at != IdMap::absent && share != zero_) shares[at].push_back(share);
  };
  contribute(root, one_);
  for (std::size_t k = order.size(); k-- > 0;) {
    const NodeData data = nodes_[order[k]];
    if (shares[k].empty() || data.op == Op::input) continue;
    const Id adjoint = sum(shares[k]);
    std::vector<Id>().swap(shares[k]);
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
    result.push_back(at == IdMap::absent ? zero_ : sum(shares[at]));
  }
  return result;
}

}  // namespace rheon::expr
