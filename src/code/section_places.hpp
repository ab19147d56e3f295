// How the places that a loop refers to are reached: from a base itself where they stay, along a stream where they move on
// evenly, through a list of offsets otherwise.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>

#include "code/sections.hpp"

namespace rheon::code {

/// A place in the arrays of the program, or as `sections.hpp` has them within a section.
struct Spot {
  int base, index;
};

class SectionPlaces {
 public:
  explicit SectionPlaces(Section& section) : section_(section) {}
  /// One more use of the place that has this index in each repetition; its number.
  int use(int base, const std::vector<int>& index);
  /// Decides how each place is reached. With calls there are no registers for streams.
  void choose_reach(bool calls);
  /// Of a place that was numbered by `use`.
  Spot reach(int number) const { return list_[static_cast<std::size_t>(number)].reach; }

 private:
  using Key = std::pair<int, std::vector<int>>;
  struct Use {
    int base, first;                          ///< index at the first repetition
    std::optional<int> stride;                ///< if it is the same from each repetition to the next
    const std::vector<int>* index = nullptr;  ///< otherwise
    int uses = 0;
    Spot reach{};
    bool in(const Stream& s) const { return base == s.base && stride && *stride == s.stride; }
  };
  void open_streams();

  Section& section_;
  std::vector<Use> list_;
  /// Numbers of places. Most are even: three numbers describe them, and long stretches have very many.
  std::unordered_map<std::uint64_t, int> even_;
  std::map<Key, int> uneven_;
};

}  // namespace rheon::code
