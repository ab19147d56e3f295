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
  Spot spot_of(Ref v) const;
  /// Does a value have to be stored where `spot_of` says? Not if the program does so itself.
  bool has_to_be_kept(std::size_t rank) const {
    const Keeping keeping = positions_[find(rank).position].keeping;
    return keeping == Keeping::one_place || keeping == Keeping::place_each;
  }

 private:
  /// Wanted: read from memory. Stored: where the program does so itself. One place: for all repetitions of a stretch.
  enum class Keeping : std::uint8_t { none, wanted, stored, one_place, place_each };
  /// What becomes of the values at one position of a stretch, in all of its repetitions.
  struct Position {
    Keeping keeping = Keeping::none;
    bool outlives = false;  ///< used after the next repetition has its own
    int place = 0;  ///< stored: position of the store; one place: itself; place each: number within a repetition
  };
  /// A value: the repetition, and the position among all of all stretches.
  struct Found {
    std::size_t stretch, repeat, position;
  };
  /// Indices into the work array of a stretch that has some for each repetition.
  struct WorkIndices {
    std::size_t first_position;
    int first = 0, per_repeat = 0;
  };

  Found find(std::size_t rank) const;
  std::size_t rank_of(std::size_t stretch, std::size_t position) const {
    return stretches_[stretch].first + position - places_[stretch].first_position;
  }
  void find_wanted(const Run& run);
  /// Where it is computed.
  Found note_use(const Stretch& user, std::size_t rank, std::size_t used_at);
  void agree_on_bases();
  void give_places(std::size_t stretch, int& work_size);
  std::size_t own_store(std::size_t stretch, std::size_t position) const;

  const Computations& all_;
  const std::vector<Stretch>& stretches_;
  std::vector<WorkIndices> places_;         ///< of each stretch
  std::vector<Position> positions_;         ///< of all stretches
  mutable std::size_t last_ = 0;            ///< stretch found last: neighbours are asked for one after the other
  std::vector<std::vector<Found>> shared_;  ///< that one operand of a loop comes from
  std::unordered_set<std::size_t> not_from_store_;  ///< positions not to be read where the program stores them
};

}  // namespace rheon::code
