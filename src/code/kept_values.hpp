// Where values that leave their repetition of a pattern are kept in memory.
#pragma once

#include <unordered_set>

#include "code/repetition.hpp"
#include "code/section_places.hpp"

namespace rheon::code {

/// Some repetitions of a stretch, which become a section: a loop, or what is carried out on its own before or after.
struct Run {
  const Stretch* stretch;
  int begin, end;

  int repeats() const { return end - begin; }
  std::size_t rank_at(int repeat, std::size_t t) const {
    return stretch->first + static_cast<std::size_t>(begin + repeat) * stretch->length + t;
  }
};

class KeptValues {
 public:
  /// `work_size` grows by the places that are needed.
  KeptValues(const Computations& all, const std::vector<Stretch>& stretches, const std::vector<Run>& runs,
             int& work_size);

  /// Where in each repetition an operand is computed; the length of the stretch: not always at the same position of it.
  std::size_t position_within(const Run& run, std::size_t t, int k) const;
  /// Of a value that is read from memory.
  Spot spot_of(Value v) const;
  /// Does a value have to be stored where `spot_of` says? Not if the program does so itself.
  bool has_to_be_kept(std::size_t rank) const { return keeping_[rank] == Keeping::own; }

 private:
  enum class Keeping : std::uint8_t { none, wanted, own, stored };

  void find_wanted(const Run& run);
  /// The rank in the first repetition of what is used.
  std::size_t note_use(const Stretch& user, std::size_t rank, std::size_t used_at);
  void agree_on_bases();
  void give_places(const Stretch& s, int& work_size);
  std::size_t own_store(std::size_t rank) const;

  const Computations& all_;
  const std::vector<Stretch>& stretches_;
  std::vector<int> place_;        ///< by rank
  std::vector<Keeping> keeping_;  ///< by rank
  // by rank in the first repetition
  std::vector<bool> outlives_;                      ///< used after the next repetition has its own
  std::vector<std::vector<std::size_t>> shared_;    ///< that one operand of a loop comes from
  std::unordered_set<std::size_t> not_from_store_;  ///< not to be read where the program stores them
};

}  // namespace rheon::code
