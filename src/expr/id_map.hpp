// A small hash map from 64-bit keys to 32-bit numbers, open addressing, insert only.
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

class IdMap {
 public:
  static constexpr std::uint32_t absent = 0xffffffffu;  ///< not a legal value

  std::uint32_t find(std::uint64_t key) const {
    if (cells_.empty()) return absent;
    const std::size_t mask = cells_.size() - 1;
    for (std::size_t at = mixed(key) & mask;; at = (at + 1) & mask) {
      const Cell& cell = cells_[at];
      if (cell.value == absent || cell.key == key) return cell.value;
    }
  }

  /// Keeps the value that is there already; says whether the key was new.
  bool insert(std::uint64_t key, std::uint32_t value) {
    if (2 * (count_ + 1) > cells_.size()) grow();
    Cell& cell = place(key);
    if (cell.value != absent) return false;
    cell = {key, value};
    ++count_;
    return true;
  }

  std::size_t size() const { return count_; }

 private:
  struct Cell {
    std::uint64_t key = 0;
    std::uint32_t value = absent;
  };

  Cell& place(std::uint64_t key) {
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

}  // namespace rheon::expr
