#include "expr/slot_sets.hpp"

#include <algorithm>
#include <iterator>

namespace rheon::expr {

std::span<const int> SlotSets::slots(SetId set) const {
  const int* const stored = blocks_[begins_[set] / block_size].data() + begins_[set] % block_size;
  return {stored + 1, static_cast<std::size_t>(*stored)};
}

bool SlotSets::may_contain(SetId set, int slot) const {
  if (set == large) return true;
  const std::span<const int> members = slots(set);
  return std::binary_search(members.begin(), members.end(), slot);
}

SlotSets::SetId SlotSets::single(int slot) { return intern({&slot, 1}); }

/// Neighbours in a large model are joined soon after each other: what is long ago is not worth its memory.
constexpr std::size_t most_joins = 1u << 14;

SlotSets::SetId SlotSets::join(SetId a, SetId b) {
  if (a == b || b == empty_set) return a;
  if (a == empty_set) return b;
  if (a == large || b == large) return large;
  const std::uint64_t key = (static_cast<std::uint64_t>(std::min(a, b)) << 32) | std::max(a, b);
  if (const std::uint32_t known = joins_.find(key); known != IdMap::absent) return known;
  if (joins_.size() >= most_joins) joins_.clear();
  both_.clear();
  const std::span<const int> of_a = slots(a);
  const std::span<const int> of_b = slots(b);
  std::set_union(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(both_));
  const SetId result = both_.size() > largest_stored ? large : intern(both_);
  joins_.insert(key, result);
  return result;
}

std::uint64_t SlotSets::hash_of(std::span<const int> sorted) {
  std::uint64_t hash = sorted.size();
  for (const int slot : sorted) hash = combined(hash, static_cast<std::uint64_t>(slot));
  return hash;
}

SlotSets::SetId SlotSets::intern(std::span<const int> sorted) {
  const std::uint64_t hash = hash_of(sorted);
  const SetId known = by_content_.find(hash, [&](SetId k) { return std::ranges::equal(slots(k), sorted); });
  if (known != IdMap::absent) return known;
  const SetId made = static_cast<SetId>(count());
  store(sorted);
  by_content_.insert(hash, made);
  return made;
}

void SlotSets::store(std::span<const int> sorted) {
  if (blocks_.empty() || blocks_.back().size() + 1 + sorted.size() > block_size)
    blocks_.emplace_back().reserve(block_size);
  std::vector<int>& block = blocks_.back();
  begins_.push_back(static_cast<std::uint32_t>((blocks_.size() - 1) * block_size + block.size()));
  block.push_back(static_cast<int>(sorted.size()));
  block.insert(block.end(), sorted.begin(), sorted.end());
}

}  // namespace rheon::expr
