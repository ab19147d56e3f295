// Which nodes depend on chosen inputs. Each distinct set of inputs is looked at once, however many nodes have it.
#pragma once

#include "expr/graph_core.hpp"

namespace rheon::expr {

class Touching {
 public:
  Touching(const GraphCore& graph, std::span<const int> slots) : graph_(graph) {
    for (const int slot : slots) chosen_.insert(static_cast<std::uint32_t>(slot), 0);
  }

  bool chosen(int slot) const { return chosen_.find(static_cast<std::uint32_t>(slot)) != IdMap::absent; }

  /// May node n depend on a chosen input? Exact, except that nodes with very many inputs may depend on anything.
  bool operator()(Id n) {
    const SlotSets::SetId set = graph_.node(n).slots;
    if (set == SlotSets::large) return true;
    std::uint32_t known = sets_.find(set);
    if (known == IdMap::absent) {
      const std::span<const int> members = graph_.sets().slots(set);
      known = std::any_of(members.begin(), members.end(), [&](int slot) { return chosen(slot); }) ? 1 : 0;
      sets_.insert(set, known);
    }
    return known == 1;
  }

 private:
  const GraphCore& graph_;
  IdMap chosen_;
  IdMap sets_;  // set to 1 if it holds a chosen slot, else 0
};

}  // namespace rheon::expr
