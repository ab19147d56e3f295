// Long lists in blocks: growing moves no item, leaves no room unused and never needs the list twice.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/index_iterator.hpp"

namespace rheon {

template <class T>
class BlockStore {
 public:
  BlockStore() = default;
  BlockStore(const BlockStore& other) {
    for (std::size_t k = 0; k < other.size_; ++k) push_back(other[k]);
  }
  BlockStore(BlockStore&&) noexcept = default;
  BlockStore& operator=(BlockStore&&) noexcept = default;

  const T& operator[](std::size_t k) const { return blocks_[k / block_size][k % block_size]; }
  T& operator[](std::size_t k) { return blocks_[k / block_size][k % block_size]; }
  std::size_t size() const { return size_; }

  IndexIterator<BlockStore> begin() const { return {*this, 0}; }
  IndexIterator<BlockStore> end() const { return {*this, size_}; }

  void shorten(std::size_t size) {
    size_ = size;
    blocks_.resize((size + block_size - 1) / block_size);
  }
  /// For whoever copies from one store to another: items of whole blocks before this one are gone.
  void forget_before(std::size_t k) {
    for (; forgotten_ < k / block_size; ++forgotten_) blocks_[forgotten_].reset();
  }

  void push_back(const T& item) {
    if (size_ == blocks_.size() * block_size) blocks_.push_back(std::make_unique<T[]>(block_size));
    blocks_[size_ / block_size][size_ % block_size] = item;
    ++size_;
  }

 private:
  /// Items: so many that a block costs no more to allocate than to fill, so few that the last one wastes little. A choice.
  static constexpr std::size_t block_size = 512;

  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
  std::size_t forgotten_ = 0;  ///< blocks
};

}  // namespace rheon
