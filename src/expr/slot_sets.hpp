// Sets of input slots, each distinct set stored once: a node keeps the number of the set of inputs it depends on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/id_map.hpp"

namespace rheon::expr {

class SlotSets {
 public:
  using SetId = std::uint32_t;
  static constexpr SetId empty_set = 0;
  /// More slots than are worth storing: who wants to know has to walk the graph.
  static constexpr SetId large = 0xfffffffeu;
  static constexpr std::size_t largest_stored = 64;

  SlotSets() : begins_{0, 0} {}

  SetId single(int slot);
  SetId join(SetId a, SetId b);
  /// Sorted slots of a stored set (not of `large`).
  std::span<const int> slots(SetId set) const;
  /// May the set hold this slot? Exact, except that `large` may hold anything.
  bool may_contain(SetId set, int slot) const;
  /// Frees what only serves to make further sets; `wake` makes it anew.
  void sleep();
  void wake();
  std::size_t count() const { return begins_.size() - 1; }

 private:
  SetId intern(const std::vector<int>& sorted);
  static std::uint64_t hash_of(std::span<const int> sorted);

  std::vector<int> slots_;
  std::vector<std::uint32_t> begins_;  // set k holds slots_[begins_[k] .. begins_[k + 1])
  HashIndex by_content_;
  LongKeyMap joins_;  // forgotten from time to time
};

}  // namespace rheon::expr
