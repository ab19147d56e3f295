// The nodes of a graph, in blocks: growing moves none of them and leaves no room unused.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace rheon::expr {

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
  std::size_t size() const { return size_; }

  void replace(std::size_t k, const T& item) { blocks_[k / block_size][k % block_size] = item; }
  void shorten(std::size_t size) {
    size_ = size;
    blocks_.resize((size + block_size - 1) / block_size);
  }

  void push_back(const T& item) {
    if (size_ == blocks_.size() * block_size) blocks_.push_back(std::make_unique<T[]>(block_size));
    blocks_[size_ / block_size][size_ % block_size] = item;
    ++size_;
  }

 private:
  static constexpr std::size_t block_size = 512;

  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace rheon::expr
