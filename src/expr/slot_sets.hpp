// Sets of input slots, each distinct set stored once: a node keeps the number of the set of inputs it depends on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/block_store.hpp"
#include "expr/id_map.hpp"

namespace rheon::expr {

class SlotSets {
 public:
  using SetId = std::uint32_t;
  static constexpr SetId empty_set = 0;
  /// More slots than are worth storing: who wants to know has to walk the graph.
  static constexpr SetId large = 0xfffffffeu;
  static constexpr std::size_t largest_stored = 64;

  SlotSets() { store({}); }

  SetId single(int slot);
  SetId join(SetId a, SetId b);
  /// Sorted slots of a stored set (not of `large`).
  std::span<const int> slots(SetId set) const;
  /// May the set hold this slot? Exact, except that `large` may hold anything.
  bool may_contain(SetId set, int slot) const;
  std::size_t count() const { return begins_.size(); }

 private:
  SetId intern(std::span<const int> sorted);
  void store(std::span<const int> sorted);
  static std::uint64_t hash_of(std::span<const int> sorted);

  /// Each set as its size and its slots, in one block.
  static constexpr std::size_t block_size = 4096;
  std::vector<std::vector<int>> blocks_;
  BlockStore<std::uint32_t> begins_;  // where set k is: block times block_size, and place in it
  HashIndex by_content_;
  LongKeyMap joins_;       // forgotten from time to time
  std::vector<int> both_;  // of the last join
};

}  // namespace rheon::expr
