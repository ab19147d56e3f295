// A small hash map from whole numbers to 32-bit numbers, open addressing, insert only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rheon::expr {

/// Spreads the bits of a key (the finaliser of splitmix64).
inline std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

inline std::uint64_t combined(std::uint64_t seed, std::uint64_t value) {
  return mixed(seed + 0x9e3779b97f4a7c15u + mixed(value));
}

template <class Key>
class NumberMap {
 public:
  static constexpr std::uint32_t absent = 0xffffffffu;  ///< not a legal value

  std::uint32_t find(Key key) const {
    if (cells_.empty()) return absent;
    const std::size_t mask = cells_.size() - 1;
    for (std::size_t at = mixed(key) & mask;; at = (at + 1) & mask) {
      const Cell& cell = cells_[at];
      if (cell.value == absent || cell.key == key) return cell.value;
    }
  }

  /// Keeps the value that is there already; says whether the key was new.
  bool insert(Key key, std::uint32_t value) {
    if (3 * (count_ + 1) > 2 * cells_.size()) grow();
    Cell& cell = place(key);
    if (cell.value != absent) return false;
    cell = {key, value};
    ++count_;
    return true;
  }

  std::size_t size() const { return count_; }

  void clear() {
    std::vector<Cell>().swap(cells_);
    count_ = 0;
  }

 private:
  struct Cell {
    Key key = 0;
    std::uint32_t value = absent;
  };

  Cell& place(Key key) {
    const std::size_t mask = cells_.size() - 1;
    std::size_t at = mixed(key) & mask;
    while (cells_[at].value != absent && cells_[at].key != key) at = (at + 1) & mask;
    return cells_[at];
  }

  void grow() {
    std::vector<Cell> old(cells_.empty() ? 16 : 2 * cells_.size());
    old.swap(cells_);
    for (const Cell& cell : old) {
      if (cell.value != absent) place(cell.key) = cell;
    }
  }

  std::vector<Cell> cells_;
  std::size_t count_ = 0;
};

/// By the number of a node, a slot or a set: half the memory of a map with long keys.
using IdMap = NumberMap<std::uint32_t>;
using LongKeyMap = NumberMap<std::uint64_t>;

/// Things that are compared by their content: found by a hash of which 32 bits are kept.
class HashIndex {
 public:
  /// The number whose thing `is_it` accepts, or `IdMap::absent`.
  template <class IsIt>
  std::uint32_t find(std::uint64_t hash, IsIt is_it) const {
    for (std::uint32_t key = short_key(hash);; ++key) {
      const std::uint32_t known = numbers_.find(key);
      if (known == IdMap::absent || is_it(known)) return known;
    }
  }

  /// To be called for a thing that `find` did not find.
  void insert(std::uint64_t hash, std::uint32_t number) {
    std::uint32_t key = short_key(hash);
    while (!numbers_.insert(key, number)) ++key;
  }

 private:
  static std::uint32_t short_key(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
  IdMap numbers_;
};

}  // namespace rheon::expr
