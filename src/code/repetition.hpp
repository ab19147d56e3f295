// Which pieces of a program are alike, and where they follow each other in a pattern that repeats.
#pragma once

#include <unordered_map>

#include "code/program.hpp"

namespace rheon::code {

/// The instructions of a program that compute or store, by rank: as written, or with pieces in another order; loads are
/// places that these refer to.
class Computations {
 public:
  explicit Computations(const Program& program);
  Instruction operator[](std::size_t rank) const { return (*program)[value_at(rank)]; }
  const Call& call(const Instruction& i) const { return program->calls()[static_cast<std::size_t>(i.number)]; }
  Ref operand(const Instruction& i, int k) const { return k == 0 ? i.a : k == 1 ? i.b : call(i).c; }
  Instruction definition(Ref v) const { return (*program)[v]; }
  std::size_t size() const { return size_; }
  std::size_t pieces() const { return written_.start.size() - 1; }
  /// Rank of the first instruction of a piece in the order that they have now; of `pieces()` the rank behind the end.
  std::uint32_t piece_start(std::size_t piece) const { return now().start[piece]; }
  std::size_t piece_at(std::size_t rank) const { return now().find(rank); }
  /// The instruction with this rank.
  Ref value_at(std::size_t rank) const { return written_at(order_.empty() ? rank : as_written(rank)); }
  /// Of an instruction that is no load.
  std::size_t rank(Ref v) const {
    const std::size_t written = v - (loads_before_[v / stride] + loads_since_[v]);
    if (order_.empty()) return written;
    const std::size_t piece = written_.find(written);
    return arranged_.start[turn_[piece]] + (written - written_.start[piece]);
  }
  /// Puts the pieces in another order; none: as written.
  void arrange(std::vector<std::uint32_t> pieces);

  const Program* program;
  bool writes_once = false;  ///< known to write to each place at most once, and to none that it reads

 private:
  static constexpr std::size_t stride = 64;
  static constexpr std::uint16_t far = 0xffff;  ///< more than fits: see `far_`

  /// Where pieces begin, and which is the last that begins at or before every 64th rank.
  struct Starts {
    std::vector<std::uint32_t> start{}, hint{};
    void make_hints();
    std::size_t find(std::size_t rank) const {
      std::size_t piece = hint[rank / stride];
      while (start[piece + 1] <= rank) ++piece;
      return piece;
    }
  };
  const Starts& now() const { return order_.empty() ? written_ : arranged_; }
  std::size_t as_written(std::size_t rank) const {
    const std::size_t turn = arranged_.find(rank);
    return written_.start[order_[turn]] + (rank - arranged_.start[turn]);
  }
  Ref written_at(std::size_t rank) const {
    const std::uint16_t since = shift_since_[rank];
    return since == far ? far_.at(static_cast<std::uint32_t>(rank))
                        : static_cast<Ref>(rank + shift_before_[rank / stride] + since);
  }

  Starts written_, arranged_;
  std::vector<std::uint32_t> order_, turn_;  ///< the piece that has a turn, the turn of a piece; empty: as written
  /// Loads before an instruction and before a rank as written: in full for every 64th, for others how many more there
  /// are. Lists of ranks and of instructions would be half as large as the program.
  std::vector<std::uint32_t> loads_before_, shift_before_;
  std::vector<std::uint8_t> loads_since_;
  std::vector<std::uint16_t> shift_since_;
  std::unordered_map<std::uint32_t, Ref> far_;  ///< by rank
  std::size_t size_ = 0;
};

/// Programs of fewer operations fit into the caches as they are; longer ones become loops where pieces repeat.
inline constexpr std::size_t fits_the_caches = 12000;

/// Ranks from `first` on, `length` of them, `repeats` times.
struct Stretch {
  std::size_t first, length;
  int repeats;
};

/// In order; together the whole program.
std::vector<Stretch> find_stretches(const Computations& all);
/// Is a program long enough for loops?
bool worth_rolling(const Computations& all);

}  // namespace rheon::code
