// Loops over lists that are reached by index alone.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace rheon {

template <class List>
class IndexIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using reference = decltype(std::declval<const List&>()[std::size_t{}]);
  using value_type = std::remove_cvref_t<reference>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;

  IndexIterator(const List& list, std::size_t k) : list_(&list), k_(k) {}
  reference operator*() const { return (*list_)[k_]; }
  IndexIterator& operator++() {
    ++k_;
    return *this;
  }
  IndexIterator operator++(int) { return {*list_, k_++}; }
  bool operator==(const IndexIterator& other) const { return k_ == other.k_; }

 private:
  const List* list_;
  std::size_t k_;
};

}  // namespace rheon
